"""REAL32 and REAL64 on the T800's FPU.

An operand of + or * that lies in memory is added or multiplied from there; what is computed goes
first. Errors collect in the FPU and are looked at before a store or after a comparison.
"""

from __future__ import annotations

from occam.generating.code import Label
from occam.generating.generator import Generator
from occam.generating.values.addresses import fetch_real
from occam.generating.values.conversions import load_converted_real
from occam.generating.values.demands import INLINE_BUILTINS, REGISTERS, address_demand, demand
from occam.generating.values.fpu import check, load_pair, store, suffix
from occam.generating.values.given import load_given
from occam.generating.values.references import prepare
from occam.generating.values.relations import CONTRARY, SWAPPED
from occam.language.types import Primitive
from occam.layout.places import is_memory
from occam.layout.sizes import size_in_bytes
from occam.typed import (
    Binary,
    Builtin,
    Call,
    Constant,
    Convert,
    Expression,
    Unary,
    ValueOf,
)

_OPERATIONS = {"+": "fpadd", "-": "fpsub", "*": "fpmul", "/": "fpdiv"}
_FOLDED = {"+": "fpldnladd", "*": "fpldnlmul"}
_TWO = {Primitive.REAL32: 0x40000000, Primitive.REAL64: 0x4000000000000000}
_ROOT_STEPS = {Primitive.REAL32: 2, Primitive.REAL64: 5}
"""How often the middle step of a square root is taken."""


def load(g: Generator, e: Expression) -> None:
    """Push a real on the FPU's stack."""
    with g.frame.scope():
        _load(g, e)


def _load(g: Generator, e: Expression) -> None:
    match e:
        case Constant():
            _load_constant(g, e)
        case Unary():
            _negate(g, e)
        case Binary(operator="\\"):
            _remainder(g, e)
        case Binary():
            _binary(g, e)
        case Convert():
            load_converted_real(g, e)
        case Builtin() if e.name in INLINE_BUILTINS:
            _inline(g, e)
        case Call() | ValueOf() | Builtin():
            load_given(g, e)
        case _:
            fetch_real(g, prepare(g, e), e.type)


def _load_constant(g: Generator, e: Constant) -> None:
    """Push a constant from the table, or zero."""
    if e.value:
        _push_constant_address(g, e)
        g.emit(f"fpldnl{suffix(e.type)}")
    else:
        g.emit(f"fpldzero{suffix(e.type)}")


def _push_constant_address(g: Generator, e: Constant) -> None:
    """Push the address of a constant in the table."""
    place = g.pool.place(e.value.to_bytes(size_in_bytes(e.type), "little"))
    g.load_slot(g.pool.pointer())
    if place:
        g.emit("ldnlp", place)


def load_bits(g: Generator, e: Expression) -> None:
    """Push a REAL32 that must be computed into Areg, by way of a temporary."""
    load(g, e)
    slot = g.frame.allocate(1)
    store(g, slot, Primitive.REAL32)
    g.load_slot(slot)


def _negate(g: Generator, e: Unary) -> None:
    """Subtract from zero."""
    if demand(g, e.operand).reals < REGISTERS:
        g.emit(f"fpldzero{suffix(e.type)}")
        load(g, e.operand)
    else:
        load(g, e.operand)
        g.emit(f"fpldzero{suffix(e.type)}")
        g.emit("fprev")
    g.emit("fpsub")


def _binary(g: Generator, e: Binary) -> None:
    if _doubled(g, e):
        return
    left, right = e.left, e.right
    if e.operator in _FOLDED:
        if _foldable(g, right):
            _fold(g, e.operator, left, right)
            return
        if _foldable(g, left):
            _fold(g, e.operator, right, left)
            return
        if demand(g, right).reals > demand(g, left).reals:
            left, right = right, left
    load_pair(g, left, right)
    g.emit(_OPERATIONS[e.operator])


def _doubled(g: Generator, e: Binary) -> bool:
    """Multiply or divide by 2.0, if that is what is asked for."""
    left, right = e.left, e.right
    assert isinstance(e.type, Primitive)
    two = _TWO[e.type]
    if e.operator == "*" and isinstance(left, Constant):
        left, right = right, left
    if e.operator in ("*", "/") and isinstance(right, Constant) and right.value == two:
        load(g, left)
        g.emit("fpumulby2" if e.operator == "*" else "fpudivby2")
        return True
    return False


def _foldable(g: Generator, e: Expression) -> bool:
    """Tell whether an operand can be taken from memory with one real on the stack."""
    if isinstance(e, Constant):
        return e.value != 0
    return is_memory(e) and address_demand(g, e).reals < REGISTERS


def _fold(g: Generator, operator: str, first: Expression, memory: Expression) -> None:
    load(g, first)
    if isinstance(memory, Constant):
        _push_constant_address(g, memory)
    else:
        g.load_address(memory)
    g.emit(_FOLDED[operator] + suffix(memory.type))


def compare(g: Generator, e: Binary) -> bool:
    """Push the truth of a comparison (return False) or of its contrary (return True)."""
    if e.operator in SWAPPED:
        load_pair(g, e.right, e.left)
    else:
        load_pair(g, e.left, e.right)
    g.emit("fpeq" if e.operator in ("=", "<>") else "fpgt")
    check(g)
    return e.operator in CONTRARY


def _inline(g: Generator, e: Builtin) -> None:
    """Do what the FPU does by steps of its own."""
    assert isinstance(e.type, Primitive)
    load(g, e.arguments[0])
    match e.name.removeprefix("D") if e.type is Primitive.REAL64 else e.name:
        case "SQRT":
            g.emit("fpusqrtfirst")
            for _ in range(_ROOT_STEPS[e.type]):
                g.emit("fpusqrtstep")
            g.emit("fpusqrtlast")
        case "ABS":
            g.emit("fpuabs")
        case "MULBY2":
            g.emit("fpumulby2")
        case "DIVBY2":
            g.emit("fpudivby2")
        case "FPINT":
            g.emit("fpint")


def _remainder(g: Generator, e: Binary) -> None:
    """Divide step by step until the remainder is left: ``x - (y * n)``, n to nearest."""
    done, again = Label("remainder"), Label("step")
    load_pair(g, e.left, e.right)
    g.emit("fpremfirst")
    g.emit("eqc", 0)
    g.code.branch("cj", done)
    g.code.place(again)
    g.emit("fpremstep")
    g.code.branch("cj", again)
    g.code.place(done)
