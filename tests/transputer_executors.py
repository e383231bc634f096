"""Ask every executor for every code: those declared for it are executed, the others stop the node.

Compiled functions have no way in from Python, so this runs with NUMBA_DISABLE_JIT=1.
"""

from emulator.transputer.isa.codes import entries, operations
from emulator.transputer.isa.instruction import Encoding, Executor
from emulator.transputer.isa.instruction_set import INSTRUCTIONS
from emulator.transputer.isa.timing_assumptions import TimingAssumptions
from emulator.transputer.network.configuration import NodeConfig
from emulator.transputer.network.layout import build
from emulator.transputer.processor import (
    alternation,
    arithmetic,
    blocks,
    channels,
    control,
    cpu,
    fpu,
    fpu_unary,
    long_arithmetic,
)
from emulator.transputer.processor import state as at

DATA, CODE, WORKSPACE = 0x800, 0x600, 0x700


def node():
    """The arrays of a T800 whose cost table knows every code, with addresses on its stack."""
    layout = build([NodeConfig("a")], [], None, 20, TimingAssumptions(), False)
    s, m = layout.states[0], layout.memory
    s[at.COSTS : at.COSTS + 4 * at.ROWS] = 1
    s[at.RUNNING] = s[at.PRIORITY] = 1
    s[at.AREG : at.CREG + 1] = DATA - 2**31
    s[at.IPTR], s[at.WPTR], s[at.NEXT_EVENT] = CODE, WORKSPACE, at.NEVER
    return s, m, m.view("uint8")


def loop(s, m, b, code):
    """Let the interpreter's loop meet an operation that no other executor takes."""
    b[CODE : CODE + 2] = 0x20 | code >> 4, 0xF0 | code & 15
    cpu.EXECUTOR_OF = (Executor.LOOP,) * 256
    cpu.execute(s, m, b, 2)


def floating(s, m, b, code):
    """Let the FPU execute an operation; `fpentry` finds an entry that there is."""
    if code == operations.FPENTRY:
        s[at.AREG] = entries.FPUABS
    fpu.floating(s, m, code)


EXECUTORS = {
    Executor.LOOP: loop,
    Executor.SINGLE_LENGTH: lambda s, m, b, code: arithmetic.single_length(s, code),
    Executor.DOUBLE_LENGTH: lambda s, m, b, code: long_arithmetic.double_length(s, m, code),
    Executor.BLOCKS: lambda s, m, b, code: blocks.blocks_and_bits(s, b, code),
    Executor.CONTROL: lambda s, m, b, code: control.control(s, m, code),
    Executor.CHANNELS: lambda s, m, b, code: channels.communication(s, m, b, code),
    Executor.ALTERNATION: lambda s, m, b, code: alternation.alternation(s, m, code),
    Executor.FLOATING: floating,
}


def declared(encoding, executor):
    return {
        each.code
        for each in INSTRUCTIONS
        if each.encoding is encoding and each.executor is executor
    }


def executed(execute):
    """The codes at which an executor does not stop the node."""
    known = set()
    for code in range(256):
        s, m, b = node()
        execute(s, m, b, code)
        if s[at.STOPPED] != at.UNKNOWN:
            known.add(code)
        else:
            assert s[at.FAULT_CODE] & 0xFF == code
    return known


def main():
    assert set(EXECUTORS) == set(Executor)
    for executor, execute in EXECUTORS.items():
        assert executed(execute) == declared(Encoding.OPERATION, executor), executor
    entered = executed(lambda s, m, b, code: fpu_unary.unary(s, code))
    assert entered == declared(Encoding.FPU_ENTRY, Executor.FLOATING)
    print("all executors agree")


if __name__ == "__main__":
    main()
