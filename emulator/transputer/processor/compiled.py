"""The decorators that turn a function into machine code once, and keep it on disk."""

# ruff: noqa: ANN401 - numba has no types for its own machinery
from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from numba import njit, types

_P = ParamSpec("_P")
_R = TypeVar("_R")


def _without_literals(dispatcher: Any) -> Any:
    """Compile one version for all whole numbers: numba would make one for each constant."""
    general = dispatcher.get_call_template

    def get_call_template(args: Any, keywords: Any) -> Any:
        return general(tuple(types.unliteral(argument) for argument in args), keywords)

    dispatcher.get_call_template = get_call_template
    return dispatcher


def compiled(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compile a function that only compiled functions call."""
    return _without_literals(  # type: ignore[no-any-return]
        njit(cache=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    )


def entry(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compile a function that Python calls too."""
    return _without_literals(njit(cache=True, no_cfunc_wrapper=True)(function))  # type: ignore[no-any-return]


def discard_stale(folder: Path) -> None:
    """Remove machine code made from other versions of these sources.

    numba looks at the time stamp of one function's own file; what that function calls may have
    changed in another. So one digest of all compiled sources stands beside the cache.
    """
    texts = [path.read_bytes() for path in sorted(folder.rglob("*.py"))]
    digest = sha256(
        b"".join(text for text in texts if b"processor.compiled" in text or b"_slot" in text)
    )
    marker = folder / "__pycache__" / "compiled.digest"
    try:
        if marker.exists() and marker.read_text() == digest.hexdigest():
            return
        for path in [*folder.rglob("*.nbi"), *folder.rglob("*.nbc")]:
            path.unlink(missing_ok=True)
        marker.parent.mkdir(exist_ok=True)
        marker.write_text(digest.hexdigest())
    except OSError:
        return  # a folder that cannot be written holds no cache either


discard_stale(Path(__file__).parent.parent)
