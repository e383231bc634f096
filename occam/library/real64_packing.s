-- What the REAL64 operations of the T414 share: rounding and packing a result, unpacking an operand.
-- Put in where they say `include`, with their names for the words of workspace.

-- The result is XH, XL times 2 to the EX, its sign SX's; bit 0 of XL stands for whatever follows.
pack:
        ldl     XH
        ldl     XL
        norm
        stl     XL
        stl     XH
        stl     YL
        ldl     EX
        ldl     YL
        diff
        stl     EX
        ldl     EX
        ldc     0
        gt
        cj      small
round:
        ldl     XL              -- half of the last place, less one unless that is odd
        ldc     11
        shr
        ldl     XL
        ldc     #3FF
        lsum
        stl     XL
        ldl     XH
        ldc     0
        lsum
        stl     XH
        cj      no_carry
        mint
        stl     XH
        ldl     EX
        adc     1
        stl     EX
no_carry:
        ldl     EX
        ldc     2046
        gt
        cj      in_range
?       seterr
        ldc     0
        stl     XL
        ldc     #7FF00000
        ldl     SX
        mint
        and
        or
        stl     XH
        j       store
in_range:
        ldl     XH
        ldl     XL
        ldc     11
        lshr
        stl     XL
        ldl     EX              -- the highest bit adds one to the exponent
        adc     -1
        ldc     20
        shl
        sum
sign:
        ldl     SX
        mint
        and
        or
        stl     XH
store:
        ldl     XL
        ldl     RESULT
        stnl    0
        ldl     XH
        ldl     RESULT
        stnl    1
        ajw     FRAME
        ret

small:
        ldc     1
        ldl     EX
        diff
        stl     YL
        ldc     1
        stl     EX
        ldl     YL
        ldc     63
        gt
        cj      shift
        ldc     0
        stl     XH
        ldc     1
        stl     XL
        j       round
shift:
        ldc     64
        ldl     YL
        diff
        stl     YH
        ldl     XH
        ldl     XL
        ldl     YH
        lshl
        or
        eqc     0
        eqc     0
        stl     YH
        ldl     XH
        ldl     XL
        ldl     YL
        lshr
        ldl     YH
        or
        stl     XL
        stl     XH
        j       round

-- Areg = address of H, L, E of an operand whose exponent has only zeros or only ones: puts a
-- denormal right. Areg = kind: 0 zero, 1 finite, 2 infinite, 3 NaN.
classify:
        ajw     -3
        ldl     4
        ldnl    2
        eqc     #7FF
        cj      not_infinite
        ldl     4
        ldnl    0
        mint
        not
        and
        ldl     4
        ldnl    1
        or
        eqc     0
        ldc     3
        rev
        diff
        ajw     3
        ret
not_infinite:
        ldl     4
        ldnl    2
        cj      denormal
        ldc     1
        ajw     3
        ret
denormal:
        ldl     4
        ldnl    0
        mint
        xor
        ldl     4
        ldnl    1
        norm
        stl     1
        stl     0
        stl     2
        ldl     0
        ldl     4
        stnl    0
        ldl     1
        ldl     4
        stnl    1
        ldc     1
        ldl     2
        diff
        ldl     4
        stnl    2
        ldl     0
        eqc     0
        eqc     0
        ajw     3
        ret
