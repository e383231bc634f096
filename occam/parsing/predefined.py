"""Predefined routines that are written in occam: which a source names, and their text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from occam.library.folder import FOLDER, PREDEFINED

_ROUTINE = re.compile(
    r"^(?:PROC|[A-Z0-9, ]+ FUNCTION) (?P<name>[A-Z0-9.]+) \((?:[^\n]* IS [^\n]*:\n|.*?^:\n)",
    re.MULTILINE | re.DOTALL,
)
_WORD = re.compile(r"[A-Z][A-Z0-9.]+")


@cache
def _routines() -> dict[str, tuple[str, str]]:
    """Return the file and the text of every routine, in the order of the files."""
    return {
        match["name"]: (file, match[0])
        for file in PREDEFINED
        for match in _ROUTINE.finditer((FOLDER / file).read_text(encoding="utf-8"))
    }


def wanted(words: Iterable[str]) -> frozenset[str]:
    """Return the routines among some words, and those that they call in turn."""
    routines = _routines()
    waiting = [word for word in words if word in routines]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [word for word in _WORD.findall(routines[name][1]) if word in routines]
    return frozenset(found)


def texts(names: frozenset[str]) -> list[tuple[str, str]]:
    """Return the files that have some routines; whatever else is in them has become empty lines."""
    return [
        (str(FOLDER / file), _only(file, names))
        for file in PREDEFINED
        if any(_routines()[name][0] == file for name in names)
    ]


def _only(file: str, names: frozenset[str]) -> str:
    text = (FOLDER / file).read_text(encoding="utf-8")
    kept, at = "", 0
    for match in _ROUTINE.finditer(text):
        kept += _blank(text[at : match.start()])
        kept += match[0] if match["name"] in names else _blank(match[0])
        at = match.end()
    return kept


def _blank(text: str) -> str:
    return "\n" * text.count("\n")
