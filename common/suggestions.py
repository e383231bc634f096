"""What somebody may have meant who mistyped a name."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is most like another, upper and lower case alike; None if far."""
    names = {each.lower(): each for each in known}
    near = get_close_matches(name.lower(), names, n=1)
    return names[near[0]] if near else None


def meant(name: str, known: Iterable[str]) -> str:
    """Return ``did you mean x?``, or all that is allowed where nothing is near."""
    names = list(known)
    near = nearest(name, names)
    return f"did you mean {near}?" if near else f"allowed: {', '.join(names)}"
