"""Cases of types, operators, conversions, arrays, abbreviations and RETYPES."""

CASES = {
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
}
