"""Programs that try to run away: written ones by name, generated ones by number."""

import random
from itertools import product

from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.isa.instruction import Encoding
from emulator.transputer.isa.instruction_set import INSTRUCTIONS

MOST = "#7FFFFFFF"

MOVE_2D = """
        ldc     {source}
        ldc     {destination}
        ldc     {rows}
        move2dinit
        ldlp    20
        ldlp    40
        ldc     {width}
        {operation}
over:   j       over
"""

BENT_TIMER = """
        ldc     0
        sttimer
        ldc     {where}
        mint
        bsub
        mint
        stnl    {queue}
        ldc     -1
        stl     10
        ldc     {time}
        tin
over:   j       over
"""

TIMER_OVER_ITS_HEAD = """
        ldc     0
        sttimer
        ldc     {workspace}
        mint
        bsub
        gajw
        ldc     {time}
        tin
over:   j       over
"""

FLOOD = """
        ajw     40
again:  ldc     {tag}           -- asks the host again and again, and never reads an answer
        stl     1
        ldlp    1
        mint
        ldc     8
        out
        j       again
"""

QUEUE = """
        ldc     {where}
        mint
        bsub
        dup
        {front}
        {back}
        ldc     0
        stl     5
again:  ldlp    5
        ldc     {count}
        stl     6
        ldc     over - again
        {then}
over:   j       again
"""

WRITTEN = {
    "a run of prefixes": "ldc #20\nldlp 100\nsb\nldlp 100\nldlp 101\nldlp 100\nrev\n"
    "ldc 100000\nmove\nldlp 100\nadc 1\ngcall",
    "prefixes for ever": "here: " + "pfix 0\n" * 200 + "j here",
    "a move of everything": "mint\nldlp 8\nldc -1\nmove\nover: j over",
    "a move beyond memory": "ldc 0\nldc 16\nldc -1\nmove\nover: j over",
    "moves without end": "again: mint\nldlp 8\nldc #FFFF\nmove\nj again",
    "a shift of 2^32 - 1 places": "ldc 1\nldc -1\nshl\nldc 1\nldc -1\nshr\nover: j over",
    "a long shift of 2^32 - 1 places": "ldc 1\nldc 1\nldc -1\nlshl\nover: j over",
    "bits reversed 2^32 - 1 times": "ldc 1\nldc -1\nbitrevnbits\nover: j over",
    "a loop of 2^31 turns": f"ldc 0\nstl 1\nldc {MOST}\nstl 2\n"
    "again: ldlp 1\nldc over - again\nlend\nover: stopp",
    "a loop block on the links": "again: mint\nldc over - again\nlend\nover: j again",
    "calls without end": "here: call here",
    "calls that lead nowhere": "here: ajw -1000\ncall here",
    "returns into nothing": "here: mint\ngajw\nret",
    "a jump on itself": "here: j here",
    "a call of itself by gcall": "here: ldap here\ngcall",
    "a workspace over the links": "mint\ngajw\nagain: ldc 1\nstl 0\nldc 2\nstl 4\nj again",
    "a workspace beyond memory": "ldc 0\ngajw\nagain: ldc 1\nstl 0\nldl 9\nj again",
    "runp of the links": "mint\nrunp\nover: j over",
    "runp of address 0": "ldc 0\nrunp\nover: j over",
    "runp of itself": "again: ldlp 0\nadc 1\nrunp\nj again",
    "starts without end": "again: ldc 0\nldlp 40\nstartp\nj again",
    "ends of no process": "again: mint\nstl 5\nldlp 4\nendp",
    "a channel with itself": f"mint\nstl 5\nldlp 9\nldlp 5\nldc {MOST}\nout",
    "messages of 2^31 bytes": f"mint\nstl 5\nldc other - a\nldlp 100\nstartp\n"
    f"a: ldlp 9\nldlp 5\nldc {MOST}\nout\nover: j over\n"
    f"other: ldlp 9\nldl -95\nldlp -95\nldc {MOST}\nin\nj over",
    "a message to the host without end": f"ldlp 9\nmint\nldc {MOST}\nout",
    "from the host without end": f"ldlp 9\nmint\nldnlp 4\nldc {MOST}\nin",
    "a link that is not wired": f"ldlp 9\nmint\nldnlp 1\nldc {MOST}\nout",
    "resets of a link": "again: mint\nresetch\nmint\nldnlp 4\nresetch\nj again",
    "resets while it sends": "again: ldc other - a\nldlp 100\nstartp\na: mint\nresetch\nj again\n"
    "other: ldlp 0\nmint\nldc 100\nout\nstopp",
    "the event channel": "ldlp 9\nmint\nldnlp 8\nldc 4\nin",
    "out on the event channel": "ldlp 9\nmint\nldnlp 8\nldc 4\nout",
    "alt over the links": "mint\ngajw\nagain: alt\nmint\nldc 1\nenbc\naltwt\naltend\nj again",
    "alt with no guard": "alt\naltwt",
    "alt that jumps wildly": "ldc -1\nstl 0\naltend",
    "talt over the timer queue": "ldc 0\nsttimer\nldc #34\nmint\nbsub\ngajw\n"
    "talt\nldc 1\nldc 1\nenbt\ntaltwt\nover: j over",
    "tin again and again": "ldc 0\nsttimer\nagain: ldtimer\nldc 1\nsum\ntin\nj again",
    "clocks set again and again": "again: ldc 5\nsttimer\nldtimer\nldc 1\nsum\nldtimer\nj again",
    "high priority for ever": "ldap here\nstl 9\nldl 9\nldlp 100\nstnl -1\nldlp 100\nrunp\n"
    "over: j over\nhere: j here",
    "a tree of processes": "again: ldc 0\nldlp -8\nstartp\najw -8\nj again",
    "remainders for ever": "again: fpldzerosn\nfpldzerosn\nfpremfirst\nfpremstep\nj again",
    "square roots for ever": "again: fpldzerodb\nfpusqrtfirst\nfpusqrtstep\nfpusqrtlast\nj again",
    "it rewrites itself": "again: ldc #F0\nldap again\nsb\nldc #40\nldap again\nsb\nj again",
    "sethalterr in a loop": "again: sethalterr\nclrhalterr\nseterr\ntesterr\nj again",
}


def written():
    """The written programs and the families they come in: pairs of name and source."""
    yield from WRITTEN.items()
    for rows, width, operation in product(
        (MOST, "-1", "100000"), (0, 4, 4096), ("move2dall", "move2dnonzero", "move2dzero")
    ):
        source = MOVE_2D.format(
            source=8, destination=0, rows=rows, width=width, operation=operation
        )
        yield f"{operation} of {rows} rows of {width}", source
    for where, queue, time in product((0x24, 0x28, 0x34, 0x38, 0x600), (9, 10), (1, 1000)):
        source = BENT_TIMER.format(where=where, queue=queue, time=time)
        yield f"a timer queue bent to #{where:X}, {queue}, {time}", source
    for workspace in (0x34, 0x38, 0x3C, 0x30):
        source = TIMER_OVER_ITS_HEAD.format(workspace=workspace, time=1)
        yield f"a timer entry at #{workspace:X}, over its own head", source
    for tag in ("#001E0006", "#00210006", "#002A0006", "#00230006", "#0", "#FFFF"):
        yield f"a flood of requests {tag}", FLOOD.format(tag=tag)
    for where, ends in product((0x0, 0x10, 0x20, 0x600), (("sthf", "sthb"), ("stlf", "stlb"))):
        source = QUEUE.format(where=where, front=ends[0], back=ends[1], count=3, then="lend")
        yield f"a queue of #{where:X} by {ends[0]}", source


def random_bytes(number):
    """Code of random bytes."""
    return random.Random(number).randbytes(400)


def random_instructions(number):
    """Code of random instructions with operands that often make sense as addresses."""
    chance = random.Random(number)
    operands = (0, 1, -1, 4, 9, 10, 40, 0x24, 0x34, -8, 0x7FFFFFFF, -(2**31), 100)
    lines = ["ldc 0", "sttimer"]
    for _ in range(120):
        each = chance.choice(INSTRUCTIONS)
        if each.mnemonic in ("opr", "pfix", "nfix"):
            continue
        if chance.random() < 0.6:
            lines += [
                chance.choice(["mint", "ldlp 20", "ldlp 1", f"ldc {chance.choice(operands)}"])
            ]
        if each.encoding is Encoding.DIRECT:
            reach = chance.choice(operands) if each.mnemonic not in ("j", "cj", "call") else 2
            lines.append(f"{each.mnemonic} {reach}")
        else:
            lines.append(each.mnemonic)
    return assemble("\n".join([*lines, "again: j again"])).code
