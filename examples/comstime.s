-- COMSTIME: four processes that pass numbers round a circle, and how long one round takes.
--
--   prefix --> delta --> consumer         prefix sends 0, then what it gets;
--      ^         |                        delta sends what it gets to both sides in parallel;
--      +-- successor                      successor adds 1; consumer takes ROUNDS numbers.
--
-- Reported for a T800-20, as INMOS's compiler wrote it: 15049 ns a round, that is 301 cycles.

        ROUNDS = 10000
        WARM = 16               -- rounds before the clock is read

        IN = 1                  -- the boot link's channels
        OUT = 2
        NUMBER = 3              -- what the consumer takes
        INDEX = 4               -- loop control
        COUNT = 5
        BEGAN = 6
        PREFIXED = 7            -- channels: prefix to delta,
        DOUBLED = 8             -- delta to successor,
        TAKEN = 9               -- delta to consumer,
        ADDED = 10              -- successor to prefix
        SIZE = 11
        ANSWER = 12             -- two words

        PREFIX = 24             -- workspaces of the other processes, from the consumer's
        SUCCESSOR = 36
        DELTA = 64              -- and below it its branches'

start:  ajw     16
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
        ldc     0
        sttimer

        mint                    -- the channels are empty
        stl     PREFIXED
        mint
        stl     DOUBLED
        mint
        stl     TAKEN
        mint
        stl     ADDED

        ldlp    ADDED           -- prefix: 1 input, 2 output
        stl     PREFIX + 1
        ldlp    PREFIXED
        stl     PREFIX + 2
        ldc     prefix - a1
        ldlp    PREFIX
        startp
a1:
        ldlp    DOUBLED         -- successor: 1 input, 2 output
        stl     SUCCESSOR + 1
        ldlp    ADDED
        stl     SUCCESSOR + 2
        ldc     successor - a2
        ldlp    SUCCESSOR
        startp
a2:
        ldlp    PREFIXED        -- delta: 3 input, 4 and 5 outputs
        stl     DELTA + 3
        ldlp    TAKEN
        stl     DELTA + 4
        ldlp    DOUBLED
        stl     DELTA + 5
        ldc     delta - a3
        ldlp    DELTA
        startp
a3:
        ldlp    TAKEN
        stl     0               -- only `outword` needs word 0, and the consumer has none
        ldc     0
        stl     INDEX
        ldc     WARM
        stl     COUNT
warm:   ldlp    NUMBER
        ldl     0
        ldc     4
        in
        ldlp    INDEX
        ldc     warm_end - warm
        lend
warm_end:
        ldtimer
        stl     BEGAN
        ldc     0
        stl     INDEX
        ldc     ROUNDS
        stl     COUNT
round:  ldlp    NUMBER
        ldl     0
        ldc     4
        in
        ldlp    INDEX
        ldc     round_end - round
        lend
round_end:
        ldtimer
        ldl     BEGAN
        diff
        ldc     64              -- microseconds of a tick at low priority
        mul
        stl     BEGAN

        ldl     BEGAN           -- ROUNDS is a power of ten: nanoseconds from microseconds
        ldc     ROUNDS / 1000
        div
        ldap    field_end       -- A: end of the field, B: number
        call    decimal
        ldap    line
        ldl     OUT
        ldc     line_end - line
        out
        call    answer

        ldl     NUMBER          -- the last number must be how many came before it
        ldc     WARM + ROUNDS - 1
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

prefix: ldl     2
        ldc     0
        outword
prefix_loop:
        ldlp    3
        ldl     1
        ldc     4
        in
        ldl     2
        ldl     3
        outword
        j       prefix_loop

successor:
        ldlp    3
        ldl     1
        ldc     4
        in
        ldl     2
        ldl     3
        adc     1
        outword
        j       successor

delta:  ldlp    2
        ldl     3
        ldc     4
        in
        ldc     2               -- PAR of two: words 0 and 1 say where and when it ends
        stl     1
        ldc     both - here
        ldpi
here:   stl     0
        ldc     branch - a4
        ldlp    -12
        startp
a4:     ajw     -4
        ldl     4 + 4
        ldl     2 + 4
        outword
        ldlp    4
        endp
branch: ldl     5 + 12
        ldl     2 + 12
        outword
        ldlp    12
        endp
both:   j       delta

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

        align
line:   byte    (line_end - line - 2) & #FF, (line_end - line - 2) >> 8
        byte    15, 1, 0, 0, 0
        byte    (text_end - text) & #FF, (text_end - text) >> 8
text:   byte    "nanoseconds a round:"
        space   10, ' '
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
