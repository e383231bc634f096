"""Libraries in a source: one line each, and what is in them is parsed once a process.

A program of ten lines that uses hostio is one of two thousand with it. So where lines are `folded`
a file of the library is not put in but stands as a line ``#LIBRARY``, and what the grammar gives
for a specification may be a `Library`: all in it, in its place. The tree is the same either way,
and as nodes never change, those of a library may be part of many. What is wrong with a source is
looked for with all lines put in, as mistakes are explained by what stands around them.
"""

from __future__ import annotations

from dataclasses import dataclass

from occam.parsed import Specification


@dataclass(frozen=True)
class Library:
    """What a line ``#LIBRARY`` stands for.

    Attributes
    ----------
    specifications
        Those of the file and of what it includes.
    names
        The names that are written there.
    files
        The files that were read.
    """

    specifications: tuple[Specification, ...]
    names: frozenset[str]
    files: frozenset[str]


def unfolded(one: Specification | Library) -> tuple[Specification, ...]:
    """Return a specification, or those of a library."""
    return one.specifications if isinstance(one, Library) else (one,)
