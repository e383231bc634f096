"""What computes: the facade of expressions, addresses, assignment and abbreviation.

Every function appends code that leaves its result in the registers named, with what was in them
pushed down. Between the parts of one expression nothing else may be kept in registers: `needs`
says how many a value takes. Temporaries come from ``g.frame`` and stay until the scope around the
call ends; an address may be that of a temporary, so it is used inside the same scope.

BOOL and BYTE variables have a word of their own whose upper bytes are 0 (it is cleared where they
are declared); those of an INT16 variable are undefined. What a pointer leads to has as many bytes
as an array's element.
"""

from __future__ import annotations

from collections.abc import Sequence

from occam.generating import (
    abbreviations,
    assignment,
    builtin_functions,
    conditions,
    demands,
    integers,
    loading,
    reals,
)
from occam.generating.code import Label
from occam.generating.frame import Slot
from occam.generating.generator import Generator
from occam.generating.operands import (
    AddressOf,
    BytesOf,
    LengthOf,
    Number,
    Operand,
    Saved,
    Value,
)
from occam.typed import Abbreviated, Declared, Expression, MultipleBuiltin

__all__ = [
    "AddressOf",
    "BytesOf",
    "LengthOf",
    "Number",
    "Operand",
    "Saved",
    "Value",
    "abbreviate",
    "assign",
    "assign_all",
    "branch_if_false",
    "branch_if_true",
    "declare",
    "evaluate",
    "load",
    "load_address",
    "load_operands",
    "load_real",
    "multiple_builtin",
    "needs",
    "store_area",
]


def needs(g: Generator, e: Expression) -> int:
    """Return how many registers `load` of a value takes: 1 to 3; 4 if it calls something."""
    return demands.demand(g, e).words


def load(g: Generator, e: Expression) -> None:
    """Push a one-word value: BOOL, BYTE, INT, INT16, INT32, REAL32 (its bits)."""
    integers.load(g, e)


def load_real(g: Generator, e: Expression) -> None:
    """Push a REAL32 or REAL64 on the FPU's stack (T800); integer registers must be free."""
    reals.load(g, e)


def load_address(g: Generator, e: Expression) -> None:
    """Push the address of what an expression stands for; see `AddressOf`.

    A channel's is the address of its word, of a placed one by `mint` and `ldnlp`.
    """
    loading.load_address(g, e)


def load_operands(g: Generator, operands: Sequence[Operand]) -> None:
    """Load up to three: the last into Areg, the one before into Breg, the first into Creg.

    Those that take too many registers for that are computed before, into temporaries.
    """
    loading.load_operands(g, operands)


def assign(g: Generator, target: Expression, value: Expression) -> None:
    """Store a value of any type; open lengths are compared at run time."""
    assignment.assign(g, target, value)


def assign_all(g: Generator, targets: Sequence[Expression], values: Sequence[Expression]) -> None:
    """Store all values after all have been computed."""
    assignment.assign_all(g, targets, values)


def store_area(g: Generator, target: Expression) -> None:
    """Store Areg in a one-word element or variable (also BOOL, BYTE, INT16)."""
    assignment.store_area(g, target)


def branch_if_false(g: Generator, condition: Expression, label: Label) -> None:
    """Go to a label if a BOOL is FALSE; no register is kept."""
    conditions.branch_if_false(g, condition, label)


def branch_if_true(g: Generator, condition: Expression, label: Label) -> None:
    """Go to a label if a BOOL is TRUE; no register is kept."""
    conditions.branch_if_true(g, condition, label)


def evaluate(g: Generator, e: Expression, slot: Slot) -> None:
    """Compute a value that is no array into the words of a slot, one or two."""
    assignment.evaluate(g, e, slot)


def declare(g: Generator, symbol: Declared) -> None:
    """Clear a BOOL or BYTE variable; to be called when it has been given its home."""
    assignment.declare(g, symbol)


def abbreviate(g: Generator, symbol: Abbreviated) -> None:
    """Give an abbreviation or retyping its home: a value, a pointer, or the other's own home."""
    abbreviations.abbreviate(g, symbol)


def multiple_builtin(g: Generator, step: MultipleBuiltin) -> None:
    """``high, low := LONGPROD (a, b, c)`` and the like."""
    builtin_functions.multiple(g, step)
