"""REAL32 and REAL64 on the T800's FPU.

An operand of + or * that lies in memory is added or multiplied from there; what is computed goes
first. Errors collect in the FPU and are looked at before a store or after a comparison.
"""

from __future__ import annotations

from occam.generating import addresses, builtin_functions, calls, conversions, loading
from occam.generating.code import Label
from occam.generating.demands import INLINE_BUILTINS, REGISTERS, address_demand, demand
from occam.generating.frame import Slot
from occam.generating.generator import Generator
from occam.generating.locations import is_memory
from occam.language.types import Primitive
from occam.typed import Binary, Builtin, Call, Constant, Convert, Expression, Unary, ValueOf

_OPERATIONS = {"+": "fpadd", "-": "fpsub", "*": "fpmul", "/": "fpdiv"}
_FOLDED = {"+": "fpldnladd", "*": "fpldnlmul"}
_TWO = {Primitive.REAL32: 0x40000000, Primitive.REAL64: 0x4000000000000000}
_ROOT_STEPS = {Primitive.REAL32: 2, Primitive.REAL64: 5}
"""How often the middle step of a square root is taken."""


def _suffix(e: Expression) -> str:
    """Return how instructions for an expression's type end."""
    return "sn" if e.type is Primitive.REAL32 else "db"


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
            conversions.load_real(g, e)
        case Call():
            calls.call_function(g, e)
        case ValueOf():
            calls.value_of(g, e)
        case Builtin() if e.name in INLINE_BUILTINS:
            _inline(g, e)
        case Builtin():
            builtin_functions.load(g, e)
        case _:
            addresses.fetch_real(g, addresses.prepare(g, e), _size(e))


def _size(e: Expression) -> int:
    assert isinstance(e.type, Primitive)
    return e.type.bytes


def _load_constant(g: Generator, e: Constant) -> None:
    """Push a constant from the table, or zero."""
    if e.value:
        _push_constant_address(g, e)
        g.emit(f"fpldnl{_suffix(e)}")
    else:
        g.emit(f"fpldzero{_suffix(e)}")


def _push_constant_address(g: Generator, e: Constant) -> None:
    """Push the address of a constant in the table."""
    place = g.pool.place(e.value.to_bytes(_size(e), "little"))
    g.load_slot(g.pool.pointer())
    if place:
        g.emit("ldnlp", place)


def load_bits(g: Generator, e: Expression) -> None:
    """Push a REAL32 that must be computed into Areg, by way of a temporary."""
    load(g, e)
    slot = g.frame.allocate(1)
    store(g, slot, Primitive.REAL32)
    g.load_slot(slot)


def store(g: Generator, slot: Slot, type_: Primitive) -> None:
    """Take FAreg to a slot."""
    g.slot_address(slot)
    store_at_address(g, type_)


def store_at_address(g: Generator, type_: Primitive) -> None:
    """Take FAreg to the address in Areg, looking for errors first."""
    check(g)
    g.emit("fpstnlsn" if type_ is Primitive.REAL32 else "fpstnldb")


def check(g: Generator) -> None:
    """Set the error flag if the FPU's is set."""
    if g.error_checks:
        g.emit("fpchkerror")


def _negate(g: Generator, e: Unary) -> None:
    """Subtract from zero."""
    if demand(g, e.operand).reals < REGISTERS:
        g.emit(f"fpldzero{_suffix(e)}")
        load(g, e.operand)
    else:
        load(g, e.operand)
        g.emit(f"fpldzero{_suffix(e)}")
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
        loading.load_address(g, memory)
    g.emit(_FOLDED[operator] + _suffix(memory))


def load_pair(g: Generator, left: Expression, right: Expression) -> None:
    """Push two reals, the right one last."""
    if demand(g, right).reals < REGISTERS:
        load(g, left)
        load(g, right)
    elif demand(g, left).reals < REGISTERS:
        load(g, right)
        load(g, left)
        g.emit("fprev")
    else:
        assert isinstance(right.type, Primitive)
        slot = g.frame.allocate(right.type.bytes // 4)
        load(g, right)
        g.slot_address(slot)
        g.emit(f"fpstnl{_suffix(right)}")
        load(g, left)
        g.slot_address(slot)
        g.emit(f"fpldnl{_suffix(right)}")


def compare(g: Generator, e: Binary) -> bool:
    """Push the truth of a comparison (return False) or of its contrary (return True)."""
    if e.operator in ("<", ">="):
        load_pair(g, e.right, e.left)
    else:
        load_pair(g, e.left, e.right)
    g.emit("fpeq" if e.operator in ("=", "<>") else "fpgt")
    check(g)
    return e.operator in ("<>", ">=", "<=")


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
