-- REAL64 + - * / on the T414, rounded to nearest even.
-- Areg = result pointer, Breg = left, Creg = right pointer.

        XH = 0                  -- of each operand: fraction with its highest bit at bit 63, exponent,
        XL = 1                  -- and the high word as it was, for the sign
        EX = 2
        SX = 3
        YH = 4
        YL = 5
        EY = 6
        SY = 7
        OPERATION = 8           -- 0 + 1 - 2 * 3 /
        KINDS = 9               -- 4 * (kind of y) + kind of x
        T = 10
        U = 11
        V = 12
        FRAME = 13
        RESULT = FRAME + 1
        X = FRAME + 2
        Y = FRAME + 3

REAL64ADD:
        ajw     -FRAME
        ldc     0
        stl     OPERATION
        j       start
REAL64SUB:
        ajw     -FRAME
        ldc     1
        stl     OPERATION
        j       start
REAL64MUL:
        ajw     -FRAME
        ldc     2
        stl     OPERATION
        j       start
REAL64DIV:
        ajw     -FRAME
        ldc     3
        stl     OPERATION
start:
        ldl     X
        ldnl    1
        stl     SX
        ldl     SX
        ldc     20
        shr
        ldc     #7FF
        and
        stl     EX
        ldl     SX
        ldl     X
        ldnl    0
        ldc     11
        lshl
        stl     XL
        mint
        or
        stl     XH
        ldl     Y
        ldnl    1
        stl     SY
        ldl     SY
        ldc     20
        shr
        ldc     #7FF
        and
        stl     EY
        ldl     SY
        ldl     Y
        ldnl    0
        ldc     11
        lshl
        stl     YL
        mint
        or
        stl     YH
        ldl     EX
        adc     1
        ldc     #7FE
        and
        cj      special
        ldl     EY
        adc     1
        ldc     #7FE
        and
        cj      special
finite:
        ldl     OPERATION
        ldc     1
        gt
        cj      add_or_subtract
        ldl     SX
        ldl     SY
        xor
        stl     SX
        ldl     OPERATION
        eqc     2
        cj      divide

        ldl     EX
        ldl     EY
        sum
        adc     -1022
        stl     EX
        ldc     0
        ldl     XL
        ldl     YL
        lmul
        stl     T
        stl     U
        ldl     U
        ldl     XL
        ldl     YH
        lmul
        stl     U
        stl     V
        ldl     U
        ldl     XH
        ldl     YL
        lmul
        ldl     T
        or
        stl     T               -- what lies below the upper 64 bits
        stl     U
        ldl     V
        ldl     XH
        ldl     YH
        lmul
        stl     XL
        stl     XH
        ldc     0
        ldl     XL
        ldl     U
        lsum
        stl     XL
        ldl     XH
        sum
        stl     XH
        ldl     XL
        ldl     T
        eqc     0
        eqc     0
        or
        stl     XL
        j       pack

divide:
        ldl     EX
        ldl     EY
        diff
        adc     1023
        stl     EX
        ldl     XH
        ldl     XL
        ldc     1
        lshr
        stl     XL
        stl     XH
        call    digit
        ldl     T
        stl     KINDS
        call    digit
        ldl     XH
        ldl     XL
        or
        eqc     0
        eqc     0
        ldl     T
        or
        stl     XL
        ldl     KINDS
        stl     XH
        j       pack

-- T = the next 32 bits of XH, XL by YH, YL; XH, XL the remainder (D. Knuth, The Art of Computer
-- Programming, volume 2, section 4.3.1). Names are the caller's.
        D = 4
digit:
        ldl     XH + D
        ldl     YH + D
        diff
        cj      largest
        ldl     XH + D
        ldl     XL + D
        ldl     YH + D
        ldiv
        stl     T + D
        stl     XH + D
        ldc     0
        stl     V + D
        j       subtract
largest:
        ldc     0
        ldl     XL + D
        ldl     YH + D
        lsum
        stl     XH + D
        stl     V + D
        ldc     #FFFFFFFF
        stl     T + D
subtract:
        ldc     0
        ldl     T + D
        ldl     YL + D
        lmul
        stl     XL + D
        stl     U + D
        ldc     0
        ldc     0
        ldl     XL + D
        ldiff
        stl     XL + D
        ldl     XH + D
        ldl     U + D
        ldiff
        stl     XH + D
        ldl     V + D
        diff
        stl     V + D
too_large:
        ldl     V + D
        ldc     0
        gt
        cj      enough
        ldl     T + D
        ldc     1
        diff
        stl     T + D
        ldc     0
        ldl     XL + D
        ldl     YL + D
        lsum
        stl     XL + D
        ldl     XH + D
        ldl     YH + D
        lsum
        stl     XH + D
        ldl     V + D
        rev
        diff
        stl     V + D
        j       too_large
enough:
        ret

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

        include "real64_packing.s"

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
