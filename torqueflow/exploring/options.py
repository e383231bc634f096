"""Lists as they are typed: ``1,2,4`` and ``8:64:8``, names with commas between."""

from __future__ import annotations

from collections.abc import Collection

from common.errors import InputError


def numbers(option: str, text: str, allowed: range) -> list[int]:
    """Return whole numbers in the order given, each once.

    Parameters
    ----------
    text
        Numbers and ranges with commas between; a range is ``FIRST:LAST`` or ``FIRST:LAST:STEP``,
        both ends included.
    allowed
        What each may be.

    Raises
    ------
    InputError
        A part is neither, or a number is not allowed.
    """
    found: dict[int, None] = {}
    for part in text.split(","):
        pieces = part.strip().split(":")
        try:
            values = [int(piece) for piece in pieces]
        except ValueError:
            values = []
        if not 1 <= len(values) <= 3 or (len(values) == 3 and values[2] < 1):
            raise InputError(option, repr(part.strip()), "a number, FIRST:LAST or FIRST:LAST:STEP")
        first, last = values[0], values[-1] if len(values) < 3 else values[1]
        for end in (first, last):
            if end not in allowed:
                raise InputError(option, str(end), f"{allowed.start} to {allowed.stop - 1}")
        if last < first:
            raise InputError(option, repr(part.strip()), "a range that goes up")
        found |= dict.fromkeys(range(first, last + 1, values[2] if len(values) == 3 else 1))
    return list(found)


def names(option: str, text: str, known: Collection[str]) -> list[str]:
    """Return names with commas between, each once; ``all`` is every known one.

    Raises
    ------
    InputError
        A name is unknown.
    """
    if text == "all":
        return list(known)
    found = list(dict.fromkeys(part.strip() for part in text.split(",")))
    for name in found:
        if name not in known:
            raise InputError(option, repr(name), f"{', '.join(known)}, with commas between, or all")
    return found
