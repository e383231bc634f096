"""Where something is checked, and the one knot of the checker.

occam is recursive: an expression holds expressions, a process holds processes, a procedure's body
is a process, and VALOF puts a process inside of an expression. The files of the checker are not:
values lie below processes, and each file below the one that asks it. What may hold anything asks
its `Context`, which hands the question to the `Knot`; `checker` ties that once, from the three
functions at the top.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from common.place import Place
from occam import parsed, typed
from occam.checking.symbol_table import SymbolTable

Valued: TypeAlias = tuple[typed.Process, tuple[typed.Expression, ...]]
"""The process of a VALOF, with its specifications as a Scope, and the results after it."""


@dataclass(frozen=True)
class Knot:
    """The three functions by which whatever is nested is checked.

    Attributes
    ----------
    expression
        Of `values.expressions`.
    process
        Of `processes.process`.
    value_process
        Of `processes.value_processes`; the name is that of the function, or "VALOF".
    """

    expression: Callable[[Context, parsed.Expression], typed.Expression]
    process: Callable[[Context, parsed.Process], typed.Process]
    value_process: Callable[[Context, parsed.ValueProcess, str], Valued]


@dataclass(frozen=True)
class ProcessorLinks:
    """The processor of a network whose process is checked.

    Attributes
    ----------
    number
        As written behind PROCESSOR.
    outside
        What is declared for all processors.
    links
        Its links, by the channel's symbol and constant subscripts.
    """

    number: int
    outside: frozenset[typed.Symbol]
    links: dict[tuple[typed.Symbol, tuple[int, ...]], typed.LinkUse]


@dataclass(frozen=True)
class Context:
    """Where something is checked.

    Attributes
    ----------
    knot
        How what is nested is checked.
    names
        The names known there.
    routines
        All procedures and functions defined so far, anywhere in the program.
    owner
        The procedure or function it is part of.
    function
        The name of the function, or "VALOF", whose value it computes; "" elsewhere.
    processor
        The processor it runs on, inside PLACED PAR.
    decided
        Whether it is never evaluated, as what stands behind ``FALSE AND``.
    """

    knot: Knot
    names: SymbolTable
    routines: list[typed.Routine]
    owner: typed.Routine | None = None
    function: str = ""
    processor: ProcessorLinks | None = None
    decided: bool = False

    @property
    def function_in_words(self) -> str:
        """How a message names the function whose value is computed."""
        return "a VALOF" if self.function == "VALOF" else f"the function {self.function}"

    def refuse_recursion(self, name: str, place: Place) -> None:
        """Raise the InputError of a routine that is called inside of itself."""
        routine = self.owner if self.names.look_up(name) is None else None
        while routine is not None:
            if routine.name == name:
                place.fail(
                    f"{name} is not known here",
                    "loops: a name is not known inside of itself, as occam has no recursion",
                )
            routine = routine.outer

    def inner(self) -> Context:
        """Return the context of a block inside."""
        return replace(self, names=SymbolTable(self.names))

    def expression(self, node: parsed.Expression) -> typed.Expression:
        """Return an expression whose value is data, checked."""
        return self.knot.expression(self, node)

    def process(self, node: parsed.Process) -> typed.Process:
        """Return a process, checked."""
        return self.knot.process(self, node)

    def value_process(self, node: parsed.ValueProcess, name: str) -> Valued:
        """Return a VALOF, checked; the name is that of the function whose body it is."""
        return self.knot.value_process(self, node, name)
