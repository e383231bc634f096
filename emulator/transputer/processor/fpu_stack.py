"""The FPU's stack of reals, and the time that it shares with the CPU."""

from __future__ import annotations

from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import inlined
from emulator.transputer.processor.node_arrays import State
from emulator.transputer.processor.softfloat_format import NAN_CONVERSION, is_denormal

FLOATING_CASES = {"typical": 0, "maximum": 1, "data": 2}
"""The numbers of `TimingAssumptions.floating_case`."""
_MAXIMUM, _BY_DATA = FLOATING_CASES["maximum"], FLOATING_CASES["data"]


@inlined
def _cycles(s: State, row: int, double: int, denormal: bool) -> int:
    """Return the time of a row of the cost table."""
    slow = s[at.FLOATING_CASE] == _MAXIMUM or (s[at.FLOATING_CASE] == _BY_DATA and denormal)
    return s[at.COSTS + 4 * row + 2 * double + (1 if slow else 0)]


@inlined
def wait_for_fpu(s: State) -> None:
    """Let the CPU wait until the FPU is idle."""
    if s[at.FPU_FREE] > s[at.CLOCK]:
        s[at.FPU_WAIT] += s[at.FPU_FREE] - s[at.CLOCK]
        s[at.CLOCK] = s[at.FPU_FREE]


@inlined
def work(s: State, row: int, double: int, denormal: bool) -> None:
    """Keep the FPU busy for the time of a row of the cost table."""
    cycles = _cycles(s, row, double, denormal)
    s[at.FPU_FREE] = s[at.CLOCK] + cycles
    s[at.FPU_BUSY] += cycles


@inlined
def issue(s: State, row: int, double: int, denormal: bool) -> None:
    """Hand an operation to the FPU."""
    work(s, row, double, denormal)
    s[at.CLOCK] += s[at.FPU_ISSUE_CYCLES]


@inlined
def synchronous(s: State, row: int, double: int, denormal: bool) -> None:
    """Keep CPU and FPU to the end of an operation."""
    s[at.CLOCK] += _cycles(s, row, double, denormal)


@inlined
def push_real(s: State, x: int, double: int) -> None:
    """Push a real on the FPU's stack."""
    s[at.FCREG], s[at.FCLEN] = s[at.FBREG], s[at.FBLEN]
    s[at.FBREG], s[at.FBLEN] = s[at.FAREG], s[at.FALEN]
    s[at.FAREG], s[at.FALEN] = x, double


@inlined
def drop_real(s: State) -> None:
    """Take FAreg off the FPU's stack."""
    s[at.FAREG], s[at.FALEN] = s[at.FBREG], s[at.FBLEN]
    s[at.FBREG], s[at.FBLEN] = s[at.FCREG], s[at.FCLEN]


@inlined
def any_denormal(b: int, a: int, result: int, double: int) -> bool:
    """Return whether operands or result are denormal."""
    return is_denormal(b, double) or is_denormal(a, double) or is_denormal(result, double)


@inlined
def mismatch(s: State) -> bool:
    """Return whether FAreg and FBreg differ in length; their result is then a NaN."""
    if s[at.FALEN] == s[at.FBLEN]:
        return False
    s[at.FP_ERROR] = 1
    s[at.FAREG] = NAN_CONVERSION[s[at.FALEN]]
    return True
