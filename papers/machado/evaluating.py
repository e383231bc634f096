"""The occam of one processor's work: cells, patterns, its jobs, and the sum of the terms."""

from __future__ import annotations

from collections.abc import Sequence

from dataflow.boolean.hybrid import Hybrid
from dataflow.boolean.tables import Table
from papers.machado.jobs import Job


def evaluate_text(name: str, hybrid: Hybrid, share: Sequence[Job]) -> list[str]:
    """Return a procedure that does a processor's jobs."""
    lines = [
        f"PROC {name} (VAL [{len(hybrid.inputs)}]INT ports, VAL []INT data,",
        f"{' ' * (7 + len(name))}[{max(1, len(hybrid.tables))}]INT patterns)",
        "  VAL []BYTE bytes RETYPES data:",
        "  INT pattern, next:",
        f"  [{len(hybrid.inputs)}]INT gray:",
        "  SEQ",
    ]
    lines += [f"    patterns[{k}] := 0" for k in range(len(hybrid.tables))]
    used = {w.port.name for job in share for w in hybrid.tables[job.term].words}
    for place, (name_, quantiser) in enumerate(hybrid.quantisers.items()):
        if name_ in used and quantiser.bits:
            lines += ["    " + line for line in _cell_text(hybrid, place, name_)]
    for job in share:
        lines.append(f"    pattern := {_pattern_text(hybrid, hybrid.tables[job.term])}")
        lines += ["    " + line for line in job.lines]
    return [*lines, ":"]


def _cell_text(hybrid: Hybrid, place: int, name: str) -> list[str]:
    """Return occam for a port's cell in Gray's code."""
    quantiser = hybrid.quantisers[name]
    half = 1 << (quantiser.bits - 1)
    down = f"(ports[{place}] - ({quantiser.middle}))" if quantiser.middle else f"ports[{place}]"
    if quantiser.factor != 1:
        down = f"({down} * {quantiser.factor})"
    # occam's shift fills with zeros: the port is made positive first.
    offset = half << quantiser.shift
    lines = [f"next := {down} + {offset}"]
    if not quantiser.word.turns:
        top = (half << (quantiser.shift + 1)) - 1
        lines += [
            "IF",
            "  next < 0",
            "    next := 0",
            f"  next > {top}",
            f"    next := {top}",
            "  TRUE",
            "    SKIP",
        ]
    lines.append(f"next := next >> {quantiser.shift}")
    lines.append(f"gray[{place}] := next >< (next >> 1)")
    return lines


def _pattern_text(hybrid: Hybrid, table: Table) -> str:
    """Return occam for a term's pattern, its words one behind the other."""
    places = {name: place for place, name in enumerate(hybrid.quantisers)}
    text = ""
    for word, width, even in zip(table.words, table.sized.word_bits, table.sized.even, strict=True):
        name = word.port.name
        unused = hybrid.quantisers[name].bits - width
        value = f"gray[{places[name]}]"
        if unused:
            value = f"({value} >> {unused})"
        if even:
            value = f"({value} /\\ {(1 << (width - 1)) - 1})"
        text = value if not text else f"(({text} << {width - even}) \\/ {value})"
    return text or "0"


def sum_text(hybrid: Hybrid) -> list[str]:
    """Return a procedure that adds the terms' numbers up."""
    count = max(1, len(hybrid.tables))
    lines = [
        f"PROC add.up (VAL [{count}]INT patterns, [{len(hybrid.sums)}]INT torques)",
        "  SEQ",
    ]
    place = 0
    for column, joint in enumerate(hybrid.sums):
        text = "0"
        for table in joint.tables:
            half = 1 << table.sized.output_bits >> 1
            number = f"((patterns[{place}] >< {half}) - {half})"
            copies = table.sized.term.copies
            text = f"({text} + {number if copies == 1 else f'({number} * {copies})'})"
            place += 1
        lines.append(f"    torques[{column}] := {text}")
    return [*lines, ":"]
