"""The chain that the last result waits for."""

import itertools

import pytest

from dataflow.build import build_ring
from dataflow.operators import Operator
from dataflow.timing.critical_path import critical_path
from golden.load import load_robot
from tests.designs import made


@pytest.mark.parametrize("name", ["machado_2r", "stanford", "puma560"])
@pytest.mark.parametrize(("topology", "interval"), [("array", 1), ("array", 8), ("ring", 12)])
def test_the_chain_hangs_together_and_adds_up(name, topology, interval):
    design = made(name, "newton-euler", interval, topology)
    steps = critical_path(design)
    first, last = steps[0].operation, steps[-1].operation
    assert all(design.operations[i].operator is Operator.PORT for i in first.operands)
    assert last.ready == design.depth
    assert last.index in {port.operation for port in design.outputs}
    for before, after in itertools.pairwise(steps):
        assert before.operation.index in after.operation.operands
        assert after.operation.start == before.operation.ready + after.waited
    assert all(step.waited >= 0 for step in steps)
    assert sum(step.cycles + step.waited for step in steps) == design.depth


def test_nobody_waits_where_nothing_is_shared():
    steps = critical_path(made("puma560", "newton-euler", 1))
    assert sum(step.waited for step in steps) == 0


def test_no_chain_is_longer():
    """Against every chain of a small design, walked one by one."""
    design = build_ring(load_robot("machado_2r"), initiation_interval=4)

    def longest(index):
        operation = design.operations[index]
        before = max((longest(i) for i in operation.operands), default=0)
        return before + operation.ready - operation.start

    ends = [
        port.operation
        for port in design.outputs
        if design.operations[port.operation].ready == design.depth
    ]
    found = sum(step.cycles for step in critical_path(design))
    assert found == max(longest(index) for index in ends)
