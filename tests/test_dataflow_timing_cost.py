import pytest

from dataflow.numbers.formats import signed_digits
from dataflow.operators import Operator
from dataflow.timing.cost import cost, delay_bits
from golden.load import robot_names
from tests.designs import made

KEYS = [(n, a, k) for n in robot_names() for a in ("newton-euler", "lagrangian") for k in (1, 3)]


@pytest.mark.parametrize("key", KEYS)
def test_operations_are_counted_by_kind(key):
    design = made(*key)
    count = cost(design)
    kinds = [o.operator for o in design.operations]
    assert count.multiply == kinds.count(Operator.MULTIPLY)
    assert count.scale == kinds.count(Operator.SCALE)
    simple = (Operator.ADD, Operator.SUBTRACT, Operator.NEGATE, Operator.ANGLE_SUM)
    threes = sum(map(kinds.count, (Operator.SUM_3, Operator.SUM_2_1, Operator.SUM_1_2)))
    assert count.add == sum(map(kinds.count, simple)) + 2 * threes
    others = sum(
        map(kinds.count, (Operator.PORT, Operator.CONSTANT, Operator.SINE, Operator.COSINE))
    )
    assert count.multiply + count.scale + count.add - threes + others == len(kinds)


@pytest.mark.parametrize("key", KEYS)
def test_units_are_counted_by_stage(key):
    design = made(*key)
    count, units = cost(design), 0
    for stage in design.stages:
        products = sum(o.operator is Operator.MULTIPLY for o in stage.operations)
        units += -(-products // design.initiation_interval)
    assert count.multipliers == units
    again = {index for tree in design.trees for index in tree[1:]}
    scales = [o for o in design.operations if o.operator is Operator.SCALE]
    shifts = [o.constant for o in scales if o.unit is None and o.index not in again]
    graphs = [each.graph for each in design.multiples]
    graphs += [design.adders_in_turns(tree) for tree in design.trees]
    assert count.adders == count.add + sum(len(graph.sums) for graph in graphs)
    assert count.adders < count.add + sum(len(signed_digits(c)) - 1 for c in shifts)


@pytest.mark.parametrize("key", KEYS)
def test_each_constant_has_its_adders_once(key):
    design = made(*key)
    places = [i for each in design.multiples for i in each.operations]
    places += [i for tree in design.trees for i in tree]
    scales = [o for o in design.operations if o.operator is Operator.SCALE]
    sums = [o.index for o in scales if o.unit is None and len(signed_digits(o.constant)) > 1]
    assert sorted(places) == sums
    for each in design.multiples:
        group = [design.operations[i] for i in each.operations]
        assert len({(o.stage, o.operands, o.start) for o in group}) == 1


@pytest.mark.parametrize("key", KEYS)
def test_each_angle_has_one_unit_for_sine_and_cosine(key):
    design = made(*key)
    turning = [o for o in design.operations if o.operator in (Operator.SINE, Operator.COSINE)]
    readings = {(o.operands[0], o.start) for o in turning}
    assert len(readings) == len({o.operands for o in turning})
    assert cost(design).trigonometric_units == len(readings)


def test_a_ring_counts_shared_units_once():
    design = made("puma560", "newton-euler", 12, "ring")
    count = cost(design)
    products = [
        o
        for o in design.operations
        if o.operator is Operator.MULTIPLY
        or (o.operator is Operator.SCALE and len(signed_digits(o.constant)) > 1)
    ]
    assert count.multipliers == -(-len(products) // 12)
    assert count.adders == -(-count.add // 12)
    assert count.trigonometric_units == 1


@pytest.mark.parametrize("key", KEYS)
def test_bits_that_wait_are_counted_cycle_by_cycle(key):
    """In every cycle and stage, the values that are there and still to be read there."""
    design = made(*key)
    operations, total = design.operations, 0
    readers = {}
    for o in operations:
        for x in o.operands:
            if operations[x].operator is not Operator.CONSTANT:
                readers.setdefault((x, o.stage), []).append(o.start)
    for port in design.outputs:
        readers.setdefault((port.operation, "end"), []).append(design.depth)
    for cycle in range(design.depth):
        for (x, _), starts in readers.items():
            if operations[x].ready <= cycle and any(start > cycle for start in starts):
                total += operations[x].format.width
    assert delay_bits(design) == cost(design).delay_bits == total


@pytest.mark.parametrize(
    ("algorithm", "multiply", "scale", "add", "shared"),
    [("newton-euler", 100, 79, 140, 39), ("lagrangian", 378, 143, 339, 130)],
)
def test_puma_in_numbers(algorithm, multiply, scale, add, shared):
    """So that a change is seen. CasADi's Newton-Euler: 313 products of any kind, 240 additions."""
    count = cost(made("puma560", algorithm, 1))
    assert (count.multiply, count.scale, count.add) == (multiply, scale, add)
    assert count.multipliers == multiply
    assert cost(made("puma560", algorithm, 3)).multipliers == shared
