-- REAL64 comparisons on the T414. Areg = left, Breg = right pointer; Areg = left > right, or
-- left = right. A negative number is made two's complement, so that both zeros are 0 and order is as
-- integers'.

        LL = 0
        LH = 1
        RL = 2
        RH = 3
        FRAME = 4
        LEFT = FRAME + 1
        RIGHT = FRAME + 2

REAL64GT:
        ajw     -FRAME
        ldl     LEFT
        ldnl    0
        stl     LL
        ldl     LEFT
        ldnl    1
        stl     LH
        ldl     RIGHT
        ldnl    0
        stl     RL
        ldl     RIGHT
        ldnl    1
        stl     RH
?       ldl     LH
?       ldc     #7FF00000
?       and
?       ldc     #7FF00000
?       diff
?       eqc     0
?       cj      real64gt_lh_number
?       seterr
!       ldl     LH
!       mint
!       not
!       and
!       ldl     LL
!       eqc     0
!       eqc     0
!       sum
!       ldc     #7FF00000
!       gt
!       cj      real64gt_lh_number
!       ldc     0               -- a NaN is neither
!       ajw     FRAME
!       ret
real64gt_lh_number:
        ldc     0
        ldl     LH
        gt
        cj      real64gt_lh_positive
        ldc     0
        ldc     0
        ldl     LL
        ldiff
        stl     LL
        mint
        ldl     LH
        ldiff
        stl     LH
real64gt_lh_positive:
?       ldl     RH
?       ldc     #7FF00000
?       and
?       ldc     #7FF00000
?       diff
?       eqc     0
?       cj      real64gt_rh_number
?       seterr
!       ldl     RH
!       mint
!       not
!       and
!       ldl     RL
!       eqc     0
!       eqc     0
!       sum
!       ldc     #7FF00000
!       gt
!       cj      real64gt_rh_number
!       ldc     0               -- a NaN is neither
!       ajw     FRAME
!       ret
real64gt_rh_number:
        ldc     0
        ldl     RH
        gt
        cj      real64gt_rh_positive
        ldc     0
        ldc     0
        ldl     RL
        ldiff
        stl     RL
        mint
        ldl     RH
        ldiff
        stl     RH
real64gt_rh_positive:
        ldl     LH
        ldl     RH
        diff
        cj      low_words
        ldl     LH
        ldl     RH
        gt
        ajw     FRAME
        ret
low_words:
        ldc     0
        ldl     RL
        ldl     LL
        ldiff
        rev
        ajw     FRAME
        ret

REAL64EQ:
        ajw     -FRAME
        ldl     LEFT
        ldnl    0
        stl     LL
        ldl     LEFT
        ldnl    1
        stl     LH
        ldl     RIGHT
        ldnl    0
        stl     RL
        ldl     RIGHT
        ldnl    1
        stl     RH
?       ldl     LH
?       ldc     #7FF00000
?       and
?       ldc     #7FF00000
?       diff
?       eqc     0
?       cj      real64eq_lh_number
?       seterr
!       ldl     LH
!       mint
!       not
!       and
!       ldl     LL
!       eqc     0
!       eqc     0
!       sum
!       ldc     #7FF00000
!       gt
!       cj      real64eq_lh_number
!       ldc     0               -- a NaN is neither
!       ajw     FRAME
!       ret
real64eq_lh_number:
        ldc     0
        ldl     LH
        gt
        cj      real64eq_lh_positive
        ldc     0
        ldc     0
        ldl     LL
        ldiff
        stl     LL
        mint
        ldl     LH
        ldiff
        stl     LH
real64eq_lh_positive:
?       ldl     RH
?       ldc     #7FF00000
?       and
?       ldc     #7FF00000
?       diff
?       eqc     0
?       cj      real64eq_rh_number
?       seterr
!       ldl     RH
!       mint
!       not
!       and
!       ldl     RL
!       eqc     0
!       eqc     0
!       sum
!       ldc     #7FF00000
!       gt
!       cj      real64eq_rh_number
!       ldc     0               -- a NaN is neither
!       ajw     FRAME
!       ret
real64eq_rh_number:
        ldc     0
        ldl     RH
        gt
        cj      real64eq_rh_positive
        ldc     0
        ldc     0
        ldl     RL
        ldiff
        stl     RL
        mint
        ldl     RH
        ldiff
        stl     RH
real64eq_rh_positive:
        ldl     LH
        ldl     RH
        diff
        ldl     LL
        ldl     RL
        diff
        or
        eqc     0
        ajw     FRAME
        ret
