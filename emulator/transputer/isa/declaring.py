"""How the tables of the instruction set are written down."""

from __future__ import annotations

from dataclasses import replace

from emulator.transputer.isa.instruction import CycleCost, Encoding, Executor, Instruction, Rule

T414 = frozenset({"T414"})
T800 = frozenset({"T800"})
_BOTH = T414 | T800


def executed_by(executor: Executor, *instructions: Instruction) -> tuple[Instruction, ...]:
    """Declare who executes some instructions."""
    return tuple(replace(instruction, executor=executor) for instruction in instructions)


def fixed(cycles: int | CycleCost) -> CycleCost:
    """Return the cost of so many cycles, whatever the data; any other cost as it is."""
    return CycleCost(Rule.FIXED, (cycles,)) if isinstance(cycles, int) else cycles


def either(first: int, case: str, second: int, other: str) -> CycleCost:
    """Return a cost with two cases."""
    return CycleCost(Rule.EITHER, (first, second), (case, other))


def direct(
    mnemonic: str,
    code: int,
    cycles: int | CycleCost,
    description: str,
    *,
    deschedules: bool = False,
    error: bool = False,
) -> Instruction:
    """Declare a direct function."""
    return Instruction(
        mnemonic,
        code,
        Encoding.DIRECT,
        fixed(cycles),
        description,
        can_deschedule=deschedules,
        sets_error=error,
    )


def operation(
    mnemonic: str,
    code: int,
    cycles: int | CycleCost,
    description: str,
    *,
    variants: frozenset[str] = _BOTH,
    deschedules: bool = False,
    error: bool = False,
    interruptible: bool = False,
    source: str = "P, D, N",
    decided: str = "",
) -> Instruction:
    """Declare an integer operation."""
    return Instruction(
        mnemonic,
        code,
        Encoding.OPERATION,
        fixed(cycles),
        description,
        variants,
        can_deschedule=deschedules,
        sets_error=error,
        interruptible=interruptible,
        source=source,
        decided=decided,
    )
