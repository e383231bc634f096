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

        include "real64_quotient_digit.s"

        include "real64_addition.s"

        include "real64_packing.s"

        include "real64_special_operands.s"
