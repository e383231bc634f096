"""Where rows are made: in this process, in several on this machine, or on a Dask cluster.

Every way yields rows as they are done, in any order. A worker that is lost costs nothing but time:
what it was about is done again by another.
"""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from common.errors import InputError
from common.signals import Ended, listening
from torqueflow.exploring.task import Task

Row = dict[str, Any]

_TRIES = 3
"""How often in a row workers may be lost before a single design is done: it is what kills them."""

_CTRL_C = (signal.SIGINT,)

_CONNECT_SECONDS = 10
"""Until a scheduler that does not answer counts as not there."""


def here(tasks: Sequence[Task]) -> Iterator[Row]:
    """Yield rows made in this process, in order."""
    for task in tasks:
        yield task.row()


def in_processes(tasks: Sequence[Task], workers: int) -> Iterator[Row]:
    """Yield rows made by so many processes of this machine.

    Raises
    ------
    InputError
        Workers are lost again and again before any of the designs left is done.
    """
    left = {task.key: task for task in tasks}
    lost = 0
    while left:
        done = 0
        try:
            for row in _pooled(list(left.values()), workers):
                del left[row["key"]]
                done += 1
                yield row
        except BrokenProcessPool as error:
            lost = 0 if done else lost + 1
            if lost >= _TRIES:
                problem = f"lost {lost} times before {_any_of(len(left))} was done"
                raise InputError("--workers", problem, "fewer, or more memory") from error


def _any_of(count: int) -> str:
    return "the last design" if count == 1 else f"any of the last {count} designs"


def _pooled(tasks: Sequence[Task], workers: int) -> Iterator[Row]:
    """Yield rows from one pool; raises BrokenProcessPool when a process of it has gone."""
    context = multiprocessing.get_context("spawn")
    pool = concurrent.futures.ProcessPoolExecutor(workers, context, _end_without_a_word)
    try:
        # The workers start with Ctrl-C held back, until they can take it without a word.
        signal.pthread_sigmask(signal.SIG_BLOCK, _CTRL_C)
        try:
            futures = [pool.submit(_row, task) for task in tasks]
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _CTRL_C)
        for future in concurrent.futures.as_completed(futures):
            yield future.result()
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _end_without_a_word() -> None:
    """Let Ctrl-C end a worker that waits for work: whoever started it tells of it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _CTRL_C)


def _row(task: Task) -> Row:
    """Return a task's row; a worker that is told to end puts away its things and is gone."""
    with listening():
        try:
            return task.row()
        except (Ended, KeyboardInterrupt):
            os._exit(1)  # without a word: the process that started this one tells of it


def on_cluster(tasks: Sequence[Task], address: str) -> Iterator[Row]:
    """Yield rows made by the workers of a Dask scheduler, which need this package too.

    Raises
    ------
    InputError
        Dask is not installed, nobody answers at the address, or the scheduler goes away.
    """
    try:
        import distributed
    except ImportError as error:
        allowed = "pip install 'torqueflow[cluster]'"
        raise InputError("--scheduler", "Dask's distributed is not installed", allowed) from error
    try:
        client = distributed.Client(
            address, timeout=_CONNECT_SECONDS, set_as_default=False, heartbeat_interval="1s"
        )
    except (OSError, ValueError) as error:
        problem = f"{address!r}: no scheduler answers there"
        raise InputError("--scheduler", problem, "as Dask prints it, tcp://HOST:PORT") from error
    with client:
        futures = client.map(
            _row, tasks, key=[f"torqueflow-{task.key}" for task in tasks], pure=False
        )
        try:
            for future in distributed.as_completed(futures, loop=client.loop):
                yield future.result()
        except (OSError, concurrent.futures.CancelledError) as error:
            problem = f"{address!r}: the scheduler has gone"
            raise InputError("--scheduler", problem, "one that stays") from error
        finally:
            client.cancel(futures)
