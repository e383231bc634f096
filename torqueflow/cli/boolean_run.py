"""One run of `torqueflow boolean`: the hybrid is built, simulated, measured, reported, written."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from common.files import write_file, write_json
from common.scratch import ScratchFolder
from common.tables import console
from dataflow.boolean.hybrid import Hybrid, build_hybrid
from dataflow.boolean.rules import Rules
from dataflow.boolean.targets import hybrid_for_error
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from emulator.boolean import BooleanTorques
from golden.robot import Robot
from golden.trajectory import Trajectory, random_states
from hdl.boolean.machine import boolean_netlist, boolean_sheet
from hdl.verilog import verilog_of
from papers.machado.figure_1 import figure_1, is_the_papers
from torqueflow.cli.boolean_request import PLAYED_POINTS, Request
from torqueflow.cli.steps import step
from torqueflow.report.boolean_machines import (
    arithmetic_machines,
    hybrid_errors,
    hybrid_machine,
    summary,
)
from torqueflow.report.boolean_report import print_boolean
from torqueflow.report.boolean_search import searched_errors
from torqueflow.report.boolean_simulation import Played, play
from torqueflow.report.boolean_terms import Found, find_logic, term_rows

_STALL = 0.2
"""How often either side pauses while it is simulated."""


@dataclass(frozen=True)
class Machine:
    """A hybrid with its logic."""

    hybrid: Hybrid
    found: dict[str, Found]
    emulator: BooleanTorques
    netlist: str | None
    errors: Reals


def run(arm: Robot, request: Request, points: int, json: str | None) -> int:
    """Do what was asked for, print it, write it; return the exit status."""
    began = time.monotonic()
    states = random_states(arm, points, request.seed)
    screen = console()
    with step(screen, "tabulating and minimising"):
        machine = _machine(arm, request, states, {})
        figure = [row.__dict__ for row in figure_1()] if is_the_papers(arm) else []
    played = None
    if request.simulator is not None:
        with step(screen, "simulating the RTL"):
            played = _played(arm, machine, request, states)
    with step(screen, "measuring" + (" and synthesising" if request.synth else "")):
        report = _report(arm, machine, request, states, played)
        report |= {"figure_1": figure, "wall_seconds": time.monotonic() - began}
    if request.folder is not None:
        assert machine.netlist is not None
        _write(request.folder, machine)
    if json is not None:
        write_json(json, report)
    print_boolean(screen, report, [joint.effort_unit for joint in arm.joints])
    return 0 if report["checks_hold"] else 1


def _machine(arm: Robot, request: Request, states: Trajectory, found: dict[str, Found]) -> Machine:
    """Build the hybrid with its logic, adding to what is found already; measure its errors."""
    rules = request.rules
    if rules.actuators and not any(joint.actuator for joint in arm.joints):
        raise InputError("--actuators", f"{arm.name} has no actuators", "an arm that has some")
    if request.torque_error is None:
        hybrid = build_hybrid(arm, rules)
    else:
        hybrid = hybrid_for_error(arm, rules, request.torque_error)
    find_logic(hybrid, request.minimiser, found)
    logic = {
        table.digest: found[table.digest].logic(table, request.form) for table in hybrid.tables
    }
    emulator = BooleanTorques(hybrid, logic)
    wanted = request.synth or request.simulator or request.folder is not None
    netlist = boolean_netlist(hybrid, logic) if wanted else None
    return Machine(hybrid, found, emulator, netlist, hybrid_errors(arm, hybrid, emulator, states))


def _played(arm: Robot, machine: Machine, request: Request, states: Trajectory) -> Played:
    """Simulate the RTL with the first of the states."""
    few = slice(0, PLAYED_POINTS)
    short = Trajectory(states.q[few], states.qd[few], states.qdd[few])
    assert request.simulator is not None
    assert machine.netlist is not None
    with ScratchFolder() as folder:
        return play(
            arm, machine.hybrid, machine.emulator, machine.netlist, request.simulator, short,
            _STALL, request.seed, Path(folder),
        )  # fmt: skip


def _report(
    arm: Robot, machine: Machine, request: Request, states: Trajectory, played: Played | None
) -> dict[str, Any]:
    """Return the report as JSON has it, but for the figure and the time."""
    hybrid, rules = machine.hybrid, request.rules
    terms = term_rows(hybrid, machine.found, request.form, states, synth=request.synth)
    largest, rms = summary(machine.errors)
    bounds = hybrid.torque_bounds()
    machines = _machines(arm, machine, request, states)
    searched = searched_errors(arm, hybrid, machine.emulator, states, machine.errors, request.seed)
    fell = _shortfalls(machine, played, searched, bounds)
    own = machines[0]
    by_rules = request.torque_error is None
    counted = [row["gates"] for row in terms if row["gates"] is not None]
    return {
        "robot": arm.name,
        "precision_bits": rules.precision if by_rules else None,
        "extra_bits": rules.extra if by_rules else None,
        "torque_error": request.torque_error,
        "input_code": rules.input_code.value,
        "output_code": rules.output_code.value,
        "form": request.form.value,
        "minimiser": request.minimiser,
        "actuators": rules.actuators,
        "points": states.points,
        "simulator": request.simulator,
        "terms": terms,
        "torque_error_max": largest,
        "torque_error_rms": rms,
        "torque_error_searched": searched.tolist(),
        "torque_error_proved": bounds.tolist(),
        "torque_limit": arm.torque_limits.tolist(),
        "latency_cycles": hybrid.latency if played is None else played.latency,
        "cycles_total": None if played is None else played.cycles,
        "bit_mismatches": None if played is None else played.bit_mismatches,
        "cycle_mismatches": None if played is None else played.cycle_mismatches,
        "lut4": own["lut4"],
        "gates": sum(counted) if counted else None,
        "register_bits": own["register_bits"],
        "arithmetic": machines,
        "checks_hold": not fell,
        "shortfalls": fell,
    }


def _machines(
    arm: Robot, machine: Machine, request: Request, states: Trajectory
) -> list[dict[str, Any]]:
    """Return the hybrid, one without motors if it has them, and the arrays, which have none."""
    name = f"hybrid, {request.form.value}"
    rows = []
    if request.rules.actuators:
        rows.append(_row(f"{name}, motors", machine, request))
        without = Request(**(request.__dict__ | {"rules": _without_motors(request.rules)}))
        rows.append(_row(name, _machine(arm, without, states, machine.found), request))
    else:
        rows.append(_row(name, machine, request))
    return rows + arithmetic_machines(arm, states, synth=request.synth)


def _row(name: str, machine: Machine, request: Request) -> dict[str, Any]:
    return hybrid_machine(
        name, machine.hybrid, machine.errors, machine.netlist, synth=request.synth
    )


def _without_motors(rules: Rules) -> Rules:
    return Rules(**(rules.__dict__ | {"actuators": False}))


def _shortfalls(
    machine: Machine, played: Played | None, searched: Reals, bounds: Reals
) -> list[str]:
    """Return what fell short, one entry a check."""
    fell = []
    errors = [np.abs(machine.errors), searched[np.newaxis]]
    if played is not None:
        errors.append(played.errors)
        if played.bit_mismatches:
            fell.append(f"{played.bit_mismatches} bit mismatches")
        if played.cycle_mismatches:
            fell.append(f"{played.cycle_mismatches} cycle mismatches")
        if played.latency != machine.hybrid.latency:
            fell.append(f"latency {played.latency}, not {machine.hybrid.latency}")
    beyond = np.any([np.any(error > bounds, axis=0) for error in errors], axis=0)
    fell += [f"torque {i + 1} beyond its error bound" for i in np.flatnonzero(beyond)]
    return fell


def _write(folder: Path, machine: Machine) -> None:
    """Write the Verilog and its sheet."""
    assert machine.netlist is not None
    text = verilog_of(machine.netlist)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = f"{str(folder)!r} cannot be made: {error.strerror}"
        raise InputError("-o", problem, "a folder where you may write") from error
    write_file(folder / f"{NEWTON_EULER.module}.sv", text.encode())
    write_json(folder / f"{NEWTON_EULER.module}.json", boolean_sheet(machine.hybrid))
