"""A plan has a node for every word that a block or an adder makes, and a link for every reader."""

from dataflow.build import build_array
from dataflow.operators import SINGLE, Operator
from golden.load import load_robot
from hdl.synth.plan import Plan

DESIGN = build_array(load_robot("puma560"), target=SINGLE)
PLAN = Plan(DESIGN)
TURNING = {Operator.SINE, Operator.COSINE}
PRODUCTS = [o for o in DESIGN.operations if o.operator is Operator.MULTIPLY]


def block_of(product):
    return PLAN.blocks[f"machine.{product.stage}.multiply_{product.name}.block"]


UNSHARED = [
    o
    for o in DESIGN.operations
    if o.operator not in TURNING | {Operator.PORT, Operator.CONSTANT, Operator.SCALE}
]
TABLES = {(o.stage, o.operands[0], o.start) for o in DESIGN.operations if o.operator in TURNING}
TURNED = sum(o.operator in TURNING for o in DESIGN.operations)
WAIT_ALONE = [
    (o.name, i)
    for o in PRODUCTS
    for ready in [{i: DESIGN.operations[i].ready for i in o.operands}]
    for i in ready
    if ready[i] < o.start == max(ready.values())
]
SUMS = [each for shared in DESIGN.multiples for each in shared.graph.sums]


def test_adders_that_constants_share_are_nodes_and_nothing_is_one_twice():
    words = len(DESIGN.inputs) + len(UNSHARED) + len(SUMS) + len(TABLES) + 2 * TURNED
    assert PLAN.nodes == words + len(WAIT_ALONE) + 1  # the queue
    assert any(len(each.operations) > 1 for each in DESIGN.multiples)


def test_all_that_is_read_has_a_link_whichever_stage_is_built_first():
    constants = {o.index for o in DESIGN.operations if o.operator is Operator.CONSTANT}
    read = [i for o in UNSHARED for i in set(o.operands) - constants]
    summands = sum(len({s.left.fundamental, s.right.fundamental}) for s in SUMS)
    turning = len(TABLES) + 2 * TURNED
    assert len(PLAN.links) == (
        len(read) + len(WAIT_ALONE) + summands + turning + len(DESIGN.outputs)
    )
    order = {stage.name: place for place, stage in enumerate(DESIGN.stages)}
    homes = [(o.stage, DESIGN.operations[i].stage) for o in DESIGN.operations for i in o.operands]
    assert any(order.get(there, -1) > order.get(here, 99) for here, there in homes)


def test_what_a_product_waits_with_alone_has_a_register_of_its_own_next_to_the_block():
    """Into a block of one cycle: 2.18 ns, behind a register's 0.31 or a block's 0.48.

    Operands that all wait do so in the block's registers, up to which nothing else counts; one that
    waits for the other does so in a register that stands where it likes.
    """
    registered, alone = 0, set()
    for product in PRODUCTS:
        sources = [DESIGN.operations[i] for i in dict.fromkeys(product.operands)]
        links = [link for link in PLAN.links if link.ends == block_of(product)]
        wait = [product.start > source.ready for source in sources]
        registered += all(wait)
        for source, waits, link in zip(sources, wait, links, strict=True):
            direct = source.operator is Operator.MULTIPLY and product.start == source.ready
            direct |= (
                all(wait)
                and source.operator is Operator.MULTIPLY
                and (product.start - 1 == source.ready)
            )
            expected = (0.48 if direct else 0.31) + (0.0 if all(wait) else 2.18)
            assert abs(link.together - 6 * 0.076 - expected) < 1e-9
            if waits and not all(wait):
                (into,) = (each for each in PLAN.links if each.ends == link.begins)
                assert 0.31 <= into.together - 6 * 0.076 + 1e-9 < 0.5
                alone.add(link.begins)
    assert len(alone) == len(WAIT_ALONE) > 9
    assert registered > 2 / 3 * len(PRODUCTS)
    assert {link.tile for link in PLAN.links} == {0.076}


def test_what_a_shared_unit_reads_goes_through_a_choice_into_the_units_one_block():
    design = build_array(load_robot("machado_2r"), initiation_interval=4, target=SINGLE)
    plan = Plan(design)
    products = [o for o in design.operations if o.unit is not None]
    assert {o.operator for o in products} == {Operator.MULTIPLY, Operator.SCALE}
    units = {(o.stage, o.unit) for o in products}
    turned = sum(o.operator in TURNING for o in design.operations)
    assert len(plan.blocks) == len(units) + turned < len(products) + turned
    for stage, unit in units:
        block = plan.blocks[f"machine.{stage}.multiplier_{unit}.block"]
        read = [
            i
            for o in products
            if (o.stage, o.unit) == (stage, unit)
            for i in dict.fromkeys(o.operands)
        ]
        into = [link.together - 6 * 0.076 - 2.18 - 0.7 for link in plan.links if link.ends == block]
        assert len(into) == len(read)
        assert all(min(abs(left - clock) for clock in (0.31, 0.48)) < 1e-9 for left in into)


def test_constants_that_share_adders_in_turns_are_one_trees_nodes():
    design = build_array(load_robot("puma560"), initiation_interval=4, target=SINGLE)
    assert design.trees
    plan, apart = Plan(design), {index for tree in design.trees for index in tree}
    sums = [each for shared in design.multiples for each in shared.graph.sums]
    sums += [each for tree in design.trees for each in design.adders_in_turns(tree).sums]
    assert not apart & {i for shared in design.multiples for i in shared.operations}
    unshared = [
        o
        for o in design.operations
        if o.unit is None and o.operator not in {Operator.PORT, Operator.CONSTANT, Operator.SCALE}
    ]
    units = {(o.stage, o.unit) for o in design.operations if o.unit is not None}
    turning = [o for o in design.operations if o.operator in TURNING]
    tables = {(o.stage, o.operands[0], o.start) for o in turning}
    unshared = [o for o in unshared if o not in turning]
    words = len(design.inputs) + len(unshared) + len(sums) + len(units)
    assert plan.nodes == words + len(tables) + 2 * len(turning) + 1  # the queue
