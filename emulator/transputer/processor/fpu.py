"""The T800's floating-point unit: its stack, its operations and the time it shares with the CPU.

An operation waits until the FPU is idle. Arithmetic then keeps the CPU for `fpu_issue_cycles` and
the FPU for the table's time; loads, stores and comparisons keep both (docs/facts/transputer.md,
section 2, U3). Every instruction but those that set a rounding mode leaves it at nearest (P). Where
both operands must have the same length and do not, the part's result is undefined: here FP_Error
and a NaN.
"""

from __future__ import annotations

from emulator.transputer.isa.codes import operations as op
from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled, inlined
from emulator.transputer.processor.effects import pop, push, refuse, set_error
from emulator.transputer.processor.fpu_arithmetic import arithmetic, load_and_compute, remainder
from emulator.transputer.processor.fpu_compare import compare
from emulator.transputer.processor.fpu_memory import load, load_integer, load_zero, store
from emulator.transputer.processor.fpu_stack import issue, push_real, synchronous, wait_for_fpu
from emulator.transputer.processor.fpu_unary import round_to_whole, unary
from emulator.transputer.processor.node_arrays import State, WordMemory
from emulator.transputer.processor.softfloat_format import NEAREST
from emulator.transputer.processor.word_arithmetic import unsigned


@compiled
def _error_flags(s: State, operation: int) -> None:
    """`fpchkerror` (into Error), `fptesterror` (TRUE if there was none; cleared)."""
    synchronous(s, at.OPERATIONS + operation, 0, False)
    if operation == op.FPCHKERROR:
        if s[at.FP_ERROR] == 1:
            set_error(s)
        return
    push(s, 1 - s[at.FP_ERROR])
    s[at.FP_ERROR] = 0


@compiled
def _enter(s: State) -> None:
    """`fpentry`: the operation whose code is in Areg."""
    code = pop(s)
    if code < 0 or code > 0xFF or s[at.COSTS + 4 * (at.ENTRIES + code)] < 0:
        refuse(s, at.FPU_ENTRY | unsigned(code))
        return
    s[at.COUNTS + at.ENTRIES + code] += 1
    denormal = unary(s, code)
    issue(s, at.ENTRIES + code, s[at.FALEN], denormal)


@inlined
def floating(s: State, m: WordMemory, operation: int) -> None:
    """Execute one of the FPU's operations."""
    wait_for_fpu(s)
    if operation == op.FPENTRY:
        _enter(s)
        return
    if operation in (op.FPADD, op.FPSUB, op.FPMUL, op.FPDIV):
        arithmetic(s, operation)
    elif operation in (op.FPLDNLSN, op.FPLDNLDB, op.FPLDNLSNI, op.FPLDNLDBI):
        load(s, m, operation)
    elif operation == op.FPLDZEROSN or operation == op.FPLDZERODB:
        load_zero(s, operation)
    elif operation in (op.FPLDNLADDSN, op.FPLDNLADDDB, op.FPLDNLMULSN, op.FPLDNLMULDB):
        load_and_compute(s, m, operation)
    elif operation in (op.FPSTNLSN, op.FPSTNLDB, op.FPSTNLI32):
        store(s, m, operation)
    elif operation == op.FPCHKERROR or operation == op.FPTESTERROR:
        _error_flags(s, operation)
    elif operation in (op.FPNAN, op.FPORDERED, op.FPNOTFINITE, op.FPGT, op.FPEQ):
        compare(s, operation)
    elif operation in (op.FPI32TOR32, op.FPI32TOR64, op.FPB32TOR64):
        load_integer(s, m, operation)
    elif operation == op.FPREMFIRST or operation == op.FPREMSTEP:
        remainder(s, operation)
    elif operation == op.FPDUP:
        issue(s, at.OPERATIONS + operation, 0, False)
        push_real(s, s[at.FAREG], s[at.FALEN])
    elif operation == op.FPREV:
        issue(s, at.OPERATIONS + operation, 0, False)
        s[at.FAREG], s[at.FBREG] = s[at.FBREG], s[at.FAREG]
        s[at.FALEN], s[at.FBLEN] = s[at.FBLEN], s[at.FALEN]
    elif operation == op.FPINT or operation == op.FPRTOI32:
        round_to_whole(s, operation)
    else:
        refuse(s, operation)
    s[at.ROUNDING] = NEAREST
