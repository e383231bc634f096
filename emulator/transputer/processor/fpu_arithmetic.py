"""The FPU's arithmetic on two reals, from its stack or from memory."""

from __future__ import annotations

from emulator.transputer.isa.codes import operations as op
from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled, inlined
from emulator.transputer.processor.effects import charge, push
from emulator.transputer.processor.fpu_memory import pop_address, read_real
from emulator.transputer.processor.fpu_stack import any_denormal, drop_real, issue, mismatch, work
from emulator.transputer.processor.node_arrays import State, WordMemory
from emulator.transputer.processor.softfloat import add, divide, multiply
from emulator.transputer.processor.softfloat_convert import remainder_special, remainder_step
from emulator.transputer.processor.softfloat_format import NAN_CONVERSION, negate


@inlined
def _compute(s: State, b: int, a: int, double: int, operation: int) -> int:
    """Return what an operation makes of FBreg or memory, b, with FAreg, a; FP_Error may be set."""
    mode = s[at.ROUNDING]
    if operation in (op.FPADD, op.FPLDNLADDSN, op.FPLDNLADDDB):
        result, error = add(b, a, double, mode)
    elif operation == op.FPSUB:
        result, error = add(b, negate(a, double), double, mode)
    elif operation in (op.FPMUL, op.FPLDNLMULSN, op.FPLDNLMULDB):
        result, error = multiply(b, a, double, mode)
    else:  # fpdiv
        result, error = divide(b, a, double, mode)
    s[at.FP_ERROR] |= error
    return result


@inlined
def arithmetic(s: State, operation: int) -> None:
    """`fpadd`, `fpsub`, `fpmul`, `fpdiv`: FBreg with FAreg."""
    double, a, b = s[at.FALEN], s[at.FAREG], s[at.FBREG]
    result = s[at.FAREG] if mismatch(s) else _compute(s, b, a, double, operation)
    issue(s, at.OPERATIONS + operation, double, any_denormal(b, a, result, double))
    drop_real(s)
    s[at.FAREG], s[at.FALEN] = result, double


@inlined
def load_and_compute(s: State, m: WordMemory, operation: int) -> None:
    """`fpldnladdsn`, `fpldnladddb`, `fpldnlmulsn`, `fpldnlmuldb`: FAreg with memory.

    The CPU's part is the load's, the FPU's the rest.
    """
    double = 1 if operation == op.FPLDNLADDDB or operation == op.FPLDNLMULDB else 0
    charge(s, op.FPLDNLDB if double else op.FPLDNLSN, 0)
    b = read_real(s, m, pop_address(s), double)
    a = s[at.FAREG]
    if s[at.FALEN] != double:
        s[at.FP_ERROR] = 1
        result = NAN_CONVERSION[double]
    else:
        result = _compute(s, b, a, double, operation)
    work(s, at.OPERATIONS + operation, double, any_denormal(b, a, result, double))
    s[at.FAREG], s[at.FALEN] = result, double


@compiled
def remainder(s: State, operation: int) -> None:
    """`fpremfirst`, `fpremstep`: FBreg by FAreg; TRUE in Areg at the end, else FALSE.

    At the end the remainder is in FAreg and the last step's quotient in FBreg; before, the
    divisor stays in FAreg and what is left in FBreg.
    """
    double, a, b = s[at.FALEN], s[at.FAREG], s[at.FBREG]
    issue(s, at.OPERATIONS + operation, double, any_denormal(b, a, 0, double))
    quotient = 0
    if mismatch(s):
        result, done = s[at.FAREG], True
    else:
        result, error, done = remainder_special(b, a, double)
        s[at.FP_ERROR] |= error
        if not done:
            result, quotient, done = remainder_step(b, a, double)
    if done:
        s[at.FAREG], s[at.FBREG] = result, quotient
    else:
        s[at.FBREG] = result
    push(s, 1 if done else 0)
