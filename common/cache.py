"""Where what was found out once is kept for the next time."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_cache_path


def user_cache(name: str) -> Path:
    """Return the folder for one kind of what is kept, in the user's cache; it may not exist."""
    return user_cache_path("torqueflow", appauthor=False) / name
