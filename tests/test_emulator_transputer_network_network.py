"""Networks of two to 64 nodes, how runs end, and that every run takes the same cycles."""

import pytest

from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.isa.timing_assumptions import TimingAssumptions
from emulator.transputer.network.host import SilentHost
from emulator.transputer.network.network import Network, NodeConfig
from emulator.transputer.network.results import EventKind, Status
from tests.transputer_programs import BASE

WORKSPACE = BASE + 0xC00
LEFT, RIGHT = 0, 1

# The first node sends a number to the right; each adds its own and passes it on; it comes back
# to the first from the left, ROUNDS times.
FIRST = """
        ldc     0
        stl     1
        ldc     {rounds}
        stl     2
        ldc     0
        stl     4
again:  mint
        ldnlp   1
        ldl     4
        outword
        ldlp    4
        mint
        ldnlp   4
        ldc     4
        in
        ldlp    1
        ldc     over - again
        lend
over:   stopp
"""
OTHER = """
again:  ldlp    4
        mint
        ldnlp   4
        ldc     4
        in
        ldl     4
        adc     {number}
        stl     4
        mint
        ldnlp   1
        ldl     4
        outword
        j       again
"""


def ring(count, rounds, *, parts=("T800",), clocks=(20.0,), **options):
    names = [f"n{i}" for i in range(count)]
    configs = [
        NodeConfig(
            name,
            parts[i % len(parts)],
            clock_mhz=clocks[i % len(clocks)],
            memory_bytes=8192,
        )
        for i, name in enumerate(names)
    ]
    wires = [((names[i], RIGHT), (names[(i + 1) % count], LEFT)) for i in range(count)]
    network = Network(configs, wires, **options)
    network.start("n0", assemble(FIRST.format(rounds=rounds)).code, workspace=WORKSPACE)
    for i, name in enumerate(names[1:], 1):
        network.start(name, assemble(OTHER.format(number=i)).code, workspace=WORKSPACE)
    return network


@pytest.mark.parametrize("count", [2, 4, 16, 64])
def test_a_number_goes_round_the_ring(count):
    rounds = 5
    network = ring(count, rounds)
    outcome = network.run(max_cycles=10_000_000)
    assert outcome.status is Status.DEADLOCK  # all but the first wait for more
    assert network.peek("n0", WORKSPACE + 16) == rounds * count * (count - 1) // 2
    assert outcome.reason.count("waits to input from link 0, wired to n") == min(count - 1, 12)
    # One way: four bytes of 11.5 bit times, then the processor's part at either end.
    hop = network.statistics().seconds / (rounds * count)
    assert 4 * 11.5 * 50e-9 < hop < 4 * 11.5 * 50e-9 + 120 * 50e-9


def fingerprint(network):
    statistics = network.statistics()
    return {
        name: (node.cycles, node.instructions, node.idle_cycles, node.process_switches, node.links)
        for name, node in statistics.nodes.items()
    }


def test_the_same_network_always_takes_the_same_cycles():
    options = {"parts": ("T800", "T414", "T800"), "clocks": (20.0, 15.0, 30.0, 17.5)}
    runs = []
    for limits in ([None], [None], [1000, 1001, 5000, 20_000, None], range(100, 60_000, 777)):
        network = ring(7, 20, **options)
        for limit in limits:
            network.run(max_cycles=limit)
        network.run()
        runs.append(fingerprint(network))
    assert runs[0] == runs[1] == runs[2] == runs[3]


def test_the_event_log_changes_nothing():
    plain, logged = ring(4, 10), ring(4, 10, log_events=True)
    plain.run()
    logged.run()
    assert fingerprint(plain) == fingerprint(logged)
    events = logged.events()
    assert plain.events() == []
    for node in ("n0", "n1", "n2", "n3"):
        of = [e.kind for e in events if e.node == node]
        assert of.count(EventKind.OUTPUT_START) == of.count(EventKind.OUTPUT_END) == 10
        assert of.count(EventKind.INPUT_END) == 10
    assert [e.seconds for e in events] == sorted(e.seconds for e in events)


def test_a_long_event_log_is_complete():
    network = ring(2, 4000, log_events=True)
    network.run()
    kinds = [e.kind for e in network.events()]
    assert kinds.count(EventKind.OUTPUT_END) == 8000


def test_a_resynchronised_link_is_free_again():
    network = Network([NodeConfig("a")], host=("a", 0))
    source = """
        mint
        stlf
        mint
        sthf
        ldc     other - a1
        ldlp    -20
        startp
a1:     ldlp    4               -- an input that never ends
        mint
        ldnlp   4
        ldc     4
        in
        stopp
other:  mint
        ldnlp   4
        resetch
        stl     20 + 5
        mint                    -- only now the host is asked for bytes
        ldnlp   0
        ldc     'a'
        outbyte
        ldlp    20 + 4
        mint
        ldnlp   4
        ldc     2
        in
        ldc     1
        stl     20 + 6
        stopp
"""
    network.start("a", assemble(source).code, workspace=WORKSPACE)

    class Answer(SilentHost):
        def pending(self):
            data, self.received = b"xy" * len(self.received), bytearray()
            return data

    assert network.run(Answer()).status is Status.IDLE
    assert network.peek("a", WORKSPACE + 20) == WORKSPACE + 1  # the first process's descriptor
    assert network.peek("a", WORKSPACE + 24) == 1
    assert network.peek("a", WORKSPACE + 16) == int.from_bytes(b"xy", "little")


def test_analyse_keeps_memory_and_tells_the_bootstrap_where_it_was():
    network = Network([NodeConfig("a")], host=("a", 0))
    loop = assemble("again: j again\n").code
    network.boot(bytes([len(loop) + 1]) + loop + b"\x40")
    assert network.run(max_cycles=2000).status is Status.CYCLE_LIMIT
    network.poke("a", BASE + 0x800, 4711)
    for analyse in (True, False):
        network.reset(analyse=analyse)
        program = assemble("ajw 20\nstl 1\nstl 2\ntestpranal\nstl 3\nldlp 0\nstl 4\nstopp\n").code
        network.boot(bytes([len(program)]) + program)
        assert network.run(max_cycles=200_000).status is Status.IDLE
        base = (BASE + 0x70 + len(program) + 3) // 4 * 4 + 80
        assert network.peek("a", base + 12) == int(analyse)
        if analyse:
            assert network.peek("a", base + 4) == BASE + 0x70  # the old Iptr
            assert network.peek("a", base + 8) == BASE + 0x74  # the old Wptr
        assert network.peek("a", BASE + 0x800) == 4711


def test_a_node_boots_its_neighbour():
    inner = assemble("ldc 99\nstl 1\nstopp\n").code
    data = ", ".join(str(byte) for byte in bytes([len(inner)]) + inner)
    outer = f"""
        ajw     20
        ldc     code - here
        ldpi
here:   mint
        ldnlp   2
        ldc     {len(inner) + 1}
        out
        stopp
code:   byte    {data}
"""
    program = assemble(outer).code
    network = Network([NodeConfig("a"), NodeConfig("b")], [(("a", 2), ("b", 3))], host=("a", 0))
    network.boot(bytes([len(program)]) + program)
    assert network.run().status is Status.IDLE
    above = (BASE + 0x70 + len(inner) + 3) // 4 * 4
    assert network.peek("b", above + 4) == 99
    node = network.statistics().nodes["b"]
    assert 0.8 * node.cycles < node.idle_cycles < node.cycles  # it waited to be booted


def test_host_replies_can_take_time():
    def seconds(cycles):
        network = Network(
            [NodeConfig("a")], host=("a", 0), timing=TimingAssumptions(host_reply_cycles=cycles)
        )
        code = "mint\nldnlp 0\nldc 5\noutword\nldlp 4\nmint\nldnlp 4\nldc 4\nin\nstopp\n"
        network.start("a", assemble(code).code, workspace=WORKSPACE)

        class Echo(SilentHost):
            def wanted(self):
                return 4

            def pending(self):
                data, self.received = bytes(self.received), bytearray()
                return data

        assert network.run(Echo()).status is Status.IDLE
        assert network.peek("a", WORKSPACE + 16) == 5
        return network.statistics().seconds

    assert seconds(3000) - seconds(2000) == pytest.approx(1000 * 50e-9)


@pytest.mark.parametrize("end", ["seterr", "mint; ldnl 5000000"])
def test_what_was_sent_before_a_node_stopped_has_arrived(end):
    source = "sethalterr; mint; ldc #12345678; outword; " + end
    code = assemble(source.replace("; ", "\n ")).code
    network = Network([NodeConfig("a", "T800")], host=("a", 0))
    network.start("a", code)
    host = SilentHost()
    assert network.run(host).status in (Status.ERROR, Status.FAULT)
    assert bytes(host.received) == b"\x78\x56\x34\x12"
