"""Processes, queues, time slices: order and times known in advance."""

import pytest

from emulator.transputer.isa.timing_assumptions import TimingAssumptions
from emulator.transputer.network.results import EventKind, Status
from tests.transputer_scheduled import WORKSPACE, start, word


def test_par_runs_its_branches_in_order_and_joins():
    network = start(
        """
        ldc     3
        stl     1
        ldc     joined - here
        ldpi
here:   stl     0
        ldc     0
        stl     8
        ldc     one - a1
        ldlp    -20
        startp
a1:     ldc     two - a2
        ldlp    -40
        startp
a2:     ldl     8               -- the parent runs first: 0 * 10 + 3
        ldc     10
        prod
        adc     3
        stl     8
        ldlp    0
        endp
one:    ldl     28
        ldc     10
        prod
        adc     1
        stl     28
        ldlp    20
        endp
two:    ldl     48
        ldc     10
        prod
        adc     2
        stl     48
        ldlp    40
        endp
joined: ldl     8
        ldc     10
        prod
        adc     9
        stl     8
        stopp
"""
    )
    assert network.run().status is Status.IDLE
    assert word(network, 8) == 3129
    assert word(network, 1) == 0


def test_a_process_switch_costs_what_the_parameter_says():
    source = """
        ldc     other - a1
        ldlp    -20
        startp
a1:     stopp
other:  stopp
"""
    cycles = {}
    for switch in (0, 4, 7):
        network = start(source, timing=TimingAssumptions(process_switch_cycles=switch))
        network.run()
        cycles[switch] = network.statistics().nodes["a"].cycles
        assert network.statistics().nodes["a"].process_switches == 1
    assert cycles[4] - cycles[0] == 4
    assert cycles[7] - cycles[0] == 7


TIMESLICE = """
        ldc     0
        sttimer
        ldc     other - a1
        ldlp    -20
        startp
a1:     ldc     0
        stl     32
loop:   ldl     32
        adc     1
        stl     32
        j       loop
other:  ldtimer
        stl     20 + 33
        seterr
"""


@pytest.mark.parametrize(("part", "clock"), [("T800", 20), ("T414", 15), ("T800", 17.5)])
def test_a_low_process_runs_one_to_two_periods(part, clock):
    network = start("sethalterr\n" + TIMESLICE, part, clock_mhz=clock)
    assert network.run(max_cycles=200_000).status is Status.ERROR
    node = network.statistics().nodes["a"]
    assert node.timeslices == 1
    period = 1024 * clock
    assert period < node.cycles < 2 * period + 100
    assert word(network, 33) == int(node.seconds * 1e6) // 64


def test_high_priority_is_never_sliced():
    network = start(
        """
        ldc     high - h1
        ldpi
h1:     stl     -21
        ldlp    -20
        runp
        stopp
high:   j       high
"""
    )
    assert network.run(max_cycles=500_000).status is Status.CYCLE_LIMIT
    assert network.statistics().nodes["a"].timeslices == 0


def test_lend_is_a_timeslice_point():
    network = start(
        """
        sethalterr
        ldc     other - a1
        ldlp    -20
        startp
a1:     ldc     0
        stl     32
        ldc     1000000
        stl     33
loop:   ldlp    32
        ldc     over - loop
        lend
over:   stopp
other:  seterr
"""
    )
    assert network.run(max_cycles=100_000).status is Status.ERROR


def test_queue_registers():
    network = start(
        """
        ldc     #111
        sthf
        ldc     #222
        sthb
        ldc     #333
        stlf
        ldc     #444
        stlb
        ldlp    32
        saveh
        ldlp    34
        savel
        mint
        sthf
        mint
        stlf
        stopp
"""
    )
    assert network.run().status is Status.IDLE
    assert [word(network, i) for i in range(32, 36)] == [0x111, 0x222, 0x333, 0x444]


def test_stoperr_stops_only_after_an_error():
    network = start("stoperr\nldc 5\nstl 32\nseterr\nstoperr\nldc 6\nstl 32\nstopp\n")
    assert network.run().status is Status.IDLE
    assert word(network, 32) == 5


def test_the_event_log_pairs_starts_and_stops():
    network = start("ldc other - a1\nldlp -20\nstartp\na1: stopp\nother: stopp\n", log=True)
    network.run()
    kinds = [(e.kind, e.detail) for e in network.events()]
    other = (WORKSPACE - 80) | 1
    assert kinds == [
        (EventKind.PROCESS_STOP, WORKSPACE | 1),
        (EventKind.PROCESS_START, other),
        (EventKind.PROCESS_STOP, other),
    ]
    assert network.events()[0].node == "a"


def test_a_high_process_that_interrupts_an_old_slice_is_not_sliced():
    # The move lasts four periods; the high process wakes after three and jumps.
    network = start(
        """
        ldc     0
        sttimer
        ldc     other - a1      -- another low process, so that a slice could end
        ldlp    -60
        startp
a1:     ldap    high
        ldlp    -20
        stnl    -1
        ldlp    -20
        runp
        ldc     #2000
        mint
        bsub
        ldc     #12000
        mint
        bsub
        ldc     60000
        move
        stopp
high:   ldc     3 * 1024
        tin
        ldc     0
        cj      on
on:     j       there
there:  ldpri
        stl     52              -- word 32 of the main workspace
        stopp
other:  stopp
""",
        memory_bytes=1 << 18,
    )
    network.poke("a", WORKSPACE + 128, 9)
    assert network.run(max_cycles=1_000_000).status is Status.IDLE
    node = network.statistics().nodes["a"]
    assert word(network, 32) == 0
    assert (node.pre_emptions >= 1, node.timeslices) == (True, 0)
