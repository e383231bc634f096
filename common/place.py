"""Where something stands in a source file, and how a mistake there is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from common.errors import InputError


@dataclass(frozen=True)
class Place:
    """Where something stands in the source: columns and lines count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def fail(self, problem: str, expected: str) -> NoReturn:
        """Raise the InputError that names this place."""
        raise InputError(str(self), problem, expected)
