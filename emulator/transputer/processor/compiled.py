"""The decorators that make a function machine code, which is kept on disk.

`_nrt=False`: no reference to an array is counted. With numba's runtime each call that passes an
array on counts one up and down, atomically, which took four fifths of the time of a program in
external memory. The arrays belong to Python for as long as a compiled function runs, and a function
that would make one does not compile.

`forceinline=False` is said, as numba takes what is not said from the caller: one function that is
`inlined` would copy all that it calls, and what that calls, into every place. That took two and a
half times as long to compile.

Under ``NUMBA_DISABLE_JIT=1`` the functions stay as they are, for a debugger to step through.
"""

# ruff: noqa: ANN401 - numba has no types for its own machinery
from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numpy as np
from numba import njit, types
from numba.core import config

from emulator.transputer.processor.intermediate import Intermediate
from emulator.transputer.processor.machine_code import STORE

if config.DISABLE_JIT:
    np.seterr(over="ignore")  # REAL32 overflows to infinity, and says so in FP_Error

_P = ParamSpec("_P")
_R = TypeVar("_R")

_CALLED: dict[str, Any] = {"no_cpython_wrapper": True, "pipeline_class": Intermediate}
"""Options of what only compiled functions call."""


def compiled(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compile a function that only compiled functions call."""
    return _compile(function, forceinline=False, **_CALLED)


def inlined(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compile a function into those that call it.

    For one that only passes its arguments on, and for short ones that programs come by often:
    messages over links are a fifth faster by it, reals a third.
    """
    return _compile(function, forceinline=True, **_CALLED)


def entry_point(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compile a function that Python calls too.

    Its machine code is kept; that of the functions it calls is in it.
    """
    dispatcher = _compile(function)
    if dispatcher is not function:
        STORE.keep(dispatcher)
    return dispatcher


def _compile(function: Callable[_P, _R], **options: Any) -> Callable[_P, _R]:
    dispatcher: Any = njit(_nrt=False, no_cfunc_wrapper=True, **options)(function)
    if dispatcher is not function:
        _generalise(dispatcher)
    return dispatcher  # type: ignore[no-any-return]


def _generalise(dispatcher: Any) -> None:
    """Compile one version for all whole numbers: numba would make one for each constant."""
    general = dispatcher.get_call_template

    def get_call_template(args: Any, keywords: Any) -> Any:
        return general(tuple(types.unliteral(argument) for argument in args), keywords)

    dispatcher.get_call_template = get_call_template
