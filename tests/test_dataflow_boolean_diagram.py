import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataflow.boolean import orders
from dataflow.boolean.diagram import diagram
from dataflow.boolean.forms import Form, in_form, small_diagram
from dataflow.boolean.hybrid import build_hybrid
from dataflow.boolean.orders import best_order, starts
from dataflow.boolean.rules import Rules
from golden.load import load_robot


@st.composite
def functions(draw, most_inputs=6, highest=1):
    inputs = draw(st.integers(1, most_inputs))
    outputs = draw(st.integers(1, 3))
    row = st.lists(st.integers(0, highest), min_size=2**inputs, max_size=2**inputs)
    return np.array(draw(st.lists(row, min_size=outputs, max_size=outputs)), dtype=np.int64)


def inputs_of(values):
    return values.shape[1].bit_length() - 1


@given(functions(), st.randoms(use_true_random=False))
@settings(max_examples=80)
def test_an_order_never_changes_the_function(values, random):
    order = list(range(inputs_of(values)))
    random.shuffle(order)
    found = diagram(values, order)
    every = np.arange(values.shape[1])
    assert np.array_equal(found.walked(every), values)


@given(functions(highest=9))
@settings(max_examples=40)
def test_leaves_may_be_any_numbers(values):
    found = diagram(values, range(inputs_of(values)))
    assert np.array_equal(found.walked(np.arange(values.shape[1])), values)


@given(functions())
@settings(max_examples=60)
def test_diagrams_are_reduced_and_ordered(values):
    found = diagram(values, range(inputs_of(values)))
    rows = list(zip(found.bit.tolist(), found.low.tolist(), found.high.tolist(), strict=True))
    assert len(set(rows)) == len(rows)
    ends = len(found.leaves)
    for place, (bit, low, high) in enumerate(rows):
        assert low != high
        for target in (low, high):
            assert target < ends + place
            if target >= ends:
                below = found.order.index(rows[target - ends][0])
                assert below > found.order.index(bit)
    used = {t for row in rows for t in row[1:]} | set(found.roots.tolist())
    assert used >= set(range(ends, ends + len(rows)))


def test_a_parity_and_a_multiplexer_have_the_nodes_of_the_textbook():
    every = np.arange(64)
    parity = (np.bitwise_count(every) & 1)[np.newaxis]
    assert diagram(parity, range(6)).nodes == 11
    # Bits 5 and 4 choose one of bits 3 to 0.
    chosen = (every >> (every >> 4) & 1)[np.newaxis]
    assert diagram(chosen, [5, 4, 3, 2, 1, 0]).nodes == 7
    assert diagram(chosen, [0, 1, 2, 3, 4, 5]).nodes > 20
    assert diagram(chosen, best_order(chosen, [6])).nodes == 7


@given(functions(most_inputs=4))
@settings(max_examples=25)
def test_the_best_order_of_few_inputs_is_the_best_of_all(values):
    inputs = inputs_of(values)
    every = itertools.permutations(range(inputs))
    fewest = min(diagram(values, order).nodes for order in every)
    assert diagram(values, best_order(values, [inputs])).nodes == fewest


def test_sifting_finds_what_a_plain_start_does_not(monkeypatch):
    """The comparison of two words: linear in turns, exponential one word after the other."""
    monkeypatch.setattr(orders, "MOST_EXACT", 0)
    monkeypatch.setattr(orders, "starts", lambda widths: [tuple(range(sum(widths) - 1, -1, -1))])
    every = np.arange(1 << 10)
    equal = (every >> 5 == (every & 31)).astype(np.int64)[np.newaxis]
    start = diagram(equal, range(9, -1, -1)).nodes
    found = diagram(equal, best_order(equal, [5, 5]))
    assert start > 60
    assert found.nodes == 15
    assert np.array_equal(found.walked(every), equal)


def test_plain_orders_hold_every_bit_once():
    for order in starts([3, 1, 2]):
        assert sorted(order) == list(range(6))
    assert starts([2, 2])[:2] == [(3, 2, 1, 0), (3, 1, 2, 0)]


def papers_tables():
    return {t.name: t for t in build_hybrid(load_robot("machado_2r"), Rules(actuators=True)).tables}


@pytest.mark.parametrize(
    ("name", "nodes"), [("T12", 598), ("T13", 120), ("T15", 229), ("T23", 113), ("T24", 395)]
)
def test_terms_of_the_paper_need_no_more_nodes_than_in_the_trial(name, nodes):
    assert small_diagram(papers_tables()[name]).nodes <= nodes


def test_words_in_turn_are_a_good_start_for_a_sum_of_angles():
    table = papers_tables()["T16"]
    bits = table.bits.astype(np.int64)
    assert [diagram(bits, order).nodes for order in starts(table.widths)[:2]] == [9346, 1045]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "nodes"), [("T11", 4332), ("T14", 3954), ("T16", 1045)])
def test_wide_terms_of_the_paper(name, nodes):
    assert small_diagram(papers_tables()[name]).nodes <= nodes


def test_equal_tables_are_made_once():
    tables = [t for t in papers_tables().values() if t.sized.input_bits <= 11]
    made = in_form(tables, Form.DIAGRAM)
    assert len(made) == len(tables) - 1
    for table in tables:
        assert np.array_equal(made[table.digest].patterns, table.patterns)


def test_a_diagram_that_is_wrong_is_told():
    found = diagram(np.array([[0, 1, 1, 1]]), [1, 0])
    with pytest.raises(ValueError, match="differs from its table at pattern 3"):
        found.check(np.array([0, 1, 1, 0]))
