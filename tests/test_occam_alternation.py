"""ALT and PRI ALT with every kind of guard."""

import pytest

from emulator.transputer.network.results import Status
from tests.occam_programs import PARTS, main, outputs, run


def test_whoever_is_ready():
    body = """
        CHAN OF INT a, b, done:
        PAR
          SEQ
            a ! 1
            b ! 2
            a ! 3
            done ! 0
          BOOL going:
          INT x:
          SEQ
            going := TRUE
            WHILE going
              ALT
                a ? x
                  out ! x
                b ? x
                  out ! 10 * x
                done ? x
                  going := FALSE
        """
    assert outputs(body) == [1, 20, 3]


READY = """
    CHAN OF INT a, b:
    PAR
      a ! 1
      b ! 2
      TIMER tim:
      INT now, x:
      SEQ
        tim ? now
        tim ? AFTER now PLUS 5
        {kind}
          {first} ? x
            out ! x
          {second} ? x
            out ! x
        ALT
          a ? x
            out ! x
          b ? x
            out ! x
    """


@pytest.mark.parametrize("kind", ["ALT", "PRI ALT"])
def test_the_first_in_the_text_wins(kind):
    assert outputs(READY.format(kind=kind, first="a", second="b")) == [1, 2]
    assert outputs(READY.format(kind=kind, first="b", second="a")) == [2, 1]


def test_conditions_and_skip():
    body = """
        CHAN OF INT a, b:
        INT x:
        SEQ
          SEQ i = 0 FOR 2
            PRI ALT
              (i = 0) & SKIP
                out ! 1
              (i = 1) & SKIP
                out ! 2
          PAR
            a ! 7
            PRI ALT
              FALSE & a ? x
                out ! 3
              a ? x
                out ! x
          PRI ALT
            b ? x
              out ! 4
            TRUE & SKIP
              out ! 5
        """
    assert outputs(body) == [1, 2, 7, 5]


TIMED = """
    TIMER tim:
    CHAN OF INT c:
    INT t0, t1, x:
    SEQ
      tim ? t0
      PAR
        SEQ
          tim ? AFTER t0 PLUS {send}
          c ! 5
        SEQ
          ALT
            tim ? AFTER t0 PLUS 30
              SEQ
                out ! 1
                c ? x
            c ? x
              out ! 2
            tim ? AFTER t0 PLUS 60
              out ! 3
          tim ? t1
    """


@pytest.mark.parametrize(("send", "result"), [(10, 2), (50, 1)])
def test_timers(send, result):
    assert outputs(TIMED.format(send=send)) == [result]


def test_a_time_that_has_passed():
    body = """
        TIMER tim:
        CHAN OF INT c:
        INT now, x:
        SEQ
          tim ? now
          ALT
            c ? x
              out ! 1
            FALSE & tim ? AFTER now MINUS 20
              out ! 2
            tim ? AFTER now MINUS 10
              out ! 3
        """
    assert outputs(body) == [3]


REPLICATED = """
    VAL n IS 5:
    [n]CHAN OF INT c:
    PAR
      SEQ i = 0 FOR n
        c[(i * 2) \\ n] ! 100 + i
      INT x:
      SEQ k = 0 FOR n
        ALT i = 0 FOR n
          c[i] ? x
            SEQ
              out ! i
              out ! x
    """


def test_replicated():
    assert outputs(REPLICATED) == [0, 100, 2, 101, 4, 102, 1, 103, 3, 104]


def test_replicated_and_nested():
    body = """
        [2][3]CHAN OF INT c:
        CHAN OF INT last:
        PAR
          SEQ
            c[1][2] ! 1
            c[0][1] ! 2
            c[1][0] ! 3
            last ! 4
          INT x:
          SEQ k = 0 FOR 4
            ALT
              last ? x
                out ! x
              ALT i = 0 FOR 2
                row IS c[i]:
                ALT j = 0 FOR 3
                  element IS row[j]:
                  element ? x
                    out ! ((100 * x) + (10 * i)) + j
        """
    assert outputs(body) == [112, 201, 310, 4]


def test_specifications_and_functions_in_guards():
    before = """
        INT FUNCTION third (VAL INT a, b, c, d, e) IS c:
        BOOL FUNCTION odd (VAL INT a) IS (a /\\ 1) = 1:
        """
    body = """
        TIMER tim:
        [4]CHAN OF INT c:
        INT x, now:
        SEQ
          PAR
            c[3] ! 5
            SEQ
              tim ? now
              tim ? AFTER now PLUS 3
              ALT i = 0 FOR 4
                VAL k IS third (9, 8, i, 7, 6):
                odd (k) & c[third (1, 2, k, 4, 5)] ? x
                  out ! ((x * 100) + (i * 10)) + k
          PAR
            c[1] ! 6
            ALT
              odd (third (0, 0, 2, 0, 0)) & c[1] ? x
                out ! 1
              odd (3) & c[third (0, 0, 1, 0, 0)] ? x
                out ! x
          ALT
            tim ? AFTER now PLUS third (0, 0, 30, 0, 0)
              out ! 8
        """
    assert outputs(body, before) == [533, 6, 8]


def test_counts_known_at_run_time():
    body = """
        [6]CHAN OF INT c, d:
        INT n, first:
        SEQ
          n := 3
          first := 2
          PAR
            c[4] ! 9
            INT x:
            SEQ
              ALT i = first FOR n
                c[i] ? x
                  out ! (10 * x) + i
          n := 0
          PRI ALT
            ALT i = 0 FOR n
              INT x:
              d[i] ? x
                out ! 0
            TRUE & SKIP
              out ! 1
        """
    assert outputs(body) == [94, 1]


VARIANT = """
    PROTOCOL COMMAND
      CASE
        halt
        value; INT
    :
    """


def test_variant_input_as_a_guard():
    body = """
        CHAN OF COMMAND c:
        CHAN OF INT d:
        PAR
          SEQ
            c ! value; 8
            d ! 1
            c ! halt
          BOOL going:
          INT x:
          SEQ
            going := TRUE
            WHILE going
              ALT
                d ? x
                  out ! x
                going & c ? CASE
                  value; x
                    out ! x
                  halt
                    going := FALSE
        """
    assert outputs(body, VARIANT) == [8, 1]


@pytest.mark.parametrize("part", PARTS)
def test_links_as_guards(part):
    body = """
        TIMER tim:
        INT x, now:
        SEQ
          tim ? now
          SEQ i = 0 FOR 3
            ALT
              in ? x
                out ! x
              tim ? AFTER now PLUS 100
                out ! -1
        """
    done = run(main(body), part, host_sends=b"\1\0\0\0\2\0\0\0")
    assert done.words == [1, 2, -1]


@pytest.mark.parametrize("part", PARTS)
def test_nothing_to_wait_for(part):
    body = "CHAN OF INT c:\nINT x:\nSEQ\n  ALT\n    FALSE & c ? x\n      out ! 1\n  out ! 2"
    assert not run(main(body), part).ended
    assert run(main("SEQ\n  ALT\n  out ! 2"), part).status in (Status.ERROR, Status.DEADLOCK)


def test_fair_merge():
    body = """
        [3]CHAN OF INT c:
        PAR
          PAR i = 0 FOR 3
            SEQ k = 0 FOR 4
              c[i] ! (10 * i) + k
          INT x, sum:
          SEQ
            sum := 0
            SEQ k = 0 FOR 12
              ALT i = 0 FOR 3
                c[i] ? x
                  sum := sum + x
            out ! sum
        """
    assert outputs(body) == [sum(10 * i + k for i in range(3) for k in range(4))]


GUARDED = """
    [2]CHAN OF INT c:
    INT i, z:
    BOOL b:
    SEQ
      i := {i}
      b := {b}
      ALT
        {guard} ? z
          out ! 1
        TRUE & SKIP
          out ! 2
    """
BELOW_TWO = """
    INT FUNCTION below.two (VAL INT i)
      VALOF
        ASSERT (i < 2)
        RESULT i
    :
    """


@pytest.mark.parametrize(
    "guard",
    ["FALSE & c[i]", "b & c[i]", "b & c[below.two (i)]", "FALSE & c[i + (MOSTPOS INT)]"],
)
def test_a_subscript_is_only_looked_at_behind_a_true_condition(guard):
    assert outputs(GUARDED.format(guard=guard, i=9, b="FALSE"), BELOW_TWO) == [2]
    if guard.startswith("b"):
        done = run(main(GUARDED.format(guard=guard, i=9, b="TRUE"), BELOW_TWO))
        assert done.status is Status.ERROR
        assert outputs(GUARDED.format(guard=guard, i=1, b="TRUE"), BELOW_TWO) == [2]


def test_a_time_is_only_computed_behind_a_true_condition():
    body = """
        TIMER t:
        INT x:
        SEQ
          x := MOSTPOS INT
          ALT
            (x < 0) & t ? AFTER x + 1
              out ! 1
            TRUE & SKIP
              out ! 2
        """
    assert outputs(body) == [2]


def test_the_guards_of_a_replicated_alt_are_only_looked_at_behind_a_true_condition():
    body = """
        [2]CHAN OF INT c:
        INT z:
        PAR
          c[1] ! 7
          SEQ
            ALT i = 0 FOR 5
              (i < 2) & c[i] ? z
                out ! (10 * i) + z
        """
    assert outputs(body) == [17]
