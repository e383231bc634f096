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
