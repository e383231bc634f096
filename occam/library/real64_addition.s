-- The sum of two REAL64 that are finite and not 0, on the T414; real64_packing.s rounds it. Put in
-- where real64_arithmetic.s says `include`, with its names for the words of workspace.

add_or_subtract:
        ldl     OPERATION
        cj      add
        ldl     SY
        mint
        xor
        stl     SY
add:
        ldl     EX
        ldl     EY
        diff
        stl     T
        ldc     0
        ldl     T
        gt
        cj      ordered
        ldl     XH
        ldl     YH
        stl     XH
        stl     YH
        ldl     XL
        ldl     YL
        stl     XL
        stl     YL
        ldl     SX
        ldl     SY
        stl     SX
        stl     SY
        ldl     EY
        stl     EX
        ldl     T
        not
        adc     1
        stl     T
ordered:
        ldl     EX              -- both one place to the right, so that the sum has room
        adc     1
        stl     EX
        ldl     T
        ldc     9
        gt
        cj      nothing_lost
        ldl     T
        ldc     62
        gt
        cj      some_lost
        ldc     0
        stl     YH
        ldc     1
        stl     YL
        j       shifted
some_lost:
        ldc     63
        ldl     T
        diff
        stl     U
        ldl     YH
        ldl     YL
        ldl     U
        lshl
        or
        eqc     0
        eqc     0
        stl     U
        ldl     YH
        ldl     YL
        ldl     T
        adc     1
        lshr
        ldl     U
        or
        stl     YL
        stl     YH
        j       shifted
nothing_lost:
        ldl     YH
        ldl     YL
        ldl     T
        adc     1
        lshr
        stl     YL
        stl     YH
shifted:
        ldl     XH
        ldl     XL
        ldc     1
        lshr
        stl     XL
        stl     XH
        ldc     0
        ldl     SX
        ldl     SY
        xor
        gt
        cj      same_signs

        ldc     0
        ldl     XL
        ldl     YL
        ldiff
        stl     XL
        ldl     XH
        ldl     YH
        ldiff
        stl     XH
        ldl     XH
        ldl     XL
        or
        cj      exact_zero
        ldc     0
        ldl     XH
        gt
        cj      pack_sum
        ldc     0
        ldc     0
        ldl     XL
        ldiff
        stl     XL
        ldc     0
        ldl     XH
        ldiff
        stl     XH
        ldl     SY
        stl     SX
pack_sum:
        j       pack
exact_zero:
        stl     SX              -- x - x = +0
        ldc     0
        stl     XH
        j       store

same_signs:
        ldc     0
        ldl     XL
        ldl     YL
        lsum
        stl     XL
        ldl     XH
        ldl     YH
        lsum
        stl     XH
