import dataclasses

import pytest

from dataflow.design import divided_into_stages
from dataflow.numbers.formats import Format, Rounding
from dataflow.operation import Operation
from dataflow.operators import Operator
from golden.load import robot_names
from tests.designs import made

KEYS = [(n, a, k) for n in robot_names() for a in ("newton-euler", "lagrangian") for k in (1, 4)]


@pytest.mark.parametrize("key", KEYS)
def test_every_operation_but_ports_is_in_the_stage_it_names(key):
    design = made(*key)
    members = [o for stage in design.stages for o in stage.operations]
    assert sorted(o.index for o in members) == [
        o.index for o in design.operations if o.operator is not Operator.PORT
    ]
    for stage in design.stages:
        assert {o.stage for o in stage.operations} == {stage.name}
        indices = [o.index for o in stage.operations]
        assert indices == sorted(indices)
        assert all(design.operations[o.index] is o for o in stage.operations)
        assert {design.stage_of[i] for i in indices} == {stage.name}
    assert not {p.operation for p in design.inputs} & set(design.stage_of)


@pytest.mark.parametrize("key", KEYS)
def test_what_a_stage_reads_another_gives(key):
    design = made(*key)
    ports = {p.operation for p in design.inputs}
    torques = {p.operation for p in design.outputs}
    given_out = {i for stage in design.stages for i in stage.outputs}
    read = {i for stage in design.stages for i in stage.inputs}
    assert read <= given_out | ports
    assert given_out == (read - ports) | torques
    for stage in design.stages:
        own = {o.index for o in stage.operations}
        operands = {x for o in stage.operations for x in o.operands}
        assert set(stage.inputs) == operands - own
        assert set(stage.outputs) <= own
        assert len(stage.inputs) == len(set(stage.inputs))


@pytest.mark.parametrize("key", KEYS)
def test_stages_go_to_the_tip_and_back(key):
    design = made(*key)
    n = len(design.outputs)
    out, back = [f"forward_{i + 1}" for i in range(n)], [f"backward_{n - i}" for i in range(n)]
    assert sorted(stage.name for stage in design.stages) == sorted(out + back)
    order = {name: place for place, name in enumerate(out + back)}
    for stage in design.stages:
        sources = {design.stage_of[i] for i in stage.inputs if i in design.stage_of}
        assert all(order[source] < order[stage.name] for source in sources)


def longest_stream(depth, interval, credits, beats, sets=200):
    """Cycles from the first set taken to the last, by the contract's account of credit."""
    credit, taken, cycle = credits, [], 0
    while len(taken) < sets:
        # Taken in cycle c, delivered in c + depth + beats, credit is back from the next cycle on.
        back = sum(1 for c in taken if c + depth + beats < cycle)
        if credit - len(taken) + back > 0 and cycle % interval == 0:
            taken.append(cycle)
        cycle += 1
    return taken[-1] - taken[0]


@pytest.mark.parametrize("depth", [1, 2, 9, 10, 11])
@pytest.mark.parametrize(
    ("interval", "beats"), [(1, 1), (2, 1), (2, 2), (3, 1), (3, 3), (4, 1), (4, 3)]
)
def test_the_queue_is_just_deep_enough_to_keep_the_pipeline_full(depth, interval, beats):
    design = made("machado_2r", "newton-euler", 1)
    operations = list(design.operations)
    for port in design.outputs:
        o = operations[port.operation]
        operations[port.operation] = dataclasses.replace(o, ready=depth, start=depth)
    design = dataclasses.replace(
        design, operations=tuple(operations), initiation_interval=interval, beats=beats
    )
    assert (design.depth, design.latency) == (depth, depth + 1)
    full = longest_stream(depth, interval, design.queue_depth, beats)
    assert full == 199 * interval
    if design.queue_depth > 1:
        assert longest_stream(depth, interval, design.queue_depth - 1, beats) > full


def operation(index, operator, operands, stage):
    return Operation(index, f"o{index}", stage, operator, operands, Format(4, 0), Rounding.EXACT)


def test_a_small_division():
    """A port is read by both stages, o2 crosses, o3 crosses and is a torque, o4 is read at home."""
    operations = (
        operation(0, Operator.PORT, (), ""),
        operation(1, Operator.CONSTANT, (), "a"),
        operation(2, Operator.ADD, (0, 1), "a"),
        operation(3, Operator.ADD, (2, 0), "b"),
        operation(4, Operator.ADD, (2, 3), "b"),
        operation(5, Operator.NEGATE, (4,), "b"),
        operation(6, Operator.ADD, (3, 0), "a"),
    )
    first, second = divided_into_stages(operations, (3, 5, 6))
    assert (first.name, first.inputs, first.outputs) == ("a", (0, 3), (2, 6))
    assert (second.name, second.inputs, second.outputs) == ("b", (0, 2), (3, 5))
    assert [o.index for o in first.operations] == [1, 2, 6]
    assert [o.index for o in second.operations] == [3, 4, 5]
