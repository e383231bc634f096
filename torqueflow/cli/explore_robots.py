"""The robots of a sweep: one, further ones, or a file that lists them."""

from __future__ import annotations

import dataclasses
import shlex
import warnings
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from common.errors import InputError, InputWarning
from common.inputs import MEBIBYTE, read_text
from golden.robot import Robot
from torqueflow.cli.robot_options import ChosenRobot

_LIST = ".txt"
_LARGEST = MEBIBYTE

_FEW = 4
"""Robots up to which all warnings are told."""


def robots_of(chosen: ChosenRobot, also: Sequence[str]) -> list[tuple[str, Robot]]:
    """Return each robot as it is typed, and loaded; no two have one name.

    Two robots that call themselves alike, as files of one family do, have their files behind their
    names.

    Parameters
    ----------
    also
        Names and files of robots, and ``.txt`` files with one a line. Paths in such a file start
        where it is; empty lines and what follows a ``#`` are comments.

    Raises
    ------
    InputError
        One of them cannot be read, lacks limits, or stands twice.
    """
    typed = [chosen.robot, *(each for text in also for each in _listed(text))]
    (most, count), *_ = Counter(typed).most_common(1)
    if count > 1:
        raise InputError("--also", f"{most!r} stands twice", "each robot once")
    arms = [_loaded(dataclasses.replace(chosen, robot=each), len(typed)) for each in typed]
    names = Counter(arm.name for arm in arms)
    return [
        (each, arm if names[arm.name] == 1 else dataclasses.replace(arm, name=_told(arm, each)))
        for each, arm in zip(typed, arms, strict=True)
    ]


def _loaded(chosen: ChosenRobot, robots: int) -> Robot:
    """Load a robot; where there are many, all that is likely to be a mistake in it is one line."""
    if robots <= _FEW:
        return chosen.load_for_hardware()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", InputWarning)
        arm = chosen.load_for_hardware()
    if told:
        count = "a warning" if len(told) == 1 else f"{len(told)} warnings"
        text = f"{chosen.robot}: {count}; `torqueflow robots` tells them"
        warnings.warn(text, InputWarning, stacklevel=2)
    return arm


def _told(arm: Robot, typed: str) -> str:
    return f"{arm.name} ({typed})"


def _listed(text: str) -> list[str]:
    """Return a robot as it is, or those that a file lists."""
    if Path(text).suffix != _LIST:
        return [text]
    lines = read_text(text, "a .txt file with a robot a line", _LARGEST).splitlines()
    found = [line for each in lines if (line := each.partition("#")[0].strip())]
    if not found:
        raise InputError(text, "lists no robot", "a robot a line")
    return [_from(Path(text).parent, each) for each in found]


def _from(folder: Path, each: str) -> str:
    """Return a file's path from here; what has no ending is a name."""
    return str(folder / each) if Path(each).suffix else each


def as_typed(chosen: ChosenRobot, name: str) -> str:
    """Return a robot with the options that choose and limit it, as a shell takes them."""
    words = [name]
    for field, value in chosen.__dict__.items():
        if field == "robot" or not value:
            continue
        for each in value if isinstance(value, list) else [value]:
            words += [f"--{field.replace('_', '-')}", str(each)]
    return shlex.join(words)
