"""Where PLACE may put a channel: words from #80000000, as the transputer's hardware has them."""

from __future__ import annotations

OUTPUT_LINKS = range(4)
INPUT_LINKS = range(4, 8)
EVENT = 8
"""The event channel, an input."""
