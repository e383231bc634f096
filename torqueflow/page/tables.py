"""The tables of the page: ports, the robot as it was understood, versions."""

from __future__ import annotations

import math
from dataclasses import dataclass

from common.tables import number
from dataflow.timing.cost import cost
from golden.joint import Joint
from hdl.verilog import sheet
from torqueflow.page.findings import Findings
from torqueflow.report.anchors_report import COLUMNS, TITLE, anchor_rows


@dataclass(frozen=True)
class TableOfPage:
    """A table with its words.

    Attributes
    ----------
    title, words
        What it is.
    columns, rows
        Texts; every row has as many as there are columns.
    """

    title: str
    words: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def ports_table(found: Findings) -> TableOfPage:
    """Return every field of both payloads: its bits, format, unit, and how it is packed."""
    told = sheet(found.design)
    rows = []
    for way in ("input", "output"):
        for field in told[way]["fields"]:
            high, low = field["bits"]
            step = f"{field['resolution']:.6g}"
            packing = f"round({field['name']} / {step}) << {low}"
            if way == "output":
                packing = f"signed bits {high} to {low}, times {step}"
            place = f"{told[way]['payload']}[{high}:{low}]"
            rows.append((place, field["name"], field["format"], step, field["unit"], packing))
    words = (
        f"Module {told['module']}, clock {told['clock']}, reset {told['reset']}. A set is taken in "
        f"a cycle with {told['input']['valid']} and {told['input']['ready']}, results leave in one "
        f"with {told['output']['valid']} and {told['output']['ready']}. Numbers are signed; a turn "
        "is 2 pi."
    )
    columns = ("bits", "name", "format", "lowest bit", "unit", "packing")
    return TableOfPage("Ports", words, columns, tuple(rows))


def robot_table(found: Findings) -> TableOfPage:
    """Return the robot's links and joints as they were understood."""
    robot = found.robot
    rows = []
    for index, link in enumerate(robot.links):
        joint = link.joint
        parent = "base" if robot.parents[index] < 0 else str(robot.parents[index] + 1)
        rows.append(
            (
                str(index + 1), parent, joint.type.value, number(link.mass),
                ", ".join(number(value) for value in link.center_of_mass),
                ", ".join(number(value) for value in link.inertia.diagonal()),
                _range(joint), _limit(joint.velocity_limit), _limit(joint.acceleration_limit),
                _limit(joint.torque_limit),
            )
        )  # fmt: skip
    gravity = f"Gravity is {', '.join(number(g) for g in robot.gravity)} m/s2."
    sources = [f"Its numbers are from {'; '.join(robot.sources)}."] if robot.sources else []
    words = " ".join([_sentence(robot.description), gravity, *sources])
    columns = (
        "link", "on", "joint", "mass, kg", "centre of mass, m", "moments of inertia, kg m2",
        "range, rad or m", "speed", "acceleration", "torque, N m or N",
    )  # fmt: skip
    return TableOfPage("The robot as it was understood", words, columns, tuple(rows))


def _sentence(text: str) -> str:
    return text if text.endswith(".") or not text else f"{text}."


def _range(joint: Joint) -> str:
    return " to ".join(_limit(float(value)) for value in joint.position_limits)


def _limit(value: float) -> str:
    return number(value) if math.isfinite(value) else "?"


def others_table(found: Findings) -> TableOfPage | None:
    """Return this core of derivatives beside other systems; None for what they do not compute."""
    if "anchors" not in found.report:
        return None
    words = (
        "Accelerators as their authors publish them, a processor as it was timed for this page. "
        "Kernels differ: most others give the gradient of forward dynamics, with M^-1 given."
    )
    rows = anchor_rows(found.report, cost(found.design).all_multipliers)
    return TableOfPage(f"{TITLE[0].upper()}{TITLE[1:]}", words, COLUMNS, tuple(rows))


def versions_table(found: Findings) -> TableOfPage:
    """Return what took part."""
    told = dict(found.report["versions"])
    if found.report["simulator"] != "verilator":
        told |= {"verilator": None, found.report["simulator"]: "of the system"}
    rows = tuple((name, version) for name, version in told.items() if version is not None)
    return TableOfPage("Versions", "What this page was made with.", ("program", "version"), rows)
