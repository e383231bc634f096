"""Words of messages."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, ``1 item`` or ``2 items``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
