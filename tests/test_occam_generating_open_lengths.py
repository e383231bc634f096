"""Lengths that are known at run time only: what does not fit halts where ranges are checked."""

from textwrap import indent

import pytest

from emulator.transputer.network.results import Status
from occam.program import Checks
from tests.occam_programs import PARTS, main, outputs, run

PROCEDURES = """
    PROC four ([4]INT v, INT r)
      r := v[3]
    :
    """
PROGRAM = """
    [6]INT whole:
    INT n, r:
    SEQ
      SEQ i = 0 FOR 6
        whole[i] := i
      n := {n}
      r := 3
      []INT v IS [whole FROM 0 FOR n]:
{body}
      out ! r
    """


def program(body, n):
    return main(PROGRAM.format(n=n, body=indent(body, "      ")), PROCEDURES)


CASES = {
    "a parameter": "four (v, r)",
    "a slice as a parameter": "four ([v FROM 0 FOR n], r)",
    "a retyping": "[16]BYTE b RETYPES v:\nr := INT b[12]",
    "a retyping to more dimensions": "[2][2]INT w RETYPES v:\nr := w[1][1]",
    "an abbreviation": "[4]INT w IS v:\nr := w[3]",
    "an output": ("CHAN OF [4]INT c:\nPAR\n  c ! v\n  [4]INT w:\n  SEQ\n    c ? w\n    r := w[3]"),
    "an input": (
        "CHAN OF [4]INT c:\nPAR\n  SEQ\n    c ? v\n    r := v[3]\n  VAL w IS [0, 1, 2, 3]:\n  c ! w"
    ),
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("body", CASES.values(), ids=CASES)
def test_a_length_has_to_be_what_is_asked_for(body, part):
    assert run(program(body, 4), part).words == [3]
    for n in (3, 5):
        assert run(program(body, n), part).status is Status.ERROR
        assert run(program(body, n), part, Checks.RANGE_OFF).status is not Status.ERROR


COPY = """
    [8]INT v:
    INT to, from, n:
    SEQ
      SEQ k = 0 FOR 8
        v[k] := k
      to, from, n := {to}, {start}, {n}
      {statement}
      SEQ k = 0 FOR 8
        out ! v[k]
    """


def copied(to, start, n):
    values = list(range(8))
    values[to : to + n] = values[start : start + n]
    return values


@pytest.mark.parametrize(
    "statement",
    [
        "[v FROM to FOR n] := [v FROM from FOR n]",
        "[v FROM to FOR {n}] := [v FROM from FOR {n}]",
        "[v FROM to FOR n] := [v FROM {start} FOR n]",
    ],
)
@pytest.mark.parametrize(("to", "start", "n"), [(1, 0, 3), (0, 2, 3), (2, 2, 3)])
def test_parts_that_overlap_are_not_copied(statement, to, start, n):
    text = statement.format(n=n, start=start)
    assert run(main(COPY.format(to=to, start=start, n=n, statement=text))).status is Status.ERROR
    for far in (start + n, start - n):
        if 0 <= far <= 8 - n:
            body = COPY.format(to=far, start=start, n=n, statement=text)
            assert outputs(body) == copied(far, start, n)


def test_no_elements_overlap_nothing():
    statement = "[v FROM to FOR n] := [v FROM from FOR n]"
    assert outputs(COPY.format(to=3, start=3, n=0, statement=statement)) == list(range(8))
