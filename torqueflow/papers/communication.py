"""Zalzala and Morris, tables 7a and 7b: which transputer sends to which in each pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

TABLE_7A: tuple[dict[str, tuple[str, ...]], ...] = (
    {"T1": ("T2", "T3")},
    *({"T1": ("T0", "T2", "T3"), "T2": ("T0",), "T3": ("T0", "T1", "T2")} for _ in range(5)),
    {"T1": ("T0",), "T2": ("T0",), "T3": ("T0", "T1")},
    {"T1": ("T0",)},
)
"""Phase 1, passes 0 to 7: the receivers of each sender."""

TABLE_7B: tuple[dict[str, tuple[str, ...]], ...] = (
    *({"T0": ("T1", "T2", "T3"), "T1": ("T0",), "T2": ("T0",), "T3": ("T0",)} for _ in range(5)),
    {},
)
"""Phase 2, passes 1 to 6."""


def events(table: tuple[dict[str, tuple[str, ...]], ...]) -> Counter[tuple[str, str]]:
    """Return how often each transputer sends to each other in one set of joint torques."""
    return Counter(
        (sender, receiver)
        for passed in table
        for sender, receivers in passed.items()
        for receiver in receivers
    )


def printed() -> Counter[tuple[str, str]]:
    """Return the sends of both phases together, 72 in all."""
    return events(TABLE_7A) + events(TABLE_7B)


def per_point(
    messages: Mapping[tuple[str, str], list[int]], points: int, names: Mapping[str, str]
) -> dict[tuple[str, str], float]:
    """Return how many messages went from each transputer to each other for one point.

    Parameters
    ----------
    messages
        Lengths of all messages of a run, by sender and receiver (`measurement.messages`).
    names
        The paper's name for each processor, as ``{"P0": "T0"}``.
    """
    return {
        (names[sender], names[receiver]): len(lengths) / points
        for (sender, receiver), lengths in messages.items()
    }
