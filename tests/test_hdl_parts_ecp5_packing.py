"""Which wires of a choice share a table of four inputs."""

from amaranth.hdl import Signal, signed
from hypothesis import given
from hypothesis import strategies as st

from hdl.parts.choice import Arm, Filling
from hdl.parts.ecp5_packing import groups_of, leaves_of

PHASES = 12
REGISTERS = st.lists(
    st.tuples(
        st.integers(2, 9), st.integers(0, PHASES - 1), st.integers(0, PHASES - 1), st.booleans()
    ),
    min_size=1,
    max_size=PHASES,
    unique_by=lambda row: row[1],
)
"""Bits, the phase of the reading, how long the value waits, and whether it is a register at all."""


def arms_of(rows):
    return [
        Arm(
            Signal(signed(bits)),
            (phase,),
            filling=Filling(frozenset((phase - k) % PHASES for k in range(wait + 1)))
            if waits
            else None,
        )
        for bits, phase, wait, waits in rows
    ]


def inputs_of(leaf, inverted):
    """A table's inputs: wires, one more for the choice of a side, one if some phases invert."""
    turns = [{phase in inverted for arm in side for phase in arm.phases} for side in leaf.sides]
    return sum(map(len, leaf.sides)) + (len(leaf.sides) == 2) + any(len(t) == 2 for t in turns)


@given(REGISTERS, st.sets(st.integers(0, PHASES - 1)))
def test_every_table_can_give_each_of_its_arms(rows, inverted):
    arms = arms_of(rows)
    leaves = leaves_of(arms, {}, frozenset(inverted))
    assert sorted(id(arm) for leaf in leaves for arm in leaf.arms) == sorted(map(id, arms))
    for leaf in leaves:
        assert 1 <= len(leaf.sides) <= 2
        assert inputs_of(leaf, inverted) <= 4
        for side in leaf.sides:
            for read in side:
                for other in side:
                    assert other is read or other.filling is not None
                    assert other is read or not other.filling.phases & set(read.phases)


@given(REGISTERS, st.integers(0, 40))
def test_tables_take_two_arms_at_least_and_sixteen_constants(rows, constants):
    arms = arms_of(rows)
    fixed = {PHASES + k: k for k in range(constants)}
    leaves = leaves_of(arms, fixed, frozenset())
    assert len(leaves) <= -(-len(arms) // 2) + -(-constants // 16)
    assert sum(map(len, groups_of(leaves, frozenset()))) == len(leaves)
    told = [leaf.constants for leaf in leaves if leaf.constants]
    assert {phase: value for each in told for phase, value in each.items()} == fixed


def test_registers_that_wait_by_turns_share_a_table():
    """Four by OR alone; a wire that is never zero takes a side, and two registers the other."""
    by_turns = [(9, 1, 0, True), (9, 4, 2, True), (9, 7, 2, True), (9, 10, 2, True)]
    (leaf,) = leaves_of(arms_of(by_turns), {}, frozenset())
    assert len(leaf.sides) == 1
    (leaf,) = leaves_of(arms_of([*by_turns[:2], (9, 0, 0, False)]), {}, frozenset())
    assert len(leaf.sides) == 2
    # What inverts in some phases takes an input.
    assert len(leaves_of(arms_of(by_turns), {}, frozenset({1, 4}))) == 2
    longer = [*by_turns[:3], (9, 10, 3, True)]  # is there still while the third is read
    assert len(leaves_of(arms_of(longer), {}, frozenset())) == 2


def test_a_register_is_cleared_between_its_last_reading_and_another_ones():
    """Of twelve phases it is full in 10, 11, 0 and in 4; others are read in 2, 3 and 8."""
    full = Filling(frozenset({10, 11, 0, 4}), {2, 3, 8})
    assert list(full.windows(12)) == [[0, 1], [4, 5, 6, 7]]
    assert list(Filling(frozenset({10, 11, 0, 4})).windows(12)) == []
    assert list(Filling(frozenset({5}), {6}).windows(12)) == [[5]]
