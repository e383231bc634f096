"""Atomic operations on 64-bit integers in shared memory, and the decorator for code that uses them.

Numba has none for processors; LLVM, to which it compiles, has. All are sequentially consistent.
"""

# ruff: noqa: ANN401 - numba has no types for its own machinery
from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

_P = ParamSpec("_P")
_R = TypeVar("_R")

BYTES = 8
"""Of an integer."""


def compiled(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compile a function that runs without the interpreter's lock."""
    return njit(nogil=True)(function)  # type: ignore[no-any-return]


def _pointer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = signature.args[0]
    array = context.make_array(kind)(context, builder, arguments[0])
    return cgutils.get_item_pointer(context, builder, kind, array, [arguments[1]], wraparound=False)


def _load(typing: Any, array: Any, index: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature, arguments)
        return builder.load_atomic(pointer, "seq_cst", BYTES)

    return types.int64(array, types.intp), code


def _store(typing: Any, array: Any, index: Any, value: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature, arguments)
        builder.store_atomic(arguments[2], pointer, "seq_cst", BYTES)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.int64), code


def _changing(operation: str) -> Callable[[Any, Any, Any, Any], Any]:
    def change(typing: Any, array: Any, index: Any, value: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = _pointer(context, builder, signature, arguments)
            return builder.atomic_rmw(operation, pointer, arguments[2], "seq_cst")

        return types.int64(array, types.intp, types.int64), code

    return change


load = intrinsic(_load)
"""Return an element of an array: ``load(array, index)``."""

store = intrinsic(_store)
"""Set an element: ``store(array, index, value)``."""

add = intrinsic(_changing("add"))
"""Add to an element and return what it was: ``add(array, index, value)``."""

exchange = intrinsic(_changing("xchg"))
"""Set an element and return what it was: ``exchange(array, index, value)``."""
