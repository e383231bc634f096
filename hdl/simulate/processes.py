"""cocotb's runners, whose programs end together with this one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, Any

from cocotb_tools.runner import Icarus, Runner, Verilator

from common.programs import run_whole


class _Whole(Runner):
    """A runner of cocotb's whose programs end together with this one.

    What they need for a while goes where they work: a compiler that is killed leaves it there.
    """

    def _execute_cmds(
        self, cmds: Sequence[Sequence[str]], cwd: str | Path, stdout: IO[Any] | None = None
    ) -> None:
        env = {**self.env, "TMPDIR": str(cwd)}
        for command in cmds:
            status = run_whole(command, cwd=cwd, env=env, output=stdout)
            if status != 0:
                raise RuntimeError(f"{command[0]} ended with status {status}")


class _WholeIcarus(_Whole, Icarus):
    """Icarus, run whole."""


class _WholeVerilator(_Whole, Verilator):
    """Verilator, run whole; make works inside `lent` of the folder where its makefile is."""

    lent: Callable[[Path], AbstractContextManager[None]]

    def _execute_cmds(
        self, cmds: Sequence[Sequence[str]], cwd: str | Path, stdout: IO[Any] | None = None
    ) -> None:
        for command in cmds:
            with self.lent(Path(cwd)) if command[0] == "make" else nullcontext():
                super()._execute_cmds([command], cwd, stdout)


def runner(simulator: str, lent: Callable[[Path], AbstractContextManager[None]]) -> Runner:
    """Return cocotb's runner for one of `hdl.simulate.tools.SIMULATORS`.

    Parameters
    ----------
    lent
        What make has in its folder, beside what Verilator wrote, while it works for Verilator.
    """
    if simulator == "icarus":
        return _WholeIcarus()
    verilator = _WholeVerilator()
    verilator.lent = lent
    return verilator
