"""The names of the ways to minimise a term's table; `methods` has the ways."""

from __future__ import annotations

MINIMISERS = ("isop", "espresso", "exact")
"""``isop``: irredundant, each output for itself. ``espresso``: products shared between outputs,
improved in rounds. ``exact``: the fewest shared products, with a proof where that can be had."""
