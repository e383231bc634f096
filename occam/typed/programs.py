"""Whole programs: one procedure for one processor, or what runs on each of several."""

from __future__ import annotations

from dataclasses import dataclass

from common.place import Place
from occam.typed.constructions import Process
from occam.typed.symbols import Declared, Procedure


@dataclass(frozen=True, eq=False)
class LinkUse:
    """A channel between processors, as one of them uses it.

    ``channel`` names it in the whole network, as ``pipe[3]``; the processor's own ``symbol`` for
    it has the link's address: 0 to 3 for output, 4 to 7 for input.
    """

    place: Place
    channel: str
    symbol: Declared


@dataclass(frozen=True, eq=False)
class PlacedProcess:
    """What runs on one processor of a network.

    ``type`` is "T800", "T414" or None where the source does not say. Replicators of PLACED PAR
    have been written out, so their indices are constants here.
    """

    place: Place
    number: int
    type: str | None
    links: tuple[LinkUse, ...]
    process: Process


@dataclass(frozen=True, eq=False)
class Program:
    """A whole program: one procedure for one processor, or processes for a network.

    ``main`` is the last procedure; it has no parameters, or two channels from and to the host, and
    perhaps the free memory as ``[]INT``.
    """

    main: Procedure | None
    processors: tuple[PlacedProcess, ...] = ()
