-- REAL32 + - * / on the T414 where an operand is 0, infinite or no number. Put in where
-- real32_arithmetic.s says `include`, with its names for the words of workspace.

special:
        ldl     KINDS
        ldc     10
        and
        cj      zeros
        ldl     KINDS
        ldc     11
        gt
        ldl     KINDS
        ldc     3
        and
        eqc     3
        or
        cj      infinities

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
take_x:
        ldl     X
        stl     LOW
        j       leave_low
take_y:
        ldl     Y
        stl     LOW
        j       leave_low

infinities:
        ldl     OPERATION
        ldc     1
        gt
        cj      add_special
        ldl     OPERATION
        eqc     2
        cj      divide_infinities
        ldl     KINDS
        eqc     2
        ldl     KINDS
        eqc     8
        or
        cj      infinite
        ldc     #7F900000       -- zero times infinity
        stl     LOW
        j       leave_low
divide_infinities:
        ldl     KINDS
        eqc     10
        cj      one_infinite
        ldc     #7FA00000       -- infinity by infinity
        stl     LOW
        j       leave_low
one_infinite:
        ldl     KINDS
        ldc     2
        and
        cj      signed          -- a number by infinity: Areg is 0
infinite:
        ldinf
        stl     LOW
        j       signed_low

zeros:
        ldl     OPERATION
        ldc     1
        gt
        cj      add_special
        ldl     OPERATION
        eqc     2
        cj      divide_zeros
        ldc     0
        stl     LOW
        j       signed_low
divide_zeros:
        ldl     KINDS
        eqc     4
        cj      by_zero
        ldc     0
        stl     LOW
        j       signed_low
by_zero:
        ldl     KINDS
        eqc     0
        cj      infinite
        ldc     #7FC00000       -- zero by zero
        stl     LOW
        j       leave_low

add_special:
        ldl     OPERATION
        cj      add_zeros
        ldl     Y
        mint
        xor
        stl     Y
add_zeros:
        ldl     KINDS
        ldc     7
        gt
        ldl     KINDS
        eqc     4
        or
        cj      x_counts
        ldl     KINDS
        eqc     10
        cj      take_y
        ldc     0
        ldl     X
        ldl     Y
        xor
        gt
        cj      take_x
        ldc     #7F880000       -- infinity less infinity
        stl     LOW
        j       leave_low
x_counts:
        ldl     KINDS
        cj      both_zero
        ldl     X
        stl     LOW
        j       leave_low
both_zero:
        ldl     X
        ldl     Y
        and
        stl     LOW
        j       leave_low

signed_low:
        ldl     LOW
        ldl     X
        ldl     Y
        xor
        mint
        and
        or
?       cflerr
        ajw     FRAME
        ret

leave_low:
        ldl     LOW
?       cflerr
        ajw     FRAME
        ret
