"""PLACE, and the processors of a network."""

from __future__ import annotations

from emulator.occam import syntax, tree
from emulator.occam.scope import Context


def placed(context: Context, value: tree.Expression) -> tree.Expression:
    """Return the channel that a processor has placed at a link, if it is one."""
    return value


def place_channel(context: Context, node: syntax.Placement) -> None:
    """Give a channel its address."""
    raise NotImplementedError
