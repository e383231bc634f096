-- REAL64 + - * / on the T414 where an operand is 0, infinite or no number. Put in where
-- real64_arithmetic.s says `include`, with its names for the words of workspace.

special:
        ldlp    YH
        call    classify
        ldc     2
        shl
        stl     KINDS
        ldlp    XH
        call    classify
        ldl     KINDS
        or
        stl     KINDS
        ldl     KINDS
        eqc     5
        cj      not_finite
        j       finite
not_finite:
        ldl     KINDS
        ldc     11
        gt
        ldl     KINDS
        ldc     3
        and
        eqc     3
        or
        cj      numbers

        ldl     SX              -- of two NaNs, or a NaN and a number, the larger magnitude
        mint
        not
        and
        ldl     SY
        mint
        not
        and
        diff
        cj      by_low_words
        ldl     SX
        mint
        not
        and
        ldl     SY
        mint
        not
        and
        gt
        cj      take_y
take_x:
        ldl     X
        ldnl    0
        stl     XL
        ldl     SX
        stl     XH
        j       special_result
by_low_words:
        ldc     0
        ldl     Y
        ldnl    0
        ldl     X
        ldnl    0
        ldiff
        rev
        cj      take_y
        j       take_x
take_y:
        ldl     Y
        ldnl    0
        stl     XL
        ldl     SY
        stl     XH
special_result:
?       ldl     XH
?       ldc     #7FF00000
?       and
?       ldc     #7FF00000
?       diff
?       eqc     0
?       cj      store
?       seterr
        j       store

numbers:
        ldl     OPERATION
        ldc     1
        gt
        cj      add_special
        ldl     SX
        ldl     SY
        xor
        stl     SX
        ldl     OPERATION
        eqc     2
        cj      divide_special
        ldl     KINDS
        ldc     10
        and
        cj      zero
        ldl     KINDS
        eqc     2
        ldl     KINDS
        eqc     8
        or
        cj      infinite
        ldc     #7FF20000       -- zero times infinity
        stl     XH
        j       no_number
divide_special:
        ldl     KINDS
        eqc     0
        cj      not_zeros
        ldc     #7FF80000       -- zero by zero
        stl     XH
        j       no_number
not_zeros:
        ldl     KINDS
        eqc     10
        cj      not_infinities
        ldc     #7FF40000       -- infinity by infinity
        stl     XH
no_number:
        ldc     0
        stl     XL
        j       special_result
not_infinities:
        ldl     KINDS           -- x infinite, or y zero
        ldc     2
        and
        ldl     KINDS
        ldc     12
        and
        eqc     0
        or
        cj      zero
infinite:
        ldc     #7FF00000
        ldl     SX
        mint
        and
        or
        stl     XH
        j       no_number
zero:
        ldc     0
        ldl     SX
        mint
        and
        or
        stl     XH
        j       no_number

add_special:
        ldl     OPERATION
        cj      add_signs
        ldl     SY
        mint
        xor
        stl     SY
add_signs:
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
        ldl     SX
        ldl     SY
        xor
        gt
        cj      take_x
        ldc     #7FF10000       -- infinity less infinity
        stl     XH
        j       no_number
x_counts:
        ldl     KINDS
        cj      both_zero
        j       take_x
both_zero:
        ldl     SX
        ldl     SY
        and
        stl     XH
        j       no_number
