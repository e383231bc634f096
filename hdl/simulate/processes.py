"""cocotb's runners, whose programs end together with this one."""

from __future__ import annotations

from collections.abc import Sequence
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
    """Verilator, run whole."""


def runner(simulator: str) -> Runner:
    """Return cocotb's runner for one of `hdl.simulate.tools.SIMULATORS`."""
    return _WholeIcarus() if simulator == "icarus" else _WholeVerilator()
