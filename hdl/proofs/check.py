"""A part's observer against every environment, for some cycles or for good: by Yosys's SAT."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

from common.programs import run_told
from hdl.flat_ports import converted
from hdl.synth.tools import tool

_TOP = "observed"

_NO_COUNTEREXAMPLE = "Reached maximum number of time steps -> proved base case"
_INDUCTIVE = "Induction step proven: SUCCESS!"
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
    return _answer(observer, f"-tempinduct-baseonly -maxsteps {cycles}", _NO_COUNTEREXAMPLE)


def proved(observer: Any, steps: int = 1) -> bool:
    """Tell whether ``bad`` stays low for good, by induction; the environment is that of `holds`.

    Shown are that it is low in the first cycles, and that it is low if it was for ``steps`` cycles.
    Members that the observer's ``inside`` names are bound to registers inside the parts.

    Raises
    ------
    InputError
        Yosys is not installed.
    RuntimeError
        No induction over so few steps decides it; with the end of what Yosys said.
    """
    return _answer(observer, f"-tempinduct -maxsteps {steps}", _INDUCTIVE)


def _answer(observer: Any, how: str, success: str) -> bool:
    """Return whether Yosys says that ``bad`` is low."""
    inside = getattr(observer, "inside", {})
    inputs = {"rst": "1'0", **{name: register for register, name in inside.items()}}
    script = [
        "read_rtlil observed.il",
        f"hierarchy -top {_TOP}",
        "proc",
        "flatten",
        *(f"setattr -set keep 1 {_TOP}/w:{name}" for name in inside if "[" not in name),
        "memory",
        *(f"delete -input {_TOP}/w:{name}" for name in inputs),
        *(f"connect -set {name} {value}" for name, value in inputs.items()),
        "opt -full",
        f"sat {how} -prove bad 0 -set-init-zero",
    ]
    with tempfile.TemporaryDirectory(prefix="torqueflow-") as name:
        folder = Path(name)
        (folder / "observed.il").write_text(converted(observer, _TOP))
        (folder / "script.ys").write_text("\n".join(script) + "\n")
        _, said = run_told([*tool("yosys").command, "-s", "script.ys"], cwd=folder)
    if _REFUTED.search(said):
        return False
    if success in said:
        return True
    raise RuntimeError(f"Yosys came to no answer: {said[-2000:].strip()}")
