"""The programs of the transputer's measurements, in assembly."""

from __future__ import annotations

OFF_CHIP = """
        j       code
        space   8192            -- the code, and the workspace behind it, lie in external memory
code:
"""

INTEGER = """
        ldc     0
        stl     0
        ldc     0
        stl     2
        ldc     {count}
        stl     3
again:  ldl     0               -- sum of a masked counter, a store to an array, a comparison
        ldl     2
        add
        ldc     #FFFF
        and
        stl     0
        ldl     0
        ldl     2
        ldc     15
        and
        ldlp    4
        wsub
        stnl    0
        ldl     2
        ldc     100
        gt
        stl     1
        ldlp    2
        ldc     over - again
        lend
over:   seterr
"""

FLOATING = """
        ldc     0
        stl     2
        ldc     {count}
        stl     3
        fpldzerosn
again:  ldlp    4
        fpldnladdsn
        ldlp    5
        fpldnlmulsn
        fpdup
        fpadd
        ldlp    2
        ldc     over - again
        lend
over:   seterr
"""

EXCHANGE = """
        ldc     0
        stl     2
        ldc     {count}
        stl     3
again:  ldc     #200            -- one message on to the right,
        mint
        bsub
        mint
        ldnlp   {out}
        ldc     {length}
        {first}
        ldc     #200
        mint
        bsub
        mint
        ldnlp   {inp}
        ldc     {length}
        {second}
        ldc     0               -- then work for {work} turns
        stl     4
        ldc     {work}
        stl     5
inner:  ldl     0
        ldl     4
        add
        stl     0
        ldlp    4
        ldc     outer - inner
        lend
outer:  ldlp    2
        ldc     over - again
        lend
over:   stopp
"""

COMPILER = """
        ajw     40
        ldc     0
        stl     1               -- where in the text
        ldc     0
        stl     2               -- words, and symbols that are none
        ldc     0
        stl     3
        ldc     {count}
        stl     4
again:  ldl     1               -- the next character
        ldap    text
        bsub
        lb
        stl     5
        ldl     5
        eqc     ' '
        eqc     0
        cj      blank
        ldl     5
        ldc     'a'
        gt
        eqc     0
        cj      letter
        ldl     5
        ldl     3
        xor
        stl     3
        j       next
letter: ldl     2               -- a letter goes into the hash of its word
        ldl     5
        call    hash
        stl     2
        j       next
blank:  ldl     2               -- a word has ended: count it in the table
        ldc     #3F
        and
        ldap    table
        wsub
        stl     6
        ldl     6
        ldnl    0
        adc     1
        ldl     6
        stnl    0
        ldc     0
        stl     2
next:   ldl     1
        adc     1
        ldc     63
        and
        stl     1
        ldl     4
        adc     -1
        stl     4
        ldl     4
        eqc     0
        cj      again
        seterr
hash:   ajw     -2
        ldl     4               -- the hash so far, in Breg of the caller
        ldc     5
        shl
        ldl     4
        ldc     27
        shr
        or
        ldl     3
        xor
        stl     0
        ldl     0
        ajw     2
        ret
        align
table:  space   256
text:   byte    "while the compiler reads, it hashes; then (i + 1) is less than n"
"""
"""Reads a text over and over: branches, bytes, calls and tables, as compilers have them."""
