"""Words: integers of all lengths, BYTE, BOOL, INT64, elements, conversions, against Python's."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.transputer.network.results import Status
from occam.program import Checks
from tests.occam_programs import PARTS, main, outputs, run

WORDS = {"a": 7, "b": -3, "c": -(2**31), "d": 2**31 - 1, "z": 0, "h": 123456789}
SMALL = {"i": (1, "INT16", -300), "j": (2, "INT16", 32767), "y": (3, "BYTE", 200)}
VECTOR = [5, -1, 2**31 - 1, -(2**31), 0, 42, -77, 1000000]
BYTES = [0, 1, 255, 128, 77, 3, 250, 9]
HALVES = [0, -1, 32767, -32767, 5, -300, 1000, 77]

BEFORE = f"""
INT FUNCTION twice (VAL INT x) IS x PLUS x :
INT FUNCTION third (VAL INT w, x, y, z) IS (w >< y) PLUS (x /\\ z) :
VAL []INT fixed IS [{", ".join(str(x) if x != -(2**31) else "MOSTNEG INT" for x in VECTOR)}] :
"""


def literal(value):
    """Write an INT."""
    return "(MOSTNEG INT)" if value == -(2**31) else f"({value})" if value < 0 else f"{value}"


def word(value):
    """Wrap to 32 bits."""
    return (value + 2**31) % 2**32 - 2**31


def quotient(a, b):
    """Divide towards zero."""
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def fits(value):
    return -(2**31) <= value < 2**31


@st.composite
def leaf(draw):
    kind = draw(st.integers(0, 4))
    if kind == 0:
        value = draw(st.sampled_from([0, 1, 2, -1, 15, 16, 255, -256, 65536, 2**31 - 1, -(2**31)]))
        return literal(value), value
    if kind == 1:
        name = draw(st.sampled_from(list(SMALL)))
        return f"(INT {name})", SMALL[name][2]
    if kind == 2:
        at = draw(st.integers(0, 7))
        name, values = draw(st.sampled_from([("v", VECTOR), ("fixed", VECTOR)]))
        return f"{name}[{at}]", values[at]
    name = draw(st.sampled_from(list(WORDS)))
    return name, WORDS[name]


def unary(operand, choice):
    text, x = operand
    if choice == 0:
        return f"(~{text})", ~x
    if choice == 1:
        return (f"(-{text})", -x) if fits(-x) else (f"(MINUS {text})", word(-x))
    if choice == 2:
        return f"twice ({text})", word(2 * x)
    if choice == 3:
        return f"v[{text} /\\ 7]", VECTOR[x & 7]
    if choice == 4:
        return f"(INT bytes[{text} /\\ 7])", BYTES[x & 7]
    if choice == 5:
        return f"(INT halves[{text} /\\ 7])", HALVES[x & 7]
    if choice == 6:
        return f"m[{text} /\\ 1][({text} >> 1) /\\ 3]", VECTOR[4 * (x & 1) + (x >> 1 & 3)]
    return f"fixed[{text} /\\ 7]", VECTOR[x & 7]


def binary(left, right, operator):
    (s, x), (t, y) = left, right
    if operator in "+-*":
        exact = {"+": x + y, "-": x - y, "*": x * y}[operator]
        modulo = {"+": "PLUS", "-": "MINUS", "*": "TIMES"}[operator]
        return f"({s} {operator if fits(exact) else modulo} {t})", word(exact)
    if operator in "/\\" and len(operator) == 1:
        if y == 0 or (y == -1 and x == -(2**31)):
            return f"({s} >< {t})", x ^ y
        q = quotient(x, y)
        return f"({s} {operator} {t})", q if operator == "/" else x - y * q
    if operator in ("<<", ">>"):
        shifted = word(x << (y & 31)) if operator == "<<" else word((x % 2**32) >> (y & 31))
        return f"({s} {operator} ({t} /\\ 31))", shifted
    values = {
        "/\\": x & y,
        "\\/": x | y,
        "><": x ^ y,
        "=": x == y,
        "<>": x != y,
        "<": x < y,
        ">": x > y,
        "<=": x <= y,
        ">=": x >= y,
        "AFTER": word(x - y) > 0,
    }
    if isinstance(values[operator], bool):
        return f"(INT ({s} {operator} {t}))", int(values[operator])
    return f"({s} {operator} {t})", values[operator]


def connective(first, second, third, operator):
    (s, x), (t, y), (u, w) = first, second, third
    value = (x < y and y != w) if operator == "AND" else (x < y or y != w)
    return f"(INT (({s} < {t}) {operator} (NOT ({t} = {u}))))", int(value)


def called(first, second, third, fourth):
    texts = [one[0] for one in (first, second, third, fourth)]
    w, x, y, z = (one[1] for one in (first, second, third, fourth))
    return f"third ({', '.join(texts)})", word((w ^ y) + (x & z))


OPERATORS = ["+", "-", "*", "/", "\\", "<<", ">>", "/\\", "\\/", "><"]
RELATIONS = ["=", "<>", "<", ">", "<=", ">=", "AFTER"]


def extended(inner):
    return st.one_of(
        st.builds(binary, inner, inner, st.sampled_from(OPERATORS + RELATIONS)),
        st.builds(unary, inner, st.integers(0, 7)),
        st.builds(connective, inner, inner, inner, st.sampled_from(["AND", "OR"])),
        st.builds(called, inner, inner, inner, inner),
    )


EXPRESSIONS = st.recursive(leaf(), extended, max_leaves=20)


def integer_program(texts):
    lines = ["INT " + ", ".join(WORDS) + ":", "INT16 i, j:", "BYTE y:"]
    lines += ["[8]INT v:", "[2][4]INT m:", "[8]BYTE bytes:", "[8]INT16 halves:", "SEQ"]
    lines += [f"  {name} := {literal(value)}" for name, value in WORDS.items()]
    lines += [f"  {name} := {value} ({type_})" for name, (_, type_, value) in SMALL.items()]
    for at in range(8):
        lines.append(f"  v[{at}] := {literal(VECTOR[at])}")
        lines.append(f"  m[{at // 4}][{at % 4}] := v[{at}]")
        lines.append(f"  bytes[{at}] := {BYTES[at]} (BYTE)")
        lines.append(f"  halves[{at}] := {HALVES[at]} (INT16)")
    lines += [f"  out ! {text}" for text in texts]
    return main("\n".join(lines), BEFORE)


@pytest.mark.parametrize(
    ("part", "checks"),
    [("T800", Checks.HALT), ("T414", Checks.HALT), ("T800", Checks.NONE)],
)
@settings(max_examples=12, deadline=None)
@given(expressions=st.lists(EXPRESSIONS, min_size=20, max_size=20))
def test_integer_expressions(part, checks, expressions):
    done = run(integer_program([text for text, _ in expressions]), part, checks)
    assert done.ended, done
    assert done.words == [value for _, value in expressions]


ERRORS = [
    ("INT", "d + 1"),
    ("INT", "d - (-1)"),
    ("INT", "c - 1"),
    ("INT", "d * 2"),
    ("INT", "-c"),
    ("INT", "a / z"),
    ("INT", "a \\ z"),
    ("INT", "v[a + 1]"),
    ("INT", "v[b]"),
    ("INT", "m[1][a - 3]"),
    ("INT", "m[a - 5][0]"),
    ("INT", "a << (a * 5)"),
    ("BYTE", "BYTE (a + 249)"),
    ("BYTE", "BYTE b"),
    ("INT16", "INT16 (h)"),
    ("INT16", "j + 1 (INT16)"),
    ("INT16", "-(i - 32468 (INT16))"),
    ("BOOL", "BOOL a"),
]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("type_", "text"), ERRORS)
def test_errors_are_found(part, type_, text):
    program = integer_program([f"e({text})"])
    program = program.replace("PROC main", f"INT FUNCTION e (VAL {type_} x) IS 1 :\nPROC main")
    halted = run(program, part)
    assert halted.status is Status.ERROR
    assert run(program, part, Checks.NONE).ended


def test_elements_of_tables_that_are_no_constants():
    before = """
        INT FUNCTION total (VAL []INT v) IS v[0] + v[1] :
        INT FUNCTION low (VAL INT64 v) IS INT v :
        """
    body = """
        INT i :
        INT64 l :
        REAL64 d :
        REAL32 r :
        INT16 h :
        BYTE b :
        BOOL q :
        SEQ
          i, l, d, r, h, b, q := 1, 5 (INT64), 2.5 (REAL64), 1.5 (REAL32), -3 (INT16), 'x', TRUE
          out ! [1, 2, i][2]
          out ! [[i], [3]][i][0]
          out ! [[1, i, 3] FROM i FOR 2][1] + [i, 9][i]
          out ! INT ([l, l + l][i] * [l, l][0])
          out ! INT ROUND ([d, d + d][i] + [d, d][0])
          out ! INT ROUND ([r, 3.0 (REAL32)][i] * [r, r][0])
          out ! INT [h, h + h][i]
          out ! INT [b, 'a'][i]
          IF
            [q, NOT q][i]
              out ! 0
            [NOT q, q][i]
              out ! 1
          VAL x IS [[i, 7], [8, 9]][i] :
          out ! x[1]
          out ! total ([[i, 7], [8, 9]][i])
          out ! low ([l, l + l][i])
          i := [i + 5, [i, i + 7][i]][i]
          out ! i
        """
    # 7.5 and 4.5 are rounded to even
    assert outputs(body, before) == [1, 3, 12, 50, 8, 4, -6, 97, 1, 9, 17, 10, 8]


@pytest.mark.parametrize("part", PARTS)
def test_a_subscript_beyond_a_table_is_an_error(part):
    done = run(main("INT i:\nSEQ\n  i := 2\n  out ! 1\n  out ! [i, 7][i]"), part)
    assert done.status is Status.ERROR
    assert done.line == 9
