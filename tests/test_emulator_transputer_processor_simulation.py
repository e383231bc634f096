"""Nodes in step: whatever their order and turns, the same is done, and ends are the rule's."""

from itertools import permutations

import pytest

from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.network.host import SilentHost
from emulator.transputer.network.network import Network, NodeConfig
from emulator.transputer.network.results import Status
from tests.transputer_programs import BASE

WORKSPACE = BASE + 0x800
SWITCH_BITS = 5.5
"""Bit times after which an acknowledge may start at the earliest: the lookahead of a T800."""

# Sends rising words to the right, hears from the left; after some rounds it ends as it is told to.
NODE = """
        ldc     0
        stl     1
again:  ldl     1
        adc     {step}
        stl     1
        {first}
        {second}
        ldc     0
        stl     2
        ldc     {work}
        stl     3
inner:  ldl     1
        ldl     2
        xor
        stl     5
        ldlp    2
        ldc     past - inner
        lend
past:   ldl     1
        eqc     {last}
        cj      again
        {end}
here:   j       here
"""
SEND = "ldlp 1\nmint\nldnlp 1\nldc 4\nout"
HEAR = "ldlp 4\nmint\nldnlp 6\nldc 4\nin"
ENDS = {
    "halts": "sethalterr\nseterr",
    "tells the host": "mint\nldc 7\noutbyte",
    "stops": "stopp",
}


def node(number, last, end):
    first, second = (SEND, HEAR) if number % 2 == 0 else (HEAR, SEND)
    source = NODE.format(
        step=1, first=first, second=second, work=5 + 7 * number, last=last, end=end
    )
    return assemble(source).code


def ring(order, end, clocks=(20.0, 20.0, 20.0, 20.0)):
    """Four nodes in a ring, listed in some order; the third ends as told, the first has a host."""
    names = [f"n{i}" for i in range(4)]
    nodes = [NodeConfig(names[i], clock_mhz=clocks[i]) for i in order]
    wires = [((names[i], 1), (names[(i + 1) % 4], 2)) for i in range(4)]
    ender = 0 if end == "tells the host" else 2
    network = Network(nodes, wires, host=("n0", 0))
    for i, name in enumerate(names):
        code = node(i, 6, ENDS[end] if i == ender else "")
        network.start(name, code, workspace=WORKSPACE)
    outcome = network.run(SilentHost(stop_after=1), max_cycles=200_000)
    return network, outcome


@pytest.mark.parametrize("clocks", [(20.0,) * 4, (20.0, 25.0, 17.5, 30.0)])
@pytest.mark.parametrize("end", ENDS)
def test_what_each_node_has_done_at_the_end_does_not_depend_on_their_order(end, clocks):
    found = []
    for order in permutations(range(4)):
        network, outcome = ring(order, end, clocks)
        nodes = network.statistics().nodes
        states = {name: network.registers(name) for name in sorted(nodes)}
        found.append((outcome, {name: nodes[name] for name in sorted(nodes)}, states))
    assert all(each == found[0] for each in found)
    expected = {"halts": Status.ERROR, "tells the host": Status.EXITED, "stops": Status.CYCLE_LIMIT}
    assert found[0][0].status is expected[end]


def test_a_run_ends_one_lookahead_after_the_host_was_called():
    network, outcome = ring(range(4), "tells the host")
    assert outcome.status is Status.EXITED
    moment = network.host_seconds()
    last = moment + SWITCH_BITS / 20e6
    for name in ("n1", "n3"):  # these two execute `j here` or their inner loop
        seconds = network.statistics().nodes[name].seconds
        assert last <= seconds < last + 40 / 20e6, name


def test_a_stop_lets_the_others_go_on_as_far_as_it_could_have_reached_them():
    network, outcome = ring(range(4), "halts")
    assert outcome.node == "n2"
    stopped = network.statistics().nodes["n2"].seconds
    last = stopped + 20 / 20e6 + SWITCH_BITS / 20e6
    for name in ("n0", "n1", "n3"):
        assert network.statistics().nodes[name].seconds < last + 40 / 20e6


def test_of_two_stops_the_first_is_told():
    early = assemble("ldc 0\nldc 0\nldc 0\nsethalterr\nseterr\n").code
    late = assemble("ldc 0\n" * 9 + "sethalterr\nseterr\n").code
    network = Network([NodeConfig("a"), NodeConfig("b")])
    network.start("a", late)
    network.start("b", early)
    outcome = network.run()
    assert (outcome.status, outcome.node) == (Status.ERROR, "b")


def test_a_run_in_pieces_does_what_one_run_does():
    def after(limits):
        network, _ = ring(range(4), "stops")
        for limit in limits:
            network.run(max_cycles=limit)
        return network.statistics()

    assert after([400_000]) == after([200_001, 250_000, 250_007, 399_999, 400_000])


def test_an_echo_reaches_a_busy_node_in_time():
    # A high process of `a` sends a word and hears it back while a low one loops without end; `b`
    # does nothing but echo. A word takes 2.3 us each way, sending and hearing 1 us a time.
    busy = """
        mint
        stlf
        mint
        sthf
        ldc     0
        sttimer
        ldap    echoed
        ldlp    -20
        stnl    -1
        ldlp    -20
        runp
here:   j       here
echoed: ldtimer
        stl     30
        ldlp    30
        mint
        ldnlp   1
        ldc     4
        out
        ldlp    31
        mint
        ldnlp   5
        ldc     4
        in
        ldtimer
        stl     32
        stopp
"""
    echo = "again: ldlp 4\nmint\nldnlp 5\nldc 4\nin\nldlp 4\nmint\nldnlp 1\nldc 4\nout\nj again\n"
    network = Network([NodeConfig("a"), NodeConfig("b")], [(("a", 1), ("b", 1))])
    network.start("a", assemble(busy).code, workspace=WORKSPACE)
    network.start("b", assemble(echo).code, workspace=WORKSPACE)
    assert network.run(max_cycles=100_000).status is Status.CYCLE_LIMIT
    sent, heard, done = (network.peek("a", WORKSPACE - 80 + 4 * n) for n in (30, 31, 32))
    assert sent == heard
    assert 2 * 2.3 < done - sent < 2 * 2.3 + 4 * 1.0 + 4
