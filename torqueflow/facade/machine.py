"""A machine that computes a robot's dynamics, to be tried and written as Verilog."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from common.destinations import check_output_folder, make_output_folder
from common.errors import InputError
from common.files import write_file, write_json
from common.scratch import ScratchFolder
from dataflow.build import design_of, state_of
from dataflow.cells.estimate import estimated_cells
from dataflow.computations.catalogue import computation_named
from dataflow.computations.computation import Computation
from dataflow.design import Design
from dataflow.errors.efforts import DEFAULT_EFFORT, EFFORTS
from dataflow.lowering.request import DEFAULT_WIDTH, Request
from dataflow.lowering.steps import STEPS, State
from dataflow.numbers.ports import decode_outputs, encode
from dataflow.timing.cost import cost
from dataflow.topologies import TOPOLOGIES
from emulator.systolic import SystolicArray
from golden.limits import require_limits
from golden.trajectory import Trajectory
from torqueflow.facade.arm import Arm


@dataclass(frozen=True)
class Simulated:
    """What the RTL did in a simulator.

    Attributes
    ----------
    results
        What it computed, (points, outputs), in SI units.
    errors
        Their distance from golden.
    latency, cycles
        Clock cycles from the first inputs to the first results, and to the last.
    bit_mismatches, cycle_mismatches
        Values and cycles in which it differed from the emulator: 0, unless something is wrong.
    """

    results: Reals
    errors: Reals
    latency: int | None
    cycles: int
    bit_mismatches: int
    cycle_mismatches: int


class Machine:
    """A fixed-point dataflow machine: `design` makes one.

    Attributes
    ----------
    design
        All of it: operations, formats, schedule.
    arm, computation
        For what robot, and what it computes.
    """

    def __init__(
        self, arm: Arm, computation: Computation, design: Design, state: State | None = None
    ) -> None:
        self.arm, self.computation, self.design = arm, computation, design
        self._state = state
        self._bounds: dict[int, Reals] = {}

    def __repr__(self) -> str:
        """Return what it is and costs."""
        return (
            f"<Machine {self.design.algorithm} of {self.arm.name!r}: latency {self.latency}, "
            f"interval {self.interval}, {self.multipliers} multipliers, "
            f"about {self.luts_estimate:,} look-up tables>"
        )

    @property
    def latency(self) -> int:
        """Clock cycles from a set of inputs to its results."""
        return self.design.latency

    @property
    def interval(self) -> int:
        """Clock cycles from one set of inputs to the next: the initiation interval."""
        return self.design.initiation_interval

    @property
    def multipliers(self) -> int:
        """Multipliers, those of the sine and cosine units among them."""
        return cost(self.design).all_multipliers

    @property
    def luts_estimate(self) -> float:
        """Look-up tables of an ECP5, estimated from the design: within 10 % of Yosys's counts."""
        return estimated_cells(self.design).luts

    @property
    def flip_flops_estimate(self) -> float:
        """Flip-flops, likewise."""
        return estimated_cells(self.design).flip_flops

    @property
    def error_bounds(self) -> Reals:
        """The largest distance of each result from golden that is possible, proved; SI units.

        As close as in seconds, when it is first asked for; `proved_errors` has other efforts.
        """
        return self.proved_errors()

    def proved_errors(self, effort: int = DEFAULT_EFFORT) -> Reals:
        """Return the same by an effort: 0 at once, 1 in seconds, 2 in minutes, and closer.

        Raises
        ------
        InputError
            There is no such effort.
        """
        if effort not in EFFORTS:
            raise InputError("effort", str(effort), ", ".join(map(str, EFFORTS)))
        if self._state is None:
            return np.array(self.design.error_bounds)
        if effort not in self._bounds:
            from dataflow.errors.bounds import output_bounds

            found = output_bounds(self._state, effort)
            self._bounds[effort] = np.array([each.bound for each in found])
        return self._bounds[effort].copy()

    def emulate(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, cores: int = 1) -> Reals:
        """Return what the machine computes for a motion, to the bit, as SI units: (..., n).

        Parameters
        ----------
        cores
            Threads that share a batch.

        Raises
        ------
        InputError
            A value does not fit its input, or a shape is not the robot's.
        """
        given = [np.asarray(each, dtype=float) for each in (q, qd, qdd)]
        try:
            arrays = np.broadcast_arrays(*given)
        except ValueError:
            shapes = ", ".join(str(each.shape) for each in given)
            raise InputError("q, qd, qdd", f"shapes {shapes}", "alike, or broadcast") from None
        shape = arrays[0].shape
        if not shape or shape[-1] != self.arm.n:
            raise InputError("q", f"shape {shape}", f"(..., {self.arm.n})")
        q_rows, qd_rows, qdd_rows = (each.reshape(-1, self.arm.n) for each in arrays)
        rows = Trajectory(q_rows, qd_rows, qdd_rows)
        states = self.computation.states(self.arm.robot, rows)
        integers = encode(self.design, states, source="q, qd, qdd").integers
        results = decode_outputs(self.design, SystolicArray(self.design).outputs(integers, cores))
        return results.reshape(*shape[:-1], -1)

    def simulate(
        self, motion: Trajectory, *, simulator: str = "icarus", stall: float = 0.0, seed: int = 1
    ) -> Simulated:
        """Run the RTL in an open simulator and hold it against emulator and golden.

        Parameters
        ----------
        motion
            What is computed, point after point.
        simulator
            icarus, which compiles quickly, or verilator, which simulates quickly.
        stall, seed
            How likely either side pauses in a cycle, and which pauses.

        Raises
        ------
        InputError
            The simulator is not installed, or a value does not fit its input.
        """
        from hdl.simulate.build_cache import BuildCache
        from hdl.simulate.simulator import Simulation
        from torqueflow.report.comparison import compare, stimulus

        states = self.computation.states(self.arm.robot, motion)
        played = stimulus(self.design, encode(self.design, states), stall, seed)
        with ScratchFolder() as folder:
            rtl = Simulation(self.design, simulator, Path(folder), cache=BuildCache())
            found = compare(rtl, played, self.computation.reference(self.arm.robot, states))
        return Simulated(
            found.results, found.errors, found.latency, found.cycles, found.bit_mismatches,
            found.cycle_mismatches,
        )  # fmt: skip

    def verilog(self, folder: str | Path) -> Path:
        """Write the machine as SystemVerilog, and beside it the sheet of its ports as JSON.

        Returns the SystemVerilog file. Raises InputError if the folder cannot be written.
        """
        from hdl.verilog import netlist_of, sheet, verilog_of

        check_output_folder("folder", str(folder))
        text = verilog_of(netlist_of(self.design))
        make_output_folder("folder", str(folder))
        sources = Path(folder) / f"{self.design.module}.sv"
        write_file(sources, text.encode())
        write_json(sources.with_suffix(".json"), sheet(self.design))
        return sources


def design(
    arm: Arm,
    algorithm: str = "newton-euler",
    *,
    topology: str = "array",
    ii: int | None = None,
    width: int = DEFAULT_WIDTH,
) -> Machine:
    """Return the machine that computes a robot's dynamics.

    Parameters
    ----------
    algorithm
        What it computes and how: newton-euler or lagrangian.
    topology
        array, a pipeline stage for every link, forward and back; or ring, one for all in turn.
    ii
        The initiation interval in clock cycles; the topology's own if None.
    width
        Bits of a multiplier's input.

    Raises
    ------
    InputError
        One of these is not possible, or the robot lacks a limit that formats are proved with.
    """
    if topology not in TOPOLOGIES:
        raise InputError("topology", repr(topology), ", ".join(TOPOLOGIES))
    computation = computation_named(algorithm)
    require_limits(arm.robot)
    request = Request(arm.robot, computation, TOPOLOGIES[topology], width, ii)
    state = state_of(request, STEPS[-1].name)
    return Machine(arm, computation, design_of(state), state)
