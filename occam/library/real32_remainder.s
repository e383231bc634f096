-- The remainder of REAL32 division on the T414. Areg = x, Breg = y; Areg = x - (y * n), where n is
-- the whole number nearest to x / y, of two equally near ones the even one.

        EXPONENT = 0            -- of y and of the remainder
        FX = 1                  -- x's fraction, then the remainder's
        FY = 2
        DISTANCE = 3            -- bits of the quotient that are still to come
        QUOTIENT = 4            -- its last bits
        LOW = 5
        KINDS = 6               -- 4 * (kind of y) + kind of x: 0 zero, 1 finite, 2 infinite, 3 NaN
        FRAME = 7
        X = 8
        Y = 9

REAL32REM:
        ajw     -FRAME
        ldc     0
        ldl     Y
        unpacksn
        stl     FY
        stl     EXPONENT
        ldl     X
        unpacksn
        stl     FX
        stl     DISTANCE
        stl     KINDS
        ldl     KINDS
        eqc     5
        cj      special
        ldc     0
        ldl     FX
        gt
        cj      denormal_x
divisor:
        ldc     0
        ldl     FY
        gt
        cj      denormal_y
divide:
        ldl     DISTANCE
        ldl     EXPONENT
        diff
        stl     DISTANCE
        ldc     0
        stl     QUOTIENT
        ldc     0
        ldl     DISTANCE
        gt
        cj      long
        ldl     DISTANCE
        adc     1
        eqc     0
        cj      take_x          -- less than half of y
        ldl     FX
        ldc     1
        shr
        stl     FX
        j       nearest

long:
        ldc     0
        ldl     FX
        ldl     FY
        ldiff
        stl     LOW
        cj      first_bit       -- no borrow: x's fraction is not the smaller
        j       more
first_bit:
        ldl     LOW
        stl     FX
        ldc     1
        stl     QUOTIENT
more:
        ldl     DISTANCE
        cj      nearest
        ldl     DISTANCE
        ldc     32
        gt
        cj      rest
        ldl     FX
        ldc     0
        ldl     FY
        ldiv
        stl     QUOTIENT
        stl     FX
        ldl     DISTANCE
        adc     -32
        stl     DISTANCE
        j       more
rest:
        ldc     0
        ldl     FX
        ldl     DISTANCE
        lshl
        ldl     FY
        ldiv
        stl     QUOTIENT
        stl     FX

nearest:
        ldl     FY
        ldl     FX
        diff
        stl     LOW
        ldl     QUOTIENT        -- borrows if 2 FX > FY, or equal and the quotient odd
        ldl     LOW
        ldl     FX
        ldiff
        rev
        cj      below
        ldl     LOW
        stl     FX
        ldl     X
        mint
        xor
        stl     X
below:
        ldl     FX
        cj      signed
        ldl     FX
        ldc     0
        norm
        postnormsn
        roundsn
signed:
        ldl     X
        mint
        and
        or
leave:
?       cflerr
        ajw     FRAME
        ret

take_x:
        ldl     X
?       cflerr
        ajw     FRAME
        ret

denormal_x:
        ldl     FX
        ldc     0
        norm
        stl     LOW
        stl     FX
        ldl     DISTANCE
        rev
        diff
        stl     DISTANCE
        j       divisor

denormal_y:
        ldl     FY
        ldc     0
        norm
        stl     LOW
        stl     FY
        ldl     EXPONENT
        rev
        diff
        stl     EXPONENT
        j       divide

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
        ldl     X               -- of two NaNs, or a NaN and a number, the larger magnitude
        mint
        not
        and
        ldl     Y
        mint
        not
        and
        gt
        cj      take_y
        j       take_x
take_y:
        ldl     Y
?       cflerr
        ajw     FRAME
        ret
numbers:
        ldl     KINDS
        ldc     2
        and
        cj      finite
        ldc     #7F804000       -- of an infinity
?       cflerr
        ajw     FRAME
        ret
finite:
        ldl     KINDS
        ldc     12
        and
        cj      by_zero
        j       take_x
by_zero:
        ldc     #7F802000
?       cflerr
        ajw     FRAME
        ret
