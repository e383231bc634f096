"""Lists of tasks from a TOML file: ``queues = [[0, 1, 11], [2, 12, 3]]``, a list a process."""

from __future__ import annotations

import tomllib
from pathlib import Path

from common.errors import InputError
from common.fields import Fields
from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.queues import Queues, check_queues

_ALLOWED = "a TOML file with queues = [[task, task, ...], ...]"


def read_queues(path: str | Path, graph: TaskGraph) -> Queues:
    """Read the queues of a graph's tasks.

    Raises
    ------
    InputError
        There is no such file, it is no list of lists of numbers, or `check_queues` refuses them.
    """
    text = str(path)
    try:
        table = tomllib.loads(Path(path).read_text("utf-8"))
    except FileNotFoundError:
        raise InputError(text, "no such file", _ALLOWED) from None
    except UnicodeDecodeError as error:
        raise InputError(text, f"not UTF-8 text (byte {error.start})", _ALLOWED) from None
    except OSError as error:
        raise InputError(text, f"cannot be read: {error.strerror}", _ALLOWED) from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(text, f"not TOML: {error}", _ALLOWED) from None
    fields = Fields(table, text)
    lists = fields.take("queues", _ALLOWED)
    fields.finish()
    place = fields.place("queues")
    queues = tuple(_queue(value, f"{place}[{i}]") for i, value in enumerate(_list(lists, place)))
    check_queues(graph, queues, place)
    return queues


def _queue(value: object, place: str) -> tuple[int, ...]:
    tasks = _list(value, place)
    for i, task in enumerate(tasks):
        if isinstance(task, bool) or not isinstance(task, int):
            raise InputError(f"{place}[{i}]", f"{task!r} is not a task", "the number of a task")
    return tuple(tasks)


def _list(value: object, place: str) -> list[int]:
    if not isinstance(value, list):
        raise InputError(place, f"{value!r} is not a list", _ALLOWED)
    return value
