"""The machine code of the inner loops that schedule, kept by all that it is made of.

What is compiled stands in the files that are named here, and nowhere else.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from common.machine_code import Store

_Function = TypeVar("_Function", bound=Callable[..., Any])

_SOURCES = ("board", "moves", "cooling", "arms", "arm_counts", "dealing")


def machine_code_of(function: _Function, parts: Sequence[Callable[..., Any]]) -> _Function:
    """Return a function as machine code; `parts` are all functions that it calls, or they.

    Under ``NUMBA_DISABLE_JIT=1`` it is the function itself, for a debugger.
    """
    # Imported here because it takes longer than most designs.
    from numba import njit

    for part in parts:
        _let_machine_code_call(part)
    dispatcher: _Function = njit(function)
    if dispatcher is not function:
        store().keep(dispatcher)
    return dispatcher


@functools.cache
def store() -> Store:
    """Return where the machine code is kept."""
    from common.machine_code import Store

    here = Path(__file__).parent
    return Store("schedules", [here / f"{name}.py" for name in _SOURCES])


@functools.cache
def _let_machine_code_call(function: Callable[..., Any]) -> None:
    from numba.extending import register_jitable

    register_jitable(function)
