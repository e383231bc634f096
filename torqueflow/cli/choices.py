"""Options whose value is one of a few words: help, completion and refusal alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import typer

from common.errors import InputError


def choice(help_text: str, values: Iterable[str], *names: str, **more: Any) -> Any:  # noqa: ANN401
    """Return a Typer option that shows its values in the help and completes them.

    Parameters
    ----------
    help_text
        What is chosen, a sentence.
    names
        The option's names, where it is not that of its parameter.
    """
    listed = tuple(values)
    return typer.Option(
        *names, help=help_text, metavar=f"<{'|'.join(listed)}>", autocompletion=completer(listed),
        **more,
    )  # fmt: skip


def check_choice(option: str, value: str, values: Iterable[str]) -> str:
    """Return a value that is one of some; raises InputError if it is another."""
    listed = tuple(values)
    if value not in listed:
        raise InputError(option, repr(value), ", ".join(listed))
    return value


def completer(values: Iterable[str]) -> Callable[[str], list[str]]:
    """Return what a shell asks for words that begin like an incomplete one."""
    listed = tuple(values)

    def complete(incomplete: str) -> list[str]:
        return [value for value in listed if value.startswith(incomplete)]

    return complete


def complete_robot(incomplete: str) -> list[str]:
    """Return the robots' names and the files of robots that begin like an incomplete word."""
    from golden.load import robot_names

    folder, _, start = incomplete.rpartition("/")
    place = Path(folder or ("/" if incomplete.startswith("/") else "."))
    found = place.iterdir() if place.is_dir() else ()
    files = [
        f"{incomplete[: len(incomplete) - len(start)]}{path.name}{'/' if path.is_dir() else ''}"
        for path in sorted(found)
        if path.name.startswith(start) and (path.is_dir() or path.suffix in (".toml", ".urdf"))
        if start.startswith(".") or not path.name.startswith(".")
    ]
    return completer(robot_names())(incomplete) + files
