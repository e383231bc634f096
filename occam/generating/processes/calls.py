"""Calls that are processes: of procedures, and of functions with several results."""

from __future__ import annotations

from occam import typed
from occam.generating.code import Label
from occam.generating.generator import Generator
from occam.generating.processes import loaded_code
from occam.generating.values import temporaries
from occam.generating.values.calls import call, call_function_into
from occam.generating.values.conditions import branch_if_true
from occam.generating.values.loading import load_operands, save
from occam.generating.values.operands import AddressOf, LengthOf, Operand, WordOf
from occam.generating.values.storing import assign, store_operand
from occam.language.types import ArrayType, Primitive

_CARRIED = {"LONGSUM": "lsum", "LONGDIFF": "ldiff", "LONGPROD": "lmul"}
"""Functions of left, right and what is carried in, which goes to Creg."""
_DOUBLE = {"LONGDIV": "ldiv", "SHIFTLEFT": "lshl", "SHIFTRIGHT": "lshr", "NORMALISE": "norm"}
"""Functions of a double word, high word in Creg; what else they take is in Areg."""
_HIGH_FIRST = frozenset(("LONGSUM", "LONGDIFF", "LONGPROD", "SHIFTLEFT", "SHIFTRIGHT"))
"""Functions whose first result is in Breg, the second in Areg."""


def instance(g: Generator, p: typed.Instance) -> None:
    """Call a procedure; on a T800 the moves of blocks are instructions."""
    with g.frame.scope():
        if p.procedure.instruction and g.has_fpu:
            _move_rows(g, p)
            return
        call(g, p.place, p.procedure, p.actuals)


def _move_rows(g: Generator, p: typed.Instance) -> None:
    """Move rows of bytes: ``move2dinit`` takes their distances and number, then they are moved."""
    source, x, y, target, to_x, to_y, width, rows = p.actuals
    load_operands(g, [LengthOf(source, 1), LengthOf(target, 1), WordOf(rows)])
    g.emit("move2dinit")
    first = [AddressOf(_first_byte(*one)) for one in ((source, y, x), (target, to_y, to_x))]
    load_operands(g, [*first, WordOf(width)])
    g.emit(p.procedure.instruction)


def _first_byte(
    rows: typed.Expression, y: typed.Expression, x: typed.Expression
) -> typed.Expression:
    assert isinstance(rows.type, ArrayType)
    assert isinstance(rows.type.element, ArrayType)
    row = typed.Element(rows.place, rows.type.element, rows, y, False)
    return typed.Element(rows.place, Primitive.BYTE, row, x, False)


def builtin_instance(g: Generator, p: typed.BuiltinInstance) -> None:
    """Call a predefined procedure."""
    match p.name:
        case "CAUSEERROR":
            g.emit("seterr")
        case "RESCHEDULE":
            g.emit("ldlp", 0)
            g.emit("ldpri")
            g.emit("or")
            g.emit("runp")
            g.emit("stopp")
            g.resumed()
        case "ASSERT":
            true = Label("asserted")
            branch_if_true(g, p.actuals[0], true)
            if g.error_checks:
                g.emit("seterr")
            g.code.place(true)
        case "KERNEL.RUN":
            loaded_code.run(g, p)
        case _:
            loaded_code.load_address(g, p)


def multiple_call(g: Generator, p: typed.MultipleCall) -> None:
    """Generate ``a, b := f (c)``, by temporaries, as a target may depend on another."""
    with g.frame.scope():
        results = [temporaries.new(g, p.place, type_) for type_ in p.function.types]
        slots = [g.homes[result.symbol].slot for result in results]
        call_function_into(g, p.function, p.arguments, slots)
        for target, result in zip(p.targets, results, strict=True):
            assign(g, target, result)


def multiple_builtin(g: Generator, p: typed.MultipleBuiltin) -> None:
    """Generate ``high, low := LONGPROD (a, b, c)`` and the like."""
    with g.frame.scope():
        operands: list[Operand] = [WordOf(argument) for argument in p.arguments]
        if p.name in _CARRIED:
            left, right, carry = operands
            operands = [carry, left, right]
        load_operands(g, operands)
        g.emit(_CARRIED.get(p.name) or _DOUBLE[p.name])
        results = [save(g) for _ in p.targets]
        if p.name in _HIGH_FIRST:
            results.reverse()
        elif p.name == "NORMALISE":
            results = [results[2], results[1], results[0]]
        for target, result in zip(p.targets, results, strict=True):
            store_operand(g, target, result)
