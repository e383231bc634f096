-- REAL64 to INT on the T414. Put in where real64_conversions.s says `include`.

-- Areg = operand pointer, Breg = mode; Areg = INT.
REAL64TOINT32:
        ajw     -FRAME
        ldl     A
        ldnl    1
        stl     SIGN
        ldl     SIGN
        ldl     A
        ldnl    0
        ldc     11
        lshl
        stl     LOW
        mint
        or
        stl     HIGH
        ldc     1023 + 31
        ldl     SIGN
        ldc     20
        shr
        ldc     #7FF
        and
        diff
        stl     T
        ldc     0
        ldl     T
        gt
        cj      not_large
        seterr
        j       no_integer
not_large:
        ldl     T
        ldc     32
        gt
        cj      not_small
no_integer:
        ldc     0
        ajw     FRAME
        ret
not_small:
        ldc     32
        ldl     T
        diff
        stl     EXPONENT
        ldl     LOW             -- whether anything falls out at the lower end
        ldl     EXPONENT
        shl
        eqc     0
        eqc     0
        stl     EXPONENT
        ldl     HIGH
        ldl     LOW
        ldl     T
        lshr
        ldl     EXPONENT
        or
        stl     LOW
        stl     HIGH
        ldl     B
        cj      whole
        ldl     HIGH            -- carries if LOW is over a half, or a half and HIGH odd
        ldl     LOW
        mint
        not
        lsum
        stl     LOW
        ldl     HIGH
        ldc     0
        lsum
        stl     HIGH
        cj      whole
        seterr                  -- 2^32
whole:
        ldc     0
        ldl     SIGN
        gt
        cj      positive
        ldc     0
        ldl     HIGH
        diff
        stl     HIGH
        ldl     HIGH
        ldc     0
        gt
        cj      fits
        seterr
        j       fits
positive:
        ldc     0
        ldl     HIGH
        gt
        cj      fits
        seterr
fits:
        ldl     HIGH
        ajw     FRAME
        ret
