-- The division that REAL64 / on the T414 makes twice. Put in where real64_arithmetic.s says
-- `include`.

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
