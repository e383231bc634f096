-- INT64 comparisons. Areg = left, Breg = right pointer; Areg = left > right, left = right.

        LEFT = 1
        RIGHT = 2

INT64GT:
        ldl     LEFT
        ldnl    1
        ldl     RIGHT
        ldnl    1
        diff
        cj      low_words
        ldl     LEFT
        ldnl    1
        ldl     RIGHT
        ldnl    1
        gt
        ret
low_words:
        ldc     0               -- right less left borrows if left is greater
        ldl     RIGHT
        ldnl    0
        ldl     LEFT
        ldnl    0
        ldiff
        rev
        ret

INT64EQ:
        ldl     LEFT
        ldnl    0
        ldl     RIGHT
        ldnl    0
        diff
        ldl     LEFT
        ldnl    1
        ldl     RIGHT
        ldnl    1
        diff
        or
        eqc     0
        ret
