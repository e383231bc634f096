"""Parts of arrays against the sets of elements they are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from common.place import Place
from occam import typed
from occam.language.types import Primitive
from occam.layout import regions
from occam.layout.regions import Region
from occam.layout.spans import UNKNOWN, Span, bounds

PLACE = Place("test.occ", 1, 1)
COUNT = 5
INDEX = typed.Index("i", PLACE, Primitive.INT, (0, COUNT - 1))
VARIABLE = typed.Declared("x", PLACE, Primitive.INT)
SYMBOLS = [None, INDEX, VARIABLE]


@st.composite
def spans(draw, symbols):
    symbol = draw(st.sampled_from(symbols))
    low = draw(st.integers(-6, 6))
    factor = draw(st.sampled_from([-3, -2, -1, 1, 2, 3])) if symbol else 0
    return Span(low, low + draw(st.integers(0, 4)), symbol, factor)


@st.composite
def tabulated(draw):
    low = draw(st.integers(-2, 2))
    values = draw(st.tuples(*[st.integers(0, 9)] * COUNT))
    return Span(low, low + draw(st.integers(0, 3)), INDEX, 0, values)


def region(symbols):
    return st.lists(spans(symbols), min_size=1, max_size=2).map(lambda found: Region(tuple(found)))


def elements(part, values):
    """Return for each dimension the subscripts of a part, for values of its symbols."""
    return [
        {_start(span, values) + offset for offset in range(span.low, span.high + 1)}
        for span in part.spans
    ]


def _start(span, values):
    value = values.get(span.symbol, 0)
    return span.values[value] if span.values else span.factor * value


def meet(one, other):
    return all(a & b for a, b in zip(one, other, strict=False))


@given(region(SYMBOLS), region(SYMBOLS))
def test_parts_that_meet_for_some_index_may_overlap(one, other):
    for i in range(COUNT):
        for x in range(-10, 10):
            values = {INDEX: i, VARIABLE: x}
            if meet(elements(one, values), elements(other, values)):
                assert regions.overlap(one, other)


@given(region([None]), region([None]))
def test_constant_parts_overlap_exactly_if_they_meet(one, other):
    expected = meet(elements(one, {}), elements(other, {}))
    assert regions.overlap(one, other) is expected
    assert regions.surely_overlap(one, other) is expected


@given(region(SYMBOLS), region(SYMBOLS))
def test_what_surely_overlaps_meets_for_all_indices(one, other):
    if regions.surely_overlap(one, other):
        for i in range(COUNT):
            values = {INDEX: i, VARIABLE: i - 7}
            assert meet(elements(one, values), elements(other, values))


@given(region([INDEX, None]), region([INDEX, None]))
def test_replicated_parts_that_meet_for_different_indices_overlap(one, other):
    met = any(
        meet(elements(one, {INDEX: i}), elements(other, {INDEX: j}))
        for i in range(COUNT)
        for j in range(COUNT)
        if i != j
    )
    if met:
        assert regions.overlap_replicated(one, other, INDEX, COUNT)


@given(spans([INDEX]), st.integers(-6, 6), st.integers(0, 4))
def test_parts_of_one_stride_are_told_apart_exactly(span, low, length):
    one = Region((span,))
    other = Region((Span(low, low + length, INDEX, span.factor),))
    met = any(
        meet(elements(one, {INDEX: i}), elements(other, {INDEX: j}))
        for i in range(COUNT)
        for j in range(COUNT)
        if i != j
    )
    assert regions.overlap_replicated(one, other, INDEX, COUNT) is met


@given(tabulated(), tabulated() | spans([INDEX, None]))
def test_parts_at_any_function_of_the_index_are_told_apart_exactly(span, other):
    one, two = Region((span,)), Region((other,))
    met = any(
        meet(elements(one, {INDEX: i}), elements(two, {INDEX: j}))
        for i in range(COUNT)
        for j in range(COUNT)
        if i != j
    )
    assert regions.overlap_replicated(one, two, INDEX, COUNT) is met


@given(tabulated(), tabulated() | spans(SYMBOLS))
def test_parts_at_any_function_of_the_index_that_meet_may_overlap(span, other):
    one, two = Region((span,)), Region((other,))
    for i in range(COUNT):
        for x in range(-10, 10):
            values = {INDEX: i, VARIABLE: x}
            met = meet(elements(one, values), elements(two, values))
            assert regions.overlap(one, two) or not met
            assert met or not regions.surely_overlap(one, two)


@given(spans(SYMBOLS), st.integers(0, 3), st.integers(0, 3))
def test_a_part_of_a_slice_is_counted_from_its_start(slice_, low, length):
    inner = Span(low, low + length)
    found = regions.compose(Region((slice_,), True), Region((inner,), True))
    (span,) = found.spans
    assert (span.low, span.high) == (slice_.low + low, slice_.low + low + length)
    assert (span.symbol, span.factor) == (slice_.symbol, slice_.factor)
    assert found.sliced


def test_a_part_of_unknown_length_ends_with_its_slice():
    rest = Region((Span(1, None),), True)
    assert regions.compose(Region((Span(4, 7),), True), rest).spans == (Span(5, 7),)
    assert regions.compose(Region((Span(4, 7, VARIABLE, 2),), True), rest).spans == (
        Span(5, 7, VARIABLE, 2),
    )
    moved = Region((Span(0, None, VARIABLE, 1),), True)
    assert regions.compose(Region((Span(4, 7),), True), moved).spans == (
        Span(4, None, VARIABLE, 1),
    )


def test_a_part_at_an_unknown_place_may_be_all_of_its_slice():
    outer = Region((Span(4, 7),), True)
    inner = Region((UNKNOWN,))
    assert regions.compose(outer, inner) == Region((Span(4, 7),))


@given(spans(SYMBOLS) | tabulated())
def test_bounds_hold_every_element(span):
    found = bounds(span)
    for i in range(COUNT):
        (subscripts,) = elements(Region((span,)), {INDEX: i, VARIABLE: i})
        for subscript in subscripts:
            assert found.low is None or found.low <= subscript
            assert found.high is None or subscript <= found.high


def test_without_its_symbol_a_part_is_where_it_can_lie():
    part = Region((Span(1, 2, INDEX, 3), Span(0, 0, VARIABLE, 1)))
    assert regions.forget(part, frozenset((INDEX,))).spans == (Span(1, 14), part.spans[1])
    assert regions.forget(part, frozenset((VARIABLE,))).spans == (part.spans[0], Span(None, None))
