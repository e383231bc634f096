"""PAR: what parallel processes may not both do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from occam import typed
from occam.checking.usage.accesses import Access, Accesses, conflict
from occam.layout import regions

Overlap = Callable[[regions.Region, regions.Region], bool]


def parallel(processes: list[Accesses]) -> Accesses:
    """Return the uses of processes that run in parallel, after checking them."""
    seen: dict[typed.Symbol, list[tuple[int, Access]]] = {}
    paired: set[Access] = set()
    for number, found in enumerate(processes):
        for access in found:
            before = seen.setdefault(access.symbol, [])
            for other_number, other in before:
                if other_number != number:
                    _check(other, access, regions.overlap, paired)
            before.append((number, access))
    return _joined(processes, paired)


def replicated(found: Accesses, index: typed.Index, count: int) -> Accesses:
    """Return the uses of ``count`` processes that differ in their index, after checking them."""
    if count < 2:
        return found

    def overlap(one: regions.Region, other: regions.Region) -> bool:
        return regions.overlap_replicated(one, other, index, count)

    paired: set[Access] = set()
    seen: dict[typed.Symbol, list[Access]] = {}
    for access in found:
        before = seen.setdefault(access.symbol, [])
        before.append(access)
        for other in before:
            _check(other, access, overlap, paired)
    return _joined([found], paired)


def _check(one: Access, other: Access, overlap: Overlap, paired: set[Access]) -> None:
    """Refuse two accesses of different processes, or note that they are a channel's two ends."""
    if one.symbol.shared or not overlap(one.area.region, other.area.region):
        return
    if one.use.communicates and other.use.communicates and one.use is not other.use:
        paired |= {one, other}
    elif conflict(one, other):
        _refuse(one, other)


def _refuse(one: Access, other: Access) -> None:
    if one.place.line == other.place.line:
        uses = " and ".join(dict.fromkeys((one.use.value, other.use.value)))
        problem = f"{other} is {uses} by several processes of a replicated PAR"
    else:
        problem = (
            f"{other} is {other.use.value} here and {one.use.value} in line "
            f"{one.place.line} by parallel processes"
        )
    if other.use.communicates:
        other.place.fail(problem, "one process for input and one for output")
    other.place.fail(
        problem, "variables that parallel processes only read, or that one of them has for itself"
    )


def _joined(processes: list[Accesses], paired: set[Access]) -> Accesses:
    return Accesses(
        replace(access, paired=True) if access in paired else access
        for found in processes
        for access in found
    )
