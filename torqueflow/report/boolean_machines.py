"""The hybrid beside the arithmetic array of the same arm: size, latency, error."""

from __future__ import annotations

from typing import Any

import numpy as np

from common.arrays import Integers, Reals
from dataflow.boolean.hybrid import Hybrid
from dataflow.build import build_array
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.lowering.request import WIDTHS
from dataflow.numbers.ports import decode_outputs, encode
from dataflow.timing.cost import cost
from emulator.boolean import BooleanTorques
from emulator.systolic import SystolicArray
from golden.newton_euler import inverse_dynamics
from golden.robot import Robot
from golden.trajectory import Trajectory
from hdl.registers import state_bits
from hdl.synth.counts import fpga_cells
from hdl.verilog import netlist_of


def hybrid_errors(
    robot: Robot, hybrid: Hybrid, emulator: BooleanTorques, states: Trajectory
) -> Reals:
    """Return the hybrid's torque errors, (points, n), N m or N."""
    integers: Integers = emulator.torques(hybrid.on_ports(states))
    golden = inverse_dynamics(
        robot, states.q, states.qd, states.qdd, actuators=hybrid.rules.actuators
    )
    return hybrid.torques(integers) - golden


def summary(errors: Reals) -> tuple[list[float], list[float]]:
    """Return the largest and the rms error of each torque."""
    return np.abs(errors).max(axis=0).tolist(), np.sqrt((errors**2).mean(axis=0)).tolist()


def hybrid_machine(
    name: str, hybrid: Hybrid, errors: Reals, netlist: str | None, *, synth: bool
) -> dict[str, Any]:
    """Return the figures of a hybrid: those of `arithmetic_machines`."""
    largest, rms = summary(errors)
    return {
        "name": name,
        "latency_cycles": hybrid.latency,
        "error_max": largest,
        "error_rms": rms,
        "error_proved": hybrid.torque_bounds().tolist(),
        **_cells(netlist if synth else None, multiplier_blocks=True),
        "register_bits": state_bits(netlist).registers if netlist else None,
    }


def arithmetic_machines(robot: Robot, states: Trajectory, *, synth: bool) -> list[dict[str, Any]]:
    """Return the figures of the smallest array, with multiplier blocks and, counted, without.

    Keys: ``name``, ``latency_cycles``, ``error_max``, ``error_rms`` and ``error_proved`` (a joint
    each), ``register_bits``; and on an ECP5, None where nothing was synthesised, ``lut4``,
    ``carry_pairs``, ``flip_flops``, ``multipliers``, ``memories`` and ``distributed``.
    """
    design = build_array(robot, width=WIDTHS.start)
    inputs = encode(design, NEWTON_EULER.states(robot, states)).integers
    torques = decode_outputs(design, SystolicArray(design).outputs(inputs))
    golden = inverse_dynamics(robot, states.q, states.qd, states.qdd)
    largest, rms = summary(torques - golden)
    netlist = netlist_of(design)
    spent = cost(design)
    name = f"array, {WIDTHS.start} bits"
    common = {
        "latency_cycles": design.latency,
        "error_max": largest,
        "error_rms": rms,
        "error_proved": list(design.error_bounds),
    }
    bits = {"register_bits": state_bits(netlist).registers}
    counted = _cells(netlist if synth else None, multiplier_blocks=True)
    if not synth:
        counted["multipliers"] = spent.all_multipliers
        return [{"name": name, **common, **counted, **bits}]
    without = _cells(netlist, multiplier_blocks=False)
    return [
        {"name": name, **common, **counted, **bits},
        {"name": f"{name}, no blocks", **common, **without, **bits},
    ]


def _cells(netlist: str | None, *, multiplier_blocks: bool) -> dict[str, int | None]:
    """Return what a netlist takes on an ECP5; None for each if there is none."""
    names = ("lut4", "carry_pairs", "flip_flops", "multipliers", "memories", "distributed")
    if netlist is None:
        return dict.fromkeys(names)
    found = fpga_cells(netlist, multiplier_blocks=multiplier_blocks)
    return {name: getattr(found, name) for name in names}
