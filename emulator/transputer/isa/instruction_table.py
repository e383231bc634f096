"""The instruction table in Markdown, from the declarations: ``docs/transputer-instructions.md``.

``python -m emulator.transputer.isa.instruction_table`` prints it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from inspect import cleandoc

from emulator.transputer.isa.instruction import Encoding, Fpu, Instruction
from emulator.transputer.isa.instruction_set import INSTRUCTIONS
from emulator.transputer.isa.timing_assumptions import ASSUMPTIONS, SOURCES, TimingAssumptions

_INTRODUCTION = """\
# Instructions of the T414 and T800

Made from the declarations in `emulator/transputer/isa` by
`python -m emulator.transputer.isa.instruction_table`.

Cycles are processor cycles without prefix bytes (1 each, so an operation whose code is above #0F
costs one more), with code and data on chip. w: words of a message; p, r: words in a row, rows;
n: places shifted or normalised; b: highest set bit of Areg; m: that of its negative.
Effects: D may deschedule, E may set Error, F may set FP_Error, I can be interrupted.
FPU: *overlapped* instructions wait until the FPU is idle and leave it working; *synchronous* ones
keep the processor until they end.
"""

_SECTIONS = {
    Encoding.DIRECT: ("Direct functions", "Upper four bits of the byte."),
    Encoding.OPERATION: ("Operations", "The operand of `opr`."),
    Encoding.FPU_ENTRY: ("FPU entries", "Reached by `ldc code; fpentry`."),
}

_ASSUMED = """\
## Assumptions about time

Where the tables are silent or disagree. The fields of `TimingAssumptions`, which `Network` takes,
and their values unless others are given:
"""


def markdown() -> str:
    """Return the whole document."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    yield _INTRODUCTION
    for encoding, (title, explanation) in _SECTIONS.items():
        chosen = [each for each in INSTRUCTIONS if each.encoding is encoding]
        yield f"## {title}\n\n{explanation}\n"
        yield from _table(sorted(chosen, key=lambda each: (each.code, each.mnemonic)))
        yield ""
    yield "## Results that the descriptions leave open\n"
    for each in INSTRUCTIONS:
        if each.decided:
            yield f"- `{each.mnemonic}`: {each.decided}"
    yield ""
    yield _ASSUMED
    yield from _parameters()
    yield ""
    yield "What else had to be decided:\n"
    for subject, decision in ASSUMPTIONS.items():
        yield f"- {subject}: {decision}"
    yield ""
    yield "## Sources\n"
    for key, source in SOURCES.items():
        yield f"- {key}: {source}"


def _table(instructions: Iterable[Instruction]) -> Iterator[str]:
    yield "| code | mnemonic | cycles | parts | effects | FPU | what it does | source |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for each in instructions:
        digits = 1 if each.encoding is Encoding.DIRECT else 2
        parts = ", ".join(sorted(each.variants)) if len(each.variants) < 2 else "both"
        fpu = "" if each.fpu is Fpu.NONE else each.fpu.value
        cells = (
            f"#{each.code:0{digits}X}",
            f"`{each.mnemonic}`",
            str(each.cycles),
            parts,
            _effects(each),
            fpu,
            each.description,
            each.source,
        )
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _parameters() -> Iterator[str]:
    """Yield the fields of `TimingAssumptions` with what its docstring says of them."""
    timing = TimingAssumptions()
    fields = cleandoc(str(TimingAssumptions.__doc__)).partition("----------\n")[2]
    for names, said in re.findall(r"^(\w.*)\n((?: .*\n?)+)", fields, re.MULTILINE):
        shown = f"{names} = {getattr(timing, names)!r}" if hasattr(timing, names) else names
        yield f"- `{shown}`: {' '.join(said.split())}"
    for part, links in (("T800", timing.links_t800), ("T414", timing.links_t414)):
        for speed, delays in links.items():
            yield (
                f"  - {part} at {speed} Mbit/s: the acknowledge {delays.acknowledge:g} bit times"
                f" after the data packet began, the next byte {delays.next_byte:g} after the"
                " acknowledge began"
            )


def _effects(instruction: Instruction) -> str:
    marks = {
        "D": instruction.can_deschedule,
        "E": instruction.sets_error,
        "F": instruction.sets_fpu_error,
        "I": instruction.interruptible,
    }
    return " ".join(mark for mark, holds in marks.items() if holds)


if __name__ == "__main__":
    print(markdown(), end="")
