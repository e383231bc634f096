"""COMSTIME: four processes round a circle, against the one published figure for a T800-20."""

import pytest

from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.isa.timing_assumptions import TimingAssumptions
from emulator.transputer.network.network import Network, NodeConfig
from emulator.transputer.network.results import Status
from tests.transputer_programs import BASE

REPORTED_CYCLES = 15049 / 50  # nanoseconds an iteration, "T800-20" (source P)
TABLE_CYCLES = 282  # the databook's costs alone, docs/facts/transputer.md 1e
SWITCHES = 5
TRACED_PREFIXES = 11  # one cycle each; another layout of the workspaces needs more or less

# One PAR: all workspaces in one frame, so that channels are addressed by ldlp.
SOURCE = """
        FIRST = 8                ; prefix to delta
        SECOND = 9               ; delta to successor
        THIRD = 10               ; delta to consumer
        FOURTH = 11              ; successor to prefix
        PREFIX = -12
        SUCCESSOR = -24
        DELTA = 40

        mint
        stlf
        mint
        sthf
        mint
        stl     FIRST
        mint
        stl     SECOND
        mint
        stl     THIRD
        mint
        stl     FOURTH
        ldc     prefix - a1
        ldlp    PREFIX
        startp
a1:     ldc     successor - a2
        ldlp    SUCCESSOR
        startp
a2:     ldc     delta - a3
        ldlp    DELTA
        startp
a3:     ldc     0
        stl     1
        ldc     {rounds}
        stl     2
round:  ldlp    3
        ldlp    THIRD
        ldc     4
        in
        ldlp    1
        ldc     over - round
        lend
over:   seterr

prefix: ldlp    FIRST - PREFIX
        ldc     0
        outword
again:  ldlp    3
        ldlp    FOURTH - PREFIX
        ldc     4
        in
        ldlp    FIRST - PREFIX
        ldl     3
        outword
        j       again

successor:
        ldlp    3
        ldlp    SECOND - SUCCESSOR
        ldc     4
        in
        ldlp    FOURTH - SUCCESSOR
        ldl     3
        adc     1
        outword
        j       successor

delta:  ldlp    2
        ldlp    FIRST - DELTA
        ldc     4
        in
        ldc     2
        stl     1
        ldc     both - here
        ldpi
here:   stl     0
        ldc     branch - a4
        ldlp    -12
        startp
a4:     ajw     -4
        ldlp    THIRD - DELTA + 4
        ldl     2 + 4
        outword
        ldlp    4
        endp
branch: ldlp    SECOND - DELTA + 12
        ldl     2 + 12
        outword
        ldlp    12
        endp
both:   j       delta
"""


def measure(rounds, timing):
    program = assemble("sethalterr\n" + SOURCE.replace(";", "--").format(rounds=rounds))
    network = Network([NodeConfig("a")], timing=timing)
    network.start("a", program.code, workspace=BASE + 0x800)
    assert network.run(max_cycles=10_000_000).status is Status.ERROR  # its last instruction
    assert network.peek("a", BASE + 0x800 + 12) == rounds - 1
    node = network.statistics().nodes["a"]
    return node.cycles, node.process_switches, node.per_instruction


def difference(timing=None):
    (short, few, before), (long, many, after) = measure(100, timing), measure(1100, timing)
    counts = {name: (after[name] - before.get(name, 0)) / 1000 for name in after}
    return (long - short) / 1000, (many - few) / 1000, counts


def test_the_table_alone_gives_its_own_sum():
    cycles, switches, counts = difference(TimingAssumptions(process_switch_cycles=0))
    assert switches == SWITCHES
    prefixes = counts["pfix"] + counts["nfix"]
    instructions = sum(counts.values()) - counts["opr"] - prefixes
    assert instructions == 48
    assert cycles == TABLE_CYCLES - TRACED_PREFIXES + prefixes


def test_process_switches_explain_the_reported_time():
    cycles, _, counts = difference()
    without, _, _ = difference(TimingAssumptions(process_switch_cycles=0))
    assert cycles - without == SWITCHES * TimingAssumptions().process_switch_cycles
    extra = counts["pfix"] + counts["nfix"] - TRACED_PREFIXES
    assert cycles - extra == pytest.approx(REPORTED_CYCLES, rel=0.01)
