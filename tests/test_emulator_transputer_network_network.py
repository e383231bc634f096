"""Networks of two to 64 nodes, how runs end, and that every run takes the same cycles."""

import pytest

from common.errors import InputError
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


def test_a_circle_of_waiting_processes_is_told_by_name():
    names = ["north", "east", "south"]
    wires = [((names[i], RIGHT), (names[(i + 1) % 3], LEFT)) for i in range(3)]
    network = Network([NodeConfig(name) for name in names], wires)
    code = assemble("ldlp 1\nmint\nldnlp 4\nldc 4\nin\nmint\nldnlp 1\nldc 1\noutword\nstopp\n").code
    for name in names:
        network.start(name, code, workspace=WORKSPACE)
    outcome = network.run()
    assert outcome.status is Status.DEADLOCK
    process = "process #80000C00 (low priority) waits to input from link 0"
    for i, name in enumerate(names):
        assert f"{name}: {process}, wired to {names[i - 1]} link 1" in outcome.reason


def test_an_internal_circle_is_told():
    network = Network([NodeConfig("a")])
    source = """
        mint
        stlf
        mint
        sthf
        mint
        stl 8
        mint
        stl 9
        ldc other - a1
        ldlp -20
        startp
a1:     ldlp 4
        ldlp 8
        ldc 4
        in
        stopp
other:  ldlp 4
        ldlp 20 + 9
        ldc 4
        in
        stopp
"""
    network.start("a", assemble(source).code, workspace=WORKSPACE)
    outcome = network.run()
    assert outcome.status is Status.DEADLOCK
    assert "#80000C00 (low priority) waits to input from channel #80000C20" in outcome.reason
    assert "#80000BB0 (low priority) waits to input from channel #80000C24" in outcome.reason


def test_workspaces_a_page_apart_are_all_told():
    starts = "".join(f"ldc p{i} - s{i}\nldlp {1024 * i}\nstartp\ns{i}:\n" for i in range(1, 6))
    bodies = "".join(f"p{i}: ldlp 4\nldlp 8\nldc 4\nin\nstopp\n" for i in range(1, 6))
    empty = "".join(f"mint\nstl {1024 * i + 8}\n" for i in range(1, 6))
    network = Network([NodeConfig("a")])
    source = "mint\nstlf\nmint\nsthf\n" + empty + starts + "stopp\n" + bodies
    network.start("a", assemble(source).code, workspace=WORKSPACE)
    outcome = network.run()
    assert outcome.status is Status.DEADLOCK
    assert outcome.reason.count("waits to input from channel") == 5


def test_a_link_without_a_wire_is_told():
    network = Network([NodeConfig("a")])
    network.start("a", assemble("mint\nldnlp 2\nldc 5\noutword\nstopp\n").code, workspace=WORKSPACE)
    outcome = network.run()
    assert outcome.status is Status.DEADLOCK
    assert "waits to output to link 2, which has no wire" in outcome.reason


def test_a_program_that_waits_for_the_host_is_told():
    network = Network([NodeConfig("a")], host=("a", 3))
    code = assemble("ldlp 1\nmint\nldnlp 7\nldc 4\nin\nstopp\n").code
    network.start("a", code, workspace=WORKSPACE)
    outcome = network.run(SilentHost(b"abc"))
    assert outcome.status is Status.DEADLOCK
    assert "waits to input from link 3, wired to the host" in outcome.reason


@pytest.mark.parametrize(
    ("source", "status", "words"),
    [
        ("ldc #2000\nmint\nbsub\nldnl 0\nstopp", Status.FAULT, "no memory at #80002000"),
        ("ldc 1\nldc 0\nstnl 0\nstopp", Status.FAULT, "no memory at #00000000"),
        ("ldc 1\nldc #7FFFFFFF\nsb\nstopp", Status.FAULT, "no memory at #7FFFFFFF"),
        ("ldc 0\ngcall", Status.FAULT, "no memory at #00000000"),
        ("ldc 0\ngajw\nldl 0\nstopp", Status.FAULT, "no memory at #00000000"),
        ("ajw -5000\ncall 0\nstopp", Status.FAULT, "no memory at"),
        ("ldc 0\ngajw\nret", Status.FAULT, "no memory at #00000000"),
        ("ldc 0\nldc 0\nlend", Status.FAULT, "no memory at #00000000"),
        ("mint\nldc 0\nldc 100\nmove", Status.FAULT, "no memory at #00000000"),
        ("ldc 0\nrunp\nstopp", Status.FAULT, "no memory at #FFFFFFFC"),
        ("byte #2F, #FE", Status.UNKNOWN_INSTRUCTION, "a T800 has no operation #FE"),
        ("byte #21, #27, #FC", Status.UNKNOWN_INSTRUCTION, "no operation #17C"),
        ("byte #60, #F0", Status.UNKNOWN_INSTRUCTION, "no operation #FFFFFFF0"),
        ("sethalterr\nseterr", Status.ERROR, "halted on its error flag"),
    ],
)
def test_wrong_programs_end_with_a_word(source, status, words):
    network = Network([NodeConfig("a", memory_bytes=8192)])
    network.start("a", assemble(source + "\n").code, workspace=WORKSPACE)
    outcome = network.run(max_cycles=100_000)
    assert outcome.status is status
    assert outcome.reason.startswith("a: ")
    assert words in outcome.reason


def test_running_off_the_end_of_memory_is_a_fault():
    network = Network([NodeConfig("a", memory_bytes=4096)])
    network.start("a", b"\x40" * (4096 - 0x70), workspace=WORKSPACE)
    outcome = network.run()
    assert outcome.status is Status.FAULT
    assert "no memory at #80001000" in outcome.reason


def test_a_link_message_past_the_end_of_memory_is_a_fault():
    network = Network([NodeConfig("a", memory_bytes=4096)], host=("a", 0))
    code = assemble("ldc #FFE\nmint\nbsub\nmint\nldnlp 4\nldc 8\nin\nstopp\n").code
    network.start("a", code, workspace=WORKSPACE)
    outcome = network.run(SilentHost(b"12345678"))
    assert outcome.status is Status.FAULT
    assert "no memory at #80001000, used in a link transfer" in outcome.reason


def test_a_link_message_from_past_the_end_of_memory_is_a_fault():
    network = Network([NodeConfig("a", memory_bytes=4096)], host=("a", 0))
    code = assemble("ldc #FFE\nmint\nbsub\nmint\nldc 8\nout\nstopp\n").code
    network.start("a", code, workspace=WORKSPACE)
    outcome = network.run(SilentHost())
    assert outcome.status is Status.FAULT
    assert "no memory at #80001000, used in a link transfer" in outcome.reason


def test_a_stopped_network_stays_stopped():
    network = Network([NodeConfig("a", memory_bytes=4096)], host=("a", 0))
    network.start("a", assemble("sethalterr\nseterr\n").code, workspace=WORKSPACE)
    first = network.run()
    assert first.status is Status.ERROR
    assert network.run() == network.run(SilentHost(b"x")) == first


def test_a_wild_branch_of_an_alternative_is_a_fault():
    network = Network([NodeConfig("a", memory_bytes=4096)])
    network.start("a", assemble("mint\nstl 0\naltend\n").code, workspace=WORKSPACE)
    outcome = network.run(max_cycles=10_000)
    assert outcome.status is Status.FAULT
    assert "no memory at #0000007" in outcome.reason


def test_a_timer_queue_bent_into_a_ring_is_a_fault():
    source = """
        ldc     0
        sttimer
        ldlp    20
        mint
        stnl    10              -- the low-priority queue begins at workspace 20,
        ldlp    20
        stl     16              -- which follows itself
        ldc     5
        stl     15
        ldc     1000
        tin
"""
    network = Network([NodeConfig("a", memory_bytes=8192)])
    network.start("a", assemble(source).code, workspace=WORKSPACE)
    assert network.run(max_cycles=100_000_000).status is Status.FAULT


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


@pytest.mark.parametrize("seed", range(40))
def test_random_bytes_never_hang_or_raise(seed):
    import random

    noise = random.Random(seed)
    network = Network([NodeConfig("a", memory_bytes=8192)], host=("a", 0))
    network.boot(bytes(noise.randrange(256) for _ in range(noise.randrange(1, 400))))
    outcome = network.run(max_cycles=300_000)
    assert outcome.status in set(Status)
    assert outcome.reason


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


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: Network([]), "no nodes"),
        (lambda: Network([NodeConfig("a"), NodeConfig("a")]), "used twice"),
        (lambda: Network([NodeConfig("a", "T9000")]), "type 'T9000' is unknown; allowed: T414"),
        (lambda: Network([NodeConfig("a", clock_mhz=20.3)]), "clock of 20.3 MHz"),
        (lambda: Network([NodeConfig("a", clock_mhz=float("nan"))]), "clock of nan MHz"),
        (lambda: Network([NodeConfig("a", memory_bytes=100)]), "memory of 100 bytes"),
        (lambda: Network([NodeConfig("a", memory_bytes=4097)]), "memory of 4097 bytes"),
        (lambda: Network([NodeConfig("a", external_cycles=0)]), "0 external cycles"),
        (lambda: Network([NodeConfig("a")], link_mbits=15), "15 Mbit/s"),
        (lambda: Network([NodeConfig("a")], [(("a", 0), ("b", 0))]), "there is no node 'b'"),
        (lambda: Network([NodeConfig("a")], [(("a", 0), ("a", 4))]), "link 4 does not exist"),
        (lambda: Network([NodeConfig("a")], [(("a", 0), ("a", 1))], host=("a", 0)), "two wires"),
        (lambda: Network([NodeConfig("a")], host=("b", 0)), "there is no node 'b'"),
        (
            lambda: Network([NodeConfig("a", memory_bytes=4096)]).start("a", bytes(4000)),
            "4000 bytes of code; allowed: at most 3984",
        ),
    ],
)
def test_a_wrong_description_is_told(build, words):
    with pytest.raises(InputError, match=words.replace("(", r"\(")):
        build()


@pytest.mark.parametrize("end", ["seterr", "mint; ldnl 5000000"])
def test_what_was_sent_before_a_node_stopped_has_arrived(end):
    source = "sethalterr; mint; ldc #12345678; outword; " + end
    code = assemble(source.replace("; ", "\n ")).code
    network = Network([NodeConfig("a", "T800")], host=("a", 0))
    network.start("a", code)
    host = SilentHost()
    assert network.run(host).status in (Status.ERROR, Status.FAULT)
    assert bytes(host.received) == b"\x78\x56\x34\x12"
