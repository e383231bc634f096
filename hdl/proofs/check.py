"""A part's observer against every environment, up to so many cycles from reset: by Yosys's SAT."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

from common.programs import run_told
from hdl.flat_ports import converted
from hdl.synth.tools import tool

_TOP = "observed"

_PROVED = "Reached maximum number of time steps -> proved base case"
_REFUTED = re.compile(r"SAT temporal induction proof finished - model found for base case: FAIL")


def holds(observer: Any, cycles: int) -> bool:
    """Tell whether ``bad`` of an observer stays low for so many cycles, whatever its inputs are.

    Every input is free in every cycle, reset apart, which is low: registers begin as reset leaves
    them. A bounded check: it says nothing of later cycles.

    Raises
    ------
    InputError
        Yosys is not installed.
    RuntimeError
        Yosys came to no answer; with the end of what it said.
    """
    script = [
        "read_rtlil observed.il",
        f"hierarchy -top {_TOP}",
        "proc",
        "flatten",
        f"delete -input {_TOP}/w:rst",
        "connect -set rst 1'0",
        "memory",
        "opt -full",
        f"sat -tempinduct-baseonly -maxsteps {cycles} -prove bad 0 -set-init-zero",
    ]
    with tempfile.TemporaryDirectory(prefix="torqueflow-") as name:
        folder = Path(name)
        (folder / "observed.il").write_text(converted(observer, _TOP))
        (folder / "script.ys").write_text("\n".join(script) + "\n")
        _, said = run_told([*tool("yosys").command, "-s", "script.ys"], cwd=folder)
    if _REFUTED.search(said):
        return False
    if _PROVED in said:
        return True
    raise RuntimeError(f"Yosys came to no answer: {said[-2000:].strip()}")
