"""Every construct of occam 2 in a program of its own: what it sends is worked out by hand.

The order is that of the occam 2 Reference Manual (INMOS 1988). Each case is a body, what stands
before the procedure, and the words that it sends. All run on both parts, with arrays in vector
space and in workspace, and with and without checks.
"""

import pytest

from occam.program import Checks
from tests.occam_programs import PARTS, main, run

CASES = {
    # Processes
    "SKIP, assignment, multiple assignment": (
        r"""
        INT a, b:
        SEQ
          SKIP
          a, b := 1, 2
          a, b := b, a
          out ! (10 * a) + b
        """,
        "",
        [21],
    ),
    "SEQ and its replicator": (
        r"""
        INT n:
        SEQ
          n := 3
          SEQ i = n FOR n
            out ! i
          SEQ i = 0 FOR n - 3
            out ! 99
        """,
        "",
        [3, 4, 5],
    ),
    "IF, nested and replicated": (
        r"""
        SEQ i = 0 FOR 4
          IF
            i = 0
              out ! 1
            IF
              i = 1
                out ! 2
            IF j = 5 FOR 3
              (j - 4) = i
                out ! j
            TRUE
              out ! -1
        """,
        "",
        [1, 2, 6, 7],
    ),
    "CASE with ELSE, several values and many": (
        r"""
        SEQ i = 10 FOR 5
          CASE i
            10, 12
              out ! 1
            11
              out ! 2
            ELSE
              out ! 3
        """,
        "",
        [1, 2, 1, 3, 3],
    ),
    "CASE by a table of jumps": (
        r"""
        SEQ i = 0 FOR 3
          CASE (i * 7) - 1
            0
              out ! 0
            1
              out ! 3
            2
              out ! 6
            3
              out ! 9
            4
              out ! 12
            5
              out ! 15
            6
              out ! 18
            7
              out ! 21
            8
              out ! 24
            9
              out ! 27
            10
              out ! 30
            11
              out ! 33
            12
              out ! 36
            13
              out ! 39
            ELSE
              out ! -1
        """,
        "",
        [-1, 18, 39],
    ),
    "WHILE": (
        r"""
        INT i:
        SEQ
          i := 5
          WHILE i > 3
            i := i - 1
          out ! i
        """,
        "",
        [3],
    ),
    "PAR, PRI PAR, replicated PAR": (
        r"""
        [3]INT v:
        INT x, y:
        SEQ
          PAR
            x := 1
            y := 2
          PRI PAR
            x := x + 10
            y := y + 20
          PAR i = 0 FOR 3
            v[i] := i
          out ! x
          out ! (y + v[1]) + v[2]
        """,
        "",
        [11, 25],
    ),
    "ALT, PRI ALT, conditions, SKIP and times": (
        r"""
        CHAN OF INT c, d:
        TIMER t:
        INT now, x:
        PAR
          SEQ
            c ! 5
            d ! 6
          SEQ
            ALT
              c ? x
                out ! x
              FALSE & d ? x
                out ! -1
            PRI ALT
              d ? x
                out ! x
              (x < 0) & SKIP
                out ! -2
            t ? now
            ALT
              c ? x
                out ! -3
              t ? AFTER now PLUS 2
                out ! 7
        """,
        "",
        [5, 6, 7],
    ),
    "replicated and nested ALT": (
        r"""
        [3]CHAN OF INT c:
        CHAN OF INT d:
        INT x:
        PAR
          c[2] ! 4
          ALT
            ALT i = 0 FOR 3
              c[i] ? x
                out ! (10 * i) + x
            d ? x
              SKIP
        """,
        "",
        [24],
    ),
    "VALOF in an expression": (
        r"""
        INT x:
        SEQ
          x := 3
          x := x * (INT y:
                    VALOF
                      y := x + 1
                      RESULT y
                   )
          out ! x
        """,
        "",
        [12],
    ),
    # Communication
    "protocols: simple, arrays, counted, sequential, variant, ANY": (
        r"""
        CHAN OF [3]INT a:
        CHAN OF BYTE::[]INT b:
        CHAN OF TRIPLE c:
        CHAN OF MESSAGE d:
        CHAN OF ANY e:
        [3]INT v:
        BYTE n:
        INT x:
        INT16 h:
        BOOL t:
        PAR
          SEQ
            a ! [1, 2, 3]
            b ! 2(BYTE)::[7, 8, 9]
            c ! 4; TRUE; 5(INT16)
            d ! number; 6
            d ! nothing
            e ! 9
          SEQ
            a ? v
            out ! v[2]
            b ? n::v
            out ! (INT n) + v[1]
            c ? x; t; h
            out ! x + ((INT h) * (INT t))
            SEQ i = 0 FOR 2
              d ? CASE
                number; x
                  out ! x
                nothing
                  out ! -6
            e ? x
            out ! x
        """,
        r"""
        PROTOCOL TRIPLE IS INT; BOOL; INT16:
        PROTOCOL MESSAGE
          CASE
            number; INT
            nothing
        :
        """,
        [3, 10, 9, 6, -6, 9],
    ),
    "CASE input of one tag, as a guard too": (
        r"""
        CHAN OF MESSAGE c:
        INT x:
        PAR
          SEQ
            c ! b; 4
            c ! a
          SEQ
            c ? CASE b; x
            out ! x
            ALT
              c ? CASE a
                out ! 1
        """,
        r"""
        PROTOCOL MESSAGE CASE
          a
          b; INT
        :
        """,
        [4, 1],
    ),
    "timers": (
        r"""
        TIMER t:
        INT a, b:
        SEQ
          t ? a
          t ? AFTER a PLUS 3
          t ? b
          IF
            b AFTER (a PLUS 3)
              out ! 1
            TRUE
              out ! 0
        """,
        "",
        [1],
    ),
    # Types and expressions
    "integer types and their limits": (
        r"""
        INT16 h:
        INT32 w:
        INT64 l:
        BYTE b:
        SEQ
          h, w, l, b := MOSTNEG INT16, MOSTPOS INT32, MOSTPOS INT64, 255(BYTE)
          out ! INT h
          out ! INT (w - 2147483640(INT32))
          out ! INT (l - 9223372036854775800(INT64))
          out ! (INT b) + 1
          h := h PLUS (-1(INT16))
          out ! INT h
        """,
        "",
        [-32768, 7, 7, 256, 32767],
    ),
    "operators on bits and shifts": (
        r"""
        INT a:
        SEQ
          a := #F0
          out ! (a /\ #3C) \/ (a >< #FF)
          out ! ~ a
          out ! (a << 2) + (a >> 4)
          out ! (BITNOT a) BITAND #FF
          out ! (a BITOR 1) REM 7
        """,
        "",
        [63, -241, 975, 15, 3],
    ),
    "checked and modulo arithmetic": (
        r"""
        INT a:
        SEQ
          a := MOSTPOS INT
          out ! a PLUS 1
          out ! a MINUS (-1)
          out ! a TIMES 2
          out ! (-7) / 2
          out ! (-7) \ 2
          out ! - (a - 4)
        """,
        "",
        [-2147483648, -2147483648, -2, -3, -1, -2147483643],
    ),
    "relations, AFTER and truth": (
        r"""
        INT a, b:
        BOOL t:
        SEQ
          a, b := 3, 4
          t := (a < b) AND (NOT (a = b))
          out ! INT (t OR (a > b))
          out ! INT ((a <= b) AND (a >= b))
          out ! INT (b AFTER a)
          out ! INT ((MOSTNEG INT) AFTER (MOSTPOS INT))
          out ! INT (a <> b)
        """,
        "",
        [1, 0, 1, 1, 1],
    ),
    "conversions": (
        r"""
        REAL32 x:
        REAL64 d:
        BYTE b:
        SEQ
          x := REAL32 ROUND 7
          d := REAL64 x
          d := d / 2.0(REAL64)
          b := BYTE 65
          out ! INT ROUND d
          out ! INT TRUNC d
          out ! INT b
          out ! INT (INT16 b)
          out ! INT (b = 'A')
          out ! INT (INT64 b)
        """,
        "",
        [4, 3, 65, 65, 1, 65],
    ),
    "reals": (
        r"""
        REAL32 x, y:
        REAL64 d:
        SEQ
          x, y := 1.5(REAL32), -2.5E+1(REAL32)
          d := 7.0(REAL64)
          out ! INT ROUND ((x * y) - (y / x))
          out ! INT ROUND (d REM 4.0(REAL64))
          out ! INT ROUND SQRT (x * 6.0(REAL32))
          out ! INT ((x > y) AND (x <> y))
        """,
        "",
        [-21, -1, 3, 1],
    ),
    "characters and strings": (
        r"""
        VAL s IS "a*n*"*#41*
          *b":
        SEQ
          out ! SIZE s
          out ! INT s[1]
          out ! INT s[3]
          out ! INT s[4]
          out ! INT '*''
        """,
        "",
        [5, 10, 65, 98, 39],
    ),
    "tables, arrays, slices and SIZE": (
        r"""
        [2][3]INT m:
        [6]INT v:
        INT i:
        SEQ
          i := 2
          v := [1, 2, 3, 4, 5, i * 3]
          m[0] := [v FROM 3 FOR 3]
          [m[1] FROM 0 FOR i] := [v FOR i]
          m[1][2] := SIZE [v FROM i]
          out ! m[0][2]
          out ! m[1][1] + m[1][2]
          out ! (SIZE m) + (SIZE m[0])
        """,
        "",
        [6, 6, 5],
    ),
    # Specifications
    "abbreviations": (
        r"""
        [4]INT v:
        INT i:
        SEQ
          i := 2
          VAL n IS 3:
          VAL INT m IS n + i:
          INT x IS v[i]:
          []INT w IS [v FROM 0 FOR 2]:
          SEQ
            x := m
            w[1] := x + n
          out ! v[2]
          out ! v[1]
        """,
        "",
        [5, 8],
    ),
    "RETYPES": (
        r"""
        REAL32 x:
        [8]BYTE b:
        SEQ
          x := 1.0(REAL32)
          VAL INT bits RETYPES x:
          out ! bits
          INT64 l RETYPES b:
          l := 258(INT64)
          out ! (INT b[0]) + (INT b[1])
          []INT16 h RETYPES b:
          out ! SIZE h
        """,
        "",
        [1065353216, 3, 4],
    ),
    "procedures and functions, nested and of several results": (
        r"""
        INT a, b:
        PROC add (VAL INT x, INT r)
          PROC inner ()
            r := (r + x) + a
          :
          inner ()
        :
        SEQ
          a, b := 5, 1
          add (2, b)
          out ! b
          a, b := both (a, b)
          out ! (10 * a) + b
          out ! square (3) + twice (4)
        """,
        r"""
        INT, INT FUNCTION both (VAL INT a, b) IS b, a:
        INT FUNCTION square (VAL INT x) IS x * x:
        INT INLINE FUNCTION twice (VAL INT x)
          INT y:
          VALOF
            y := x + x
            RESULT y
        :
        """,
        [8, 85, 17],
    ),
    "open arrays, arrays of channels and timers as parameters": (
        r"""
        [3]CHAN OF INT c:
        [5]INT v:
        TIMER t:
        INT r:
        SEQ
          fill (v, 3)
          PAR
            send (c, 7)
            c[2] ? r
          wait (t)
          out ! v[4] + r
        """,
        r"""
        PROC fill ([]INT v, VAL INT x)
          SEQ i = 0 FOR SIZE v
            v[i] := x
        :
        PROC send ([]CHAN OF INT c, VAL INT x)
          c[(SIZE c) - 1] ! x
        :
        PROC wait (TIMER t)
          INT now:
          SEQ
            t ? now
            t ? AFTER now PLUS 1
        :
        """,
        [10],
    ),
    "a table of channels": (
        r"""
        CHAN OF INT a, b:
        [2]CHAN OF INT t IS [a, b]:
        INT x, i:
        SEQ
          i := 1
          PAR
            SEQ
              t[i] ! 4
              t[0] ! 3
            SEQ
              ALT j = 0 FOR SIZE t
                t[j] ? x
                  out ! (10 * j) + x
              a ? x
              out ! x
        """,
        "",
        [14, 3],
    ),
    "a channel with another protocol": (
        r"""
        CHAN OF ANY a:
        PAR
          CHAN OF INT::[]BYTE c RETYPES a:
          c ! 3::"abc"
          [3]BYTE s:
          INT n:
          SEQ
            a ? n
            a ? s
            out ! n + (INT s[2])
        """,
        "",
        [102],
    ),
    # What programs near the machine need
    "PLACE of variables, ports and arrays": (
        r"""
        INT x:
        PLACE x AT 70000:
        [4]BYTE y:
        PLACE y AT 80000:
        REAL64 d:
        PLACE d AT 80010:
        INT64 l:
        PLACE l AT 80020:
        PORT OF BYTE b:
        PLACE b AT 80030:
        [3]PORT OF INT q:
        PLACE q AT 80040:
        [20]INT v:
        PLACE v IN WORKSPACE:
        [3]INT u:
        PLACE u IN VECSPACE:
        BYTE z:
        INT i, j:
        PROC read.it (INT r)
          r := x + 1
        :
        SEQ
          i := 2
          x := 5
          y[i] := 'b'
          d := 2.5(REAL64)
          l := 7(INT64)
          d := d * d
          l := l * l
          b ! y[2]
          b ? z
          q[i] ! x
          q[2] ? j
          v[19], u[2] := 4, 5
          read.it (i)
          out ! i + (INT z)
          out ! INT ROUND (d * 100.0(REAL64))
          out ! (INT l) + j
          out ! v[19] + u[2]
        """,
        "",
        [104, 625, 54, 9],
    ),
    "ASM": (
        r"""
        INT x, r:
        [5]INT v:
        SEQ
          x, v[2], v[4] := 5, 77, 40
          ASM
            LDL x
            LDC 3
            ADD
            STL x        -- 8

            LD v[x - 6]
            ST r
            LDAB 1, 2
            GT
            CJ :no
            LDC 100
            ST x
            :no
            LD ADDRESSOF v
            LDNL 4
            STL x
            J :over
            BYTE 1, 2, 3
            :over
            LDLABELDIFF :over - :no
            LD r
            STAB v[0], v[1]
          GUY
            LDL x
            ADC 1
            STL x
          out ! x
          out ! r
          out ! v[0]
          out ! v[1]
        """,
        "",
        [41, 77, 77, 7],
    ),
    "pragmas": (
        r"""
        INT x, i, j:
        #PRAGMA SHARED x
        [4]INT v:
        #PRAGMA PERMITALIASES v
        SEQ
          i, j := 3, 3
          PAR
            x := 1
            x := 1
          INT a IS v[i]:
          INT b IS v[j]:
          SEQ
            a := x
            b := b + 1
            v[3] := a + 1
          out ! v[3]
        """,
        "",
        [3],
    ),
    "predefined procedures": (
        r"""
        SEQ
          ASSERT (TRUE)
          RESCHEDULE ()
          out ! 1
        """,
        "",
        [1],
    ),
    # Valid, though a compiler may think otherwise
    "REAL64 ROUND of a REAL32": (
        """
        REAL32 x:
        REAL64 d, e:
        SEQ
          x := 0.1(REAL32)
          d, e := REAL64 ROUND x, REAL64 TRUNC x
          x := REAL32 ROUND x
          VAL [2]INT bits RETYPES d:
          out ! bits[1]
          out ! INT ROUND (e * 1.0E+9(REAL64))
          out ! INT TRUNC (x * 1000.0(REAL32))
        """,
        "",
        [0x3FB99999, 100000001, 100],
    ),
    "CASE of BOOL": (
        """
        SEQ i = 0 FOR 3
          CASE i = 1
            TRUE
              out ! 10
            FALSE
              out ! 20
        """,
        "",
        [20, 10, 20],
    ),
    "a length behind which one is open": (
        """
        [2][4][3]INT v:
        INT r:
        SEQ
          SEQ i = 0 FOR 24
            [24]INT w RETYPES v:
            w[i] := i
          p (v, r)
          out ! r
          []INT row IS v[1][2]:
          out ! row[1]
        """,
        """
        PROC p ([2][][3]INT v, INT r)
          [][3]INT inner IS v[1]:
          r := ((SIZE v[0]) * 100) + (inner[3][2] + v[0][1][2])
        :
        """,
        [428, 19],
    ),
    "one process at both ends of a channel": (
        """
        CHAN OF INT c:
        INT x:
        SEQ i = 0 FOR 2
          PAR
            SEQ
              IF
                i = 0
                  c ! 1
                TRUE
                  SKIP
              out ! i
            IF
              i = 0
                c ? x
              TRUE
                SKIP
        """,
        "",
        [0, 1],
    ),
    "processes of a replicated PAR told apart by a test": (
        """
        [3]CHAN OF INT c:
        [4]INT v:
        SEQ
          PAR i = 0 FOR 4
            INT x:
            SEQ
              IF
                i = 0
                  x := 5
                TRUE
                  c[i - 1] ? x
              v[i] := x
              IF
                i < 3
                  c[i] ! x + 1
                TRUE
                  SKIP
          SEQ i = 0 FOR 4
            out ! v[i]
        """,
        "",
        [5, 6, 7, 8],
    ),
    "processes of a replicated PAR told apart by an inner index": (
        """
        [6]INT v:
        SEQ
          PAR i = 0 FOR 3
            SEQ j = 0 FOR 2
              VAL k IS (2 * i) + j:
              v[k] := 10 * k
          out ! v[0] + v[5]
        """,
        "",
        [50],
    ),
    "a subscript with an operator of its own": (
        """
        [4][3]INT m:
        INT a, b:
        SEQ
          a, b := 3, 2
          SEQ i = 0 FOR 4
            SEQ j = 0 FOR 3
              m[i][j] := (10 * i) + j
          out ! m[(a + b) \\ 4][b]
          m[(a + b) \\ 4][b] := m[(a * b) / 2][(a - b) /\\ 3] + 1
          out ! m[1][2]
        """,
        "",
        [12, 32],
    ),
    "what is decided already": (
        """
        [1]BOOL a:
        SEQ
          a[0] := TRUE
          IF
            FALSE AND a[1]
              out ! 1
            TRUE OR a[7]
              out ! 2
        """,
        "",
        [2],
    ),
    "numbers in hexadecimal": ("out ! $FF + #FF", "", [510]),
    "abbreviations of two elements": (
        """
        [4]INT v:
        INT i, j:
        SEQ
          i, j := 1, 2
          INT a IS v[i]:
          INT b IS v[j]:
          SEQ
            a, b := 5, 6
            a, b := b, a
          out ! v[1]
          out ! v[2]
        """,
        "",
        [6, 5],
    ),
    "functions in the abbreviations of a replicated ALT": (
        """
        [4]CHAN OF INT c:
        [10]INT u, v:
        INT z:
        SEQ
          SEQ k = 0 FOR 10
            u[k], v[k] := 100 + k, 200 + k
          PAR
            c[2] ! 7
            ALT i = 0 FOR 4
              VAL INT n IS next (i):
              VAL REAL64 r IS half (i):
              VAL [2]INT t IS [next (i), next (next (i))]:
              INT y IS v[next (i)]:
              []INT w IS [u FROM next (i) FOR next (1)]:
              VAL [2]INT bits RETYPES half (i):
              (n > 1) & c[i] ? z
                SEQ
                  out ! n
                  out ! INT TRUNC (r * 10.0(REAL64))
                  out ! t[0] + t[1]
                  out ! y
                  out ! w[1] + (SIZE w)
                  out ! bits[1]
        """,
        """
        INT FUNCTION next (VAL INT x) IS x + 1:
        REAL64 FUNCTION half (VAL INT x) IS (REAL64 ROUND x) * 0.5(REAL64):
        """,
        [3, 10, 7, 203, 106, 0x3FF00000],
    ),
}
MODES = ((Checks.HALT, True), (Checks.HALT, False), (Checks.NONE, True))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("body", "before", "expected"), CASES.values(), ids=CASES)
def test_a_construct_means_what_the_manual_says(body, before, expected, part):
    for checks, vectors in MODES:
        done = run(main(body, before), part, checks, vectors=vectors)
        assert done.ended, done
        assert done.words == expected


TABS = (
    "PROC main ()\n  CHAN OF INT out:\t-- a\ttab\n  PLACE out AT 0:\n  SEQ\n    SEQ\n      SEQ\n"
    '\tVAL text IS "a\tb":\n\tVAL sum IS 1 +\n\t\t2:\n\tSEQ\n\t  out ! sum\n'
    "\t  out ! INT text[1]\t-- 9\n\t  out ! SIZE text\n:\n"
)


@pytest.mark.parametrize("part", PARTS)
def test_tabs_stand_for_spaces_up_to_every_eighth_column(part):
    assert run(TABS, part).words == [3, 9, 3]


@pytest.mark.parametrize(("i", "j"), [(1, 1), (3, 2)])
@pytest.mark.parametrize(
    "both",
    [
        "INT a IS v[i]:\nINT b IS v[j]:",
        "VAL INT a IS v[i]:\nINT b IS v[j]:",
        (
            "[]INT x IS [v FROM i FOR 2]:\n[]INT y IS [v FROM j FOR 2]:\n"
            "INT a IS x[0]:\nINT b IS y[1]:"
        ),
        "[]INT row IS m[i]:\nINT b IS m[j][0]:\nINT a IS row[1]:",
    ],
)
def test_abbreviations_of_one_element_set_the_error_flag(both, i, j):
    lines = "".join(f"  {line}\n" for line in both.split("\n"))
    text = f"[5]INT v:\n[5][2]INT m:\nINT i, j:\nSEQ\n  i, j := {i}, {j}\n{lines}  b := a\n"
    same = i == j or ("row" not in both and "[]" in both)
    assert run(main(text)).ended is not same
    assert run(main(text), checks=Checks.RANGE_OFF).ended
