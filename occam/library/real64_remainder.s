-- The remainder of REAL64 division on the T414. Areg = result pointer, Breg = pointer to x, Creg =
-- pointer to y; the result is x - (y * n), where n is the whole number nearest to x / y, of two
-- equally near ones the even one. One step for every power of two that x is larger by.

        XH = 0                  -- of each operand: fraction with its highest bit at bit 63, exponent,
        XL = 1                  -- and the high word as it was, for the sign
        EX = 2
        SX = 3
        YH = 4
        YL = 5
        EY = 6
        SY = 7
        KINDS = 8
        T = 9                   -- the remainder less y
        U = 10
        QUOTIENT = 11           -- its last bit
        COUNT = 12
        FRAME = 13
        RESULT = FRAME + 1
        X = FRAME + 2
        Y = FRAME + 3

REAL64REM:
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
        ldl     Y
        ldnl    1
        stl     SY
        ldl     SY
        ldc     20
        shr
        ldc     #7FF
        and
        stl     EY
        ldl     SY
        ldl     Y
        ldnl    0
        ldc     11
        lshl
        stl     YL
        mint
        or
        stl     YH
        ldlp    YH
        call    classify
        ldc     2
        shl
        stl     KINDS
        ldlp    XH
        call    classify
        ldl     KINDS
        or
        stl     KINDS
        ldl     KINDS
        eqc     5
        cj      special
        ldc     0
        stl     QUOTIENT
        ldl     EX
        ldl     EY
        diff
        stl     COUNT
        ldc     0
        ldl     COUNT
        gt
        cj      steps
        ldl     COUNT
        adc     1
        eqc     0
        cj      take_x          -- less than half of y
        ldl     XH
        ldl     XL
        ldc     1
        lshr
        stl     XL
        stl     XH
        j       nearest

step:
        ldl     COUNT
        adc     -1
        stl     COUNT
        ldl     XH              -- the remainder is below y; twice that may need 65 bits
        stl     QUOTIENT
        ldl     XH
        ldl     XL
        ldc     1
        lshl
        stl     XL
        stl     XH
        ldc     0
        ldl     XL
        ldl     YL
        ldiff
        stl     T
        ldl     XH
        ldl     YH
        ldiff
        stl     U
        cj      fits
        ldc     0
        ldl     QUOTIENT
        gt
        cj      no_bit          -- borrowed, and there was no 65th bit
        j       fits
steps:
        ldc     0
        ldl     XL
        ldl     YL
        ldiff
        stl     T
        ldl     XH
        ldl     YH
        ldiff
        stl     U
        cj      fits
no_bit:
        ldc     0
        stl     QUOTIENT
        j       next
fits:
        ldl     T
        stl     XL
        ldl     U
        stl     XH
        ldc     1
        stl     QUOTIENT
next:
        ldl     COUNT
        cj      nearest
        j       step

nearest:
        ldc     0
        ldl     YL
        ldl     XL
        ldiff
        stl     T
        ldl     YH
        ldl     XH
        ldiff
        stl     U
        ldl     QUOTIENT        -- borrows if twice the remainder is above y, or equal and odd
        ldl     T
        ldl     XL
        ldiff
        stl     COUNT
        ldl     U
        ldl     XH
        ldiff
        stl     COUNT
        cj      below
        ldl     T
        stl     XL
        ldl     U
        stl     XH
        ldl     SX
        mint
        xor
        stl     SX
below:
        ldl     EY
        stl     EX
        ldl     XH
        ldl     XL
        or
        cj      sign
        j       pack

take_x:
        ldl     X
        ldnl    0
        stl     XL
        ldl     SX
        stl     XH
        j       store

        include "real64_packing.s"

special:
        ldl     KINDS
        ldc     11
        gt
        ldl     KINDS
        ldc     3
        and
        eqc     3
        or
        cj      numbers
        ldl     KINDS
        ldc     3
        and
        eqc     3
        cj      other
?       seterr
        j       take_x
other:
        ldl     Y
        ldnl    0
        stl     XL
        ldl     SY
        stl     XH
        j       no_number
numbers:
        ldl     KINDS
        ldc     2
        and
        cj      by_zero
        ldc     0
        stl     XL
        ldc     #7FF00800       -- of an infinity
        stl     XH
        j       no_number
by_zero:
        ldl     KINDS
        ldc     12
        and
        cj      divisor_zero
        j       take_x
divisor_zero:
        stl     XL
        ldc     #7FF00400
        stl     XH
no_number:
?       seterr
        j       store
