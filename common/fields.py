"""Typed access to the fields of a table read from a file: each fault names its place.

A place reads ``robot.toml: links[2].joint.offset``. Joints and links count from 0, as in the file.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from common.arrays import Reals
from common.errors import InputError


class Fields:
    """The fields of one table, each to be asked for once; what is left over is unknown.

    Parameters
    ----------
    table
        As the TOML reader gives it.
    file
        The file's name, for messages.
    path
        Of the table inside the file, such as ``links[2].joint``; empty at the top.
    """

    def __init__(self, table: Mapping[str, Any], file: str, path: str = "") -> None:
        self._table = table
        self._file = file
        self._path = path
        self._asked: list[str] = []

    def place(self, name: str) -> str:
        """Return where a field is, for messages."""
        return f"{self._file}: {self._path}.{name}" if self._path else f"{self._file}: {name}"

    def __contains__(self, name: str) -> bool:
        return name in self._table

    def take(self, name: str, allowed: str) -> Any:  # noqa: ANN401 (any TOML value)
        """Return a field that must be there."""
        self._asked.append(name)
        if name not in self._table:
            raise InputError(self.place(name), "missing", allowed)
        return self._table[name]

    def text(self, name: str, default: str | None = None) -> str:
        """Return a string; without a default it must be there and not be empty."""
        if default is not None and name not in self._table:
            self._asked.append(name)
            return default
        value = self.take(name, "a string")
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise InputError(self.place(name), f"{value!r} is not a name or sentence", "a string")
        return value

    def choice(self, name: str, options: Collection[str], default: str | None = None) -> str:
        """Return one of a few strings."""
        allowed = " or ".join(repr(option) for option in options)
        if default is not None and name not in self._table:
            self._asked.append(name)
            return default
        value = self.take(name, allowed)
        if value not in options:
            raise InputError(self.place(name), f"{value!r} is unknown", allowed)
        return str(value)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of strings, empty if the field is missing."""
        self._asked.append(name)
        value = self._table.get(name, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise InputError(self.place(name), f"{value!r} is not", "a list of strings")
        return tuple(value)

    def number(
        self, name: str, allowed: str, default: float | None = None, *, least: float = -math.inf
    ) -> float:
        """Return a finite number, `least` or more."""
        if default is not None and name not in self._table:
            self._asked.append(name)
            return default
        value = _finite(self.take(name, allowed), self.place(name), allowed)
        if value < least:
            raise InputError(self.place(name), f"{value!r} is less than {least:g}", allowed)
        return value

    def positive(self, name: str, allowed: str) -> float:
        """Return a finite number above zero."""
        value = self.number(name, allowed)
        if value <= 0:
            raise InputError(self.place(name), f"{value!r} is not positive", allowed)
        return value

    def array(
        self,
        name: str,
        shape: tuple[int, ...],
        allowed: str,
        default: Any = None,  # noqa: ANN401
    ) -> Reals:
        """Return finite numbers in nested lists of exactly this shape."""
        if default is not None and name not in self._table:
            self._asked.append(name)
            return np.array(default, dtype=np.float64)
        value = self.take(name, allowed)
        return np.array(_nested(value, shape, self.place(name), allowed), dtype=np.float64)

    def flag(self, name: str) -> bool:
        """Return true or false; false if the field is missing."""
        self._asked.append(name)
        value = self._table.get(name, False)
        if not isinstance(value, bool):
            raise InputError(self.place(name), f"{value!r} is not", "true or false")
        return value

    def length(self, name: str, allowed: str) -> int:
        """Return how many entries a list has, without looking at them."""
        value = self.take(name, allowed)
        if not isinstance(value, list):
            raise InputError(self.place(name), f"{value!r} is not a list", allowed)
        return len(value)

    def table(self, name: str, allowed: str) -> Fields:
        """Return a table inside this one."""
        return self._inner(self.take(name, allowed), name, allowed)

    def tables(self, name: str, allowed: str) -> list[Fields]:
        """Return a list of one or more tables inside this one."""
        value = self.take(name, allowed)
        if not isinstance(value, list) or not value:
            raise InputError(self.place(name), f"{value!r} holds none", allowed)
        return [self._inner(item, f"{name}[{i}]", allowed) for i, item in enumerate(value)]

    def finish(self, known: Collection[str] = ()) -> None:
        """Refuse what nobody has asked for; the message names what was, or else `known` fields."""
        for name in self._table:
            if name not in self._asked:
                known = ", ".join(known or dict.fromkeys(self._asked))
                raise InputError(self.place(name), "unknown field", known)

    def _inner(self, value: object, name: str, allowed: str) -> Fields:
        if not isinstance(value, dict):
            raise InputError(self.place(name), f"{value!r} is not a table", allowed)
        path = f"{self._path}.{name}" if self._path else name
        return Fields(value, self._file, path)


def _finite(value: object, place: str, allowed: str) -> float:
    """Return a number as a float; refuse text, booleans, NaN, infinity and what overflows."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(place, f"{value!r} is not a number", allowed)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise InputError(place, f"{value!r} is not finite", allowed)
    return number


def _nested(value: object, shape: tuple[int, ...], place: str, allowed: str) -> Any:  # noqa: ANN401
    """Return nested lists of finite numbers after a check of their shape."""
    if not shape:
        return _finite(value, place, allowed)
    if not isinstance(value, list):
        raise InputError(place, f"{value!r} is not a list of {shape[0]}", allowed)
    if len(value) != shape[0]:
        raise InputError(place, f"{len(value)} entries instead of {shape[0]}", allowed)
    return [_nested(item, shape[1:], f"{place}[{i}]", allowed) for i, item in enumerate(value)]
