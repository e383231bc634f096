"""The search for the state at which a design's results are furthest from golden."""

from emulator.attack.search import Attack, Found

__all__ = ["Attack", "Found"]
