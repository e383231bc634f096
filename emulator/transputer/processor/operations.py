"""Which executor an operation belongs to, and the way there."""

from __future__ import annotations

from emulator.transputer.isa.instruction import Encoding, Executor
from emulator.transputer.isa.instruction_set import by_code
from emulator.transputer.processor.alternation import alternation
from emulator.transputer.processor.arithmetic import single_length
from emulator.transputer.processor.blocks import blocks_and_bits
from emulator.transputer.processor.channels import communication
from emulator.transputer.processor.compiled import inlined
from emulator.transputer.processor.control import control
from emulator.transputer.processor.effects import refuse
from emulator.transputer.processor.fpu import floating
from emulator.transputer.processor.long_arithmetic import double_length
from emulator.transputer.processor.node_arrays import ByteMemory, State, WordMemory


def _executor(code: int) -> int:
    """Return who executes an operation; codes that are none go to the interpreter's loop."""
    instruction = by_code(Encoding.OPERATION, code)
    return int(Executor.LOOP if instruction is None else instruction.executor)


EXECUTOR_OF = tuple(_executor(code) for code in range(0x100))
"""The executor of every operation code, as declared."""


@inlined
def operate(s: State, m: WordMemory, b: ByteMemory, operation: int) -> None:
    """Execute an operation that is not the loop's on the state in `s`, its cost included."""
    executor = EXECUTOR_OF[operation]
    if executor == Executor.SINGLE_LENGTH:
        single_length(s, operation)
    elif executor == Executor.FLOATING:
        floating(s, m, operation)
    elif executor == Executor.CHANNELS:
        communication(s, m, b, operation)
    elif executor == Executor.CONTROL:
        control(s, m, operation)
    elif executor == Executor.ALTERNATION:
        alternation(s, m, operation)
    elif executor == Executor.BLOCKS:
        blocks_and_bits(s, b, operation)
    elif executor == Executor.DOUBLE_LENGTH:
        double_length(s, m, operation)
    else:
        refuse(s, operation)
