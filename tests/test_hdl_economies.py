"""RTL of what the economies and the short parts bring in: angle sums, sums of three, few cycles."""

import dataclasses

import numpy as np
import pytest

from dataflow.build import build
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.lowering.request import Request
from dataflow.numbers.ports import encode
from dataflow.operators import LONG, SHORTEST, SINGLE, Operator, Target
from dataflow.timing.blocks import with_spare_blocks
from dataflow.topologies import ARRAY, RING
from golden.load import load_robot
from golden.trajectory import random_trajectory
from hdl.simulate.simulator import Simulation
from hdl.synth.harness import harness_netlist
from hdl.verilog import netlist_of
from torqueflow.report.comparison import compare, stimulus

THREES = {Operator.SUM_3, Operator.SUM_2_1, Operator.SUM_1_2}


def shoulder():
    """PUMA's first three joints: two of them are parallel."""
    robot = load_robot("puma560")
    return dataclasses.replace(robot, links=robot.links[:3])


def test_operands_that_all_wait_do_so_in_the_blocks_registers():
    design = build(Request(load_robot("machado_2r"), NEWTON_EULER, ARRAY, 18, target=SINGLE))
    products = [o for o in design.operations if o.operator is Operator.MULTIPLY]
    turning = [o for o in design.operations if o.operator in (Operator.SINE, Operator.COSINE)]
    waiting = [o for o in products if all(o.start > design.operations[i].ready for i in o.operands)]
    assert 0 < len(waiting) < len(products)
    netlist = harness_netlist(design)
    for operand in "AB":
        found = netlist.count(f"REG_INPUT{operand}_CLK")
        assert found == len(waiting) + len(turning)  # those of sines have them anyway


@pytest.mark.parametrize("target", [Target(), pytest.param(SINGLE, marks=pytest.mark.slow)])
def test_constants_in_spare_blocks_change_no_bit_and_no_cycle(tmp_path, target):
    robot = shoulder()
    request = Request(robot, NEWTON_EULER, ARRAY, 16, target=target)
    plain = build(request)
    design = with_spare_blocks(plain, 4, 18)
    assert len(design.in_blocks) == 4
    netlist = netlist_of(design)
    assert netlist != netlist_of(plain)
    states = NEWTON_EULER.states(robot, random_trajectory(robot, 30, 1))
    played = stimulus(design, encode(design, states), stall=0.2, seed=3)
    golden = NEWTON_EULER.reference(robot, states)
    agreement = compare(Simulation(design, "icarus", tmp_path), played, golden)
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (0, 0)


@pytest.mark.parametrize(
    ("topology", "interval", "target", "kinds"),
    [
        pytest.param(ARRAY, 1, Target(), {Operator.ANGLE_SUM} | THREES, marks=pytest.mark.slow),
        (ARRAY, 3, SHORTEST, {Operator.ANGLE_SUM} | THREES),
        (ARRAY, 1, SINGLE, {Operator.ANGLE_SUM} | THREES),
        (RING, 5, Target(), {Operator.ANGLE_SUM}),
        (RING, 5, LONG, {Operator.ANGLE_SUM}),
    ],
)
def test_rtl_is_the_emulator_in_every_bit_and_cycle(topology, interval, target, kinds, tmp_path):
    robot = shoulder()
    request = Request(robot, NEWTON_EULER, topology, 16, interval, target)
    design = build(request)
    assert kinds & {o.operator for o in design.operations} >= {Operator.ANGLE_SUM}
    assert not THREES & kinds or THREES & {o.operator for o in design.operations}
    states = NEWTON_EULER.states(robot, random_trajectory(robot, 30, 1))
    played = stimulus(design, encode(design, states), stall=0.2, seed=3)
    golden = NEWTON_EULER.reference(robot, states)
    agreement = compare(Simulation(design, "icarus", tmp_path), played, golden)
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (0, 0)
    bounds = [design.knowledge[port.operation].error for port in design.outputs]
    assert np.all(agreement.errors <= bounds)
