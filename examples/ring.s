-- A token goes LAPS times round a ring of NODES transputers; each but the first adds 1.
--
-- Only the first is booted by the host. It boots its neighbour by link 1 with the code below
-- `worker`, and tells it how many are still to come; that one boots the next in the same way. The
-- last one's link 1 is wired to link 2 of the first: see ring.toml.

        NODES = 4
        LAPS = 10

        IN = 1                  -- the boot link's channels
        OUT = 2
        NEXT = 3                -- output channel to the next transputer
        BACK = 4                -- input channel from the last one
        TOKEN = 5
        INDEX = 6
        COUNT = 7
        SIZE = 8
        ANSWER = 9              -- two words

start:  ajw     8
        stl     0
        stl     0
        stl     IN
        ldl     IN
        ldnlp   -4
        stl     OUT
        mint
        stlf
        mint
        sthf
        mint
        ldnlp   1               -- output of link 1
        stl     NEXT
        mint
        ldnlp   4 + 2           -- input of link 2
        stl     BACK

        ldl     NEXT
        ldc     worker_end - worker
        outbyte
        ldap    worker
        ldl     NEXT
        ldc     worker_end - worker
        out
        ldl     NEXT
        ldc     NODES - 2
        outword

        ldc     0
        stl     TOKEN
        ldc     0
        stl     INDEX
        ldc     LAPS
        stl     COUNT
lap:    ldl     NEXT
        ldl     TOKEN
        outword
        ldlp    TOKEN
        ldl     BACK
        ldc     4
        in
        ldlp    INDEX
        ldc     lap_end - lap
        lend
lap_end:
        ldl     TOKEN
        ldap    field_end
        call    decimal
        ldap    line
        ldl     OUT
        ldc     line_end - line
        out
        call    answer

        ldl     TOKEN
        ldc     LAPS * (NODES - 1)
        diff
        cj      right
        ldc     -999999999
        ldap    exit_code
        stnl    0
right:  ldap    exit
        ldl     OUT
        ldc     8
        out
        call    answer
        stopp

answer: ldc     0
        stl     SIZE + 4
        ldlp    SIZE + 4
        ldl     IN + 4
        ldc     2
        in
        ldlp    ANSWER + 4
        ldl     IN + 4
        ldl     SIZE + 4
        in
        ret

-- Writes the number in word 2 in decimal, its last digit before the address in word 1.
decimal:
        ldl     1
        adc     -1
        stl     1
        ldl     2
        ldc     10
        rem
        adc     '0'
        ldl     1
        sb
        ldl     2
        ldc     10
        div
        stl     2
        ldl     2
        eqc     0
        cj      decimal
        ret

-- The program of every other transputer: 1 boot link, 2 how many to boot, 3 next, 4 token.
        align
worker: ajw     8
        stl     0
        stl     0
        stl     1
        mint
        stlf
        mint
        sthf
        mint
        ldnlp   1
        stl     3
        ldlp    2
        ldl     1
        ldc     4
        in
        ldl     2
        cj      relay
        ldl     3
        ldc     worker_end - worker
        outbyte
        ldap    worker
        ldl     3
        ldc     worker_end - worker
        out
        ldl     3
        ldl     2
        adc     -1
        outword
relay:  ldlp    4
        ldl     1
        ldc     4
        in
        ldl     3
        ldl     4
        adc     1
        outword
        j       relay
worker_end:

        align
line:   byte    (line_end - line - 2) & #FF, (line_end - line - 2) >> 8
        byte    15, 1, 0, 0, 0
        byte    (text_end - text) & #FF, (text_end - text) >> 8
text:   byte    "the token came back as"
        space   6, ' '
field_end:
text_end:
        align   2
line_end:

        align
        space   1
exit:   byte    6, 0, 35
exit_code:
        word    999999999
        byte    0
