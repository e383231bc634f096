from itertools import pairwise

import pytest

from dataflow.build import build_array, build_ring
from dataflow.operators import Operator
from dataflow.timing.longest_path import longest_path
from golden.load import load_robot, robot_names


@pytest.mark.parametrize("name", robot_names())
def test_the_path_takes_the_whole_latency_without_a_pause(name):
    design = build_array(load_robot(name))
    path = longest_path(design)
    assert path[0].start == 0
    assert path[-1].index in {port.operation for port in design.outputs}
    for before, after in pairwise(path):
        assert before.index in after.operands
        assert before.ready == after.start
    assert sum(each.ready - each.start for each in path) == design.depth == path[-1].ready


def test_a_rings_path_may_wait_for_units():
    design = build_ring(load_robot("machado_2r"))
    path = longest_path(design)
    for before, after in pairwise(path):
        assert before.index in after.operands
        assert before.ready <= after.start
    assert sum(each.ready - each.start for each in path) <= design.depth


def test_pumas_begins_with_the_sum_of_two_angles_or_a_sine():
    """As the facts say of the array at 44 cycles: angle sum, sine, then forward and back."""
    path = longest_path(build_array(load_robot("puma560")))
    kinds = [each.operator for each in path]
    assert set(kinds[:2]) & {Operator.SINE, Operator.COSINE}
    stages = [each.stage for each in path]
    assert stages[-1].startswith("backward")
