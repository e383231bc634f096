"""RTL in Verilog simulators: every bit against the emulator, every cycle, and golden's torques."""

from __future__ import annotations

import numpy as np
import pytest

from dataflow.build import build_array, build_ring
from dataflow.numbers.ports import decode_inputs, decode_outputs, encode
from emulator.systolic import SystolicArray, run
from golden.generators import random_robot
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_states, random_trajectory
from hdl.simulate.simulator import Simulation
from hdl.simulate.stimulus import Stimulus, everything_ready

ACCURACY = 1e-4
"""Largest torque error over the joint's torque limit, for states within the arm's limits."""


def arm_called(name):
    """An arm of the project, or a small one of turning and sliding joints."""
    if set(name) <= {"R", "P"}:
        return random_robot(np.random.default_rng(15), len(name), joint_types=name, base=True)
    return load_robot(name)


def random_inputs(design, count, seed):
    """Any pattern on any port."""
    rng = np.random.default_rng(seed)
    columns = [
        rng.integers(port.format.lowest, port.format.highest + 1, count) for port in design.inputs
    ]
    return np.stack(columns, axis=1)


def corner_inputs(design, seed):
    """Each input at both ends, alone and with the others; zero; angles about the wrap."""
    lowest = np.array([port.format.lowest for port in design.inputs])
    highest = np.array([port.format.highest for port in design.inputs])
    rows = [np.zeros_like(lowest), lowest, highest, lowest + 1, highest - 1]
    for k in range(len(design.inputs)):
        for end in (lowest, highest):
            rows.append(np.where(np.arange(len(lowest)) == k, end, 0))
            rows.append(np.where(np.arange(len(lowest)) == k, end, lowest + highest - end))
    quarters = [lowest // 2 - 1, lowest // 2, lowest // 2 + 1, highest // 2, highest // 2 + 1]
    rng = np.random.default_rng(seed)
    ends = np.where(rng.random((400, len(lowest))) < 0.5, lowest, highest)
    return np.concatenate([np.array(rows + quarters), ends])


def patterns(design, points, gaps, stalls, seed, resets=()):
    """Valid, ready and reset, with room for every set to come out."""
    rng = np.random.default_rng(seed)
    span = points * design.initiation_interval + design.latency + 20
    cycles = int(span / ((1 - gaps) * (1 - stalls))) + 50 * len(resets) + 200
    reset = np.zeros(cycles, dtype=bool)
    reset[list(resets)] = True
    return {
        "valid": rng.random(cycles) >= gaps,
        "ready": rng.random(cycles) >= stalls,
        "reset": reset,
    }


def check(simulation, inputs, played, probes=()):
    """Play and compare all that can be seen; returns torques of the delivered sets, in order."""
    design = simulation.design
    stimulus = Stimulus(inputs, **played, probes=tuple(probes))
    record = simulation.play(stimulus)
    expected = run(SystolicArray(design), inputs, **played)
    timeline, awake = expected.timeline, ~played["reset"]
    np.testing.assert_array_equal(record.ready[awake], timeline.input_ready[awake])
    np.testing.assert_array_equal(record.valid[awake], timeline.output_valid[awake])
    np.testing.assert_array_equal(record.accepted, timeline.input_transfer)
    shown = timeline.output_valid
    assert not record.unknown[shown].any()
    np.testing.assert_array_equal(record.outputs[shown], expected.shown[shown])
    names = {operation.name: operation.index for operation in design.operations}
    for name in probes:
        values, known = expected.visible(names[name])
        seen = np.array([-(1 << 62) if v is None else v for v in record.probes[name]])
        assert known.any()
        np.testing.assert_array_equal(seen[known], values[known], err_msg=name)
    return expected


def within_proved_bound(robot, design, inputs, torques):
    """Whether every torque is as near to golden's, at the ports' own values, as was proved."""
    golden = inverse_dynamics(robot, **decode_inputs(design, inputs))
    error = np.abs(decode_outputs(design, torques) - golden)
    bound = np.array([design.knowledge[port.operation].error for port in design.outputs])
    assert (error <= bound).all(), (error.max(axis=0), bound)


def one_inside_each_stage(design):
    """An operation in every stage that no other stage reads, if it has one; never a constant."""
    chosen = []
    for stage in design.stages:
        inner = [o for o in stage.operations if o.operands and o.index not in stage.outputs]
        computed = [o for o in stage.operations if o.operands]
        if computed:
            chosen.append((inner or computed)[len(inner or computed) // 2].name)
    return chosen


@pytest.fixture(scope="module")
def built(request, tmp_path_factory):
    name, algorithm = request.param
    robot = load_robot(name)
    folder = tmp_path_factory.mktemp(algorithm)
    design = build_array(robot, algorithm)
    waves = request.param == SMALL
    return robot, Simulation(design, "verilator", folder, waves=waves, optimised=False)


SMALL = ("machado_2r", "lagrangian")  # compiled once: a worker has a whole file
LARGE = ("puma560", "lagrangian")  # over a minute of compilation

in_verilator = pytest.mark.parametrize(
    "built",
    [
        SMALL,
        pytest.param(("puma560", "newton-euler"), marks=pytest.mark.slow),  # half a minute
        pytest.param(LARGE, marks=pytest.mark.slow),
    ],
    indirect=True,
    ids="-".join,
)


@in_verilator
def test_ten_thousand_vectors_back_to_back(built):
    robot, simulation = built
    design = simulation.design
    inputs = np.concatenate([random_inputs(design, 9_400, 1), corner_inputs(design, 2)])
    inputs = np.concatenate([inputs, inputs[: 10_000 - len(inputs)]])
    expected = check(simulation, inputs, everything_ready(10_000 + design.latency + 2))
    assert len(expected.delivered) == len(inputs) == 10_000
    assert expected.timeline.delivered[0] - expected.timeline.accepted[0] == design.latency <= 90
    assert expected.timeline.delivered[-1] == 9_999 + design.latency
    within_proved_bound(robot, design, inputs, expected.delivered)


@in_verilator
def test_states_within_the_limits_are_accurate(built):
    robot, simulation = built
    for states in (random_states(robot, 1500, 3), random_trajectory(robot, 1500, 4)):
        inputs = encode(simulation.design, vars(states)).integers
        played = everything_ready(len(inputs) + simulation.design.latency + 2)
        torques = decode_outputs(simulation.design, check(simulation, inputs, played).delivered)
        golden = inverse_dynamics(robot, states.q, states.qd, states.qdd)
        assert (np.abs(torques - golden).max(axis=0) < ACCURACY * robot.torque_limits).all()


@in_verilator
@pytest.mark.parametrize(("gaps", "stalls"), [(0.4, 0.0), (0.0, 0.4), (0.5, 0.5), (0.05, 0.9)])
def test_gaps_and_stalls_lose_nothing(built, gaps, stalls):
    _, simulation = built
    inputs = random_inputs(simulation.design, 400, 5)
    played = patterns(simulation.design, 400, gaps, stalls, 6)
    expected = check(simulation, inputs, played)
    assert len(expected.delivered) == 400


@in_verilator
def test_a_reset_in_mid_stream(built):
    _, simulation = built
    inputs = random_inputs(simulation.design, 500, 7)
    resets = (1, 40, 41, 150, 260, 261, 262, 400)
    played = patterns(simulation.design, 500, 0.1, 0.3, 8, resets)
    expected = check(simulation, inputs, played)
    lost = np.count_nonzero(expected.timeline.lost >= 0)
    assert lost > 0
    assert len(expected.delivered) == 500 - lost


@in_verilator
def test_values_inside_every_stage(built):
    _, simulation = built
    probes = one_inside_each_stage(simulation.design)
    assert len(probes) == 2 * len(simulation.design.outputs)
    inputs = random_inputs(simulation.design, 150, 9)
    played = patterns(simulation.design, 150, 0.3, 0.3, 10, resets=(90,))
    check(simulation, inputs, played, probes)


@pytest.mark.parametrize("built", [SMALL], indirect=True, ids="-".join)
def test_verilators_waves_end_after_the_last_cycle(built):
    _, simulation = built
    played = everything_ready(90)
    check(simulation, random_inputs(simulation.design, 40, 16), played)
    head, changes = simulation.waveform.read_text().split("$enddefinitions $end")
    assert head.startswith("$")
    assert "$timescale" in head
    assert "out_payload" in head
    times = [int(line[1:]) for line in changes.splitlines() if line.startswith("#")]
    picoseconds_a_cycle = 10_000
    assert times[-1] >= 90 * picoseconds_a_cycle


def small_design(topology, robot, algorithm, interval):
    build = build_array if topology == "array" else build_ring
    return build(arm_called(robot), algorithm, initiation_interval=interval)


@pytest.mark.parametrize(
    ("topology", "robot", "algorithm", "interval"),
    [
        ("array", "RP", "newton-euler", 3),
        ("ring", "machado_2r", "newton-euler", 5),
        pytest.param("array", "PR", "lagrangian", 2, marks=pytest.mark.slow),
        pytest.param("array", "machado_2r", "lagrangian", 1, marks=pytest.mark.slow),  # as above
        pytest.param("ring", "PR", "lagrangian", 7, marks=pytest.mark.slow),
        # The README plays the first of these, and a ring like the last.
        pytest.param("array", "puma560", "newton-euler", 1, marks=pytest.mark.slow),
        pytest.param("array", "puma560", "newton-euler", 3, marks=pytest.mark.slow),
        pytest.param("array", "stanford", "newton-euler", 3, marks=pytest.mark.slow),
        pytest.param("array", "PRP", "lagrangian", 2, marks=pytest.mark.slow),
        pytest.param("array", "stanford", "newton-euler", 1, marks=pytest.mark.slow),
        pytest.param("array", "stanford", "lagrangian", 2, marks=pytest.mark.slow),
        pytest.param("ring", "puma560", "newton-euler", 12, marks=pytest.mark.slow),
        pytest.param("ring", "stanford", "lagrangian", 7, marks=pytest.mark.slow),
    ],
)
def test_the_same_in_icarus(tmp_path, topology, robot, algorithm, interval):
    design = small_design(topology, robot, algorithm, interval)
    simulation = Simulation(design, "icarus", tmp_path)
    arm = arm_called(robot)
    states = random_states(arm, 20, 11)
    inputs = np.concatenate(
        [
            encode(design, vars(states)).integers,
            random_inputs(design, 25, 12),
            corner_inputs(design, 13)[:15],
        ]
    )
    played = patterns(design, len(inputs), 0.2, 0.3, 14, resets=(40,))
    expected = check(simulation, inputs, played, one_inside_each_stage(design))
    delivered = expected.timeline.delivered >= 0
    within_proved_bound(arm, design, inputs[delivered], expected.delivered)
