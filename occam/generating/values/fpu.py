"""The FPU of a T800: what goes to its stack by twos, and how it is stored with a look at errors."""

from __future__ import annotations

from occam.generating.frame.workspace import Slot
from occam.generating.generator import Generator
from occam.generating.values.demands import REGISTERS, demand
from occam.language.types import Primitive, Type
from occam.layout.sizes import size_in_words
from occam.typed import Expression


def suffix(type_: Type) -> str:
    """Return how instructions for a type of reals end."""
    return "sn" if type_ is Primitive.REAL32 else "db"


def load_pair(g: Generator, left: Expression, right: Expression) -> None:
    """Push two reals, the right one last."""
    if demand(g, right).reals < REGISTERS:
        g.load_real(left)
        g.load_real(right)
    elif demand(g, left).reals < REGISTERS:
        g.load_real(right)
        g.load_real(left)
        g.emit("fprev")
    else:
        slot = g.frame.allocate(size_in_words(right.type))
        g.load_real(right)
        g.slot_address(slot)
        g.emit(f"fpstnl{suffix(right.type)}")
        g.load_real(left)
        g.slot_address(slot)
        g.emit(f"fpldnl{suffix(right.type)}")


def store(g: Generator, slot: Slot, type_: Type) -> None:
    """Take FAreg to a slot."""
    g.slot_address(slot)
    store_at_address(g, type_)


def store_at_address(g: Generator, type_: Type) -> None:
    """Take FAreg to the address in Areg, looking for errors first."""
    check(g)
    g.emit(f"fpstnl{suffix(type_)}")


def check(g: Generator) -> None:
    """Set the error flag if the FPU's is set."""
    if g.error_checks:
        g.emit("fpchkerror")
