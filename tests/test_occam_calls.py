"""Procedures and functions: arguments, results, nesting, free names."""

import pytest

from common.errors import InputError
from occam.library import routines
from occam.program import Checks
from tests.occam_programs import PARTS, compiled, main, outputs, run


def test_value_and_variable_parameters():
    before = """
        PROC add (VAL INT a, b, INT sum)
          sum := a + b
        :
        """
    body = """
        INT x, y:
        SEQ
          add (3, 4, x)
          out ! x
          add (x, x, y)
          out ! y
        """
    assert outputs(body, before) == [7, 14]


def test_many_arguments():
    before = """
        PROC digits (VAL INT a, b, c, d, e, f, g, INT result)
          result := (((((((((((a * 10) + b) * 10) + c) * 10) + d) * 10) + e) * 10) + f) * 10) + g
        :
        """
    body = """
        INT x, y:
        SEQ
          y := 4
          digits (1, 2, 3, y, 5, 6, y + 3, x)
          out ! x
        """
    assert outputs(body, before) == [1234567]


def test_calls_in_arguments():
    before = """
        INT FUNCTION five (VAL INT a, b, c, d, e)
          VALOF
            SKIP
            RESULT ((((((((a * 10) + b) * 10) + c) * 10) + d) * 10) + e)
        :
        """
    body = """
        out ! five (1, five (0, 0, 0, 0, 2), 3, five (0, 0, 0, 0, 4), five (0, 0, 0, 0, 5))
        """
    assert outputs(body, before) == [12345]


def test_functions():
    before = """
        INT FUNCTION factorial (VAL INT n)
          INT product:
          VALOF
            SEQ
              product := 1
              SEQ i = 1 FOR n
                product := product * i
            RESULT product
        :
        INT FUNCTION twice (VAL INT n) IS n + n:
        BOOL FUNCTION even (VAL INT n) IS (n \\ 2) = 0:
        """
    body = """
        SEQ
          out ! factorial (5)
          out ! 1 + (twice (factorial (3)) - twice (1))
          IF
            even (4) AND (NOT even (5))
              out ! 1
            TRUE
              out ! 0
        """
    assert outputs(body, before) == [120, 11, 1]


def test_several_results():
    before = """
        INT, INT FUNCTION divided (VAL INT a, b) IS a / b, a \\ b:
        """
    body = """
        INT q, r:
        [4]INT v:
        SEQ
          q, r := divided (17, 5)
          out ! q
          out ! r
          q, r := divided (q, r)
          out ! q
          out ! r
          r, v[q] := divided (29, 10)
          out ! r
          out ! v[1]
        """
    assert outputs(body, before) == [3, 2, 1, 1, 2, 9]


def test_valof_in_an_expression():
    body = """
        INT x:
        SEQ
          x := 10
          x := x + (INT y:
                    VALOF
                      SEQ
                        y := x * 2
                      RESULT y
                   )
          out ! x
        """
    assert outputs(body) == [30]


def test_open_arrays():
    before = """
        PROC fill (VAL INT start, []INT a)
          SEQ i = 0 FOR SIZE a
            a[i] := start + i
        :
        INT FUNCTION sum (VAL []INT a)
          INT total:
          VALOF
            SEQ
              total := 0
              SEQ i = 0 FOR SIZE a
                total := total + a[i]
            RESULT total
        :
        PROC transpose (VAL [][]INT a, [][]INT b)
          SEQ i = 0 FOR SIZE a
            SEQ j = 0 FOR SIZE a[0]
              b[j][i] := a[i][j]
        :
        """
    body = """
        [3]INT a:
        [20]INT b:
        [2][3]INT c:
        [3][2]INT d:
        SEQ
          fill (1, a)
          fill (100, b)
          out ! sum (a)
          out ! sum (b)
          out ! sum ([b FROM 3 FOR 2])
          out ! sum ([4, 5, 6])
          fill (7, c[0])
          fill (70, c[1])
          transpose (c, d)
          SEQ i = 0 FOR 3
            SEQ j = 0 FOR 2
              out ! d[i][j]
        """
    expected = [6, 2190, 207, 15, 7, 70, 8, 71, 9, 72]
    assert outputs(body, before) == expected


NESTED = """
    INT total:
    PROC add (VAL INT n)
      total := total + n
    :
    PROC add.twice (VAL INT n)
      INT m:
      PROC again ()
        SEQ
          add (n)
          m := m + 1
      :
      SEQ
        m := 0
        again ()
        again ()
        out ! m
    :
    SEQ
      total := 0
      add (5)
      add.twice (10)
      out ! total
    """


def test_free_names():
    assert outputs(NESTED) == [2, 25]


def test_free_names_from_inside_a_par():
    body = """
        INT factor:
        [2]INT result:
        CHAN OF INT c:
        INT FUNCTION scaled (VAL INT n) IS n * factor:
        PROC scale (VAL INT n, INT r)
          r := scaled (n) + factor
        :
        SEQ
          factor := 3
          PAR
            SEQ
              scale (10, result[0])
              c ! scaled (4)
            INT x:
            SEQ
              c ? x
              scale (x, result[1])
            PAR i = 0 FOR 2
              INT y:
              SEQ
                scale (i, y)
                ASSERT (y = ((i * 3) + 3))
          out ! result[0]
          out ! result[1]
        """
    assert outputs(body) == [33, 39]


def test_a_procedure_is_generated_once():
    before = "PROC p (INT x)\n  x := x + 12345\n:\n"
    once = compiled(main("INT x:\nSEQ\n  x := 0\n  p (x)", before))
    thrice = compiled(main("INT x:\nSEQ\n  x := 0\n  p (x)\n  p (x)\n  p (x)", before))
    assert 0 < len(thrice.code) - len(once.code) <= 12


def test_large_local_arrays_of_nested_calls():
    before = """
        PROC inner (VAL INT k, INT sum)
          [30]INT a:
          SEQ
            SEQ i = 0 FOR 30
              a[i] := k
            sum := 0
            SEQ i = 0 FOR 30
              sum := sum + a[i]
        :
        PROC outer (VAL INT k, INT sum)
          [30]INT a:
          SEQ
            SEQ i = 0 FOR 30
              a[i] := 1
            inner (k, sum)
            SEQ i = 0 FOR 30
              sum := sum + a[i]
        :
        """
    body = """
        [30]INT a:
        INT s, t:
        SEQ
          a[29] := 77
          PAR
            outer (2, s)
            outer (3, t)
          out ! s
          out ! t
          out ! a[29]
        """
    assert outputs(body, before) == [90, 120, 77]


def test_vector_space_keeps_workspace_small():
    source = main("[500]INT a:\nSEQ\n  a[499] := 1\n  out ! a[499]")
    near, far = compiled(source, vectors=False), compiled(source)
    assert (near.vectors, far.vectors) == (0, 500)
    assert near.below - far.below == 499


def test_scopes_share_vector_space():
    scope = "  [500]INT a:\n  SEQ\n    a[499] := 1\n    out ! a[499]\n"
    assert compiled(main("SEQ\n" + 2 * scope)).vectors == 500
    par = "PAR\n  [99]INT a:\n  a[0] := 1\n  [9]INT a:\n  a[8] := 1"
    assert compiled(main(par)).vectors == 99 + 9


@pytest.mark.parametrize("part", PARTS)
def test_wide_and_real_functions(part):
    source = """
        INT64 FUNCTION half (VAL INT64 x) IS x / (INT64 2):
        REAL32 FUNCTION double (VAL REAL32 x) IS x + x:
        REAL64 FUNCTION same (VAL REAL64 x) IS x:
        INT, REAL64, INT64 FUNCTION mixed (VAL INT a) IS a, REAL64 ROUND (INT64 a), INT64 a:
        """
    body = """
        INT64 w:
        REAL32 r:
        REAL64 d:
        INT n:
        SEQ
          w := half (INT64 #100000000 (INT64))
          out ! INT (w >> 16)
          r := double (double (1.25 (REAL32)))
          out ! INT ROUND r
          d := same (same (13.5 (REAL64)))
          out ! INT (INT64 TRUNC d)
          n, d, w := mixed (42)
          out ! n
          out ! INT (INT64 TRUNC d)
          out ! INT w
        """.replace("INT64 #100000000 (INT64)", "#100000000 (INT64)")
    done = run(main(body, source), part)
    assert done.ended
    assert done.words == [1 << 15, 5, 13, 42, 42, 42]


def test_what_the_library_lacks_is_refused_where_it_is_called(monkeypatch):
    monkeypatch.setitem(routines.SOURCES, "int64_division.s", routines.Assembly((), (), 0))
    body = "INT64 x:\nSEQ\n  x := 7 (INT64)\n  x := x / x\n  out ! INT x"
    with pytest.raises(InputError, match=r"source.occ:8:\d+: what is computed by INT64DIV"):
        compiled(main(body))


def test_main_with_memory():
    source = """
PROC main (CHAN OF INT fs, ts, []INT memory)
  SEQ
    memory[(SIZE memory) - 1] := 9
    ts ! SIZE memory
    ts ! memory[(SIZE memory) - 1]
:
"""
    done = run(source)
    assert done.words == [1000, 9]


@pytest.mark.parametrize("part", PARTS)
def test_predefined_procedures(part):
    assert run(main("SEQ\n  RESCHEDULE ()\n  ASSERT (TRUE)\n  out ! 1"), part).words == [1]
    for call in ("CAUSEERROR ()", "INT x:\n  SEQ\n    in ? x\n    ASSERT (x > 1)"):
        done = run(main(f"SEQ\n  {call}"), part, host_sends=bytes(4))
        assert done.status.value == "error"
    done = run(main("SEQ\n  CAUSEERROR ()\n  out ! 1"), part, Checks.NONE)
    assert done.words == [1]
    assert done.network.registers("node")["error"] == 1


def test_timers_are_parameters():
    before = """
        PROC wait (TIMER t, VAL INT ticks, INT r)
          INT start:
          SEQ
            t ? start
            t ? AFTER start PLUS ticks
            t ? r
            r := r MINUS start
        :
        PROC all ([]TIMER t, INT r, s)
          PROC inner (INT n)
            n := SIZE t
          :
          SEQ
            wait (t[1], 5, r)
            inner (s)
        :
        """
    body = """
        [3]TIMER t:
        INT r, s:
        SEQ
          all (t, r, s)
          out ! s
          IF
            r > 5
              out ! 1
        """
    assert outputs(body, before) == [3, 1]
