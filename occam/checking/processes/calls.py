"""Calls of procedures."""

from __future__ import annotations

from occam import parsed, typed
from occam.checking.context import Context
from occam.checking.values.calls import actuals, formals_of
from occam.language.predefined import Signature

LEAST_PARAMETERS = 3
"""What ``call`` and ``ret`` leave room for besides the way back."""


def instance(context: Context, node: parsed.Instance) -> typed.Instance | typed.BuiltinInstance:
    """Return a procedure's call."""
    context.refuse_recursion(node.procedure, node.place)
    found = context.names.find(node.procedure, node.place, "the name of a PROC")
    if isinstance(found, typed.Procedure):
        given = actuals(context, node.place, node.procedure, found.parameters, node.actuals)
        return typed.Instance(node.place, found, given)
    if isinstance(found, Signature) and not found.results:
        given = actuals(context, node.place, node.procedure, formals_of(found), node.actuals)
        _check_constants(found.name, given)
        return typed.BuiltinInstance(node.place, found.name, given)
    if isinstance(found, typed.Function | Signature):
        node.place.fail(
            f"{node.procedure} is a function, and its value is not used",
            f"a procedure, or x := {node.procedure} (...)",
        )
    node.place.fail(f"{node.procedure} is no procedure", "the name of a PROC")


def _check_constants(name: str, given: tuple[typed.Expression, ...]) -> None:
    """Check what some predefined procedures say of their parameters while compiling."""
    if name == "ASSERT" and isinstance(given[0], typed.Constant) and not given[0].value:
        given[0].place.fail("this ASSERT is always false", "a condition that can be true")
    if name == "KERNEL.RUN":
        count = given[3]
        if not isinstance(count, typed.Constant) or count.value < LEAST_PARAMETERS:
            count.place.fail(
                "this number of parameters for KERNEL.RUN", f"a constant from {LEAST_PARAMETERS} up"
            )
