"""High priority interrupts low: at once, or when an instruction lets it."""

from emulator.transputer.isa.timing_assumptions import TimingAssumptions
from emulator.transputer.network.results import EventKind, Status
from tests.transputer_scheduled import start, word

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
