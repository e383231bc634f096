"""REAL32 and REAL64, on the T800's FPU and by the T414's routines, against NumPy's."""

import math
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.transputer.network.results import Status
from occam.program import Checks
from tests.occam_programs import PARTS, main, outputs, run

NUMPY = {"REAL32": np.float32, "REAL64": np.float64}
VALUES = {"p": 1.5, "q": -0.1, "r": 3.0e5, "o": 0.0, "w": 1.0e-3}
ARRAY = [1.25, -7.0, 0.3, 1000.0, -2.5e-2, 8.0, 3.3, -0.5]
WORDS = {"i": 5, "n": -2147483, "k": 16777217}
LARGE = 1e15

BEFORE = """
REAL32 FUNCTION sum32 (VAL REAL32 x, y) IS x + y :
REAL64 FUNCTION sum64 (VAL REAL64 x, y) IS x + y :
INT FUNCTION whole (VAL REAL32 x) IS INT TRUNC x :
"""


def suffix(type_):
    return "s" if type_ == "REAL32" else "d"


def bounded(value):
    """Tell whether nothing went beyond what the next operation may take."""
    return bool(np.isfinite(value)) and abs(value) < LARGE


@st.composite
def leaf(draw, type_):
    real = NUMPY[type_]
    kind = draw(st.integers(0, 4))
    if kind == 0:
        value = draw(st.sampled_from([0.0, 1.0, 2.0, 0.5, 10.0, 0.1]))
        return f"{value}({type_})", real(value)
    if kind == 1:
        at = draw(st.integers(0, 7))
        return f"{suffix(type_)}a[{at}]", real(ARRAY[at])
    if kind == 2:
        name = draw(st.sampled_from(list(WORDS)))
        mode = draw(st.sampled_from(["ROUND", "TRUNC"]))
        return f"({type_} {mode} {name})", rounded(type_, mode, WORDS[name])
    name = draw(st.sampled_from(list(VALUES)))
    return suffix(type_) + name, real(VALUES[name])


def rounded(type_, mode, value):
    """Round a number to a type, to nearest or towards zero."""
    nearest = NUMPY[type_](value)
    if mode == "TRUNC" and abs(float(nearest)) > abs(value):
        return np.nextafter(nearest, NUMPY[type_](0))
    return nearest


def binary(type_, left, right, operator):
    (s, x), (t, y) = left, right
    if operator in "/\\" and y == 0:
        operator = "+"
    if operator == "\\":
        value = NUMPY[type_](math.remainder(float(x), float(y)))
    else:
        with np.errstate(all="ignore"):
            value = {"+": x + y, "-": x - y, "*": x * y, "/": x / y if y else x}[operator]
    return (f"({s} {operator} {t})", value) if bounded(value) else (s, x)


def unary(type_, operand, choice):
    text, x = operand
    real, double = NUMPY[type_], "" if type_ == "REAL32" else "D"
    if choice == 0:
        return f"(-{text})", real(0) - x
    if choice == 1:
        return f"{double}SQRT ({double}ABS ({text}))", np.sqrt(abs(x))
    if choice == 2:
        return f"({text} * 2.0({type_}))", x * real(2)
    if choice == 3:
        return f"({text} / 2.0({type_}))", x / real(2)
    if choice == 4:
        return f"{double}MULBY2 ({text})", x * real(2)
    index = f"(INT ({text} > 1.0({type_}))) + 3"
    return f"{suffix(type_)}a[{index}]", real(ARRAY[3 + int(x > 1)])


def called(type_, left, right):
    name = "sum32" if type_ == "REAL32" else "sum64"
    value = left[1] + right[1]
    return (f"{name} ({left[0]}, {right[0]})", value) if bounded(value) else left


def through_integer(type_, operand, mode):
    text, x = operand
    if not abs(x) < 2.0**31 - 1:
        return operand
    whole = np.rint(x) if mode == "ROUND" else np.trunc(x)
    return f"({type_} ROUND (INT {mode} {text}))", NUMPY[type_](int(whole))


def converted(type_, operand, mode):
    """Make a value of a type of one of the other."""
    text, x = operand
    if type_ == "REAL64":
        return f"(REAL64 {text})", np.float64(x)
    return f"(REAL32 {mode} {text})", rounded("REAL32", mode, float(x))


def expressions(type_, other=None):
    modes = st.sampled_from(["ROUND", "TRUNC"])
    leaves = (
        leaf(type_)
        if other is None
        else leaf(type_) | st.builds(converted, st.just(type_), other, modes)
    )
    kind = st.just(type_)
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(binary, kind, inner, inner, st.sampled_from("+-*/")),
            st.builds(binary, kind, inner, inner, st.sampled_from("+-*/\\")),
            st.builds(unary, kind, inner, st.integers(0, 5)),
            st.builds(called, kind, inner, inner),
            st.builds(through_integer, kind, inner, modes),
        ),
        max_leaves=14,
    )


SINGLE = expressions("REAL32", expressions("REAL64"))
DOUBLE = expressions("REAL64", expressions("REAL32"))


def comparison(left, right, operator):
    (s, x), (t, y) = left, right
    value = {"=": x == y, "<>": x != y, "<": x < y, ">": x > y, "<=": x <= y, ">=": x >= y}
    return f"(INT ({s} {operator} {t}))", int(value[operator])


RELATIONS = st.sampled_from(["=", "<>", "<", ">", "<=", ">="])
TRUTHS = st.builds(comparison, SINGLE, SINGLE, RELATIONS) | st.builds(
    comparison, DOUBLE, DOUBLE, RELATIONS
)


def real_program(singles, doubles, truths):
    names = list(VALUES)
    lines = [f"REAL32 x, {', '.join('s' + name for name in names)}:"]
    lines += [f"REAL64 y, {', '.join('d' + name for name in names)}:"]
    lines += ["INT i, n, k:", "[8]REAL32 sa:", "[8]REAL64 da:", "SEQ"]
    lines += [f"  {name} := {value}" for name, value in WORDS.items()]
    for type_ in NUMPY:
        short = suffix(type_)
        lines += [
            f"  {short}{name} := {occam_real(value, type_)}" for name, value in VALUES.items()
        ]
        lines += [f"  {short}a[{i}] := {occam_real(x, type_)}" for i, x in enumerate(ARRAY)]
    for text in singles:
        lines += [f"  x := {text}", "  VAL INT bits RETYPES x:", "  out ! bits"]
    for text in doubles:
        lines += [f"  y := {text}", "  VAL [2]INT bits RETYPES y:", "  SEQ"]
        lines += ["    out ! bits[0]", "    out ! bits[1]"]
    lines += [f"  out ! {text}" for text in truths]
    return main("\n".join(lines), BEFORE)


def occam_real(value, type_):
    mantissa, _, exponent = f"{abs(value):.9E}".partition("E")
    return f"{'-' if value < 0 else ''}({mantissa}E{exponent}({type_}))"


def bits(value):
    form = "<i" if isinstance(value, np.float32) else "<2i"
    return list(struct.unpack(form, value.tobytes()))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("checks", [Checks.HALT, Checks.NONE])
@settings(max_examples=10, deadline=None)
@given(
    singles=st.lists(SINGLE, min_size=8, max_size=8),
    doubles=st.lists(DOUBLE, min_size=8, max_size=8),
    truths=st.lists(TRUTHS, min_size=4, max_size=4),
)
def test_reals(part, checks, singles, doubles, truths):
    """The T800 computes with its FPU, the T414 by routines of the library."""
    compare(part, checks, singles, doubles, truths)


def compare(part, checks, singles, doubles, truths):
    texts = ([text for text, _ in each] for each in (singles, doubles, truths))
    done = run(real_program(*texts), part, checks)
    assert done.ended, done
    expected = [word for _, value in singles + doubles for word in bits(value)]
    assert done.words == expected + [value for _, value in truths]


ERRORS = [
    "x := sr * (sr * (sr * (sr * (sr * (sr * (sr * sr))))))",
    "x := sp / so",
    "x := SQRT (sq)",
    "k := INT ROUND (sr * sr)",
    "k := INT TRUNC (-(sr * sr))",
    "x := sum32 (sp / so, sq)",
    "out ! INT ((sp / so) > sq)",
    "y := dp / do",
    "y := DSQRT (dq)",
    "x := REAL32 ROUND ((dr * dr) * ((dr * dr) * ((dr * dr) * (dr * dr))))",
    "k := INT ROUND (dr * dr)",
]


@pytest.mark.parametrize("text", ERRORS)
def test_errors_are_found(text):
    for part in PARTS:
        program = real_program([], [], []).replace("\n:\n", f"\n    {text}\n:\n")
        assert text in program
        assert run(program, part).status is Status.ERROR
        if "INT " not in text or part == "T800":
            assert run(program, part, Checks.NONE).ended


def test_not_a_number_is_told():
    body = """
        REAL32 x:
        REAL64 y:
        SEQ
          INT bits RETYPES x:
          bits := #7FC00000
          out ! INT (ISNAN (x))
          out ! INT (NOTFINITE (x))
          INT bits RETYPES x:
          bits := #FF800000
          out ! INT (ISNAN (x))
          out ! INT (NOTFINITE (x))
          x := 2.5(REAL32)
          out ! INT (ISNAN (x))
          out ! INT (NOTFINITE (x))
          [2]INT bits RETYPES y:
          bits := [1, #7FF00000]
          out ! INT (DISNAN (y))
          out ! INT (DNOTFINITE (y))
          [2]INT bits RETYPES y:
          bits := [0, #7FF00000]
          out ! INT (DISNAN (y))
          out ! INT (DNOTFINITE (y))
          [2]INT bits RETYPES y:
          bits := [0, #7FEFFFFF]
          out ! INT (DISNAN (y))
          out ! INT (DNOTFINITE (y))
        """
    assert outputs(body) == [1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0]


@pytest.mark.parametrize(
    ("value", "whole"),
    [(2.5, 2.0), (3.5, 4.0), (-0.4, -0.0), (-7.6, -8.0), (1.0e9, 1.0e9), (8388607.5, 8388608.0)],
)
def test_fpint(value, whole):
    body = f"""
        REAL32 x:
        SEQ
          x := {occam_real(value, "REAL32")}
          x := FPINT (x)
          VAL INT word RETYPES x:
          out ! word
        """
    assert outputs(body) == bits(np.float32(whole))


@pytest.mark.parametrize("part", PARTS)
def test_dfpint_rounds_to_nearest_even_and_keeps_the_sign(part):
    near = [0.5, 1.5, 2.5, 0.49999999999999994, 1e-300, 4503599627370495.5, 2.0**52, 1e300]
    values = np.array([sign * value for value in (0.0, *near) for sign in (1, -1)])
    body = f"""
    SEQ i = 0 FOR {len(values)}
      REAL64 x:
      SEQ
        [2]INT words RETYPES x:
        SEQ
          in ? words[0]
          in ? words[1]
        x := DFPINT (x)
        [2]INT words RETYPES x:
        SEQ
          out ! words[0]
          out ! words[1]
    """
    done = run(main(body), part, host_sends=values.tobytes())
    got = np.array(done.words, np.int32).view(np.float64)
    assert np.array_equal(got.view(np.int64), np.rint(values).view(np.int64))
