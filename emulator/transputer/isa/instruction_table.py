"""The instruction table in Markdown, from the declarations: ``docs/transputer-instructions.md``.

``python -m emulator.transputer.isa.instruction_table`` prints it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from emulator.transputer.isa import instruction_set as isa
from emulator.transputer.isa.timing import SOURCES

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
    isa.Kind.DIRECT: ("Direct functions", "Upper four bits of the byte."),
    isa.Kind.OPERATION: ("Operations", "The operand of `opr`."),
    isa.Kind.FPU_ENTRY: ("FPU entries", "Reached by `ldc code; fpentry`."),
}


def markdown() -> str:
    """Return the whole document."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    yield _INTRODUCTION
    for kind, (title, explanation) in _SECTIONS.items():
        chosen = [each for each in isa.INSTRUCTIONS if each.kind is kind]
        yield f"## {title}\n\n{explanation}\n"
        yield from _table(sorted(chosen, key=lambda each: (each.code, each.mnemonic)))
        yield ""
    yield "## Sources\n"
    for key, source in SOURCES.items():
        yield f"- {key}: {source}"


def _table(instructions: Iterable[isa.Instruction]) -> Iterator[str]:
    yield "| code | mnemonic | cycles | parts | effects | FPU | what it does | source |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for each in instructions:
        digits = 1 if each.kind is isa.Kind.DIRECT else 2
        parts = ", ".join(sorted(each.variants)) if len(each.variants) < 2 else "both"
        fpu = "" if each.fpu is isa.Fpu.NONE else each.fpu.value
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


def _effects(instruction: isa.Instruction) -> str:
    marks = {
        "D": instruction.can_deschedule,
        "E": instruction.sets_error,
        "F": instruction.sets_fpu_error,
        "I": instruction.interruptible,
    }
    return " ".join(mark for mark, holds in marks.items() if holds)


if __name__ == "__main__":
    print(markdown(), end="")
