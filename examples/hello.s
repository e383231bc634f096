-- Says one line on the host's screen and ends with success.
--
--   torqueflow transputer asm hello.s -o hello.btl
--   torqueflow transputer run hello.btl

        IN = 1                  -- address of the boot link's input channel
        OUT = 2                 -- of its output channel
        SIZE = 3                -- bytes of an answer
        ANSWER = 4

start:  ajw     8
        stl     0               -- Iptr and Wptr from before the reset
        stl     0
        stl     IN
        ldl     IN
        ldnlp   -4              -- output channels lie four words below input channels
        stl     OUT
        mint                    -- no process but this one
        stlf
        mint
        sthf

        ldap    line
        ldl     OUT
        ldc     line_end - line
        out
        call    answer

        ldap    exit
        ldl     OUT
        ldc     exit_end - exit
        out
        call    answer
        stopp

-- The caller's words lie four higher: `call` has pushed Iptr and the stack.
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

        align
line:   byte    (line_end - line - 2) & #FF, (line_end - line - 2) >> 8
        byte    15, 1, 0, 0, 0  -- SP.PUTS to standard output
        byte    (text_end - text) & #FF, (text_end - text) >> 8
text:   byte    "Hello from a transputer"
text_end:
        align   2               -- a packet has an even number of bytes
line_end:

exit:   byte    6, 0, 35        -- SP.EXIT
        word    999999999       -- success
        byte    0
exit_end:
