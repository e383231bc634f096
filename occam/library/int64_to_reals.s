-- INT64 to REAL64 and REAL32. The magnitude is normalised to bit 63; then 11 or 40 bits are
-- rounded away, the highest bit adding one to the exponent.

        LOW = 0
        HIGH = 1
        EXPONENT = 2            -- one less than the result's
        SIGN = 3
        FRAME = 4
        A = 5
        B = 6
        C = 7

-- Areg = result, Breg = operand pointer, Creg = mode.
INT64TOREAL64:
        ajw     -FRAME
        ldl     B
        call    magnitude
        cj      double_zero
        ldc     1023 + 62
        ldl     EXPONENT
        diff
        stl     EXPONENT
        ldl     C
        cj      double_cut
        ldl     LOW             -- half of what is cut off, less one unless the last bit is odd
        ldc     11
        shr
        ldl     LOW
        ldc     #3FF
        lsum
        stl     LOW
        ldl     HIGH
        ldc     0
        lsum
        stl     HIGH
        cj      double_cut
        mint
        stl     HIGH
        ldl     EXPONENT
        adc     1
        stl     EXPONENT
double_cut:
        ldl     HIGH
        ldl     LOW
        ldc     11
        lshr
        stl     LOW
        ldl     EXPONENT
        ldc     20
        shl
        sum
        ldl     SIGN
        or
        stl     HIGH
double_zero:
        ldl     LOW
        ldl     A
        stnl    0
        ldl     HIGH
        ldl     A
        stnl    1
        ajw     FRAME
        ret

-- Areg = operand pointer, Breg = mode; Areg = REAL32.
INT64TOREAL32:
        ajw     -FRAME
        ldl     A
        call    magnitude
        cj      single_zero
        ldc     127 + 62
        ldl     EXPONENT
        diff
        stl     EXPONENT
        ldl     B
        cj      single_cut
        ldl     HIGH
        ldc     8
        shr
        ldl     LOW
        ldc     #FFFFFFFF
        lsum
        stl     LOW
        ldl     HIGH
        ldc     #7F
        lsum
        stl     HIGH
        cj      single_cut
        mint
        stl     HIGH
        ldl     EXPONENT
        adc     1
        stl     EXPONENT
single_cut:
        ldl     HIGH
        ldc     8
        shr
        ldl     EXPONENT
        ldc     23
        shl
        sum
        ldl     SIGN
        or
        ajw     FRAME
        ret
single_zero:
        ajw     FRAME
        ret

-- Areg = pointer: fills LOW, HIGH (normalised), EXPONENT (places), SIGN of the caller's frame;
-- Areg = whether the number is not 0.
        UP = 4
magnitude:
        ldl     1
        ldnl    0
        stl     LOW + UP
        ldl     1
        ldnl    1
        stl     HIGH + UP
        ldl     HIGH + UP
        mint
        and
        stl     SIGN + UP
        ldl     SIGN + UP
        cj      positive
        ldc     0
        ldc     0
        ldl     LOW + UP
        ldiff
        stl     LOW + UP
        ldc     0
        ldl     HIGH + UP
        ldiff
        stl     HIGH + UP
positive:
        ldl     HIGH + UP
        ldl     LOW + UP
        norm
        stl     LOW + UP
        stl     HIGH + UP
        stl     EXPONENT + UP
        ldl     HIGH + UP
        ret
