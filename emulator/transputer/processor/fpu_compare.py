"""The FPU's comparisons."""

from __future__ import annotations

from emulator.transputer.isa.codes import operations as op
from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled
from emulator.transputer.processor.effects import push
from emulator.transputer.processor.fpu_stack import any_denormal, synchronous
from emulator.transputer.processor.node_arrays import State
from emulator.transputer.processor.softfloat_format import is_finite, is_nan, magnitude, sign_of


@compiled
def _order(b: int, a: int, double: int) -> int:
    """Return -1, 0 or 1 as b is less than, equal to or greater than a.

    In the total order of the patterns: a NaN lies beyond the infinity of its sign (P, after the
    Compiler Writer's Guide).
    """
    x, y = magnitude(b, double), magnitude(a, double)
    if sign_of(b, double) == 1:
        x = -x
    if sign_of(a, double) == 1:
        y = -y
    return 0 if x == y else (1 if x > y else -1)


@compiled
def compare(s: State, operation: int) -> None:
    """`fpgt`, `fpeq` (both reals go), `fpordered`, `fpnan`, `fpnotfinite` (they stay)."""
    double, a, b = s[at.FALEN], s[at.FAREG], s[at.FBREG]
    synchronous(s, at.OPERATIONS + operation, double, any_denormal(b, a, 0, double))
    if operation == op.FPNAN:
        truth = is_nan(a, double)
    elif operation == op.FPNOTFINITE:
        truth = not is_finite(a, double)
    else:
        if operation == op.FPORDERED:
            truth = not (is_nan(a, double) or is_nan(b, s[at.FBLEN]))
        else:
            finite = is_finite(a, double) and is_finite(b, s[at.FBLEN])
            if not finite or double != s[at.FBLEN]:
                s[at.FP_ERROR] = 1
            truth = _order(b, a, double) == (1 if operation == op.FPGT else 0)
            s[at.FAREG], s[at.FALEN] = s[at.FCREG], s[at.FCLEN]
    push(s, 1 if truth else 0)
