-- The square root of a REAL64 on the T414, rounded to nearest even. Areg = result, Breg = operand
-- pointer. The upper half of the root comes from Newton's iteration on whole numbers as for REAL32,
-- the lower half from one division of what remains by twice that.

        XH = 0                  -- of each operand: fraction with its highest bit at bit 63, exponent,
        XL = 1                  -- and the high word as it was, for the sign
        EX = 2
        SX = 3
        YH = 4
        YL = 5
        EY = 6
        SY = 7
        DH = 8                  -- the operand, its highest bit at bit 60 or 61
        DL = 9
        ROOT = 10
        KIND = 11
        FRAME = 12
        RESULT = FRAME + 1
        X = FRAME + 2

        START = #2AAAAAB0       -- 2/3 of 2^30, and a little: the line 3 z / 8 + 2 / 3 touches the root

SQRT64:
        ajw     -FRAME
        ldl     X
        ldnl    1
        stl     SX
        ldl     SX
        ldc     20
        shr
        ldc     #7FF
        and
        stl     EX
        ldl     SX
        ldl     X
        ldnl    0
        ldc     11
        lshl
        stl     XL
        mint
        or
        stl     XH
        ldlp    XH
        call    classify
        stl     KIND
        ldl     KIND
        cj      itself          -- either zero
        ldl     KIND
        eqc     3
        cj      number
itself:
        ldl     X
        ldnl    0
        stl     XL
        ldl     SX
        stl     XH
?       ldl     KIND
?       cj      store
?       seterr
        j       store
number:
        ldc     0
        ldl     SX
        gt
        cj      positive
        ldc     0
        stl     XL
        ldc     #7FF08000       -- of a negative number
        stl     XH
?       seterr
        j       store
positive:
        ldl     KIND
        eqc     1
        cj      itself          -- infinity
        ldl     EX
        ldc     1
        and
        adc     2
        stl     KIND
        ldl     XH
        ldl     XL
        ldl     KIND
        lshr
        stl     DL
        stl     DH
        ldl     EX
        adc     1023
        stl     EX
        ldl     EX              -- negative only for no number there is
        ldc     1
        shr
        adc     1
        stl     EX
        ldl     DH
        ldl     DH
        ldc     1
        shr
        sum
        ldc     START
        sum
        stl     ROOT

        ldl     DH
        ldl     DL
        ldl     ROOT
        ldiv
        ldl     ROOT
        rev
        diff
        ldc     1
        shr
        ldl     ROOT
        rev
        diff
        stl     ROOT

        ldl     DH
        ldl     DL
        ldl     ROOT
        ldiv
        ldl     ROOT
        rev
        diff
        ldc     1
        shr
        ldl     ROOT
        rev
        diff
        stl     ROOT

        ldl     DH
        ldl     DL
        ldl     ROOT
        ldiv
        ldl     ROOT
        rev
        diff
        ldc     1
        shr
        ldl     ROOT
        rev
        diff
        stl     ROOT

compare:
        ldc     0
        ldl     ROOT
        ldl     ROOT
        lmul
        stl     XL
        stl     XH
        ldc     0
        ldl     DL
        ldl     XL
        ldiff
        stl     XL
        ldl     DH
        ldl     XH
        ldiff
        stl     XH
        cj      below
        ldl     ROOT
        adc     -1
        stl     ROOT
        j       compare

below:
        ldl     XL              -- what remains, one word, is at most twice the root
        ldc     1
        shr
        stl     YH
        ldl     ROOT
        stl     XH
        ldl     YH
        ldl     ROOT
        diff
        cj      next_less_little
        ldl     XL
        ldc     31
        shl
        stl     YL
        ldl     YH
        ldl     YL
        ldl     ROOT
        ldiv
        stl     XL
        stl     YH              -- what remains again, by 2^32, less the square of the lower half
        ldc     0
        ldl     XL
        ldl     XL
        lmul
        stl     DL
        stl     DH
        ldl     YH
        ldc     1
        shl
        stl     YH
        ldl     DL
        ldl     DH
        or
        ldl     YH
        or
        cj      pack            -- exact
        ldc     0
        ldc     0
        ldl     DL
        ldiff
        stl     DL
        ldl     YH
        ldl     DH
        ldiff
        stl     DH
        cj      inexact
        ldc     0
        ldl     XL
        ldc     1
        ldiff
        stl     XL
        ldl     XH
        ldc     0
        ldiff
        stl     XH
inexact:
        ldl     XL
        ldc     1
        or
        stl     XL
        j       pack
next_less_little:
        ldc     #FFFFFFFF
        stl     XL
        j       pack

-- The result is XH, XL times 2 to the EX, its sign SX's; bit 0 of XL stands for whatever follows.
pack:
        ldl     XH
        ldl     XL
        norm
        stl     XL
        stl     XH
        stl     YL
        ldl     EX
        ldl     YL
        diff
        stl     EX
        ldl     EX
        ldc     0
        gt
        cj      small
round:
        ldl     XL              -- half of the last place, less one unless that is odd
        ldc     11
        shr
        ldl     XL
        ldc     #3FF
        lsum
        stl     XL
        ldl     XH
        ldc     0
        lsum
        stl     XH
        cj      no_carry
        mint
        stl     XH
        ldl     EX
        adc     1
        stl     EX
no_carry:
        ldl     EX
        ldc     2046
        gt
        cj      in_range
?       seterr
        ldc     0
        stl     XL
        ldc     #7FF00000
        ldl     SX
        mint
        and
        or
        stl     XH
        j       store
in_range:
        ldl     XH
        ldl     XL
        ldc     11
        lshr
        stl     XL
        ldl     EX              -- the highest bit adds one to the exponent
        adc     -1
        ldc     20
        shl
        sum
sign:
        ldl     SX
        mint
        and
        or
        stl     XH
store:
        ldl     XL
        ldl     RESULT
        stnl    0
        ldl     XH
        ldl     RESULT
        stnl    1
        ajw     FRAME
        ret

small:
        ldc     1
        ldl     EX
        diff
        stl     YL
        ldc     1
        stl     EX
        ldl     YL
        ldc     63
        gt
        cj      shift
        ldc     0
        stl     XH
        ldc     1
        stl     XL
        j       round
shift:
        ldc     64
        ldl     YL
        diff
        stl     YH
        ldl     XH
        ldl     XL
        ldl     YH
        lshl
        or
        eqc     0
        eqc     0
        stl     YH
        ldl     XH
        ldl     XL
        ldl     YL
        lshr
        ldl     YH
        or
        stl     XL
        stl     XH
        j       round

-- Areg = address of H, L, E of an operand whose exponent has only zeros or only ones: puts a
-- denormal right. Areg = kind: 0 zero, 1 finite, 2 infinite, 3 NaN.
classify:
        ajw     -3
        ldl     4
        ldnl    2
        eqc     #7FF
        cj      not_infinite
        ldl     4
        ldnl    0
        mint
        not
        and
        ldl     4
        ldnl    1
        or
        eqc     0
        ldc     3
        rev
        diff
        ajw     3
        ret
not_infinite:
        ldl     4
        ldnl    2
        cj      denormal
        ldc     1
        ajw     3
        ret
denormal:
        ldl     4
        ldnl    0
        mint
        xor
        ldl     4
        ldnl    1
        norm
        stl     1
        stl     0
        stl     2
        ldl     0
        ldl     4
        stnl    0
        ldl     1
        ldl     4
        stnl    1
        ldc     1
        ldl     2
        diff
        ldl     4
        stnl    2
        ldl     0
        eqc     0
        eqc     0
        ajw     3
        ret
