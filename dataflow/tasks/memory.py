"""The values of one pass, as tasks write and read them: too early a read is an error."""

from __future__ import annotations

from typing import Any

from dataflow.tasks.graph import Task, Values


class ReadTooEarly(RuntimeError):
    """A task read a value that nobody had written: the schedule is wrong, or an arc is missing."""

    def __init__(self, task: Task, value: str) -> None:
        super().__init__(f"task {task.number} {task.name} reads {value} before it is written")
        self.task = task
        self.value = value


class Memory:
    """Shared values of one pass. A task sees them as they are when it begins."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self._taken: dict[int, Values] = {}

    def begin(self, task: Task) -> None:
        """Take what a task reads; raises ReadTooEarly."""
        for value in task.reads:
            if value not in self.values:
                raise ReadTooEarly(task, value)
        self._taken[task.number] = {value: self.values[value] for value in task.reads}

    def end(self, task: Task) -> None:
        """Compute a task that has begun and write its values."""
        taken = self._taken.pop(task.number)
        written = dict.fromkeys(task.writes) if task.compute is None else task.compute(taken)
        self.values.update(written)

    def do(self, task: Task) -> None:
        """Begin and end a task at once."""
        self.begin(task)
        self.end(task)
