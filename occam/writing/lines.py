"""Lines of occam source: indented by two, and broken where the language allows it.

A line that is too long goes on behind an operator or a comma, indented further than it began.
"""

from __future__ import annotations

from collections.abc import Iterable

WIDTH = 96
"""Characters of a line."""

_INDENT = "  "
_CONTINUED = "      "
_BREAKS = (",", " +", " -", " *", " /", ":=", " IS")
"""What a line may end with when it goes on."""

Lines = list[str]
"""Source lines without their ends."""


def indented(lines: Iterable[str]) -> Lines:
    """Return lines one level further in; empty ones stay empty."""
    return [f"{_INDENT}{line}" if line else "" for line in lines]


def construction(head: str, *parts: Iterable[str]) -> Lines:
    """Return ``SEQ``, ``PRI PAR``, ``WHILE TRUE`` and the like with its parts inside."""
    return [head, *(line for part in parts for line in indented(part))]


def sequence(*parts: Iterable[str]) -> Lines:
    """Return processes one after the other: a SEQ, unless there is but one.

    What is a SEQ itself becomes part of this one.
    """
    present = [_opened(list(part)) for part in parts if part]
    return present[0] if len(present) == 1 else construction("SEQ", *present)


def _opened(lines: Lines) -> Lines:
    if lines[0] != "SEQ" or any(not line.startswith(_INDENT) for line in lines[1:]):
        return lines
    return [line.removeprefix(_INDENT) for line in lines[1:]]


def parallel(*parts: Iterable[str]) -> Lines:
    """Return processes beside each other: a PAR, unless there is but one."""
    present = [list(part) for part in parts if part]
    return present[0] if len(present) == 1 else construction("PAR", *present)


def procedure(name: str, parameters: Iterable[str], body: Iterable[str]) -> Lines:
    """Return ``PROC name (parameters)`` with its body and its closing colon."""
    return [f"PROC {name} ({', '.join(parameters)})", *indented(body), ":"]


def comment(text: str) -> Lines:
    """Return a comment, wrapped."""
    found: Lines = []
    line = "--"
    for word in text.split():
        if len(line) + 1 + len(word) > WIDTH:
            found.append(line)
            line = "--"
        line = f"{line} {word}"
    return [*found, line]


def text_of(lines: Iterable[str]) -> str:
    """Return source text, lines broken that are too long."""
    return "".join(f"{part}\n" for line in lines for part in _broken(line))


def _broken(line: str) -> Lines:
    """Return a line in pieces of `WIDTH`, comments on a line of their own first if need be."""
    if len(line) <= WIDTH or line.lstrip().startswith("--"):
        return [line]
    margin = line[: len(line) - len(line.lstrip())]
    code, dashes, remark = line.partition("  -- ")
    if dashes:
        return [f"{margin}-- {remark}", *_broken(code)]
    found: Lines = []
    rest = line
    while len(rest) > WIDTH:
        place = _last_break(rest, len(margin) + len(_CONTINUED) + 1)
        if place is None:
            break
        found.append(rest[:place])
        rest = f"{margin}{_CONTINUED}{rest[place:].lstrip()}"
    return [*found, rest]


def _last_break(line: str, least: int) -> int | None:
    """Return where the part of a line ends that fits, behind an operator or comma."""
    places = [
        end + len(mark)
        for mark in _BREAKS
        for end in _occurrences(line, mark)
        if least < end + len(mark) <= WIDTH and line[end + len(mark) : end + len(mark) + 1] == " "
    ]
    return max(places, default=None)


def _occurrences(line: str, mark: str) -> list[int]:
    found, place = [], line.find(mark)
    while place >= 0:
        found.append(place)
        place = line.find(mark, place + 1)
    return found
