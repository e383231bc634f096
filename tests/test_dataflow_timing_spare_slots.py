from collections import Counter

import numpy as np
import pytest

from dataflow.build import build_array, build_ring, design_of, state_of
from dataflow.computations.catalogue import computation_named
from dataflow.lowering.request import Request
from dataflow.numbers.formats import signed_digits
from dataflow.numbers.ports import encode
from dataflow.operators import Operator, Target, UnitKind
from dataflow.timing.spare_slots import with_constants_in_spare_slots
from dataflow.timing.units import ARRAY_SHARES, Sharing
from emulator.systolic.array import SystolicArray
from golden.load import load_robot
from golden.trajectory import random_states


def scales_of(design):
    return [o for o in design.operations if o.operator is Operator.SCALE]


@pytest.mark.parametrize("interval", [2, 3])
def test_idle_cycles_take_the_constants_with_most_adders(interval):
    design = build_array(load_robot("machado_2r"), initiation_interval=interval)
    in_blocks = [o for o in scales_of(design) if o.unit is not None]
    assert in_blocks
    for o in in_blocks:
        assert o.ready == o.start + Target().multiply
        assert design.operations[o.operands[0]].format.width <= 18
        assert len(signed_digits(o.constant)) > 2
    slots = Counter(
        (o.stage, o.unit, o.start % interval)
        for o in design.operations
        if o.operator.unit is UnitKind.MULTIPLIER and o.unit is not None
    )
    assert max(slots.values()) == 1


def test_results_and_latency_stay():
    robot = load_robot("machado_2r")
    computation = computation_named("newton-euler")
    request = Request(robot, computation, initiation_interval=3)
    free, design = (design_of(state_of(request, step)) for step in ("formatted", "retimed"))
    assert not any(o.unit for o in scales_of(free))
    assert any(o.unit is not None for o in scales_of(design))
    states = computation.states(robot, random_states(robot, 50, 3))
    results = [SystolicArray(d).outputs(encode(d, states).integers) for d in (free, design)]
    assert np.array_equal(*results)


def test_no_idle_cycle_no_constant():
    """With as many multipliers as products fill, nothing moves; with one more, something does."""
    design = build_array(load_robot("machado_2r"), initiation_interval=2)
    bare = state_of(
        Request(load_robot("machado_2r"), computation_named("newton-euler"), initiation_interval=2),
        "formatted",
    ).operations.operations
    outputs = [port.operation for port in design.outputs]
    stages = {o.stage for o in bare}

    def moved(count):
        limits = {(stage, UnitKind.MULTIPLIER): count for stage in stages}
        found = with_constants_in_spare_slots(
            bare, outputs, Sharing(2, ARRAY_SHARES), limits, Target(), 18
        )
        return sum(o.operator is Operator.SCALE and o.unit is not None for o in found)

    assert moved(0) == 0
    assert moved(30) > 0


def test_a_ring_and_a_full_rate_array_are_left_as_they_are():
    robot = load_robot("machado_2r")
    for design in (build_ring(robot), build_array(robot)):
        operations = design.operations
        outputs = [port.operation for port in design.outputs]
        shares = ARRAY_SHARES if design.initiation_interval == 1 else frozenset(Operator)
        sharing = Sharing(design.initiation_interval, shares)
        found = with_constants_in_spare_slots(operations, outputs, sharing, {}, Target(), 18)
        assert found == operations
