"""Where the length of an array in each of its dimensions is to be had."""

import pytest

from common.place import Place
from occam import typed
from occam.language.types import ArrayType, Primitive
from occam.layout.lengths import StoredLength, known_lengths, length, rank, strip

PLACE = Place("test.occ", 1, 1)
INT = Primitive.INT
OPEN = ArrayType(None, ArrayType(None, ArrayType(4, INT)))


def constant(value):
    return typed.Constant(PLACE, INT, value)


def variable(type_):
    return typed.Variable(PLACE, type_, typed.Parameter("a", PLACE, type_))


def test_known_lengths_are_numbers():
    a = variable(ArrayType(3, ArrayType(5, INT)))
    assert [length(a, dimension) for dimension in (0, 1)] == [3, 5]


def test_open_lengths_lie_beside_the_variable_in_order():
    a = variable(OPEN)
    assert length(a, 0) == StoredLength(a.symbol, 0)
    assert length(a, 1) == StoredLength(a.symbol, 1)
    assert length(a, 2) == 4


def test_an_element_has_the_lengths_behind_the_first():
    a = variable(OPEN)
    row = typed.Element(PLACE, OPEN.element, a, constant(1), False)
    assert length(row, 0) == StoredLength(a.symbol, 1)
    assert length(row, 1) == 4


def test_a_slice_is_as_long_as_its_count():
    a = variable(OPEN)
    n = variable(INT)
    part = typed.Slice(PLACE, OPEN, a, constant(0), n, False)
    assert length(part, 0) is n
    assert length(part, 1) == StoredLength(a.symbol, 1)
    fixed = typed.Slice(PLACE, OPEN, a, constant(0), constant(7), False)
    assert length(fixed, 0) == 7


def test_a_table_is_as_long_as_its_bytes():
    table = typed.ConstantTable(PLACE, ArrayType(None, ArrayType(2, INT)), bytes(24))
    assert (length(table, 0), length(table, 1)) == (3, 2)


def test_what_is_no_array_has_no_length():
    with pytest.raises(TypeError, match="no length in dimension 0"):
        length(typed.Unary(PLACE, ArrayType(None, INT), "-", constant(1)), 0)
    with pytest.raises(TypeError, match="INT is no array"):
        strip(INT, 1)


def test_dimensions_are_taken_off_from_outside():
    assert rank(OPEN) == 3
    assert strip(OPEN, 2) == ArrayType(4, INT)


def test_of_two_types_that_fit_each_may_know_a_length():
    one = ArrayType(None, ArrayType(4, INT))
    other = ArrayType(3, ArrayType(None, INT))
    assert known_lengths(one, other) == ArrayType(3, ArrayType(4, INT))
    assert known_lengths(INT, INT) is INT
