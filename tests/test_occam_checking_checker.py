"""What the checker makes of sources that are right."""

from __future__ import annotations

import textwrap

import pytest

from occam import typed
from occam.checking.checker import check
from occam.language.types import (
    AnyItem,
    ArrayType,
    ChannelType,
    Counted,
    Primitive,
    open_dimensions,
)
from occam.parsing.parser import parse_text

HEADER = """\
PROTOCOL MIXED CASE
  number; INT
  text; BYTE::[]BYTE
  stop
:
VAL INT n IS 4:
VAL [3]INT small IS [10, 20, 30]:
INT, INT FUNCTION divided (VAL INT a, b) IS a / b, a \\ b:
PROC main ()
  BOOL p:
  BYTE b:
  INT i, j:
  INT16 s:
  INT64 l:
  REAL32 x:
  REAL64 d:
  [10]INT v, w:
  [2][4]REAL32 m:
  [4]BYTE bytes:
  CHAN OF INT c:
  CHAN OF ANY any:
  CHAN OF MIXED mixed:
  TIMER clock:
"""


def process(body):
    """Return the checked process of a body."""
    main = check(parse_text(HEADER + textwrap.indent(body, "  ") + "\n:\n")).main
    return main.body.process


def symbols(body):
    """Return the symbols of a body, by name."""
    main = check(parse_text(HEADER + textwrap.indent(body, "  ") + "\n:\n")).main
    return {symbol.name: symbol for symbol in main.body.specifications}


def value(expression, target="i"):
    """Return the checked expression of an assignment."""
    return process(f"{target} := {expression}").values[0]


CONSTANTS = [
    ("n + 1", "i", 5),
    ("(n * n) - 1", "i", 15),
    ("small[1]", "i", 20),
    ("small[n - 2]", "i", 30),
    ("[small FROM 1 FOR 2][1]", "i", 30),
    ("[small FROM 1][0]", "i", 20),
    ("SIZE v", "i", 10),
    ("SIZE m[0]", "i", 4),
    ('SIZE "hello"', "i", 5),
    ("SIZE [v FROM i FOR 3]", "i", 3),
    ("MOSTPOS INT", "i", 2**31 - 1),
    ("MOSTNEG INT16", "s", -(2**15)),
    ("MOSTPOS INT64", "l", 2**63 - 1),
    ("(MOSTPOS INT) PLUS 1", "i", -(2**31)),
    ("1 << 31", "i", -(2**31)),
    ("(MOSTNEG INT) >> 31", "i", 1),
    ("(-7) / 2", "i", -3),
    ("(-7) \\ 2", "i", -1),
    ("INT 'a'", "i", 97),
    ("BYTE 65", "b", 65),
    ("INT64 n", "l", 4),
    ("INT TRUE", "i", 1),
    ("BOOL 0", "p", 0),
    ("INT ROUND 2.5(REAL32)", "i", 2),
    ("INT TRUNC 2.9(REAL64)", "i", 2),
    ("REAL32 ROUND 1", "x", 0x3F800000),
    ("REAL64 0.5(REAL32)", "d", 0x3FE0 << 48),
    ("0.1(REAL32) * 0.1(REAL32)", "x", 0x3C23D70B),
    ("(n = 4) AND (NOT FALSE)", "p", 1),
    ("'a' < 'b'", "p", 1),
    ('"hello"[1]', "b", 101),
]


@pytest.mark.parametrize(("expression", "target", "expected"), CONSTANTS)
def test_expressions_of_constants_are_constants(expression, target, expected):
    found = value(expression, target)
    assert isinstance(found, typed.Constant)
    assert found.value == expected


def test_tables_and_strings_are_bytes_as_they_lie_in_memory():
    assert value("[1, -2, n]", "[v FROM 0 FOR 3]").data.hex() == "01000000feffffff04000000"
    assert value('"abcd"', "bytes").data == b"abcd"
    inner = "1.0(REAL32), 2.0(REAL32), 0.0(REAL32), 0.0(REAL32)"
    nested = value(f"[[{inner}], [{inner}]]", "m")
    assert nested.type == ArrayType(2, ArrayType(4, Primitive.REAL32))
    assert nested.data.hex() == 2 * "0000803f000000400000000000000000"


def test_a_table_with_a_variable_is_no_constant():
    found = value("[1, i]", "[v FROM 0 FOR 2]")
    assert isinstance(found, typed.Table)
    assert [type(item) for item in found.items] == [typed.Constant, typed.Variable]


def test_names_of_constants_are_gone():
    found = process("VAL INT a IS n + 1:\nVAL b IS a:\ni := b")
    assert isinstance(found, typed.Assignment)
    assert found.values[0].value == 5


def test_a_constant_knows_where_it_is_used():
    found = process("i := n")
    assert found.values[0].place.line == HEADER.count("\n") + 1


def test_retyped_constants_are_constants():
    assert process("VAL INT a RETYPES 1.0(REAL32):\ni := a").values[0].value == 0x3F800000
    assert process("VAL []BYTE a RETYPES #04030201:\nb := a[2]").values[0].value == 3
    assert (
        process("VAL REAL32 a RETYPES [0(BYTE), 0(BYTE), #80(BYTE), #3F(BYTE)]:\nx := a")
        .values[0]
        .value
        == 0x3F800000
    )


def test_retyping_finds_the_open_length():
    symbol = symbols("[]INT16 a RETYPES v:\na[19] := s")["a"]
    assert symbol.retypes
    assert symbol.type == ArrayType(20, Primitive.INT16)


def test_a_retyping_of_unknown_size_keeps_its_length_open():
    found = symbols("[]BYTE a RETYPES [v FROM 0 FOR i]:\na[0] := b")
    assert found["a"].type == ArrayType(None, Primitive.BYTE)


def test_abbreviations():
    found = symbols("INT a IS v[i]:\nVAL x2 IS x * x:\n[]INT t IS [w FROM i FOR j]:\na := t[0]")
    a, x2, t = found["a"], found["x2"], found["t"]
    assert (a.value, a.type) == (False, Primitive.INT)
    assert (x2.value, x2.type) == (True, Primitive.REAL32)
    assert (t.value, t.type) == (False, ArrayType(None, Primitive.INT))
    assert isinstance(t.expression, typed.Slice)


def test_an_abbreviation_has_the_lengths_of_both():
    found = symbols("VAL []INT a IS v:\ni := a[0]")
    assert found["a"].type == ArrayType(10, Primitive.INT)


RANGES = [
    ("v[3] := 1", True),
    ("v[i] := 1", False),
    ("SEQ k = 0 FOR 10\n  v[k] := 1", True),
    ("SEQ k = 0 FOR 11\n  v[k] := 1", False),
    ("SEQ k = -1 FOR 3\n  v[k] := 1", False),
    ("SEQ k = 0 FOR i\n  v[k] := 1", False),
    ("SEQ k = i FOR 2\n  v[k] := 1", False),
    ("SEQ k = 0 FOR 5\n  v[k + 1] := 1", False),
    ("PAR k = 2 FOR 8\n  v[k] := 1", True),
]


@pytest.mark.parametrize(("body", "in_range"), RANGES)
def test_only_constants_and_indices_in_range_need_no_check(body, in_range):
    found = process(body)
    assignment = found.processes[0] if isinstance(found, typed.Sequence | typed.Parallel) else found
    assert assignment.targets[0].in_range is in_range


def test_open_arrays_are_always_checked():
    main = check(
        parse_text("PROC p ([]INT a)\n  a[0] := 1\n:\nPROC main ()\n  [3]INT v:\n  p (v)\n:\n")
    ).main
    target = main.body.process.procedure.body.targets[0]
    assert target.in_range is False
    assert open_dimensions(target.base.type) == 1


def test_slices():
    known = process("[v FROM 2 FOR 3] := [w FROM 7]")
    assert (known.targets[0].type.length, known.targets[0].in_range) == (3, True)
    assert (known.values[0].type.length, known.values[0].in_range) == (3, True)
    assert (known.values[0].start.value, known.values[0].count.value) == (7, 3)
    first = process("v := [w FOR 10]").values[0]
    assert (first.start.value, first.count.value, first.in_range) == (0, 10, True)
    late = process("[v FROM i FOR 3] := [w FROM i FOR j]")
    assert (late.targets[0].type.length, late.targets[0].in_range) == (3, False)
    assert (late.values[0].type.length, late.values[0].in_range) == (None, False)
    rest = process("v := [w FROM i]").values[0]
    assert isinstance(rest.count, typed.Binary)
    assert (rest.count.operator, rest.count.left.value) == ("-", 10)


def test_indices_know_their_range():
    assert process("SEQ k = 2 FOR n\n  i := k").replicator.index.range == (2, 5)
    assert process("SEQ k = 2 FOR j\n  i := k").replicator.index.range is None


def test_an_inner_name_hides_the_outer():
    found = process("SEQ\n  REAL32 i:\n  i := 0.0(REAL32)\n  i := 1")
    assert found.processes[0].process.targets[0].type is Primitive.REAL32
    assert found.processes[1].targets[0].type is Primitive.INT


def test_predefined_names_can_be_defined_anew():
    found = process("INT FUNCTION ABS (VAL INT a) IS a:\ni := ABS (j)")
    assert isinstance(found.values[0], typed.Call)
    assert isinstance(value("ABS (x)", "x"), typed.Builtin)


def test_functions_of_several_results():
    found = process("i, j := divided (j, i)")
    assert isinstance(found, typed.MultipleCall)
    assert found.function.types == (Primitive.INT, Primitive.INT)
    assert [result.operator for result in found.function.results] == ["/", "\\"]
    wide = process("i, j := LONGPROD (i, j, 0)")
    assert (type(wide), wide.name) == (typed.MultipleBuiltin, "LONGPROD")


def test_results_may_use_what_is_specified_before_valof():
    source = """\
INT FUNCTION total (VAL []INT v)
  INT sum:
  VALOF
    SEQ
      sum := 0
      SEQ i = 0 FOR SIZE v
        sum := sum + v[i]
    RESULT sum
:
PROC main ()
  [3]INT v:
  INT s:
  s := total (v)
:
"""
    call = check(parse_text(source)).main.body.process.values[0]
    assert call.function.body.specifications[0] is call.function.results[0].symbol
    size = call.function.body.process.processes[1].replicator.count
    assert isinstance(size, typed.SizeOf)


def test_routines_know_where_they_are_nested():
    source = "PROC main ()\n  PROC inner ()\n    SKIP\n  :\n  inner ()\n:\n"
    main = check(parse_text(source)).main
    assert main.body.procedure.outer is main
    assert main.outer is None


def test_the_last_procedure_is_the_program():
    assert check(parse_text("PROC a ()\n  SKIP\n:\nPROC b ()\n  a ()\n:\n")).main.name == "b"


def test_a_process_is_a_program():
    main = check(parse_text("CHAN OF INT c:\nINT x:\nPAR\n  c ! 1\n  c ? x\n")).main
    assert (main.name, main.parameters) == ("main", ())
    assert len(main.body.specifications) == 2


def test_the_host_and_the_memory_are_the_only_parameters_of_main():
    header = "PROTOCOL SP IS INT16::[]BYTE:\nPROC main (CHAN OF SP fs, ts"
    assert len(check(parse_text(header + ")\n  SKIP\n:\n")).main.parameters) == 2
    assert len(check(parse_text(header + ", []INT memory)\n  SKIP\n:\n")).main.parameters) == 3


def test_variants():
    found = process(
        "mixed ? CASE\n  text; b::bytes\n    SKIP\n  stop\n    STOP\n  number; i\n    SKIP"
    )
    assert [branch.tag for branch in found.branches] == [1, 2, 0]
    (counted,) = found.branches[0].transfers
    assert counted.item == Counted(Primitive.BYTE, ArrayType(None, Primitive.BYTE))
    assert isinstance(counted.count, typed.Variable)
    sent = process('mixed ! text; 3(BYTE)::"abc"')
    assert (sent.tag, sent.transfers[0].count.value, sent.transfers[0].value.data) == (1, 3, b"abc")
    assert process("mixed ! stop").transfers == ()


def test_any_takes_what_it_is_given():
    found = process("any ! i; v; x")
    assert [transfer.item for transfer in found.transfers] == [AnyItem()] * 3
    assert isinstance(found.channel.type, ChannelType)


def test_timers():
    assert isinstance(process("clock ? i"), typed.TimerRead)
    assert isinstance(process("clock ? AFTER i PLUS 10"), typed.Delay)


def test_alternatives():
    found = process(
        "ALT\n  c ? i\n    SKIP\n  p & clock ? AFTER j\n    SKIP\n  p & SKIP\n    SKIP\n"
        "  ALT k = 0 FOR 3\n    p & SKIP\n      i := k"
    )
    first, second, third, nested = found.alternatives
    assert (type(first.input), first.condition) == (typed.Input, None)
    assert isinstance(second.input, typed.Delay)
    assert third.input is None
    assert isinstance(nested, typed.Alternation)
    assert nested.replicator.index.range == (0, 2)


def test_choices():
    found = process(
        "IF\n  p\n    SKIP\n  IF k = 0 FOR 10\n    v[k] = 0\n      i := k\n  TRUE\n    STOP"
    )
    assert isinstance(found.choices[1], typed.Conditional)
    assert found.choices[1].replicator.index.range == (0, 9)
    assert found.choices[2].condition.value == 1
    selection = process("CASE i\n  1, n + 1\n    SKIP\n  -3\n    SKIP\n  ELSE\n    STOP")
    assert [option.values for option in selection.options] == [(1, 5), (-3,), ()]


def test_conversions_to_the_same_type_vanish():
    assert isinstance(value("INT j"), typed.Variable)
    found = value("REAL32 ROUND j", "x")
    assert (found.mode, found.type) == ("ROUND", Primitive.REAL32)


def test_several_results_of_a_valof_are_assigned_after_its_process():
    found = process("i, j := (VALOF\n           SKIP\n           RESULT 1, 2\n        )")
    assert [type(step) for step in found.processes] == [typed.Skip, typed.Assignment]
