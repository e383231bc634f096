-- REAL64 and REAL32 to INT64. Areg = result pointer, Breg = pointer to a REAL64 or a REAL32 itself,
-- Creg = mode. The fraction is normalised to bit 63 and shifted right by as much as the point lies
-- above bit 0; what falls out rounds.

        LOW = 0
        HIGH = 1
        PLACES = 2
        REST_LOW = 3            -- what falls out, its highest bit at bit 63
        REST_HIGH = 4
        SIGN = 5
        FRAME = 6
        RESULT = 7
        OPERAND = 8
        MODE = 9

REAL64TOINT64:
        ajw     -FRAME
        ldl     OPERAND
        ldnl    1
        stl     SIGN
        ldl     SIGN
        ldl     OPERAND
        ldnl    0
        ldc     11
        lshl
        stl     LOW
        mint
        or
        stl     HIGH
        ldl     SIGN
        ldc     20
        shr
        ldc     #7FF
        and
        stl     PLACES
        ldc     1023 + 63
        ldl     PLACES
        diff
        stl     PLACES
        j       convert

REAL32TOINT64:
        ajw     -FRAME
        ldl     OPERAND
        stl     SIGN
        ldc     0
        stl     LOW
        ldl     SIGN
        ldc     8
        shl
        mint
        or
        stl     HIGH
        ldl     SIGN
        ldc     23
        shr
        ldc     #FF
        and
        stl     PLACES
        ldc     127 + 63
        ldl     PLACES
        diff
        stl     PLACES
convert:
        ldc     0
        ldl     PLACES
        gt
        cj      not_large
        seterr
        j       nothing
not_large:
        ldl     PLACES
        ldc     64
        gt
        cj      not_small
nothing:
        ldc     0
        stl     LOW
        ldc     0
        stl     HIGH
        j       store

not_small:
        ldc     64
        ldl     PLACES
        diff
        stl     REST_LOW
        ldl     HIGH
        ldl     LOW
        ldl     REST_LOW
        lshl
        stl     REST_LOW
        stl     REST_HIGH
        ldl     HIGH
        ldl     LOW
        ldl     PLACES
        lshr
        stl     LOW
        stl     HIGH
        ldl     MODE
        cj      whole
        ldl     LOW             -- carries if over a half, or a half and LOW odd
        ldl     REST_LOW
        ldc     #FFFFFFFF
        lsum
        stl     REST_LOW
        ldl     REST_HIGH
        mint
        not
        lsum
        stl     REST_HIGH
        ldl     LOW
        ldc     0
        lsum
        stl     LOW
        ldl     HIGH
        ldc     0
        lsum
        stl     HIGH
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
        ldc     0
        ldl     HIGH
        gt
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
        ldl     RESULT
        stnl    0
        ldl     HIGH
        ldl     RESULT
        stnl    1
        ajw     FRAME
        ret
