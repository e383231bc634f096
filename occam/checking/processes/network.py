"""PLACED PAR: what runs on which processor, and the channels between them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from occam import parsed, typed
from occam.checking.context import Context, ProcessorLinks
from occam.checking.processes.specifications import specification
from occam.checking.values.required import constant_integer
from occam.language import arithmetic
from occam.language.links import EVENT, OUTPUT_LINKS
from occam.language.types import Primitive

_TYPES = {"T8": "T800", "T800": "T800", "T4": "T414", "T414": "T414"}


@dataclass
class PlacedNetwork:
    """The processors so far, and what is declared for all of them."""

    outside: list[typed.Symbol]
    processors: list[typed.PlacedProcess] = field(default_factory=list)
    uses: dict[tuple[typed.Symbol, tuple[int, ...]], list[tuple[int, typed.LinkUse]]] = field(
        default_factory=dict
    )


def is_network(node: parsed.Process) -> bool:
    """Tell whether a process is PLACED PAR or PROCESSOR, perhaps behind specifications."""
    while isinstance(node, parsed.Specified):
        node = node.process
    return isinstance(node, parsed.PlacedParallel | parsed.Processor)


def network(
    context: Context, node: parsed.Process, declared: tuple[typed.Symbol, ...]
) -> tuple[typed.PlacedProcess, ...]:
    """Return all processors' processes, replicators of PLACED PAR written out."""
    built = PlacedNetwork(list(declared))
    _part(context, built, node)
    for uses in built.uses.values():
        _check_ends(uses)
    _check_host(built)
    return tuple(built.processors)


def _part(context: Context, built: PlacedNetwork, node: parsed.Process) -> None:
    match node:
        case parsed.Specified():
            inside = context.inner()
            if isinstance(node.specification, parsed.Placement):
                node.specification.place.fail("PLACE outside of PROCESSOR", "PLACE behind it")
            built.outside += specification(inside, node.specification)
            _part(inside, built, node.process)
        case parsed.PlacedParallel():
            for inside in _replicated(context, node.replicator):
                for part in node.parts:
                    _part(inside, built, part)
        case parsed.Processor():
            _processor(context, built, node)
        case _:
            node.place.fail("a process in PLACED PAR that is on no processor", "PROCESSOR number")


def _replicated(context: Context, node: parsed.Replicator | None) -> list[Context]:
    """Return a context for every value of the index, as a constant."""
    if node is None:
        return [context]
    start = constant_integer(context, node.start, "the start of a PLACED PAR")
    count = constant_integer(context, node.count, "the count of a PLACED PAR")
    if count < 0:
        node.count.place.fail(f"a replicator with the count {count}", "counts of 0 and more")
    contexts = []
    for value in range(start, start + count):
        inside = context.inner()
        inside.names.define(node.name, typed.Constant(node.place, Primitive.INT, value))
        contexts.append(inside)
    return contexts


def _processor(context: Context, built: PlacedNetwork, node: parsed.Processor) -> None:
    number = constant_integer(context, node.number, "the number of a processor")
    if not 0 <= number <= arithmetic.limits(Primitive.INT)[1]:
        node.number.place.fail(f"PROCESSOR {number}", "numbers of 0 and more")
    for other in built.processors:
        if other.number == number:
            node.place.fail(
                f"a second PROCESSOR {number}", f"a number that is not in line {other.place.line}"
            )
    if node.type is not None and node.type not in _TYPES:
        node.place.fail(f"PROCESSOR {number} {node.type}", ", ".join(_TYPES) + " or no type")
    processor = ProcessorLinks(number, frozenset(built.outside), {})
    inside = replace(context.inner(), processor=processor)
    process = inside.process(node.process)
    links = tuple(processor.links.values())
    for key, use in processor.links.items():
        built.uses.setdefault(key, []).append((number, use))
    type_ = _TYPES[node.type] if node.type is not None else None
    built.processors.append(typed.PlacedProcess(node.place, number, type_, links, process))


def _check_ends(uses: list[tuple[int, typed.LinkUse]]) -> None:
    """Refuse channels on more than two processors, or with two ends of one kind."""
    if len(uses) > 2:
        numbers = ", ".join(str(number) for number, _ in uses)
        uses[2][1].place.fail(
            f"{uses[2][1].channel} is placed on the processors {numbers}", "two processors"
        )
    if len(uses) == 2:
        (first, one), (second, other) = uses
        ends = [use.symbol.address in OUTPUT_LINKS for use in (one, other)]
        if ends[0] == ends[1]:
            end = "an output" if ends[0] else "an input"
            other.place.fail(
                f"{one.channel} is at {end} of both processor {first} and processor {second}",
                "a link out (0 to 3) of one and a link in (4 to 7) of the other",
            )


def _check_host(built: PlacedNetwork) -> None:
    """Refuse channels with one end only, except those of one processor: the host is behind."""
    alone = [
        uses[0] for uses in built.uses.values() if len(uses) == 1 and _address(uses[0][1]) != EVENT
    ]
    for number, use in alone:
        if number != alone[0][0]:
            use.place.fail(
                f"{use.channel} is placed on processor {number} only",
                f"a second end: the host is behind links of processor {alone[0][0]} "
                f"({alone[0][1].channel})",
            )


def _address(use: typed.LinkUse) -> int:
    assert use.symbol.address is not None
    return use.symbol.address
