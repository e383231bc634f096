-- INT64 quotients and remainders, towards zero. Areg = result pointer, Breg = left, Creg = right
-- pointer.

        LOW = 0                 -- of the left side's magnitude, then of the remainder
        HIGH = 1
        DIVISOR_LOW = 2
        DIVISOR_HIGH = 3
        QUOTIENT_LOW = 4
        QUOTIENT_HIGH = 5
        REMAINDER = 6           -- whether that is asked for
        SIGN = 7
        PRODUCT_LOW = 8
        PRODUCT_HIGH = 9
        FRAME = 10
        RESULT = 11
        LEFT = 12
        RIGHT = 13

INT64DIV:
        ajw     -FRAME
        ldc     0
        stl     REMAINDER
        j       both
INT64REM:
        ajw     -FRAME
        ldc     1
        stl     REMAINDER
both:
        ldl     LEFT
        ldnl    0
        stl     LOW
        ldl     LEFT
        ldnl    1
        stl     HIGH
        ldl     RIGHT
        ldnl    0
        stl     DIVISOR_LOW
        ldl     RIGHT
        ldnl    1
        stl     DIVISOR_HIGH
        ldl     HIGH
        ldl     DIVISOR_HIGH
        xor
        stl     SIGN
        ldl     DIVISOR_LOW
        ldl     DIVISOR_HIGH
        or
        eqc     0
        cj      divisible
        seterr
        ajw     FRAME
        ret
divisible:
        ldc     0
        ldl     HIGH
        gt
        cj      left_positive
        ldc     0
        ldc     0
        ldl     LOW
        ldiff
        stl     LOW
        ldc     0
        ldl     HIGH
        ldiff
        stl     HIGH
left_positive:
        ldc     0
        ldl     DIVISOR_HIGH
        gt
        cj      right_positive
        ldc     0
        ldc     0
        ldl     DIVISOR_LOW
        ldiff
        stl     DIVISOR_LOW
        ldc     0
        ldl     DIVISOR_HIGH
        ldiff
        stl     DIVISOR_HIGH
right_positive:
        ldl     DIVISOR_HIGH
        cj      short

        -- The quotient of half the left side by the divisor's highest 32 bits, scaled: right, or
        -- one too large (D. Knuth, The Art of Computer Programming, volume 2, section 4.3.1).
        ldl     DIVISOR_HIGH
        ldl     DIVISOR_LOW
        norm
        stl     QUOTIENT_LOW
        stl     QUOTIENT_HIGH
        stl     QUOTIENT_LOW    -- places
        ldl     HIGH
        ldl     LOW
        ldc     1
        lshr
        ldl     QUOTIENT_HIGH
        ldiv
        ldc     31
        ldl     QUOTIENT_LOW
        diff
        shr
        stl     QUOTIENT_LOW
        ldc     0
        stl     QUOTIENT_HIGH
        ldc     0
        ldl     QUOTIENT_LOW
        ldl     DIVISOR_LOW
        lmul
        stl     PRODUCT_LOW
        ldl     QUOTIENT_LOW
        ldl     DIVISOR_HIGH
        prod
        sum
        stl     PRODUCT_HIGH
        ldc     0
        ldl     LOW
        ldl     PRODUCT_LOW
        ldiff
        stl     LOW
        ldl     HIGH
        ldl     PRODUCT_HIGH
        ldiff
        stl     HIGH
        ldc     0
        ldl     HIGH
        gt
        cj      signs
        ldl     QUOTIENT_LOW
        ldc     1
        diff
        stl     QUOTIENT_LOW
        ldc     0
        ldl     LOW
        ldl     DIVISOR_LOW
        lsum
        stl     LOW
        ldl     HIGH
        ldl     DIVISOR_HIGH
        lsum
        stl     HIGH
        j       signs

short:
        ldc     0
        ldl     HIGH
        ldl     DIVISOR_LOW
        ldiv
        stl     QUOTIENT_HIGH
        ldl     LOW
        ldl     DIVISOR_LOW
        ldiv
        stl     QUOTIENT_LOW
        stl     LOW
        ldc     0
        stl     HIGH

signs:
        ldc     0
        ldl     SIGN
        gt
        cj      positive
        j       select
positive:
        ldc     0
        ldl     QUOTIENT_HIGH
        gt
        cj      select
        seterr
select:
        ldl     REMAINDER
        cj      quotient
        ldl     LEFT
        ldnl    1
        stl     SIGN
        j       sign
quotient:
        ldl     QUOTIENT_LOW
        stl     LOW
        ldl     QUOTIENT_HIGH
        stl     HIGH
sign:
        ldc     0
        ldl     SIGN
        gt
        cj      store
        ldc     0
        ldc     0
        ldl     LOW
        ldiff
        stl     LOW
        ldc     0
        ldl     HIGH
        ldiff
        stl     HIGH
store:
        ldl     LOW
        ldl     RESULT
        stnl    0
        ldl     HIGH
        ldl     RESULT
        stnl    1
        ajw     FRAME
        ret
