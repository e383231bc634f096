-- INT64 products. Areg = result pointer, Breg = left, Creg = right pointer.

        RESULT = 1
        LEFT = 2
        RIGHT = 3

-- Modulo 2^64: what does not reach the low two words is left out.
INT64TIMES:
        ajw     -1
        ldc     0
        ldl     LEFT + 1
        ldnl    0
        ldl     RIGHT + 1
        ldnl    0
        lmul
        stl     0
        ldl     LEFT + 1
        ldnl    0
        ldl     RIGHT + 1
        ldnl    1
        prod
        sum
        ldl     LEFT + 1
        ldnl    1
        ldl     RIGHT + 1
        ldnl    0
        prod
        sum
        ldl     RESULT + 1
        stnl    1
        ldl     0
        ldl     RESULT + 1
        stnl    0
        ajw     1
        ret

-- Magnitudes are multiplied; of those that fit, one has an empty high word.
        LEFT_LOW = 0
        LEFT_HIGH = 1
        RIGHT_LOW = 2
        RIGHT_HIGH = 3
        LOW = 4
        HIGH = 5
        SIGN = 6
        FRAME = 7

INT64MUL:
        ajw     -FRAME
        ldl     LEFT + FRAME
        ldnl    0
        stl     LEFT_LOW
        ldl     LEFT + FRAME
        ldnl    1
        stl     LEFT_HIGH
        ldl     RIGHT + FRAME
        ldnl    0
        stl     RIGHT_LOW
        ldl     RIGHT + FRAME
        ldnl    1
        stl     RIGHT_HIGH
        ldl     LEFT_HIGH
        ldl     RIGHT_HIGH
        xor
        stl     SIGN
        ldc     0
        ldl     LEFT_HIGH
        gt
        cj      left_positive
        ldc     0
        ldc     0
        ldl     LEFT_LOW
        ldiff
        stl     LEFT_LOW
        ldc     0
        ldl     LEFT_HIGH
        ldiff
        stl     LEFT_HIGH
left_positive:
        ldc     0
        ldl     RIGHT_HIGH
        gt
        cj      right_positive
        ldc     0
        ldc     0
        ldl     RIGHT_LOW
        ldiff
        stl     RIGHT_LOW
        ldc     0
        ldl     RIGHT_HIGH
        ldiff
        stl     RIGHT_HIGH
right_positive:
        ldc     0
        ldl     LEFT_LOW
        ldl     RIGHT_LOW
        lmul
        stl     LOW
        stl     HIGH
        ldl     HIGH
        ldl     LEFT_HIGH
        cj      left_short
        ldl     LEFT_HIGH
        ldl     RIGHT_LOW
        lmul
        stl     HIGH
        ldl     RIGHT_HIGH
        or                      -- whatever this adds does not fit
        cj      whole
        seterr
        j       whole
left_short:
        ldl     HIGH
        ldl     LEFT_LOW
        ldl     RIGHT_HIGH
        lmul
        stl     HIGH
        cj      whole
        seterr
whole:
        ldc     0
        ldl     SIGN
        gt
        cj      positive
        ldc     0
        ldc     0
        ldl     LOW
        ldiff
        stl     LOW
        ldc     0
        ldl     HIGH
        ldiff
        stl     HIGH
        ldl     LOW
        ldl     HIGH
        or
        cj      store
        ldl     HIGH            -- a negative product has its highest bit set
        mint
        and
        eqc     0
        cj      store
        seterr
        j       store
positive:
        ldc     0
        ldl     HIGH
        gt
        cj      store
        seterr
store:
        ldl     LOW
        ldl     RESULT + FRAME
        stnl    0
        ldl     HIGH
        ldl     RESULT + FRAME
        stnl    1
        ajw     FRAME
        ret
