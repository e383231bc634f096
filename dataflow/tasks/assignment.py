"""Which processor computes which block, as a user writes it: ``M=1,k=2,q=3,L=3,x=1``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from common.errors import InputError
from dataflow.tasks.blocks import BLOCKS

PROCESSORS_MAXIMUM = 4
"""Processors that four links can join, each with each, when one is wired to the root as well."""

Assignment = Mapping[str, int]
"""The processor, counted from 1, of every one of `BLOCKS`."""

_ALLOWED = f"{','.join(f'{block}=P' for block in BLOCKS)} with P from 1 to {PROCESSORS_MAXIMUM}"


def read_assignment(text: str, place: str = "--assign") -> Assignment:
    """Return the assignment that a text describes, its blocks in any order.

    Raises
    ------
    InputError
        A block is unknown, named twice or missing, or a processor is none that links can reach.
    """
    found: dict[str, int] = {}
    for part in text.split(","):
        block, equals, number = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise InputError(place, f"{part!r} names no block and processor", _ALLOWED)
        if block not in BLOCKS:
            raise InputError(place, f"block {block!r} is unknown", _ALLOWED)
        if block in found:
            raise InputError(place, f"block {block} is named twice", _ALLOWED)
        if not number.isascii() or not number.isdigit():
            raise InputError(place, f"{number!r} is no processor", _ALLOWED)
        found[block] = int(number)
    check_assignment(found, place)
    return {block: found[block] for block in BLOCKS}


def check_assignment(
    assignment: Assignment,
    place: str = "assignment",
    blocks: Sequence[str] = BLOCKS,
    most: int = PROCESSORS_MAXIMUM,
) -> None:
    """Raise InputError for blocks without a processor and processors beyond ``most``."""
    missing = [block for block in blocks if block not in assignment]
    if missing:
        raise InputError(place, f"no processor for {', '.join(missing)}", _ALLOWED)
    for block, number in assignment.items():
        if not 1 <= number <= most:
            problem = f"processor {number} for {block} is beyond what four links reach"
            raise InputError(place, problem, _ALLOWED)


def on_one() -> Assignment:
    """Return the assignment of everything to one processor."""
    return dict.fromkeys(BLOCKS, 1)


def as_text(assignment: Assignment) -> str:
    """Return an assignment as a user writes it."""
    return ",".join(f"{block}={assignment[block]}" for block in BLOCKS)


def all_assignments(processors: int) -> Iterator[Assignment]:
    """Yield every way to give the blocks to at most so many processors, numbering aside."""
    for numbers in product(range(1, processors + 1), repeat=len(BLOCKS)):
        first = list(dict.fromkeys(numbers))
        if first == sorted(first) and first[-1] == len(first):
            yield dict(zip(BLOCKS, numbers, strict=True))
