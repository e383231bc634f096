"""Which parts of which variables overlap, whatever names they have."""

from common.place import Place
from occam import typed
from occam.language.types import ArrayType, Primitive
from occam.layout.areas import (
    Area,
    abbreviated,
    area_of,
    declared,
    may_overlap,
    spoils_itself,
    surely_overlap,
)
from occam.layout.places import has_address, is_aligned, is_memory, is_plain, root
from occam.layout.regions import Region
from occam.layout.spans import Span

PLACE = Place("test.occ", 1, 1)
INT = Primitive.INT
ROW = ArrayType(8, INT)


def variable(symbol):
    return typed.Variable(PLACE, symbol.type, symbol)


def declare(type_=ROW):
    return variable(typed.Declared("a", PLACE, type_))


def constant(value):
    return typed.Constant(PLACE, INT, value)


def element(base, index):
    return typed.Element(PLACE, base.type.element, base, index, False)


def part(base, start, count):
    type_ = ArrayType(count, base.type.element)
    return typed.Slice(PLACE, type_, base, constant(start), constant(count), False)


def abbreviation(expression, *, value=False, retypes=False):
    return typed.Abbreviated("b", PLACE, expression.type, value, retypes, expression)


def test_an_area_is_a_part_of_what_was_declared():
    a = declare()
    found = area_of(element(part(a, 2, 4), constant(1)))
    assert found == Area(a.symbol, Region((Span(3, 3),)))
    assert area_of(constant(1)) is None


def test_a_part_of_an_abbreviation_is_a_part_of_what_it_names():
    a = declare()
    symbol = abbreviation(part(a, 2, 4))
    region = Region((Span(1, 1),))
    assert abbreviated(symbol, region) == Area(a.symbol, Region((Span(3, 3),)))


def test_a_part_of_a_retyping_may_be_any_part():
    a = declare()
    symbol = abbreviation(part(a, 2, 4), retypes=True)
    region = Region((Span(1, 1),))
    assert abbreviated(symbol, region) == Area(a.symbol, Region((Span(2, 5),), True))


def test_abbreviations_are_followed_to_what_was_declared():
    a = declare()
    outer = abbreviation(part(a, 2, 6))
    inner = abbreviation(part(variable(outer), 1, 2))
    whole = Area(inner, Region())
    assert declared(whole) == Area(a.symbol, Region((Span(3, 4),), True))
    assert declared(Area(abbreviation(a, value=True), Region())) is None


def test_overlap_is_of_one_variable_only():
    a, b = declare(), declare()
    i = declare(INT)
    first, second = area_of(part(a, 0, 4)), area_of(part(a, 3, 2))
    assert may_overlap(first, second)
    assert surely_overlap(first, second)
    assert not may_overlap(first, area_of(part(a, 4, 4)))
    assert not may_overlap(first, area_of(part(b, 0, 4)))
    assert not surely_overlap(first, area_of(part(b, 0, 4)))
    unknown = area_of(element(a, i))
    assert may_overlap(first, unknown)
    assert not surely_overlap(first, unknown)


def test_a_copy_spoils_itself_between_parts_of_one_variable():
    a, b = declare(), declare()
    assert spoils_itself(part(a, 0, 4), part(a, 1, 4))
    assert spoils_itself(part(a, 0, 8), a)
    assert not spoils_itself(part(a, 0, 4), part(b, 1, 4))
    table = declare(ArrayType(2, ROW))
    assert not spoils_itself(element(table, constant(0)), element(table, constant(1)))
    assert not spoils_itself(part(a, 0, 1), typed.Table(PLACE, ArrayType(1, INT), (constant(1),)))


def test_what_stands_for_a_place_in_memory():
    a = declare()
    string = typed.ConstantTable(PLACE, ArrayType(2, Primitive.BYTE), b"ab")
    table = typed.Table(PLACE, ArrayType(1, INT), (declare(INT),))
    assert root(element(part(a, 0, 4), constant(1))) is a
    assert is_memory(element(a, constant(0)))
    assert is_memory(string)
    assert not is_memory(element(table, constant(0)))
    assert has_address(element(table, constant(0)))
    assert not has_address(table)
    assert is_plain(constant(1))
    assert not is_plain(table)
    assert is_aligned(part(a, 1, 2))
    assert not is_aligned(string)
    assert not is_aligned(table)
