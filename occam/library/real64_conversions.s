-- REAL32 and INT to REAL64 and back, on the T414.

        EXPONENT = 0            -- where postnormsn looks for it
        HIGH = 1
        LOW = 2
        SIGN = 3
        T = 4
        FRAME = 5
        A = FRAME + 1
        B = FRAME + 2

-- Areg = result pointer, Breg = REAL32.
REAL32TOREAL64:
        ajw     -FRAME
        ldl     B
        stl     SIGN
        ldc     0
        stl     LOW
        ldc     0
        ldl     B
        unpacksn
        stl     HIGH
        stl     EXPONENT
        stl     T
        ldl     T
        cj      widen_sign      -- zero
        ldl     T
        ldc     1
        gt
        cj      widen_finite
        ldl     HIGH            -- an infinity, or a NaN with its fraction
        ldc     0
        ldc     11
        lshr
        stl     LOW
        ldc     #7FF00000
        or
        stl     T
        j       widen_t
widen_finite:
        ldl     EXPONENT
        adc     1023 - 127
        stl     EXPONENT
        j       widen_pack

-- Areg = result pointer, Breg = INT.
INT32TOREAL64:
        ajw     -FRAME
        ldl     B
        stl     SIGN
        ldc     0
        stl     LOW
        ldc     1023 + 31
        stl     EXPONENT
        ldl     B
        stl     HIGH
        ldl     B
        cj      widen_sign
        ldc     0
        ldl     B
        gt
        cj      widen_pack
        ldc     0
        ldl     B
        diff
        stl     HIGH
widen_pack:
        ldl     HIGH
        ldc     0
        norm
        stl     LOW
        stl     HIGH
        stl     T
        ldl     HIGH
        ldc     0
        ldc     11
        lshr
        stl     LOW
        ldl     EXPONENT        -- the highest bit adds one to the exponent
        ldl     T
        diff
        adc     -1
        ldc     20
        shl
        sum
widen_sign:
        stl     T
widen_t:
        ldl     T
        ldl     SIGN
        mint
        and
        or
        stl     HIGH
        ldl     LOW
        ldl     A
        stnl    0
        ldl     HIGH
        ldl     A
        stnl    1
        ajw     FRAME
        ret

-- Areg = operand pointer, Breg = mode; Areg = REAL32.
REAL64TOREAL32:
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
        stl     HIGH
        ldl     SIGN
        ldc     20
        shr
        ldc     #7FF
        and
        stl     EXPONENT
        ldl     EXPONENT
        cj      nothing         -- zero, or far below REAL32's denormals
        ldl     EXPONENT
        eqc     #7FF
        cj      number
        ldl     HIGH            -- an infinity, or a NaN with the upper part of its fraction
        mint
        not
        and
        stl     HIGH
        ldl     HIGH
        ldc     8
        shr
        ldl     HIGH
        ldl     LOW
        or
        cj      infinite
        ldc     #7F800000
        or
        stl     HIGH
        ldl     HIGH
        ldc     #7F800000
        diff
        cj      hidden_nan
        ldl     HIGH
        stl     T
        j       narrow_t
hidden_nan:
        ldc     #7F800001
        stl     T
        j       narrow_t
infinite:
        ldinf
        stl     T
        j       narrow_t
number:
        ldl     HIGH
        mint
        or
        stl     HIGH
        ldl     EXPONENT
        adc     127 - 1023
        stl     EXPONENT
        ldl     B
        cj      cut
        ldl     HIGH
        ldl     LOW
        norm
        postnormsn
        roundsn
        stl     T
        j       narrow_t
cut:
        ldl     EXPONENT
        ldc     254
        gt
        cj      cut_in_range
        ldc     #7F7FFFFF
        stl     T
        j       narrow_t
cut_in_range:
        ldl     HIGH
        ldl     LOW
        norm
        postnormsn
        stl     LOW
        ldc     #FFFFFF00
        and
        ldc     0
        roundsn
        stl     T
        j       narrow_t
nothing:
        ldc     0
        stl     T
narrow_t:
        ldl     T
        ldl     SIGN
        mint
        and
        or
?       cflerr
        ajw     FRAME
        ret

        include "real64_to_int32.s"
