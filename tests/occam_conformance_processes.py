"""Cases of processes, protocols and timers."""

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
}
