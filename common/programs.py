"""Programs that are run with all that they start, and ended with all of it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from common.signals import held

_PATIENCE = 5.0
"""Seconds that processes which were killed get to be gone."""


def run_whole(
    command: Sequence[str],
    *,
    cwd: str | Path,
    env: Mapping[str, str] | None = None,
    output: IO[Any] | None = None,
) -> int:
    """Run a program in a process group of its own; return its exit status.

    If this process is told to end meanwhile, or anything else is raised, the group is killed: the
    compilers of a `make`, which would go on without it, are in it too.
    """
    with running_whole(
        command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, output=output
    ) as process:
        return process.wait()


@contextlib.contextmanager
def running_whole(
    command: Sequence[str],
    *,
    cwd: str | Path,
    env: Mapping[str, str] | None = None,
    stdin: int = subprocess.PIPE,
    output: IO[Any] | None = None,
) -> Iterator[subprocess.Popen[Any]]:
    """Run a program beside the block, as `run_whole` does; what is left of it then is killed."""
    with contextlib.ExitStack() as unwind:
        with held():
            process = subprocess.Popen(
                command,
                cwd=cwd,
                env=env,
                stdin=stdin,
                stdout=output,
                stderr=None if output is None else subprocess.STDOUT,
                process_group=0,
            )
            unwind.callback(_end, process)
        yield process


def _end(process: subprocess.Popen[Any]) -> None:
    """Kill what is left of a process group, and wait until it is gone."""
    deadline = time.monotonic() + _PATIENCE
    with contextlib.suppress(ProcessLookupError, PermissionError):
        while time.monotonic() < deadline:
            os.killpg(process.pid, signal.SIGKILL)
            process.poll()
            time.sleep(0.01)


def run_told(command: Sequence[str], *, cwd: str | Path) -> tuple[int, str]:
    """Run a program as `run_whole` does; return its exit status and all that it said.

    What it needs for a while goes where it works: a program that is killed leaves it there.
    """
    with tempfile.TemporaryFile() as said:
        env = {**os.environ, "TMPDIR": str(cwd)}
        status = run_whole(command, cwd=cwd, env=env, output=said)
        said.seek(0)
        return status, said.read().decode(errors="replace")
