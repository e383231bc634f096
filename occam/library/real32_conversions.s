-- INT and REAL32 into each other on the T414. Areg = what is converted, Breg = mode (0 TRUNC,
-- 1 ROUND).

        EXPONENT = 0
        FRACTION = 1
        LOW = 2
        FRAME = 3
        X = 4
        MODE = 5

        POINT = 127 + 31        -- exponent of a fraction that is a whole number

INT32TOREAL32:
        ajw     -FRAME
        ldl     X
        cj      zero
        ldc     POINT
        stl     EXPONENT
        ldl     X
        stl     FRACTION
        ldc     0
        ldl     X
        gt
        cj      magnitude
        ldc     0
        ldl     X
        diff
        stl     FRACTION
magnitude:
        ldl     MODE
        cj      cut
        ldl     FRACTION
        ldc     0
        norm
        postnormsn
        roundsn
        ldl     X
        mint
        and
        or
        ajw     FRAME
        ret
cut:
        ldl     FRACTION
        ldc     0
        norm
        postnormsn
        stl     LOW
        ldc     #FFFFFF00       -- leaves nothing to round
        and
        ldc     0
        roundsn
        ldl     X
        mint
        and
        or
zero:
        ajw     FRAME
        ret

REAL32TOINT32:
        ajw     -FRAME
        ldc     0
        ldl     X
        unpacksn
        stl     FRACTION
        stl     EXPONENT
        ldc     POINT
        ldl     EXPONENT
        diff
        stl     EXPONENT
        ldc     0
        ldl     EXPONENT
        gt
        cj      not_large
        seterr                  -- infinities and NaNs have the greatest exponent
        j       nothing
not_large:
        ldl     EXPONENT
        ldc     33
        gt
        cj      not_small
nothing:
        ldc     0               -- less than a half
        ajw     FRAME
        ret
not_small:
        ldl     FRACTION
        ldc     0
        ldl     EXPONENT
        lshr
        stl     LOW
        stl     FRACTION
        ldl     MODE
        cj      rounded
        ldl     FRACTION        -- carries if LOW is over a half, or a half and FRACTION odd
        ldl     LOW
        mint
        not
        lsum
        stl     LOW
        ldl     FRACTION
        sum
        stl     FRACTION
rounded:
        ldc     0
        ldl     X
        gt
        cj      positive
        ldc     0
        ldl     FRACTION
        diff
        stl     FRACTION
        ldl     FRACTION
        ldc     0
        gt
        cj      fits
        seterr
        j       fits
positive:
        ldc     0
        ldl     FRACTION
        gt
        cj      fits
        seterr
fits:
        ldl     FRACTION
        ajw     FRAME
        ret
