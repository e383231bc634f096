"""Cycles of loops against those of INMOS's own compiler for the same source.

INMOS's: D7205A, version 2.01.01 (1991), options -t8 -h -y, linked with its libraries, run in this
project's emulator with memory of one cycle, 20000 turns each; cycles of one turn with its loop.
INT64 products and quotients are routines of INMOS's library (INT64MUL%CHK and its like), and slower
than those here; all else is in line in both.
"""

import pytest

from tests.occam_programs import compiled, run_image

TURNS = 5000
TICK = 1280
"""Cycles of a tick of the clock at low priority."""
PROCEDURES = r"""
PROC empty (VAL INT times)
  SEQ i = 0 FOR times
    SKIP
:
PROC add (VAL INT times, INT r)
  INT x, y:
  SEQ
    x, y := 1, 2
    SEQ i = 0 FOR times
      x := (y + i) - x
    r := x
:
PROC store (VAL INT times, [16]INT v)
  SEQ i = 0 FOR times
    v[i /\ 15] := i
:
PROC while.loop (VAL INT times, INT r)
  INT x:
  SEQ
    x := 0
    WHILE x < times
      x := x + 1
    r := x
:
PROC if.choice (VAL INT times, INT r)
  INT x, y:
  SEQ
    x, y := 0, 0
    SEQ i = 0 FOR times
      IF
        x = 3
          x := 0
        x > 3
          y := 1
        TRUE
          x := x + 1
    r := x + y
:
PROC matrix (VAL INT times, VAL [4][4]REAL32 a, b, [4][4]REAL32 c, VAL INT m)
  SEQ t = 0 FOR times
    SEQ i = 0 FOR m
      SEQ j = 0 FOR m
        SEQ k = 0 FOR m
          c[i][j] := c[i][j] + (a[i][k] * b[k][j])
:
PROC communicate (VAL INT times, INT r)
  CHAN OF INT c:
  PAR
    SEQ i = 0 FOR times
      c ! i
    SEQ i = 0 FOR times
      c ? r
:
PROC alternative (VAL INT times, INT r)
  CHAN OF INT c, d:
  PAR
    SEQ i = 0 FOR times
      c ! i
    SEQ i = 0 FOR times
      ALT
        c ? r
          SKIP
        d ? r
          SKIP
:
PROC long.add (VAL INT times, INT64 r)
  INT64 x, y:
  SEQ
    x, y := 1(INT64), 2(INT64)
    SEQ i = 0 FOR times
      x := (x + y) - 1(INT64)
    r := x
:
PROC long.multiply (VAL INT times, INT64 r)
  INT64 x, y:
  SEQ
    x, y := 1(INT64), 3(INT64)
    SEQ i = 0 FOR times
      x := (y * 12345(INT64)) - x
    r := x
:
PROC long.divide (VAL INT times, INT64 r)
  INT64 x, y:
  SEQ
    x, y := 123456789012(INT64), 3(INT64)
    SEQ i = 0 FOR times
      x := (x / y) + 123456789012(INT64)
    r := x
:
PROC slices (VAL INT times, [32]INT v, VAL INT from, count)
  SEQ i = 0 FOR times
    [v FROM 16 FOR count] := [v FROM from FOR count]
:
PROC called (VAL INT times, INT r)
  PROC one (VAL INT a, INT b)
    b := b + a
  :
  SEQ
    r := 0
    SEQ i = 0 FOR times
      one (i, r)
:
PROC real64 (VAL INT times, REAL64 r)
  REAL64 x, y:
  SEQ
    x, y := 1.0(REAL64), 0.5(REAL64)
    SEQ i = 0 FOR times
      x := (x * y) + (y / (x + y))
    r := x
:
"""
MAIN = """
PROC main ()
  CHAN OF INT out:
  PLACE out AT 0:
  VAL n IS {turns}:
  TIMER clock:
  INT start, end, r:
  INT64 l:
  REAL64 d:
  [16]INT v:
  [32]INT w:
  [4][4]REAL32 a, b, c:
  SEQ
    SEQ i = 0 FOR 4
      SEQ j = 0 FOR 4
        SEQ
          a[i][j] := REAL32 ROUND (i + j)
          b[i][j] := REAL32 ROUND (i - j)
          c[i][j] := 0.0(REAL32)
{calls}
:
"""
INMOS = {
    "empty (n)": 13.0,
    "add (n, r)": 22.0,
    "store (n, v)": 32.0,
    "while.loop (n, r)": 16.1,
    "if.choice (n, r)": 32.5,
    "matrix (n / 64, a, b, c, 4)": 115.6,
    "communicate (n, r)": 81.0,
    "alternative (n, r)": 155.0,
    "long.add (n, l)": 48.0,
    "long.multiply (n, l)": 336.0,
    "long.divide (n, l)": 362.0,
    "slices (n, w, 1, 8)": 100.0,
    "called (n, r)": 41.0,
    "real64 (n, d)": 103.0,
}
"""Cycles of a turn by the call that makes so many; the matrix product makes n / 64 times 64."""
FASTER = {"long.multiply (n, l)": 0.7, "long.divide (n, l)": 0.75}
"""What is computed by routines of our own: their part of INMOS's cycles."""


@pytest.fixture(scope="module")
def cycles():
    """Cycles of one turn, by the call."""
    lines = "".join(
        f"    clock ? start\n    {call}\n    clock ? end\n    out ! end MINUS start\n"
        for call in INMOS
    )
    image = compiled(PROCEDURES.lstrip("\n") + MAIN.format(turns=TURNS, calls=lines.rstrip("\n")))
    done = run_image(image, external_cycles=1)
    assert done.ended
    return dict(zip(INMOS, (ticks * TICK / TURNS for ticks in done.words), strict=True))


@pytest.mark.parametrize("call", [call for call in INMOS if call not in FASTER])
def test_a_turn_takes_what_it_takes_with_inmos(cycles, call):
    assert cycles[call] == pytest.approx(INMOS[call], rel=0.08)


@pytest.mark.parametrize("call", FASTER)
def test_int64_products_and_quotients_are_faster_than_inmos(cycles, call):
    assert cycles[call] / INMOS[call] == pytest.approx(FASTER[call], abs=0.05)
