"""An arm's swing planned with a core's derivatives, beside the plan with exact ones.

    python examples/ddp.py [--control torque|acceleration] [--width 12 18 24] [--rtl]

prints iterations, cost and path of each plan: the first line's derivatives are golden's, in
float64, the others' those of the core at that width, by its emulator or, with --rtl, by the RTL in
Verilator. It needs Crocoddyl: pip install 'torqueflow[mpc]'.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

from common.errors import InputError
from common.scratch import ScratchFolder
from dataflow.build import build_array
from dataflow.computations.derivatives import INVERSE_DERIVATIVES
from golden.load import load_robot
from hdl.simulate.build_cache import BuildCache
from torqueflow.mpc.rtl import in_rtl
from torqueflow.mpc.sources import CoreSource, ExactSource

START = (0.0, np.pi / 4, -np.pi, 0.0, 0.3, 0.0)
END = (0.7, 1.1, -2.5, 0.3, 0.0, 0.4)


def main() -> None:
    """Plan and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--control", choices=("torque", "acceleration"), default="torque")
    parser.add_argument("--width", type=int, nargs="+", default=[12, 14, 18, 24], help="bits")
    parser.add_argument("--ii", type=int, default=12, help="the core's initiation interval")
    parser.add_argument("--knots", type=int, default=80)
    parser.add_argument("--rtl", action="store_true", help="run the RTL in Verilator")
    asked = parser.parse_args()
    from torqueflow.mpc.planning import Swing, planned

    robot = load_robot("puma560")
    swing = Swing(robot, np.array(START), np.array(END), asked.knots, control=asked.control)
    exact = planned(swing, ExactSource(robot))
    largest = np.abs(exact.torques).max()
    print(f"{robot.name}, {asked.control} control, {asked.knots} knots of {swing.step * 1e3:g} ms")
    print(f"exact: {exact.iterations} iterations, cost {exact.cost:.9g}, {largest:.3g} N m at most")
    for width in asked.width:
        design = build_array(robot, INVERSE_DERIVATIVES, width, asked.ii)
        with ScratchFolder() as folder:
            machine = in_rtl(design, Path(folder), cache=BuildCache()) if asked.rtl else None
            core = CoreSource(robot, design, machine)
            plan = planned(swing, core)
        more = plan.cost / exact.cost - 1.0
        torque = np.abs(plan.torques - exact.torques).max()
        path = np.abs(plan.states - exact.states)[:, : robot.n].max()
        print(
            f"{width} bits: {plan.iterations} iterations, cost {more:+.1e} of itself, torques off "
            f"by {torque:.1e} N m, path by {path:.1e} rad; the core was asked {core.calls} times "
            f"for {core.points} states, {core.clipped} of them clipped"
        )


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
