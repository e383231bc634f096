"""Cases of predefined procedures, and of rules that are easily missed."""

CASES = {
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
