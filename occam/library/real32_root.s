-- The square root of a REAL32 on the T414, rounded to nearest even. Areg = x; Areg = its root.
-- Newton's iteration from above on whole numbers: ROOT^2 comes down to HIGH * 2^32.

        EXPONENT = 0
        FRACTION = 1
        HIGH = 2
        ROOT = 3
        LOW = 4
        KIND = 5
        FRAME = 6
        X = 7

        START = #2AAAAAB0       -- 2/3 of 2^30, and a little: the line 3 z / 8 + 2 / 3 touches the root from above

SQRT32:
        ajw     -FRAME
        ldc     0
        ldl     X
        unpacksn
        stl     FRACTION
        stl     EXPONENT
        stl     KIND
        ldl     KIND
        cj      itself          -- either zero
        ldl     KIND
        eqc     3
        cj      number
itself:
        ldl     X
?       cflerr
        ajw     FRAME
        ret
number:
        ldc     0
        ldl     X
        gt
        cj      positive
        ldc     #7F840000       -- of a negative number
?       cflerr
        ajw     FRAME
        ret
positive:
        ldl     KIND
        eqc     1
        cj      itself          -- infinity
        ldc     0
        ldl     FRACTION
        gt
        cj      denormal
normal:
        ldl     FRACTION        -- by 4 or 8: 2^28 and up, with an even exponent left over
        ldl     EXPONENT
        ldc     1
        and
        adc     2
        shr
        stl     HIGH
        ldl     EXPONENT
        adc     127
        ldc     1
        shr
        adc     1
        stl     EXPONENT
        ldl     HIGH
        ldl     HIGH
        ldc     1
        shr
        sum
        ldc     START
        sum
        stl     ROOT

        ldl     HIGH
        ldc     0
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

        ldl     HIGH
        ldc     0
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

        ldl     HIGH
        ldc     0
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
        stl     LOW
        ldl     HIGH
        diff
        stl     KIND
        ldc     0
        ldl     KIND
        gt
        cj      not_below
        ldc     1
        stl     LOW             -- the root lies between this and the next
pack:
        ldl     ROOT
        ldl     LOW
        norm
        postnormsn
        roundsn
leave:
?       cflerr
        ajw     FRAME
        ret

not_below:
        ldl     KIND
        ldl     LOW
        or
        cj      pack            -- exact
        ldl     ROOT
        adc     -1
        stl     ROOT
        j       compare

denormal:
        ldl     FRACTION
        ldc     0
        norm
        stl     LOW
        stl     FRACTION
        ldl     EXPONENT
        rev
        diff
        stl     EXPONENT
        j       normal
