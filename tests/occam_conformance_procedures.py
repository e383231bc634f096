"""Cases of procedures, functions, channels, PLACE, ASM and pragmas."""

CASES = {
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
}
