"""How long a set of torques takes on emulated transputers, by every method and structure.

``python -m papers.machado.times`` prints the table of README.md; it takes some minutes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from common.arrays import Integers, Reals
from common.scratch import ScratchFolder
from dataflow.boolean.hybrid import Hybrid, build_hybrid
from dataflow.boolean.rules import Rules
from dataflow.boolean.terms import torque_terms
from emulator.boolean import BooleanTorques
from emulator.transputer.network.network import Network
from emulator.transputer.network.results import Status
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.robot import Robot
from golden.trajectory import random_states
from occam.build import build
from occam.program import Checks
from papers.counted_host import CountedHost
from papers.machado.arithmetic import arithmetic_program
from papers.machado.jobs import Method
from papers.machado.structures import Structure, program
from papers.measurement import computing

_MEMORY = 1 << 21
"""Bytes of each transputer: all tables take 0.4 Mbyte, all products 0.5."""

_MOST_CYCLES = 20_000_000_000

_POINTS = 32
"""States of a run: with more of them the filling of a pipeline counts less."""


@dataclass(frozen=True)
class Timed:
    """One run.

    Attributes
    ----------
    seconds
        For one set of torques, the mean over the points.
    answer
        What came back, as 32-bit words, (points, joints).
    memory
        Bytes of what the terms are looked up in.
    """

    seconds: float
    answer: Integers
    memory: int


def timed(source: str, part: str, before: list[int], inputs: np.ndarray, joints: int) -> Timed:
    """Compile a program, run it on points, and measure the time between its input and output.

    Parameters
    ----------
    part
        "T800" or "T414".
    before
        Words that go down the link first.
    inputs
        (points, inputs), of 4 bytes each.

    Raises
    ------
    RuntimeError
        The program did not answer.
    """
    with ScratchFolder() as folder:
        path = Path(folder) / "boolean.occ"
        path.write_text(source)
        built = build(path, part, Checks.NONE)
    plan = built.network
    nodes = tuple(replace(node, memory_bytes=_MEMORY) for node in plan.nodes)
    machine = Network(
        nodes, plan.wires, link_mbits=plan.link_mbits, host=plan.host, log_events=True
    )
    machine.boot(built.data)
    words = np.array([*before, len(inputs)], dtype="<i4").tobytes() + inputs.tobytes()
    host = CountedHost(words, 4 * joints * len(inputs))
    outcome = machine.run(host, max_cycles=_MOST_CYCLES)
    if outcome.status is not Status.EXITED:
        raise RuntimeError(f"the program ended with {outcome.status.value}: {outcome.reason}")
    window = computing(tuple(machine.events()), plan.host)
    answer = np.frombuffer(bytes(host.received), "<i4").reshape(-1, joints)
    return Timed(window.seconds / len(inputs), answer, 4 * len(before))


@dataclass(frozen=True)
class Bench:
    """An arm, its hybrid, and states to run."""

    robot: Robot
    hybrid: Hybrid
    ports: Integers
    states: Reals
    golden: Reals

    @classmethod
    def of(cls, robot: Robot, rules: Rules, points: int, seed: int = 1) -> Bench:
        """Return a bench with random states."""
        hybrid = build_hybrid(robot, rules)
        states = random_states(robot, points, seed)
        golden = inverse_dynamics(robot, states.q, states.qd, states.qdd, actuators=rules.actuators)
        every = np.concatenate([states.q, states.qd, states.qdd], axis=1)
        return cls(robot, hybrid, hybrid.on_ports(states), every, golden)

    def boolean(self, method: Method, part: str, structure: Structure, processors: int) -> Timed:
        """Run a Boolean program; RuntimeError if its torques are not the emulator's to the bit."""
        source, data = program(self.hybrid, method, structure, processors)
        run = timed(source, part, data, self.ports.astype("<i4"), self.robot.n)
        expected = BooleanTorques(self.hybrid).torques(self.ports)
        if not np.array_equal(run.answer, expected):
            raise RuntimeError(f"{method.value} on {processors} {part} gave other torques")
        return run

    def arithmetic(self, part: str) -> Timed:
        """Run the program in REAL32; RuntimeError if its torques are not golden's."""
        terms = torque_terms(self.robot, actuators=self.hybrid.rules.actuators)
        source = arithmetic_program(terms, tuple(self.hybrid.words))
        run = timed(source, part, [], self.states.astype("<f4"), self.robot.n)
        torques = run.answer.view("<f4")
        if np.any(np.abs(torques - self.golden) > 2.0**-20 * self.robot.torque_limits):
            raise RuntimeError(f"REAL32 on a {part} is too far from golden")
        return run


def _main() -> None:
    """Print every time."""
    bench = Bench.of(load_robot("machado_2r"), Rules(actuators=True), _POINTS)
    for part in ("T414", "T800"):
        print(f"{part}, arithmetic: {1e6 * bench.arithmetic(part).seconds:.1f} us")
        for method in Method:
            for structure in Structure:
                for processors in (1, 2, 4, 8):
                    run = bench.boolean(method, part, structure, processors)
                    print(
                        f"{part}, {method.value}, {structure.value}, {processors}: "
                        f"{1e6 * run.seconds:.1f} us, {run.memory} bytes",
                        flush=True,
                    )


if __name__ == "__main__":
    _main()
