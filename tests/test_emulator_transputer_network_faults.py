"""Networks that cannot go on, or do what they must not: told by node and place."""

import pytest

from common.errors import InputError
from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.network.host import SilentHost
from emulator.transputer.network.network import Network, NodeConfig
from emulator.transputer.network.results import Status
from tests.transputer_programs import BASE

WORKSPACE = BASE + 0xC00
LEFT, RIGHT = 0, 1


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


@pytest.mark.parametrize("seed", range(40))
def test_random_bytes_never_hang_or_raise(seed):
    import random

    noise = random.Random(seed)
    network = Network([NodeConfig("a", memory_bytes=8192)], host=("a", 0))
    network.boot(bytes(noise.randrange(256) for _ in range(noise.randrange(1, 400))))
    outcome = network.run(max_cycles=300_000)
    assert outcome.status in set(Status)
    assert outcome.reason


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
