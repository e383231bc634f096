-- INT64 shifts. Areg = result, Breg = operand pointer, Creg = places; bits that come in are 0.

        RESULT = 1
        OPERAND = 2
        PLACES = 3

INT64SHL:
        ldl     PLACES
        ldc     #FFFFFFC0
        and
        cj      left
        ldc     0
        ldc     0
        ldl     RESULT
        stnl    0
        ldl     RESULT
        stnl    1
        ret
left:
        ldl     OPERAND
        ldnl    1
        ldl     OPERAND
        ldnl    0
        ldl     PLACES
        lshl
        ldl     RESULT
        stnl    0
        ldl     RESULT
        stnl    1
        ret

INT64SHR:
        ldl     PLACES
        ldc     #FFFFFFC0
        and
        cj      right
        ldc     0
        ldc     0
        ldl     RESULT
        stnl    0
        ldl     RESULT
        stnl    1
        ret
right:
        ldl     OPERAND
        ldnl    1
        ldl     OPERAND
        ldnl    0
        ldl     PLACES
        lshr
        ldl     RESULT
        stnl    0
        ldl     RESULT
        stnl    1
        ret
