"""What functions, processes and predefined functions give, where it comes back in a register."""

from __future__ import annotations

from occam.generating.generator import Generator
from occam.generating.values import predefined_functions
from occam.generating.values.calls import call_function, value_of
from occam.typed import Builtin, Call, ValueOf


def load_given(g: Generator, e: Call | ValueOf | Builtin) -> None:
    """Push the result of a call or VALOF: in Areg, or a real on the T800 in FAreg."""
    match e:
        case Call():
            call_function(g, e)
        case ValueOf():
            value_of(g, e)
        case Builtin():
            predefined_functions.load(g, e)
