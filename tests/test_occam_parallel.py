"""PAR, PRI PAR, replicated PAR."""

import pytest

from emulator.transputer.network.results import Status
from occam.program import Checks
from tests.occam_programs import PARTS, compiled, main, outputs, run, run_image


def test_processes_meet_over_channels():
    body = """
        CHAN OF INT a, b:
        PAR
          SEQ
            a ! 5
            a ! 6
          INT x, y:
          SEQ
            a ? x
            a ? y
            b ! x + y
          INT z:
          SEQ
            b ? z
            out ! z
        """
    assert outputs(body) == [11]


def test_each_process_has_its_own_variables_and_sees_those_around():
    body = """
        INT k:
        [3]INT r:
        SEQ
          k := 100
          PAR
            INT x:
            SEQ
              x := 1
              SEQ i = 0 FOR 50
                x := x + 1
              r[0] := x + k
            INT x:
            SEQ
              x := 2
              SEQ i = 0 FOR 50
                x := x + 1
              r[1] := x + k
            INT x:
            SEQ
              x := 3
              r[2] := x + k
          SEQ i = 0 FOR 3
            out ! r[i]
        """
    assert outputs(body) == [151, 152, 103]


def test_short_ones():
    assert outputs("SEQ\n  PAR\n  PAR\n    out ! 1\n  PAR i = 0 FOR 0\n    STOP\n  out ! 2") == [
        1,
        2,
    ]


def test_nested():
    body = """
        [4]INT r:
        SEQ
          PAR
            PAR
              r[0] := 1
              r[1] := 2
            SEQ
              PAR
                r[2] := 3
                r[3] := 4
              SKIP
          SEQ i = 0 FOR 4
            out ! r[i]
        """
    assert outputs(body) == [1, 2, 3, 4]


PIPE = """
    VAL n IS 6:
    [n + 1]CHAN OF INT c:
    [n]INT done:
    SEQ
      PAR
        c[0] ! 1
        PAR i = 0 FOR n
          INT x:
          SEQ
            c[i] ? x
            done[i] := i * i
            c[i + 1] ! (x * 2) + i
        INT x:
        SEQ
          c[n] ? x
          out ! x
      SEQ i = 0 FOR n
        out ! done[i]
    """


def test_replicated():
    value = 1
    for i in range(6):
        value = 2 * value + i
    assert outputs(PIPE) == [value, 0, 1, 4, 9, 16, 25]


def test_replicated_with_procedures_and_large_arrays():
    before = """
        PROC work (VAL INT k, [20]INT a, INT sum)
          [20]INT b:
          SEQ
            b := a
            sum := 0
            SEQ i = 0 FOR 20
              SEQ
                b[i] := b[i] * k
                sum := sum + b[i]
        :
        """
    body = """
        [5]INT sums:
        SEQ
          PAR i = 3 FOR 5
            [20]INT a:
            SEQ
              SEQ j = 0 FOR 20
                a[j] := i + j
              work (i, a, sums[i - 3])
          SEQ i = 0 FOR 5
            out ! sums[i]
        """
    expected = [sum((k + j) * k for j in range(20)) for k in range(3, 8)]
    assert outputs(body, before) == expected


def test_replicated_twice():
    body = """
        [3][4]INT r:
        SEQ
          PAR i = 0 FOR 3
            PAR j = 0 FOR 4
              r[i][j] := (10 * i) + j
          SEQ i = 0 FOR 3
            SEQ j = 0 FOR 4
              out ! r[i][j]
        """
    assert outputs(body) == [10 * i + j for i in range(3) for j in range(4)]


PRIORITY = """
    CHAN OF INT c, d:
    INT a, b:
    SEQ
      PRI PAR
        INT x:
        SEQ
          a := 1
          c ? x
          d ! x + 1
          a := x
        SEQ
          b := a
          c ! 10
          d ? b
      out ! a
      out ! b
    """


def test_priority():
    assert outputs(PRIORITY.replace("b := a\n", "SKIP\n")) == [10, 11]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("last", ["high", "low"])
def test_priority_is_low_again_afterwards(part, last):
    body = f"""
        TIMER tim:
        INT before, after:
        SEQ
          PRI PAR
            INT now:
            IF
              {"TRUE" if last == "high" else "FALSE"}
                SEQ
                  tim ? now
                  tim ? AFTER now PLUS 200
              TRUE
                SKIP
            SEQ i = 0 FOR 50
              SKIP
          tim ? before
          SEQ i = 0 FOR 1000
            SKIP
          tim ? after
          out ! after MINUS before
        """
    done = run(main(body), part)
    assert done.ended
    # 1000 turns take about 1 ms: 15 ticks of 64 us, or more than 500 of 1 us.
    assert 5 < done.words[0] < 50


@pytest.mark.parametrize("part", PARTS)
def test_high_priority_halts_on_errors(part):
    body = """
        INT x:
        SEQ
          PRI PAR
            SEQ
              x := 2147483647
              x := x + 1
            SKIP
          out ! 1
        """
    halted = run(main(body), part)
    assert (halted.status, halted.line) == (Status.ERROR, 10)
    assert run(main(body), part, Checks.NONE).words == [1]


@pytest.mark.parametrize("part", PARTS)
def test_deadlock(part):
    body = """
        CHAN OF INT a, b:
        INT x, y:
        PAR
          SEQ
            a ? x
            b ! 1
          SEQ
            b ? y
            a ! 1
        """
    assert run(main(body), part).status is Status.DEADLOCK


def test_workspace_is_what_is_needed():
    image = compiled(main("PAR\n  INT x:\n  x := 1\n  INT y:\n  y := 2"))
    assert run_image(image).ended
    assert image.below == sum([4, 2, 1 + 5, 1 + 5])  # call, join, two processes


def test_cycles_of_a_par():
    """Set-up, one startp and two endp: about 50 cycles (docs/facts/transputer.md, 6)."""
    plain, par = (
        run(main(body)).network.statistics().nodes["node"].cycles
        for body in ("SEQ\n  SKIP\n  SKIP", "PAR\n  SKIP\n  SKIP")
    )
    assert 40 <= par - plain <= 70


WAITS = {
    "input": "c ? x",
    "output": "d ! 1",
    "bytes": "e ! [1, 2, 3]",
    "time": "tim ? AFTER now PLUS 300",
    "alternative": "ALT\n    c ? x\n      SKIP",
    "parallel": "PAR\n    c ? x\n    SKIP",
    "replicated": "PAR i = 0 FOR 1\n    c ? x",
    "call": "waiting (c, x)",
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("wait", WAITS)
def test_high_priority_halts_on_errors_after_it_has_waited(part, wait):
    """The processor clears halt-on-error when it interrupts the process of low priority."""
    before = """
        PROC waiting (CHAN OF INT c, INT x)
          PROC inner ()
            c ? x
          :
          inner ()
        :
        """
    head = (
        "TIMER tim:\nCHAN OF INT c, d:\nCHAN OF [3]INT e:\nINT y:\n[3]INT v:\nSEQ\n"
        "  waiting (in, y)\n  PRI PAR\n    INT x, now:\n    SEQ\n      x := 1\n      tim ? now\n"
    )
    high = "".join(f"      {line}\n" for line in WAITS[wait].replace("\n    ", "\n  ").split("\n"))
    other = {"output": "d ? y", "bytes": "e ? v", "time": "SKIP"}.get(wait, "c ! 1")
    busy = "      SEQ i = 0 FOR 1000\n        SKIP\n"
    low = f"    SEQ\n{busy}      {other}\n{busy}"
    body = f"{head}{high}      x := x + 2147483647\n      out ! 1\n{low}  out ! 2\n"
    halted = run(main(body, before), part, host_sends=bytes(4))
    assert (halted.status, halted.words) == (Status.ERROR, [])
