"""Lists of tasks from a TOML file: ``queues = [[0, 1, 11], [2, 12, 3]]``, a list a process."""

from __future__ import annotations

from pathlib import Path

from common.errors import InputError
from common.inputs import MEBIBYTE, read_text
from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.queues import Queues, check_queues
from golden.toml.syntax import fields_of

_LARGEST = 16 * MEBIBYTE
_ALLOWED = "a TOML file with queues = [[task, task, ...], ...]"


def read_queues(path: str | Path, graph: TaskGraph) -> Queues:
    """Read the queues of a graph's tasks.

    Raises
    ------
    InputError
        There is no such file, it is no list of lists of numbers, or `check_queues` refuses them.
    """
    text = str(path)
    fields = fields_of(read_text(path, _ALLOWED, _LARGEST), text)
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
