"""What a command is at, and for how long, on a terminal that waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
)
from rich.text import Text


class _Seconds(ProgressColumn):
    """The seconds that a step has taken."""

    def render(self, task: Task) -> Text:
        """Return whole seconds."""
        return Text(f"{task.elapsed or 0.0:.0f} s")


@contextmanager
def step(screen: Console, what: str) -> Iterator[Callable[[str], None]]:
    """Show a step and its seconds until the block ends; nothing where no terminal is.

    The block is given what it may call with the words of a further step.
    """
    columns = (SpinnerColumn(), TextColumn("{task.description}"), _Seconds())
    with Progress(
        *columns, console=screen, transient=True, disable=not screen.is_terminal
    ) as progress:
        shown = progress.add_task(what, total=None)

        def further(words: str) -> None:
            progress.reset(shown, description=words, total=None)

        yield further


@contextmanager
def counted(screen: Console, what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show how many of a total are done until the block ends; nothing where no terminal is.

    The block is given what it calls with how many more are done.
    """
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Seconds())
    with Progress(
        *columns, console=screen, transient=True, disable=not screen.is_terminal
    ) as progress:
        shown = progress.add_task(what, total=total)

        def more(count: int) -> None:
            progress.advance(shown, count)

        yield more
