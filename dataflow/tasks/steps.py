"""Steps of a processor: work, and messages that pass beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dataflow.tasks.pieces import Message, Piece


@dataclass(frozen=True)
class Step:
    """What ends before the next thing begins.

    Attributes
    ----------
    work
        What is computed; None where messages pass alone.
    messages
        Sent or received meanwhile; those of one channel in this order, others at once.
    """

    work: Piece | None
    messages: tuple[Message, ...] = ()

    def channels(self) -> dict[tuple[int, int], list[Message]]:
        """Return the messages by their channel: sender and receiver."""
        found: dict[tuple[int, int], list[Message]] = {}
        for message in self.messages:
            found.setdefault((message.sender, message.receiver), []).append(message)
        return found


Programme = Mapping[int, tuple[Step, ...]]
"""The steps of every processor by its number, the root's among them."""
