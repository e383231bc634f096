"""Sequences, choices, loops, declarations and their errors."""

import pytest

from emulator.transputer.network.results import Status
from occam.program import Checks
from tests.occam_programs import PARTS, main, outputs, run


def test_sequence_in_order():
    assert outputs("SEQ\n  out ! 1\n  SKIP\n  out ! 2\n  SEQ\n  out ! 3") == [1, 2, 3]


@pytest.mark.parametrize(
    ("start", "count", "expected"),
    [("0", "3", [0, 1, 2]), ("-2", "4", [-2, -1, 0, 1]), ("5", "0", []), ("7", "1", [7])],
)
def test_replicator(start, count, expected):
    constant = f"SEQ\n  SEQ i = {start} FOR {count}\n    out ! i"
    variable = f"""
        INT s, n:
        SEQ
          s := {start}
          n := {count}
          SEQ i = s FOR n
            out ! i
        """
    assert outputs(constant) == outputs(variable) == expected


def test_nested_replicators():
    body = """
        SEQ i = 0 FOR 3
          SEQ j = i FOR 2
            out ! (10 * i) + j
        """
    assert outputs(body) == [0, 1, 11, 12, 22, 23]


@pytest.mark.parametrize("part", PARTS)
def test_negative_count_is_an_error_where_ranges_are_checked(part):
    body = """
        INT n:
        SEQ
          n := -1
          SEQ i = 0 FOR n
            SKIP
          out ! 1
        """
    halted = run(main(body), part)
    assert halted.status is Status.ERROR
    assert halted.line == 8


def test_while():
    body = """
        INT x:
        SEQ
          x := 1
          WHILE x < 100
            SEQ
              out ! x
              x := x * 3
          out ! x
        """
    assert outputs(body) == [1, 3, 9, 27, 81, 243]


IF = """
    INT x:
    SEQ
      in ? x
      IF
        x < 0
          out ! -1
        IF i = 0 FOR 4
          x = (i * i)
            out ! i
        x > 100
          VAL half IS x / 2:
          out ! half
        TRUE
          out ! 1000
      out ! 7
    """


@pytest.mark.parametrize(("x", "result"), [(-5, -1), (0, 0), (9, 3), (300, 150), (10, 1000)])
def test_if(x, result):
    assert outputs(IF, host_sends=x.to_bytes(4, "little", signed=True)) == [result, 7]


STOPS = """
    INT x:
    SEQ
      in ? x
      IF
        x > 3
          out ! x
      out ! 7
    """


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("checks", Checks)
def test_if_without_a_true_choice_stops(part, checks):
    done = run(main(STOPS), part, checks, host_sends=bytes([4, 0, 0, 0]))
    assert done.words == [4, 7]
    done = run(main(STOPS), part, checks, host_sends=bytes(4))
    assert not done.ended
    assert done.words == []
    if checks is Checks.NONE:
        assert done.status is Status.IDLE
    else:
        assert done.status is Status.ERROR
        assert done.line == 8


@pytest.mark.parametrize("part", PARTS)
def test_stop(part):
    body = """
        SEQ
          out ! 1
          SEQ i = 0 FOR 100
            SKIP
          STOP
          out ! 2
        """
    stopped = run(main(body), part)
    assert (stopped.status, stopped.words, stopped.line) == (Status.ERROR, [1], 9)
    stopped = run(main(body), part, Checks.NONE)
    assert (stopped.status, stopped.words) == (Status.IDLE, [1])


CASE = """
    VAL INT big IS 70000:
    SEQ i = 0 FOR 8
      INT x:
      SEQ
        in ? x
        CASE x
          0
            out ! 10
          1, -1
            out ! 11
          big
            SEQ
              out ! 12
              out ! 13
          ELSE
            out ! x
    """


def words(*values):
    return b"".join(value.to_bytes(4, "little", signed=True) for value in values)


def test_case():
    given = words(0, 1, -1, 70000, 2, 0, -70000, 1)
    expected = [10, 11, 11, 12, 13, 2, 10, -70000, 11]
    assert outputs(CASE, host_sends=given) == expected


def test_case_of_other_types():
    body = """
        BYTE b:
        INT16 h:
        INT64 w:
        SEQ
          b := 'x'
          h := -3 (INT16)
          w := #100000000 (INT64)
          CASE b
            'a'
              out ! 1
            'x'
              out ! 2
          CASE h
            3 (INT16), -4 (INT16)
              out ! 3
            -3 (INT16)
              out ! 4
          CASE w
            0 (INT64)
              out ! 5
            #100000000 (INT64), -1 (INT64)
              out ! 6
        """
    assert outputs(body) == [2, 4, 6]


@pytest.mark.parametrize("part", PARTS)
def test_case_without_a_branch_that_fits_stops(part):
    body = "INT x:\nSEQ\n  in ? x\n  CASE x\n    1\n      out ! 1\n  out ! 2"
    assert run(main(body), part, host_sends=words(1)).words == [1, 2]
    stopped = run(main(body), part, host_sends=words(2))
    assert (stopped.status, stopped.words, stopped.line) == (Status.ERROR, [], 8)


def test_scopes_share_workspace():
    body = """
        INT a:
        SEQ
          a := 5
          INT b:
          SEQ
            b := 6
            out ! b
          [3]INT c:
          SEQ
            c[0] := 7
            c[2] := a
            out ! c[0]
            out ! c[2]
          out ! a
        """
    assert outputs(body) == [6, 7, 5, 5]


def test_abbreviations_and_large_arrays():
    body = """
        [40]INT a:
        [40]INT b:
        SEQ
          SEQ i = 0 FOR SIZE a
            a[i] := i
          b := a
          middle IS [b FROM 10 FOR 5]:
          SEQ i = 0 FOR SIZE middle
            middle[i] := 0 - middle[i]
          out ! b[9]
          out ! b[10]
          out ! b[14]
          out ! b[15]
        """
    assert outputs(body) == [9, -10, -14, 15]


@pytest.mark.parametrize("part", PARTS)
def test_place_of_an_error(part):
    body = """
        [5]INT a:
        INT i:
        SEQ
          in ? i
          a[1] := 3

          a[i] := 4
          out ! 0
        """
    assert run(main(body), part, host_sends=words(4)).words == [0]
    halted = run(main(body), part, host_sends=words(5))
    assert (halted.status, halted.line) == (Status.ERROR, 11)
    assert run(main(body), part, Checks.RANGE_OFF, host_sends=words(5)).words == [0]


@pytest.mark.parametrize("part", PARTS)
def test_overflow(part):
    body = "INT x:\nSEQ\n  in ? x\n  x := x + 1\n  out ! x"
    for checks in (Checks.HALT, Checks.RANGE_OFF):
        halted = run(main(body), part, checks, host_sends=words(2**31 - 1))
        assert (halted.status, halted.line) == (Status.ERROR, 8)
