"""A part's observer against every environment, for some cycles or for good: by Yosys's SAT."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

from common.programs import run_told
from hdl.flat_ports import converted
from hdl.proofs.faults import FIRST
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
    question = f"-tempinduct-baseonly -maxsteps {cycles} -prove bad 0"
    return _answer(observer, converted(observer, _TOP), [question], _NO_COUNTEREXAMPLE)


def proved(observer: Any, steps: int = 1) -> bool:
    """Tell whether ``bad`` stays low for good, by induction; the environment is that of `holds`.

    Shown are that it is low in the first cycles, and that it is low if it was for ``steps`` cycles;
    by a step of one cycle, and fault by fault, if the observer tells them apart (`tell_apart`).
    Members that the observer's ``inside`` names are bound to registers inside the parts.

    Raises
    ------
    InputError
        Yosys is not installed.
    RuntimeError
        No induction over so few steps decides it; with the end of what Yosys said.
    """
    netlist = converted(observer, _TOP)
    apart = re.search(rf"wire width (\d+) \\{FIRST}$", netlist, re.MULTILINE)
    if apart is None:
        return _answer(
            observer, netlist, [f"-tempinduct -maxsteps {steps} -prove bad 0"], _INDUCTIVE
        )
    if not _answer(
        observer, netlist, ["-tempinduct-baseonly -maxsteps 1 -prove bad 0"], _NO_COUNTEREXAMPLE
    ):
        return False
    step = "-tempinduct-inductonly -maxsteps 1 -prove"
    return _answer(
        observer, netlist, [f"{step} {FIRST}[{k}] 0" for k in range(int(apart[1]))], _INDUCTIVE
    )


def _answer(observer: Any, netlist: str, questions: list[str], success: str) -> bool:
    """Return whether Yosys's SAT solver says yes to all questions."""
    inside = getattr(observer, "inside", {})
    inputs = {"rst": "1'0", **{name: register for register, name in inside.items()}}
    kept = [*inside, FIRST] if FIRST in netlist else [*inside]
    script = [
        "read_rtlil observed.il",
        f"hierarchy -top {_TOP}",
        "proc",
        "flatten",
        *(f"setattr -set keep 1 {_TOP}/w:{name}" for name in kept if "[" not in name),
        "memory",
        *(f"delete -input {_TOP}/w:{name}" for name in inputs),
        *(f"connect -set {name} {value}" for name, value in inputs.items()),
        "opt -full",
        *(f"sat {question} -set-init-zero" for question in questions),
    ]
    with tempfile.TemporaryDirectory(prefix="torqueflow-") as name:
        folder = Path(name)
        (folder / "observed.il").write_text(netlist)
        (folder / "script.ys").write_text("\n".join(script) + "\n")
        _, said = run_told([*tool("yosys").command, "-s", "script.ys"], cwd=folder)
    if _REFUTED.search(said):
        return False
    if said.count(success) == len(questions):
        return True
    raise RuntimeError(f"Yosys came to no answer: {said[-2000:].strip()}")
