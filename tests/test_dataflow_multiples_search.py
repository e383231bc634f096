"""Adder graphs: exact, no more adders than trees over signed digits, none later, what is known."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dataflow.multiples.adder_graph import Sum, Term, digit_tree, graph_of
from dataflow.multiples.search import multiples

CONSTANTS = st.integers(0, 2**26 - 1).map(lambda k: 2 * k + 1) | st.integers(0, 200).map(
    lambda k: 2 * k + 1
)


def digits(constant):
    """The digits of a constant's signed form that are not zero, counted by another way."""
    return ((3 * constant) ^ constant).bit_count()


def values(graph, operand):
    """What each sum holds, from what it reads: by its fundamental, with its level."""
    held = {1: (operand, 0)}
    for each in graph.sums:
        total = 0
        for term in (each.left, each.right):
            value, level = held[term.fundamental]
            assert level < each.level
            total += term.sign * value * 2**term.place
        assert max(each.left.sign, each.right.sign) == 1
        assert each.fundamental not in held
        held[each.fundamental] = total, each.level
    return held


def check(constants, width):
    graph = multiples(frozenset(constants), width)
    lowest = -(2 ** (width - 1))
    held = values(graph, lowest)
    for constant in constants:
        assert held[constant] == (lowest * constant, (digits(constant) - 1).bit_length())
    apart = sum(digits(constant) - 1 for constant in constants)
    assert graph.adders <= apart
    if graph.adders == apart:
        trees = [graph_of(digit_tree(c), [c], width).bits(width) for c in constants]
        assert graph.bits(width) <= sum(trees)


@settings(max_examples=15)
@given(st.sets(CONSTANTS, min_size=1, max_size=4), st.integers(1, 28))
@example({1}, 18)
@example({2**27 - 1, 0x5555555}, 18)
@example({78669, 10643, 56597}, 22)
def test_every_multiple_is_exact_in_time_and_takes_no_more_adders(constants, width):
    check(constants, width)


@pytest.mark.slow
@settings(max_examples=200)
@given(st.sets(CONSTANTS, min_size=1, max_size=7), st.integers(1, 28))
def test_many_sets_of_constants(constants, width):
    check(constants, width)


@given(CONSTANTS)
def test_a_constants_own_tree_has_an_adder_less_than_digits(constant):
    graph = graph_of(digit_tree(constant), [constant], 18)
    assert values(graph, 1)[constant] == (constant, (digits(constant) - 1).bit_length())
    assert graph.adders <= digits(constant) - 1  # fewer where two of its sums are multiples


def test_what_can_be_said_without_a_search():
    assert multiples(frozenset({1}), 18).sums == ()
    assert multiples(frozenset({3, 5, 7}), 18).adders == 3
    assert multiples(frozenset({45}), 18).adders == 2  # 5 times 9; three by its digits
    assert multiples(frozenset({45, 5}), 18).adders == 2
    assert multiples(frozenset({105, 831}), 18).adders == 4  # 7 * 15; (13 * 64 - 1): 13 = 1 + 12


def test_what_waits_is_counted():
    graph = multiples(frozenset({37}), 8)
    assert graph.waits == {1: 1}
    # 5 times, of which two bits are the operand's, and 32 times more, where five pass as they are.
    assert graph.bits(8) == 2 * (8 + 3) - 2 + 2 * (8 + 6) - 5 + 8
    assert graph.sums[0].left == Term(1, 0, 1)


def test_the_low_bits_of_what_is_subtracted_do_not_pass():
    assert Sum(Term(1, 0, 1), Term(1, 5, 1), 1).bits(8) == 2 * (8 + 6) - 5
    assert Sum(Term(1, 5, 1), Term(1, 0, -1), 1).bits(8) == 2 * (8 + 5)
