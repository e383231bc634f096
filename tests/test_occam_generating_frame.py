import pytest

from emulator.transputer.isa import instruction_set as isa
from occam.generating.compile import KNOT
from occam.generating.frame.workspace import LINKAGE_WORDS, WAITING_WORDS, Frame
from occam.generating.generator import Generator
from occam.program import Checks


def words(generator: Generator) -> list[bytes]:
    return [piece for _, _, piece in generator.code.assemble().items]


def test_scalars_lie_below_arrays_whatever_comes_first():
    frame = Frame("f")
    array, scalar = frame.allocate(9), frame.allocate(1)
    frame.reserve(2)
    assert (scalar.offset(), array.offset(), frame.size()) == (2, 3, 12)


def test_what_a_scope_gave_back_is_used_again():
    frame = Frame("f")
    with frame.scope():
        first = frame.allocate(2)
    with frame.scope():
        second = frame.allocate(1)
    after = frame.allocate(1)
    assert (first.offset(), second.offset(), after.offset()) == (0, 0, 0)
    assert frame.size() == 2


def test_arguments_lie_above_the_return_address():
    frame = Frame("f", linkage=LINKAGE_WORDS)
    frame.allocate(3)
    assert [frame.argument(n).offset() for n in range(5)] == [4, 5, 6, 7, 8]


def test_what_lies_below_is_the_deepest():
    frame, callee = Frame("f"), Frame("g", linkage=LINKAGE_WORDS)
    assert frame.below() == WAITING_WORDS
    frame.need_below(callee.depth_of_call)
    callee.allocate(10)
    assert frame.below() == LINKAGE_WORDS + 10 + WAITING_WORDS


def test_the_words_of_a_parallel_process_s_parent_are_in_reach():
    g = Generator("T800", Checks.HALT, KNOT)
    parent = Frame("parent")
    slot = parent.allocate(1)
    child = Frame("child", parent, distance=lambda: 20)
    grandchild = Frame("grandchild", child, distance=lambda: 7)
    with g.inside(grandchild):
        g.load_slot(slot)
        g.store_slot(slot)
        g.slot_address(slot)
    assert words(g) == [isa.encode(name, 27) for name in ("ldl", "stl", "ldlp")]


def test_a_link_leads_to_the_words_around_a_nested_procedure():
    g = Generator("T800", Checks.HALT, KNOT)
    outer = Frame("outer")
    outer.allocate(1)
    slot = outer.allocate(2)
    branch = Frame("branch", outer, distance=lambda: 10)
    inner = Frame("inner", branch)
    inner.allocate(1)
    inner.link = inner.allocate(1)
    innermost = Frame("innermost", inner)
    innermost.link = innermost.allocate(1)
    with g.inside(innermost):
        g.load_slot(slot, 1)
    expected = [isa.encode("ldl", 0), isa.encode("ldnl", 1), isa.encode("ldnl", 12)]
    assert words(g) == expected


def test_the_address_of_a_frame():
    g = Generator("T800", Checks.HALT, KNOT)
    outer = Frame("outer")
    inner = Frame("inner", outer, distance=lambda: 6)
    with g.inside(inner):
        g.frame_address(outer)
        g.frame_address(inner)
    assert words(g) == [isa.encode("ldlp", 6), isa.encode("ldlp", 0)]


def test_what_is_not_around_cannot_be_reached():
    g = Generator("T800", Checks.HALT, KNOT)
    with pytest.raises(LookupError, match="other is not around program"):
        g.load_slot(Frame("other").allocate(1))


@pytest.mark.parametrize(
    ("checks", "ranges", "errors"),
    [(Checks.HALT, True, True), (Checks.RANGE_OFF, False, True), (Checks.NONE, False, False)],
)
def test_what_each_mode_checks(checks, ranges, errors):
    g = Generator("T414", checks, KNOT)
    assert (g.range_checks, g.error_checks, g.has_fpu) == (ranges, errors, False)
