import dataclasses
import functools
import random

import numpy as np
import pytest
from amaranth.hdl import ClockDomain, Module
from amaranth.sim import Simulator

from dataflow.build import build, build_array, build_ring
from dataflow.computations.catalogue import COMPUTATIONS
from dataflow.design import Port
from dataflow.lowering.request import Request
from dataflow.numbers.formats import Format
from dataflow.numbers.ports import encode
from dataflow.topologies import TOPOLOGIES
from emulator.systolic import NONE, SystolicArray, run
from golden.generators import planar, random_robot
from golden.load import load_robot
from golden.trajectory import random_trajectory
from hdl.machine import Machine, layout
from hdl.parts.fixed import SQ
from hdl.simulate.simulator import Simulation
from torqueflow.report.comparison import compare, stimulus

ROBOTS = {
    "planar": lambda: planar(2),
    "one": lambda: planar(1),
    "machado": lambda: load_robot("machado_2r"),
    "RP": lambda: random_robot(np.random.default_rng(3), 2, joint_types="RP", actuators=True),
    "slider": lambda: random_robot(np.random.default_rng(5), 1, joint_types="P"),
}


@functools.cache
def array_of(robot, interval, width=14, algorithm="newton-euler"):
    return SystolicArray(build_array(ROBOTS[robot](), algorithm, width, interval))


@functools.cache
def ring_of(robot, interval, algorithm="newton-euler"):
    return SystolicArray(build_ring(ROBOTS[robot](), algorithm, 14, interval))


def random_inputs(design, points, seed):
    """Any patterns of the ports; the first sets are their ends and zero."""
    rng = np.random.default_rng(seed)
    ends = np.array([(p.format.lowest, p.format.highest) for p in design.inputs])
    inputs = np.stack([rng.integers(*e, points, endpoint=True) for e in ends], axis=1)
    inputs[0], inputs[1], inputs[2] = ends[:, 0], ends[:, 1], 0
    return inputs


def word(values, ports):
    """A payload, its first field in the lowest bits."""
    result, position = 0, 0
    for value, port in zip(values, ports, strict=True):
        result |= (int(value) & ((1 << port.format.width) - 1)) << position
        position += port.format.width
    return result


def play(design, inputs, valid, ready, reset):
    """What hardware shows: per cycle its ready, its valid, its payload's word and the transfers.

    A payload that is not offered is random; every cycle looks twice, with either value of what
    ready and valid must not depend on.
    """
    dut = Machine(design)
    m = Module()
    m.domains.sync = domain = ClockDomain()
    m.submodules.dut = dut
    sim = Simulator(m)
    sim.add_clock(1e-6)
    rng = random.Random(1)
    offered, payload = dut.i.payload.as_value(), dut.o.payload.as_value()
    rows = []
    signals = zip(valid.tolist(), ready.tolist(), reset.tolist(), strict=True)

    async def process(ctx):
        taken, offering = 0, False
        for cycle, (begin, consumer, resets) in enumerate(signals):
            offering = offering or (begin and taken < len(inputs))
            looks = []
            for other in (True, False):
                ctx.set(dut.i.valid, offering ^ other)
                ctx.set(dut.o.ready, consumer ^ other)
                ctx.set(offered, rng.getrandbits(len(offered)))
                looks.append((ctx.get(dut.i.ready), ctx.get(dut.o.valid), ctx.get(payload)))
            assert looks[0] == looks[1], cycle
            if offering:
                ctx.set(offered, word(inputs[taken], design.inputs))
            ctx.set(domain.rst, resets)
            can_take, shows, torques = looks[0]
            assert (ctx.get(dut.i.ready), ctx.get(dut.o.valid), ctx.get(payload)) == looks[0]
            rows.append((bool(can_take), bool(shows), torques))
            if offering and can_take and not resets:
                taken, offering = taken + 1, False
            await ctx.tick()

    sim.add_testbench(process)
    sim.run()
    return rows


def agrees(array, inputs, valid, ready, reset):
    """Hold hardware against the emulator in every cycle; the emulator's run."""
    design = array.design
    ran = run(array, inputs, valid, ready, reset)
    line = ran.timeline
    rows = play(design, inputs, valid, ready, reset)
    running = [k for k in range(line.cycles) if not reset[k]]
    assert [rows[k][0] for k in running] == line.input_ready[running].tolist()
    assert [rows[k][1] for k in running] == line.output_valid[running].tolist()
    shown = ran.shown
    for k in running:
        if line.output_valid[k]:
            assert rows[k][2] == word(shown[k], design.outputs), k
    return ran


def traffic(cycles, offers, takes, resets, seed):
    rng = np.random.default_rng(seed)
    return (
        rng.random(cycles) < offers,
        rng.random(cycles) < takes,
        rng.random(cycles) < resets,
    )


@pytest.mark.parametrize("interval", [1, 2, 3, 4])
@pytest.mark.parametrize("robot", ["planar", "machado", "RP"])
def test_every_value_and_cycle_with_gaps_stalls_and_resets(robot, interval):
    array = array_of(robot, interval)
    inputs = random_inputs(array.design, 200, seed=interval)
    signals = traffic(220, 0.7, 0.8, 0.01, seed=10 * interval + len(robot))
    signals[2][100] = True
    ran = agrees(array, inputs, *signals)
    line = ran.timeline
    assert (line.delivered != NONE).sum() > 15
    assert (line.lost != NONE).any()
    assert (line.output_valid & ~line.output_ready & ~line.reset).any()


@pytest.mark.parametrize("interval", [1, 3])
@pytest.mark.parametrize(("offers", "takes"), [(1.0, 1.0), (0.2, 1.0), (1.0, 0.3), (1.0, 0.0)])
def test_traffic_of_each_kind(interval, offers, takes):
    array = array_of("planar", interval)
    inputs = random_inputs(array.design, 200, seed=4)
    ran = agrees(array, inputs, *traffic(160, offers, takes, 0.0, seed=4))
    line = ran.timeline
    if takes == 0.0:  # credit runs out and all sets wait, none lost
        assert len(line.accepted) == array.design.queue_depth
        assert not line.credit[-1]
    if offers == takes == 1.0:  # one set each interval, without a bubble
        assert set(np.diff(line.accepted)) == {interval}
        assert set(np.diff(line.delivered[line.delivered != NONE])) == {interval}


def test_a_long_stall_then_all_in_order():
    array = array_of("machado", 1)
    valid = np.ones(220, dtype=bool)
    ready = np.zeros(220, dtype=bool)
    ready[70:] = True
    ran = agrees(array, random_inputs(array.design, 120, seed=8), valid, ready, ~valid)
    first = ran.timeline.delivered[: array.design.queue_depth]
    assert first.tolist() == list(range(70, 70 + array.design.queue_depth))


@pytest.mark.parametrize("interval", [1, 2, 4])
def test_a_lone_set_takes_the_latency(interval):
    array = array_of("RP", interval)
    design = array.design
    valid = np.zeros(90, dtype=bool)
    valid[13] = True
    rows = play(design, random_inputs(design, 3, seed=1), valid, ~valid | True, valid & False)
    taken = next(k for k in range(13, 20) if rows[k][0])
    assert taken % interval == 0
    assert [k for k, row in enumerate(rows) if row[1]] == [taken + design.latency]


@pytest.mark.parametrize("cycle", [1, 2, 3, 11, 12, 19, 20, 21, 40])
def test_a_reset_of_one_cycle_in_mid_stream(cycle):
    array = array_of("one", 3)
    every = np.ones(110, dtype=bool)
    reset = np.zeros(110, dtype=bool)
    reset[cycle] = True
    ran = agrees(array, random_inputs(array.design, 60, seed=2), every, every, reset)
    assert ran.timeline.lost.max() == cycle
    after = ran.timeline.accepted[ran.timeline.accepted > cycle]
    assert after[0] == cycle + 1  # the count of cycles starts again


def test_a_long_reset_between_two_streams():
    array = array_of("planar", 2)
    valid, ready, reset = traffic(200, 0.9, 0.6, 0.0, seed=3)
    reset[60:75] = True
    ran = agrees(array, random_inputs(array.design, 120, seed=3), valid, ready, reset)
    assert (ran.timeline.lost != NONE).sum() > 3
    assert (ran.timeline.delivered > 75).sum() > 10


@pytest.mark.parametrize(("robot", "interval"), [("slider", 1), ("slider", 2), ("one", 1)])
def test_a_single_link(robot, interval):
    array = array_of(robot, interval)
    agrees(array, random_inputs(array.design, 90, seed=6), *traffic(150, 0.8, 0.7, 0.02, seed=6))


@pytest.mark.parametrize("interval", [17, 40])
def test_an_interval_longer_than_the_pipeline_leaves_one_set_under_way(interval):
    array = array_of("one", interval)
    assert array.design.queue_depth == 1
    ran = agrees(
        array, random_inputs(array.design, 20, seed=7), *traffic(400, 0.9, 0.5, 0.004, seed=7)
    )
    assert (ran.timeline.delivered != NONE).sum() >= 5


def test_the_lagrangian_array():
    array = array_of("planar", 2, algorithm="lagrangian")
    agrees(array, random_inputs(array.design, 90, seed=9), *traffic(200, 0.8, 0.7, 0.01, seed=9))


@pytest.mark.parametrize(
    ("robot", "interval", "algorithm"),
    [
        ("planar", 2, "newton-euler"),
        ("RP", 3, "newton-euler"),
        ("machado", 7, "newton-euler"),
        ("planar", 4, "lagrangian"),
        ("slider", 2, "newton-euler"),
    ],
)
def test_a_ring_shares_all_its_units(robot, interval, algorithm):
    array = ring_of(robot, interval, algorithm)
    assert [stage.name for stage in array.design.stages] == ["ring"]
    agrees(array, random_inputs(array.design, 90, seed=2), *traffic(200, 0.9, 0.7, 0.01, seed=2))


@pytest.mark.parametrize("width", [12, 21, 25])
def test_other_widths(width):
    array = array_of("planar", 1, width)
    agrees(array, random_inputs(array.design, 70, seed=5), *traffic(110, 0.9, 0.9, 0.0, seed=5))


@pytest.mark.parametrize("interval", [1, 2, 3])
def test_a_torque_that_is_ready_early_waits_for_the_last(interval):
    design = array_of("planar", interval).design
    crossing = [k for stage in design.stages for k in stage.outputs]
    ready = {k: design.operations[k].ready for k in crossing}
    early = min((k for k in crossing if ready[k] > 1), key=ready.__getitem__)
    just = max((k for k in crossing if ready[k] < design.depth), key=ready.__getitem__)
    fields = [("early", early), ("just", just), ("last", design.outputs[0].operation)]
    outputs = tuple(Port(name, 1, k, design.operations[k].format, "N m") for name, k in fields)
    changed = dataclasses.replace(design, outputs=outputs)
    assert changed.depth == design.depth > ready[just] >= ready[early]
    inputs = random_inputs(design, 90, seed=3)
    agrees(SystolicArray(changed), inputs, *traffic(150, 0.8, 0.7, 0.01, seed=3))


def test_a_payload_has_one_signed_field_a_port():
    ports = (
        Port("q1", 1, 0, Format(12, 12), "turn"),
        Port("qd1", 1, 1, Format(12, 9), "rad/s"),
        Port("qdd1", 1, 2, Format(9, -2), "m/s2"),
    )
    fields = layout(ports)
    assert [(name, f.offset, f.shape) for name, f in fields] == [
        ("q1", 0, SQ(0, 12)), ("qd1", 12, SQ(3, 9)), ("qdd1", 24, SQ(11, -2)),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("algorithm", "topology"),
    [
        ("newton-euler", "ring"),
        pytest.param("newton-euler", "array", marks=pytest.mark.slow),
        pytest.param("lagrangian", "array", marks=pytest.mark.slow),
        pytest.param("lagrangian", "ring", marks=pytest.mark.slow),
    ],
)
def test_a_tree_of_links_is_the_emulator_too(algorithm, topology, tmp_path):
    """A trunk that carries two branches, one of them a slider: bits, cycles, and golden's bound."""
    robot = random_robot(
        np.random.default_rng(5), 3, joint_types="RPR", parents=(-1, 0, 0), base=True
    )
    request = Request(robot, COMPUTATIONS[algorithm], TOPOLOGIES[topology], 16, 6)
    design, computation = build(request), request.computation
    states = computation.states(robot, random_trajectory(robot, 12, 1))
    played = stimulus(design, encode(design, states), stall=0.2, seed=3)
    golden = computation.reference(robot, states)
    agreement = compare(Simulation(design, "icarus", tmp_path), played, golden)
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (0, 0)
    bounds = [design.knowledge[port.operation].error for port in design.outputs]
    assert agreement.errors.shape == (12, 3)
    assert np.all(agreement.errors <= bounds)
