"""A checked program becomes an Image: start-up, routines in the order of their calls, libraries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from common.place import Place
from occam import typed
from occam.generating.code import Branch, Code, Data, Item, Label, MachineInstruction, Mark
from occam.generating.frame.survey import run_at_high_priority
from occam.generating.frame.vector_space import VectorSpace
from occam.generating.frame.workspace import NOWHERE, Slot
from occam.generating.generator import Generator, Knot
from occam.generating.processes import startup
from occam.generating.processes.process import process
from occam.generating.processes.routines import generate_all
from occam.generating.processes.scopes import opened
from occam.generating.values import integers, reals, storing
from occam.generating.values.addresses import load_address
from occam.generating.values.calls import entry
from occam.layout.sizes import WORD_BYTES
from occam.library.routines import routine
from occam.program import Checks, Image

KNOT = Knot(integers.load, reals.load, load_address, storing.evaluate, process, opened)
"""What a `Generator` asks for whatever is nested."""
_NEEDLESS = ("ajw", "ldnlp", "adc")
"""Instructions that do nothing if their operand is 0."""


def compile_program(
    program: typed.Program, part: str, checks: Checks, *, vectors: bool = True
) -> Image:
    """Compile a program for one processor.

    Parameters
    ----------
    program
        With a main procedure.
    part
        "T800" or "T414".
    checks
        What is checked at run time.
    vectors
        Whether large arrays lie in vector space, as is INMOS's default, or in workspace.

    Raises
    ------
    InputError
        The main procedure's parameters are none that a program can be given.
    """
    main = program.main
    if main is None:
        raise ValueError("a network is compiled process by process")

    def body(g: Generator, memory: Slot, words: Slot) -> None:
        g.high_routines = run_at_high_priority(main.body)
        startup.run_main(g, main, memory, words)

    return _compile(main.place, body, part, checks, vectors)


def compile_process(
    placed: typed.PlacedProcess, part: str, checks: Checks, *, vectors: bool = True
) -> Image:
    """Compile what runs on one processor of a network; see `compile_program`."""

    def body(g: Generator, _memory: Slot, _words: Slot) -> None:
        g.high_routines = run_at_high_priority(placed.process)
        g.process(placed.process)

    return _compile(placed.place, body, part, checks, vectors)


Body = Callable[[Generator, Slot, Slot], None]


def _compile(place: Place, body: Body, part: str, checks: Checks, vectors: bool) -> Image:
    g = Generator(part, checks, KNOT)
    frame = g.frame
    with startup.started(g, place, vector_space=vectors) as (memory, words):
        body(g, memory, words)
    generate_all(g)
    end = g.code.place(Label("libraries"))
    _link(g)
    _link_modules(g)
    _measure(g)
    _drop_needless(g.code)
    done = g.code.assemble()
    space = g.vector_spaces[frame].total() if frame in g.vector_spaces else 0
    data = tuple(
        (offset, offset + len(piece))
        for offset, item, piece in done.items
        if isinstance(item, Data) and piece and offset < done.labels[end]
    )
    stops = tuple(done.labels[label] for label in g.stops)
    return Image(done.code, 0, frame.below(), frame.size(), space, done.origins, part, data, stops)


def _measure(g: Generator) -> None:
    """Find the depth of routines called by others first, so that a long chain is no recursion."""
    for one in reversed(g.entries.values()):
        one.frame.below()
        if one.vectored:
            g.vector_spaces[one.frame].total()


def _link(g: Generator) -> None:
    """Append the code of library routines, once for all that share it."""
    wanted: dict[str, list[str]] = {}
    for name in g.routines:
        try:
            wanted.setdefault(routine(name, g.part).source, []).append(name)
        except KeyError:
            _refuse(g, name)
    for source, names in wanted.items():
        g.code.mark(Place(source, 1, 1), source)
        routines = sorted((routine(name, g.part).entry, name) for name in names)
        content = routine(names[0], g.part).code
        g.code.data(b"")
        start = 0
        for offset, name in routines:
            g.code.data(content[start:offset], alignment=1)
            g.code.place(g.routines[name])
            start = offset
        g.code.data(content[start:], alignment=1)


def _link_modules(g: Generator) -> None:
    """Append the code of modules from object files, with the places it came from."""
    for module, labels in g.modules.items():
        image = module.image
        cuts: dict[int, list[Item]] = {}
        for one in image.origins:
            cuts.setdefault(one.offset, []).append(Mark(one.place, one.procedure))
        for name, label in labels.items():
            cuts.setdefault(module.routines[name].entry, []).append(label)
        for offset in image.stops:
            g.stops.append(Label("stopped"))
            cuts.setdefault(offset, []).append(g.stops[-1])
        g.code.data(b"")
        start = 0
        for offset in sorted(cuts):
            g.code.data(image.code[start:offset], alignment=1)
            g.code.items += cuts[offset]
            start = offset
        g.code.data(image.code[start:], alignment=1)


def compile_module(routines: Sequence[typed.Routine], part: str, checks: Checks) -> CompiledModule:
    """Compile routines by themselves, to be called from elsewhere.

    They use nothing but their parameters: what is declared around them are constants.
    """
    g = Generator(part, checks, KNOT)
    g.vector_spaces[g.frame] = VectorSpace(NOWHERE)
    entries = [entry(g, routine) for routine in routines]
    generate_all(g)
    _link(g)
    _link_modules(g)
    _measure(g)
    _drop_needless(g.code)
    done = g.code.assemble()
    data = tuple(
        (offset, offset + len(piece))
        for offset, item, piece in done.items
        if isinstance(item, Data) and piece
    )
    stops = tuple(done.labels[label] for label in g.stops)
    code = done.code + bytes(-len(done.code) % WORD_BYTES)
    image = Image(code, 0, 0, 0, 0, done.origins, part, data, stops)
    calls = {
        one.routine.name: ModuleEntry(
            done.labels[one.label],
            one.frame.depth_of_call(),
            g.vector_spaces[one.frame].total() if one.vectored else None,
        )
        for one in entries
    }
    return CompiledModule(image, calls)


@dataclass(frozen=True)
class ModuleEntry:
    """A routine of a module: its offset, the words a call needs below Wptr and in vector space."""

    offset: int
    depth: int
    vectors: int | None


@dataclass(frozen=True)
class CompiledModule:
    """Code that is to be called from elsewhere, and how."""

    image: Image
    entries: dict[str, ModuleEntry]


def _refuse(g: Generator, name: str) -> NoReturn:
    """Say where a routine that the library has not for this part is called first."""
    mark = None
    for item in g.code.items:
        if isinstance(item, Mark):
            mark = item
        elif isinstance(item, Branch) and item.target is g.routines[name] and mark is not None:
            mark.place.fail(f"what is computed by {name}", f"what the {g.part} has a routine for")
    raise LookupError(name)


def _drop_needless(code: Code) -> None:
    """Leave out what moves or adds by zero, and jumps to what follows anyway."""
    kept: list[Item] = []
    behind: set[Label] = set()
    for item in reversed(code.items):
        if isinstance(item, Label):
            behind.add(item)
        elif not isinstance(item, Mark):
            if _needless(item, behind):
                continue
            behind = set()
        kept.append(item)
    code.items = kept[::-1]


def _needless(item: Item, behind: set[Label]) -> bool:
    """Tell whether an item does nothing, given the labels between it and the next."""
    if isinstance(item, Branch):
        return item.mnemonic == "j" and item.target in behind
    if not isinstance(item, MachineInstruction) or item.mnemonic not in _NEEDLESS:
        return False
    return (item.operand() if callable(item.operand) else item.operand) == 0
