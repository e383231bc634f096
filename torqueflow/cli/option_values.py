"""From what was typed to an option's value, or the problem in the program's words.

Typer would do it with a library that takes a third of the time in which a small command answers,
and that has words of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin

import typer

_KINDS: dict[type, str] = {
    int: "a whole number",
    float: "a number",
    Path: "a path",
    str: "a text",
    bool: "true or false",
}
"""What an option takes, by its type, in words."""


class Values:
    """Reads the values of one parameter; it stands in the place of Typer's own reader."""

    def __init__(self, parameter: Any) -> None:  # noqa: ANN401 (Typer's own click)
        self.kind = kind_of(parameter)
        self.is_list = get_origin(parameter.type_descriptor.annotation) is list

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:  # noqa: ANN401
        """Return the value that a text, several texts or a default stand for."""
        if self.is_list:
            return [self._one(each, param, ctx) for each in value] if value else ()
        return None if value is None else self._one(value, param, ctx)

    def _one(self, value: Any, param: Any, ctx: Any) -> Any:  # noqa: ANN401
        if isinstance(value, self.kind):
            return value
        try:
            return _reader(self.kind)(value)
        except ValueError:
            raise typer.BadParameter(repr(value), ctx=ctx, param=param) from None


def read_in_own_words(command: Any, context: Any) -> None:  # noqa: ANN401
    """Have a command's parameters read by `Values`, but those of types that it does not know."""
    for parameter in command.get_params(context):
        kind = kind_of(parameter)
        if kind in _KINDS or issubclass(kind, Enum):
            parameter._runtime_param = Values(parameter)


def kind_of(parameter: Any) -> type:  # noqa: ANN401
    """Return the type of a parameter's value, or of each of its values."""
    annotation = parameter.type_descriptor.annotation
    if get_origin(annotation) is list:
        (annotation,) = get_args(annotation)
    return annotation if isinstance(annotation, type) else object


def allowed(parameter: Any) -> str:  # noqa: ANN401
    """Return in words what a parameter takes: of a text, what its help says first."""
    kind = kind_of(parameter)
    if issubclass(kind, Enum):
        return ", ".join(str(choice.value) for choice in kind)
    if kind not in (str, Path) or not parameter.help:
        return _KINDS.get(kind, "a value")
    sentence = re.split(r"\.(?:\s|$)", parameter.help)[0]
    return sentence[0].lower() + sentence[1:]


def _reader(kind: type) -> Callable[[str], object]:
    """Return what reads a text, and raises ValueError where it cannot."""
    if not issubclass(kind, Enum):
        return kind
    names = {str(choice.value).lower(): choice for choice in kind}

    def read(text: str) -> object:
        if text.lower() not in names:
            raise ValueError(text)
        return names[text.lower()]

    return read
