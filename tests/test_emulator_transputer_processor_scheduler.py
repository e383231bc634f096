"""Processes, priorities, time slices, clocks and events: order and times known in advance."""

import pytest

from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.isa.timing_assumptions import TimingAssumptions
from emulator.transputer.network.network import Network, NodeConfig
from emulator.transputer.network.results import EventKind, Status
from tests.transputer_programs import BASE

WORKSPACE = BASE + 0x800
EMPTY_QUEUES = """
        mint
        stlf
        mint
        sthf
"""
# Every program notes what happens by `stl`ing into words 32.. of the main workspace.


def start(source, part="T800", *, timing=None, log=False, **node):
    network = Network([NodeConfig("a", part, **node)], timing=timing, log_events=log)
    network.start("a", assemble(EMPTY_QUEUES + source).code, workspace=WORKSPACE)
    return network


def word(network, index):
    return network.peek("a", WORKSPACE + 4 * index)


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


PRE_EMPTION = """
        ldc     high - h1
        ldpi
h1:     stl     -21             -- Iptr of a high-priority process at workspace -20
        ldc     1
        ldc     2
        ldc     3               -- the evaluation stack has to survive
        {before}
        ldlp    -20
        runp                    -- bit 0 clear: high priority
        {after}
        stl     32
        stl     33
        seterr
        testerr
        stl     34
        ldpri
        stl     35
        stopp
high:   ldpri
        stl     20 + 36
        ldc     77
        stl     20 + 37
        testhalterr
        stl     20 + 38
        stopp
"""


def test_high_priority_runs_at_once_and_registers_come_back():
    network = start(PRE_EMPTION.format(before="sethalterr", after="clrhalterr"))
    assert network.run().status is Status.IDLE
    assert [word(network, i) for i in range(32, 39)] == [3, 2, 0, 1, 0, 77, 0]
    node = network.statistics().nodes["a"]
    assert (node.pre_emptions, node.process_switches) == (1, 2)


def test_pre_emption_and_return_cost_what_the_parameters_say():
    def total(**parameters):
        network = start(
            PRE_EMPTION.format(before="", after=""), timing=TimingAssumptions(**parameters)
        )
        network.run()
        return network.statistics().nodes["a"].cycles

    base = total(pre_empt_cycles=0, resume_cycles=0)
    assert total(pre_empt_cycles=19, resume_cycles=0) == base + 19
    assert total(pre_empt_cycles=0, resume_cycles=23) == base + 23


def test_the_error_flag_of_a_high_process_does_not_reach_the_interrupted_one():
    network = start(
        """
        ldc     high - h1
        ldpi
h1:     stl     -21
        ldlp    -20
        runp
        testerr
        stl     32
        stopp
high:   seterr
        stopp
"""
    )
    network.run()
    assert word(network, 32) == 1  # no error


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


def test_timer_input_waits_until_after_the_time():
    network = start(
        """
        ldc     100
        sttimer
        ldc     105             -- low priority: 64 us a tick
        tin
        ldtimer
        stl     32
        ldc     50              -- in the past
        tin
        ldtimer
        stl     33
        stopp
"""
    )
    assert network.run().status is Status.IDLE
    node = network.statistics().nodes["a"]
    assert (word(network, 32), word(network, 33)) == (106, 106)
    assert 6 * 64e-6 < node.seconds < 6 * 64e-6 + 5e-6
    assert node.idle_cycles > 0.9 * node.cycles


def test_the_timer_queue_is_in_order_of_time():
    network = start(
        """
        ldc     0
        sttimer
        ldc     0
        stl     32
        ldc     late - a1
        ldlp    -20
        startp
a1:     ldc     early - a2
        ldlp    -40
        startp
a2:     ldc     5
        tin
        ldl     32
        ldc     10
        prod
        adc     2
        stl     32
        stopp
late:   ldc     9
        tin
        ldl     20 + 32
        ldc     10
        prod
        adc     3
        stl     20 + 32
        stopp
early:  ldc     2
        tin
        ldl     40 + 32
        ldc     10
        prod
        adc     1
        stl     40 + 32
        stopp
"""
    )
    assert network.run().status is Status.IDLE
    assert word(network, 32) == 123
    assert network.peek("a", BASE + 0x28) == BASE  # the queue is empty again


def test_processes_waiting_for_the_same_time_wake_in_the_order_they_came():
    branch = "{name}: ldc 5\ntin\nldl {at} + 32\nldc 10\nprod\nadc {n}\nstl {at} + 32\nstopp\n"
    network = start(
        "ldc 0\nsttimer\nldc 0\nstl 32\n"
        "ldc one - a1\nldlp -20\nstartp\na1: ldc two - a2\nldlp -40\nstartp\na2: stopp\n"
        + branch.format(name="one", at=20, n=1)
        + branch.format(name="two", at=40, n=2)
    )
    assert network.run().status is Status.IDLE
    assert word(network, 32) == 12


def test_a_high_priority_timer_interrupts_and_the_clock_ticks_in_microseconds():
    network = start(
        """
        ldc     0
        sttimer
        ldc     high - h1
        ldpi
h1:     stl     -21
        ldlp    -20
        runp
        ldc     0
        stl     32
loop:   ldl     32
        adc     1
        stl     32
        j       loop
high:   ldc     20
        tin
        ldtimer
        stl     20 + 33
        sethalterr
        seterr
"""
    )
    assert network.run(max_cycles=10_000).status is Status.ERROR
    assert word(network, 33) == 22 or word(network, 33) == 21
    assert network.statistics().nodes["a"].seconds == pytest.approx(22e-6, abs=1.5e-6)
    assert word(network, 32) > 30


def test_a_long_move_is_interrupted_part_way():
    source = """
        ldc     0
        sttimer
        ldc     high - h1
        ldpi
h1:     stl     -21
        ldlp    -20
        runp
        ldc     #2000
        mint
        bsub
        ldc     #8000
        mint
        bsub
        ldc     16384
        move                    -- 4096 words: over 8,200 cycles
        ldtimer
        stl     33
        stopp
high:   ldc     20
        tin
        ldtimer
        stl     20 + 32
        stopp
"""
    quiet = start(source.replace("ldc     20\n        tin", "ldc     -20\n        tin"))
    quiet.run()
    network = start(source)
    assert network.run().status is Status.IDLE
    assert word(network, 32) in (21, 22)
    cycles = network.statistics().nodes["a"].cycles
    timing = TimingAssumptions()
    extra = cycles - quiet.statistics().nodes["a"].cycles
    # The wait (30, not 4), the return to low priority while it waits, pre-emption and return.
    assert extra == 26 + timing.pre_empt_cycles + timing.resume_cycles


def test_div_delays_an_interrupt():
    # Interrupt latency: 19 cycles typically, at most 19 + 39 for div (databook).
    loop = "ldc 7\nldc 3\ndiv\nstl 40\n" * 40
    network = start(
        "ldc 0\nsttimer\nldc high - h1\nldpi\nh1: stl -21\nldlp -20\nrunp\n"
        + loop
        + "stopp\nhigh: ldc 20\ntin\nstopp\n",
        log=True,
    )
    network.run()
    starts = [e for e in network.events() if e.kind is EventKind.PROCESS_START]
    high = [e.seconds for e in starts if e.detail & 1 == 0]
    sttimer = 9 * 50e-9
    latency = (high[1] - (21e-6 + sttimer)) / 50e-9
    assert 19 <= latency <= 58


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


def test_the_event_channel_wakes_its_process():
    source = "ldlp 40\nmint\nldnlp 8\nldc 0\nin\nldc 1\nstl 32\nstopp\n"
    network = start(source)
    network.signal_event("a", 5000)
    assert network.run().status is Status.IDLE
    assert word(network, 32) == 1
    assert 5000 < network.statistics().nodes["a"].cycles < 5050
    waiting = start(source)
    outcome = waiting.run()
    assert outcome.status is Status.DEADLOCK
    assert "waits to input from the event channel" in outcome.reason


def test_an_event_before_its_input_is_kept():
    network = start(
        "ldc 0\nstl 1\nldc 100\nstl 2\nl: ldlp 1\nldc e - l\nlend\ne: ldlp 40\nmint\n"
        "ldnlp 8\nldc 0\nin\nldc 1\nstl 32\nstopp\n"
    )
    network.signal_event("a", 50)
    assert network.run().status is Status.IDLE
    assert word(network, 32) == 1


def test_a_clock_never_started_is_told():
    outcome = start("ldc 5\ntin\nstopp\n").run()
    assert outcome.status is Status.DEADLOCK
    assert "a clock that was never started" in outcome.reason


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
