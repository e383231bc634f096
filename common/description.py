"""All of a value in words, for what depends on each part of it."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterator


def described(value: object) -> Iterator[str]:
    """Yield all of a value in words, those of its parts after it.

    Raises TypeError for a kind of value whose words would not tell all of it.
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield type(value).__name__
        for field in dataclasses.fields(value):
            yield field.name
            yield from described(getattr(value, field.name))
    elif isinstance(value, tuple):
        yield f"tuple of {len(value)}"
        for each in value:
            yield from described(each)
    elif isinstance(value, frozenset):
        yield f"set of {len(value)}"
        yield from sorted(" ".join(described(each)) for each in value)
    elif isinstance(value, enum.Enum):
        yield str(value)
    elif value is None or isinstance(value, (bool, int, float, str)):
        yield f"{type(value).__name__} {value!r}"
    else:
        raise TypeError(f"what a {type(value).__name__} is cannot be told in words")
