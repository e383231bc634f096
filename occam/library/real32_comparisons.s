-- REAL32 comparisons on the T414. Areg = x, Breg = y; Areg = x > y, or x = y.
-- A negative number is made two's complement, so that both zeros are 0 and order is as integers'.

        X = 1
        Y = 2

REAL32GT:
?       ldl     X
?       cflerr
?       ldl     Y
?       cflerr
!       ldl     X
!       mint
!       not
!       and
!       ldinf
!       gt
!       cj      real32gt_x_number
!       ldc     0               -- a NaN is neither
!       ret
!real32gt_x_number:
!       ldl     Y
!       mint
!       not
!       and
!       ldinf
!       gt
!       cj      real32gt_y_number
!       ldc     0               -- a NaN is neither
!       ret
!real32gt_y_number:
        ldc     0
        ldl     X
        gt
        cj      real32gt_x_positive
        mint
        ldl     X
        diff
        stl     X
real32gt_x_positive:
        ldc     0
        ldl     Y
        gt
        cj      real32gt_y_positive
        mint
        ldl     Y
        diff
        stl     Y
real32gt_y_positive:
        ldl     X
        ldl     Y
        gt
        ret

REAL32EQ:
?       ldl     X
?       cflerr
?       ldl     Y
?       cflerr
!       ldl     X
!       mint
!       not
!       and
!       ldinf
!       gt
!       cj      real32eq_x_number
!       ldc     0               -- a NaN is neither
!       ret
!real32eq_x_number:
!       ldl     Y
!       mint
!       not
!       and
!       ldinf
!       gt
!       cj      real32eq_y_number
!       ldc     0               -- a NaN is neither
!       ret
!real32eq_y_number:
        ldc     0
        ldl     X
        gt
        cj      real32eq_x_positive
        mint
        ldl     X
        diff
        stl     X
real32eq_x_positive:
        ldc     0
        ldl     Y
        gt
        cj      real32eq_y_positive
        mint
        ldl     Y
        diff
        stl     Y
real32eq_y_positive:
        ldl     X
        ldl     Y
        diff
        eqc     0
        ret
