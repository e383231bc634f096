-- Writes the file that its command line names to standard output, as far as the host lets it.
--
--   torqueflow transputer run cat.btl NAME

        BASE = 1                -- address of the words below
        IN = 0                  -- from BASE: the boot link's channels,
        OUT = 1
        STREAM = 2              -- the open file,
        LENGTH = 3              -- of the name, then of a piece of the file,
        SIZE = 4                -- the size of an answer and
        ANSWER = 5              -- the answer, 3 + 480 bytes,
        REQUEST = 128           -- and a request that is put together, 512 bytes

        PIECE = 480

start:  ajw     32
        stl     0
        stl     0
        stl     2
        ldlp    4
        stl     BASE
        ldl     2
        ldl     BASE
        stnl    IN
        ldl     2
        ldnlp   -4
        ldl     BASE
        stnl    OUT
        mint
        stlf
        mint
        sthf

        ldl     BASE            -- SP.COMMANDLINE
        ldc     8
        ldap    command
        call    ask

        ldl     BASE
        call    length
        ldl     BASE
        stnl    LENGTH

        ldl     BASE            -- the name goes into an SP.OPEN, with its length before it
        ldnlp   ANSWER
        adc     1
        ldl     BASE
        ldnlp   REQUEST
        adc     3
        ldl     BASE
        ldnl    LENGTH
        adc     2
        move
        ldc     10
        ldl     BASE
        ldnlp   REQUEST
        adc     2
        sb
        ldc     1               -- a binary file,
        ldl     BASE
        ldnlp   REQUEST
        adc     5
        ldl     BASE
        ldnl    LENGTH
        bsub
        sb
        ldc     1               -- for input
        ldl     BASE
        ldnlp   REQUEST
        adc     6
        ldl     BASE
        ldnl    LENGTH
        bsub
        sb
        ldl     BASE
        ldnl    LENGTH
        adc     6               -- tag, length, name, type, mode: made even
        ldc     -2
        and
        ldl     BASE
        call    send

        ldl     BASE            -- the result is 0, or it failed
        ldnlp   ANSWER
        lb
        eqc     0
        cj      failed
        ldl     BASE
        ldnlp   ANSWER
        adc     1
        ldl     BASE
        ldnlp   STREAM
        ldc     4
        move

piece:  ldl     BASE            -- SP.READ
        ldnlp   STREAM
        ldap    read_stream
        ldc     4
        move
        ldl     BASE
        ldc     read_end - read
        ldap    read
        call    ask
        ldl     BASE
        call    length
        ldl     BASE
        stnl    LENGTH
        ldl     BASE
        ldnl    LENGTH
        cj      done

        ldl     BASE            -- SP.WRITE: tag, stream, then the slice as it came
        ldnlp   ANSWER
        adc     1
        ldl     BASE
        ldnlp   REQUEST
        adc     7
        ldl     BASE
        ldnl    LENGTH
        adc     2
        move
        ldap    write
        ldl     BASE
        ldnlp   REQUEST
        adc     2
        ldc     5
        move
        ldl     BASE
        ldnl    LENGTH
        adc     8
        ldc     -2
        and
        ldl     BASE
        call    send
        j       piece

failed: ldc     -999999999
        ldap    exit_code
        stnl    0
done:   ldl     BASE
        ldc     8
        ldap    exit
        call    ask
        stopp

-- Word 1: BASE. Gives the length of the slice in the answer.
length: ldl     1
        ldnlp   ANSWER
        adc     2
        lb
        ldc     8
        shl
        ldl     1
        ldnlp   ANSWER
        adc     1
        lb
        or
        ret

-- Word 1: BASE, word 2: how many bytes follow the length in REQUEST. Sends it, takes the answer.
send:   ldl     2
        ldl     1
        ldnlp   REQUEST
        sb
        ldl     2
        ldc     8
        shr
        ldl     1
        ldnlp   REQUEST
        adc     1
        sb
        ldl     1
        ldl     2
        adc     2
        ldl     1
        ldnlp   REQUEST
        call    ask
        ret

-- Word 1: a request, word 2: its length, word 3: BASE. Sends it, takes the answer.
ask:    ldl     1
        ldl     3
        ldnl    OUT
        ldl     2
        out
        ldc     0
        ldl     3
        stnl    SIZE
        ldl     3
        ldnlp   SIZE
        ldl     3
        ldnl    IN
        ldc     2
        in
        ldl     3
        ldnlp   ANSWER
        ldl     3
        ldnl    IN
        ldl     3
        ldnl    SIZE
        in
        ret

        align
command: byte   6, 0, 40, 0, 0, 0, 0, 0

write:  byte    13, 1, 0, 0, 0

        align
        space   1
read:   byte    (read_end - read - 2) & #FF, (read_end - read - 2) >> 8, 12
read_stream:
        word    0
        byte    PIECE & #FF, PIECE >> 8
        align   2
read_end:

        align
        space   1
exit:   byte    6, 0, 35
exit_code:
        word    999999999
        byte    0
