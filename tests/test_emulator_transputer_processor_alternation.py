"""ALT in all its states: channels, links, SKIP, times, the event channel; results and costs."""

import pytest

from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.isa.timing_assumptions import TimingAssumptions
from emulator.transputer.network.network import Network, NodeConfig
from emulator.transputer.network.results import Status
from tests.transputer_programs import BASE

WORKSPACE = BASE + 0x800
FREE = TimingAssumptions(process_switch_cycles=0, pre_empt_cycles=0, resume_cycles=0)
BEGIN = """
        mint
        stlf
        mint
        sthf
        ldc     0
        sttimer
        mint
        stl     8               -- two channels
        mint
        stl     9
        ldc     0
        stl     32
"""
# An ALT over channels 8 and 9 whose branches leave 1 and 2 in word 32 after their input.
TWO_CHANNELS = """
        {alt}
        ldlp    8
        ldc     {first}
        enbc
        ldlp    9
        ldc     {second}
        enbc
        {wait}
        ldlp    8
        ldc     {first}
        ldc     one - chosen
        disc
        ldlp    9
        ldc     {second}
        ldc     two - chosen
        disc
        altend
chosen:
one:    ldlp    33
        ldlp    8
        ldc     4
        in
        ldc     1
        stl     32
        j       end
two:    ldlp    33
        ldlp    9
        ldc     4
        in
        ldc     2
        stl     32
end:
"""
SENDER = """
sender{n}:
        {pause}
        ldlp    20 + {channel}
        ldc     {value}
        outword
        stopp
"""


def start_sender(n, workspace):
    return f"ldc sender{n} - s{n}\nldlp {workspace}\nstartp\ns{n}:\n"


def run(source, *, timing=None, event=None, part="T800"):
    network = Network([NodeConfig("a", part)], timing=timing)
    network.start("a", assemble(BEGIN + source).code, workspace=WORKSPACE)
    if event is not None:
        network.signal_event("a", event)
    return network, network.run(max_cycles=1_000_000)


def word(network, index):
    return network.peek("a", WORKSPACE + 4 * index)


def yield_once():
    """Let other low-priority processes run: wait for the next tick of the clock."""
    return "ldtimer\ntin\n"


@pytest.mark.parametrize("channel", [8, 9])
@pytest.mark.parametrize("sender_first", [False, True])
@pytest.mark.parametrize(("alt", "wait"), [("alt", "altwt"), ("talt", "taltwt")])
def test_one_ready_channel_is_chosen(channel, sender_first, alt, wait):
    source = start_sender(0, -20)
    source += yield_once() if sender_first else ""
    source += TWO_CHANNELS.format(alt=alt, wait=wait, first=1, second=1)
    source += "stopp\n" + SENDER.format(n=0, channel=channel, value=70 + channel, pause="")
    network, outcome = run(source)
    assert outcome.status is Status.IDLE
    assert word(network, 32) == channel - 7
    assert word(network, 33) == 70 + channel
    assert word(network, 8) == word(network, 9) == BASE  # both channels are empty again


def test_of_two_ready_channels_the_first_is_chosen_and_the_other_keeps_waiting():
    source = start_sender(0, -20) + start_sender(1, -40) + yield_once()
    source += TWO_CHANNELS.format(alt="alt", wait="altwt", first=1, second=1) + "stopp\n"
    source += SENDER.format(n=0, channel=9, value=79, pause="")
    source += SENDER.format(n=1, channel="20 + 8", value=78, pause="")
    network, outcome = run(source)
    assert word(network, 32) == 1
    assert word(network, 33) == 78
    assert outcome.status is Status.DEADLOCK
    assert outcome.reason.count("waits to output to channel") == 1
    assert f"#{(WORKSPACE + 36) % 2**32:08X}" in outcome.reason


@pytest.mark.parametrize("guards", [(0, 1), (1, 0)])
def test_a_false_guard_is_never_chosen(guards):
    source = start_sender(0, -20) + start_sender(1, -40) + yield_once()
    source += TWO_CHANNELS.format(alt="alt", wait="altwt", first=guards[0], second=guards[1])
    source += "stopp\n" + SENDER.format(n=0, channel=8, value=78, pause="")
    source += SENDER.format(n=1, channel="20 + 9", value=79, pause="")
    network, _ = run(source)
    assert word(network, 32) == (1 if guards[0] else 2)


def test_nobody_sends_is_a_deadlock_in_an_alt():
    source = TWO_CHANNELS.format(alt="alt", wait="altwt", first=1, second=1) + "stopp\n"
    _, outcome = run(source)
    assert outcome.status is Status.DEADLOCK
    assert f"a: process #{WORKSPACE % 2**32:08X} (low priority) waits in an ALT" in outcome.reason


SKIP = """
        alt
        ldlp    8
        ldc     1
        enbc
        ldc     {guard}
        enbs
        altwt
        ldlp    8
        ldc     1
        ldc     one - chosen
        disc
        ldc     {guard}
        ldc     two - chosen
        diss
        altend
chosen:
one:    ldc     1
        stl     32
        stopp
two:    ldc     2
        stl     32
        stopp
"""


def test_skip_is_chosen_when_nothing_else_is_ready():
    network, outcome = run(SKIP.format(guard=1))
    assert outcome.status is Status.IDLE
    assert word(network, 32) == 2
    _, outcome = run(SKIP.format(guard=0))
    assert outcome.status is Status.DEADLOCK


TIMER_ALT = """
        talt
        ldlp    8
        ldc     1
        enbc
        ldc     {early}
        ldc     {early_guard}
        enbt
        ldc     {late}
        ldc     1
        enbt
        taltwt
        ldlp    8
        ldc     1
        ldc     one - chosen
        disc
        ldc     {early}
        ldc     {early_guard}
        ldc     two - chosen
        dist
        ldc     {late}
        ldc     1
        ldc     three - chosen
        dist
        altend
chosen:
one:    ldlp    33
        ldlp    8
        ldc     4
        in
        ldc     1
        j       end
two:    ldc     2
        j       end
three:  ldc     3
end:    stl     32
        ldtimer
        stl     34
"""


@pytest.mark.parametrize(
    ("early", "late", "guard", "branch", "time"),
    [
        (5, 9, 1, 2, 6),  # clock later than 5
        (9, 5, 1, 3, 6),
        (5, 9, 0, 3, 10),  # the earlier one has a false guard
        (-5, 9, 1, 2, 0),  # already past
        (5, 5, 1, 2, 6),  # both: the first in the text
    ],
)
def test_the_earliest_time_ends_a_timer_alt(early, late, guard, branch, time):
    source = TIMER_ALT.format(early=early, late=late, early_guard=guard) + "stopp\n"
    network, outcome = run(source)
    assert outcome.status is Status.IDLE
    assert word(network, 32) == branch
    assert word(network, 34) == time
    assert network.peek("a", BASE + 0x28) == BASE  # the timer queue is empty


def test_a_channel_ends_a_timer_alt_and_takes_it_out_of_the_queue():
    source = start_sender(0, -20) + TIMER_ALT.format(early=5, late=9, early_guard=1) + "stopp\n"
    source += SENDER.format(n=0, channel=8, value=99, pause="ldc 2\ntin\n")
    network, outcome = run(source)
    assert outcome.status is Status.IDLE
    assert (word(network, 32), word(network, 33), word(network, 34)) == (1, 99, 3)
    assert network.peek("a", BASE + 0x28) == BASE


def test_a_timer_alt_without_a_time_waits_for_its_channel():
    source = start_sender(0, -20)
    source += TWO_CHANNELS.format(alt="talt", wait="taltwt", first=1, second=1) + "stopp\n"
    source += SENDER.format(n=0, channel=9, value=5, pause="ldc 3\ntin\n")
    network, outcome = run(source)
    assert outcome.status is Status.IDLE
    assert word(network, 32) == 2


def test_the_event_channel_in_an_alt():
    source = TWO_CHANNELS.replace("ldlp    9", "mint\n        ldnlp   8")
    source = source.format(alt="alt", wait="altwt", first=1, second=1) + "stopp\n"
    for moment in (10, 4000):
        network, outcome = run(source, event=moment)
        assert outcome.status is Status.IDLE, outcome
        assert word(network, 32) == 2


def test_links_in_an_alt():
    receiver = BEGIN + TWO_CHANNELS.format(alt="alt", wait="altwt", first=1, second=1) + "stopp\n"
    receiver = receiver.replace("ldlp    8\n", "mint\n        ldnlp   4\n")
    receiver = receiver.replace("ldlp    9\n", "mint\n        ldnlp   5\n")
    for link in (0, 1):
        for pause in ("", "ldc 0\nsttimer\nldc 2\ntin\n"):
            sender = (
                f"mint\nstlf\nmint\nsthf\n{pause}mint\nldnlp {link}\nldc 1234\noutword\nstopp\n"
            )
            network = Network(
                [NodeConfig("a"), NodeConfig("b")],
                [(("a", 0), ("b", 0)), (("a", 1), ("b", 1))],
            )
            network.start("a", assemble(receiver).code, workspace=WORKSPACE)
            network.start("b", assemble(sender).code, workspace=WORKSPACE)
            assert network.run(max_cycles=100_000).status is Status.IDLE
            assert word(network, 32) == link + 1
            assert word(network, 33) == 1234


def cost(source, before=""):
    """Cycles of a piece of a program, nothing charged for switches."""
    long, _ = run(before + source + "stopp\n", timing=FREE)
    short, _ = run(before + "stopp\n", timing=FREE)
    return long.statistics().nodes["a"].cycles - short.statistics().nodes["a"].cycles


def test_costs_are_the_tables():
    prefix = 1  # every ALT operation has one prefix byte
    assert cost("alt\n") == 2 + prefix
    assert cost("talt\n") == 4 + prefix
    assert cost("ldc 1\nenbs\n", "alt\n") == 1 + 3 + prefix
    channel = "ldlp 8\nldc 1\n"
    assert cost(channel + "enbc\n", "alt\n") == 2 + 5 + prefix
    assert cost("ldlp 8\nldc 0\nenbc\n", "alt\n") == 2 + 5 + prefix
    waiting = "ldc 99\nstl 8\nalt\n"  # someone else's descriptor in the channel word
    assert cost(channel + "enbc\n", waiting) == 2 + 7 + prefix
    assert cost("altwt\n", "ldc 1\nenbs\n".replace("ldc", "alt\nldc")) == 5 + prefix
    assert cost("ldc 7\nldc 1\nenbt\n", "talt\n") == 2 + 8 + prefix
    assert cost("ldlp 8\nldc 1\nldc 0\ndisc\n", waiting) == 3 + 8 + prefix
    assert cost("ldc 1\nldc 0\ndiss\n", "alt\n") == 2 + 4 + prefix
    ready = "talt\nldc 1\nenbs\n"
    assert cost("taltwt\n", ready) == 15 + prefix
    assert cost("ldc 7\nldc 1\nldc 0\ndist\n", ready + "taltwt\n") == 3 + 23 + prefix
    assert cost("altend\n", "ldc 0\nstl 0\n") == 4 + prefix


def test_waiting_costs_are_the_tables():
    def last_cycle(source):
        network, outcome = run(source, timing=FREE)
        assert outcome.status is Status.DEADLOCK
        return network.statistics().nodes["a"].cycles

    before, _ = run("alt\nldlp 8\nldc 1\nenbc\nstopp\n", timing=FREE)
    cycles = before.statistics().nodes["a"].cycles - 12
    assert last_cycle("alt\nldlp 8\nldc 1\nenbc\naltwt\n") == cycles + 17 + 1
    before, _ = run("talt\nldlp 8\nldc 1\nenbc\nstopp\n", timing=FREE)
    cycles = before.statistics().nodes["a"].cycles - 12
    assert last_cycle("talt\nldlp 8\nldc 1\nenbc\ntaltwt\n") == cycles + 48 + 1
