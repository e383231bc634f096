-- REAL32 + - * / on the T414, rounded to nearest even.
-- Areg = x, Breg = operation (0 + 1 - 2 * 3 /), Creg = y; Areg = x operation y.
-- Where only one operand counts, it goes straight through; else both are unpacked into fractions
-- with their highest bit at bit 31, the operation gives 64 bits, and norm, postnormsn and roundsn
-- make a REAL32 of them. What a `j` must not lose waits in LOW: another process may have its turn
-- there, and the registers with it.

        EXPONENT = 0            -- where postnormsn looks for it: x's, then the result's
        FX = 1                  -- fractions; when adding, of the larger and the smaller exponent
        FY = 2
        EY = 3
        DISTANCE = 4
        LOW = 5
        HIGH = 6
        KINDS = 7               -- 4 * (kind of y) + kind of x: 0 zero, 1 finite, 2 infinite, 3 NaN
        FRAME = 8
        X = 9
        OPERATION = 10
        Y = 11

REAL32OP:
        ajw     -FRAME
        ldc     0
        ldl     Y
        unpacksn
        stl     FY
        stl     EY
        ldl     X
        unpacksn
        stl     FX
        stl     EXPONENT
        stl     KINDS
        ldl     KINDS
        eqc     5
        cj      special
        ldl     OPERATION
        eqc     2
        cj      not_multiply

        ldl     EXPONENT
        ldl     EY
        sum
        adc     -126
        stl     EXPONENT
        ldc     0
        ldl     FX
        ldl     FY
        lmul
        norm
        postnormsn
        roundsn
signed:                         -- Areg: a magnitude; its sign is that of a product
        ldl     X
        ldl     Y
        xor
        mint
        and
        or
leave:
?       cflerr
        ajw     FRAME
        ret

not_multiply:
        ldl     OPERATION
        eqc     3
        cj      add_or_subtract

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
        ldl     EXPONENT
        ldl     EY
        diff
        adc     127
        stl     EXPONENT
        ldl     FX
        ldc     1
        shr
        ldc     0
        ldl     FY
        ldiv
        rev                     -- the remainder stands for all the bits that follow
        norm
        postnormsn
        roundsn
        stl     LOW
        j       signed_low

denormal_x:
        ldl     FX
        ldc     0
        norm
        stl     LOW
        stl     FX
        ldl     EXPONENT
        rev
        diff
        stl     EXPONENT
        j       divisor

denormal_y:
        ldl     FY
        ldc     0
        norm
        stl     LOW
        stl     FY
        ldl     EY
        rev
        diff
        stl     EY
        j       divide

add_or_subtract:
        ldl     OPERATION
        cj      add
        ldl     Y
        mint
        xor
        stl     Y
add:
        ldl     EXPONENT
        ldl     EY
        diff
        stl     DISTANCE
        ldc     0
        ldl     DISTANCE
        gt
        cj      ordered
        ldl     FX
        ldl     FY
        stl     FX
        stl     FY
        ldl     X
        ldl     Y
        stl     X
        stl     Y
        ldl     EY
        stl     EXPONENT
        ldl     DISTANCE
        not
        adc     1
        stl     DISTANCE
ordered:
        ldl     DISTANCE        -- beyond 40 places y only tells which way to round
        ldc     40
        gt
        cj      near
        ldc     40
        stl     DISTANCE
near:
        ldl     EXPONENT        -- both one place to the right, so that the sum has room
        adc     1
        stl     EXPONENT
        ldl     FY
        ldc     0
        ldl     DISTANCE
        adc     1
        lshr
        stl     LOW
        stl     HIGH
        ldc     0
        ldl     X
        ldl     Y
        xor
        gt
        cj      same_signs

        ldc     0
        ldc     0
        ldl     LOW
        ldiff
        stl     LOW
        ldl     FX
        ldc     1
        shr
        ldl     HIGH
        ldiff
        stl     HIGH
        ldc     0
        ldl     HIGH
        gt
        cj      positive
        ldl     HIGH            -- only with equal exponents, and then LOW is zero
        not
        adc     1
        stl     HIGH
        ldl     Y
        stl     X
positive:
        ldl     HIGH
        cj      leave           -- x - x = +0
        j       pack_sum

same_signs:
        ldl     FX
        ldc     1
        shr
        ldl     HIGH
        sum
        stl     HIGH
pack_sum:
        ldl     HIGH
        ldl     LOW
        norm
        postnormsn
        roundsn
        ldl     X
        mint
        and
        or
?       cflerr
        ajw     FRAME
        ret

        include "real32_special_operands.s"
