-- The scalar product of two REAL64 vectors on the T800's floating-point unit.

        IN = 1
        OUT = 2
        LEFT = 3                -- pointers into the vectors
        RIGHT = 4
        INDEX = 5
        COUNT = 6
        PRODUCT = 7
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
        fptesterror             -- clear FP_Error, whatever it was

        ldap    left
        stl     LEFT
        ldap    right
        stl     RIGHT
        ldc     0
        stl     INDEX
        ldc     (right - left) / 8
        stl     COUNT
        fpldzerodb
element:
        ldl     LEFT
        fpldnldb
        ldl     RIGHT
        fpldnlmuldb
        fpadd
        ldl     LEFT            -- the processor steps on while the FPU works
        ldnlp   2
        stl     LEFT
        ldl     RIGHT
        ldnlp   2
        stl     RIGHT
        ldlp    INDEX
        ldc     element_end - element
        lend
element_end:
        fprtoi32                -- the product is a whole number
        fpchkerror
        ldlp    PRODUCT
        fpstnli32

        ldl     PRODUCT
        ldap    field_end
        call    decimal
        ldap    line
        ldl     OUT
        ldc     line_end - line
        out
        call    answer
        ldap    exit
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

        align
left:   real64  1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0
right:  real64  1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5

line:   byte    (line_end - line - 2) & #FF, (line_end - line - 2) >> 8
        byte    15, 1, 0, 0, 0
        byte    (text_end - text) & #FF, (text_end - text) >> 8
text:   byte    "scalar product:"
        space   6, ' '
field_end:
text_end:
        align   2
line_end:

exit:   byte    6, 0, 35
        word    999999999
        byte    0
