"""Functions that stay LLVM's intermediate code until one that Python calls is compiled with them.

numba makes machine code of every function, though what a compiled function calls is compiled into
it once more: the machine code of those that only compiled functions call is never run. Without it
the simulator is compiled in two thirds of the time.
"""

# ruff: noqa: ANN401 - numba has no types for its own machinery
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class Intermediate(Compiler):  # type: ignore[misc]
    """numba's compiler, into a library without machine code."""

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        """Compile a function, and return numba's result."""
        codegen = self.state.targetctx.codegen()
        self.state.library = _WithoutMachineCode(codegen, function.__qualname__)
        return super().compile_extra(function)


class _WithoutMachineCode(JITCodeLibrary):  # type: ignore[misc]
    """What others link in; they optimise it, and make it machine code, as a part of themselves."""

    @property
    def codegen(self) -> Any:
        return _NoAddresses()

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self) -> None:
        """Leave the code as it is."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _NoAddresses:
    """Takes the place of the code generator, which looks for a function's variables in memory."""

    def set_env(self, name: str, environment: Any) -> None:
        """Set nothing: only functions with Python's objects read it, and none has any."""
