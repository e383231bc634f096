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

        include "real64_packing.s"
