"""What became of every figure of Machado and others (1988); figure 1 is that of `figure_1.py`."""

from __future__ import annotations

from collections.abc import Iterable

from golden.load import load_robot
from papers.figures import Judged, Key, Verdict
from papers.judging import Finding, differs, inconsistent, judged, worked_out
from papers.machado.figure_1 import ROBOT, Row, figure_1
from papers.printed import Paper
from papers.verdicts import Watch

_ARM = "what the paper's arm is made of; figure 1 follows from it"
_UNITS = {"bits": "bits", "inputs": "bits", "term precision": "bits"}
_UNITS |= dict.fromkeys(("used", "unused"), "states")

_FAULTS = {
    ("T2", "used"): "the power of ten: 0.76 x 10^12 of 2^40 states",
    ("T2", "unused"): "the power of ten: 0.34 x 10^12 of 2^40 states",
    ("T1", "least"): "T1 is symmetric: both ends are 152.42 in magnitude, as is the other one",
}
"""Where the paper's own numbers say otherwise."""


def figures(paper: Paper, watch: Watch) -> Iterable[Judged]:
    """Return every figure with its verdict; ``watch`` is told what is computed."""
    watch("working out Machado's figure 1")
    rows = figure_1()
    yield from judged(paper, {**_arm(), **_ranges(rows), **_claims()})
    yield from (_figure(paper, row) for row in rows if row.quantity != "least")


def _arm() -> dict[Key, Finding]:
    """Return what is found about the arm's numbers, which golden's file has from equation (5)."""
    arm = load_robot(ROBOT)
    drives = [
        joint.actuator.motor_inertia * joint.actuator.gear_ratio**2
        for joint in arm.joints
        if joint.actuator is not None
    ]
    values = {
        "m1": arm.links[0].mass,
        "m2": arm.links[1].mass,
        "r1": arm.links[0].translation[0],
        "r2": arm.links[1].translation[0],
        "j1": drives[0],
        "j2": drives[1],
        "velocity_limit": arm.velocity_limits[0],
        "acceleration_limit": arm.acceleration_limits[0],
        "torque_limit_1": arm.torque_limits[0],
        "torque_limit_2": arm.torque_limits[1],
    }
    return {(key,): worked_out(float(value), _ARM) for key, value in values.items()}


def _ranges(rows: list[Row]) -> dict[Key, Finding]:
    """Return what is found about (7), and T15."""
    ours = {(row.term, row.quantity): row.ours for row in rows}
    result: dict[Key, Finding] = {
        ("torque_range_1", "0"): inconsistent(ours["T1", "least"], _FAULTS["T1", "least"]),
        ("torque_range_1", "1"): differs(ours["T1", "amplitude"], "152.42 is printed as 152.5"),
        ("torque_range_2", "0"): worked_out(ours["T2", "least"]),
        ("torque_range_2", "1"): worked_out(ours["T2", "amplitude"]),
        ("t15",): worked_out(ours["T15", "amplitude"]),
    }
    return result


def _figure(paper: Paper, row: Row) -> Judged:
    verdict, note = _verdict(row)
    ratio = row.ours / row.printed if row.printed else None
    unit = _UNITS.get(row.quantity, "N m")
    place = f"figure 1, {row.term}"
    return Judged(
        paper.name, place, row.quantity, unit, row.printed, row.ours, ratio, verdict, note
    )


def _verdict(row: Row) -> tuple[Verdict, str]:
    if fault := _FAULTS.get((row.term, row.quantity)):
        return Verdict.INCONSISTENT, fault
    if row.verdict == "differs":
        return Verdict.DIFFERS, "the paper's own rules give another"
    told = {"equal": "", "rounded": "rounded in the print", "cut": "cut off in the print"}
    return Verdict.REPRODUCED, told.get(
        row.verdict, "within one state: rounded or cut unlike others"
    )


def _claims() -> dict[Key, Finding]:
    table = "papers/machado/README.md has all times"
    return {
        ("improvement",): differs(
            None,
            "of products, as printed: 168 ms, 170 times REAL32 on a T414; of plain tables it "
            f"holds: 61 us, a sixteenth; {table}",
        ),
        ("proportional",): differs(
            None,
            f"eight processors are 6.5 to 6.9 times as fast for products, and slower than one for "
            f"tables; {table}",
        ),
        ("limit",): differs(
            None, f"inputs and results alone take 130 to 220 us on the links; {table}"
        ),
    }
