import pytest

from emulator.transputer.network.host import SilentHost
from emulator.transputer.network.network import Network, NodeConfig
from emulator.transputer.network.results import EventKind, Status
from tests.transputer_programs import BASE, assemble

MESSAGE = 256
SOURCE, TARGET = BASE + 0x200, BASE + 0x300
WORKSPACE = BASE + 0x700


def sender(link, count):
    return assemble(("ldc", SOURCE), "mint", ("ldnlp", link), ("ldc", count), "out", "stopp")


def receiver(link, count):
    return assemble(("ldc", TARGET), "mint", ("ldnlp", 4 + link), ("ldc", count), "in", "stopp")


def exchange(count):
    other = receiver(0, count)
    start = assemble(("ldc", len(other)), ("ldlp", -20), "startp")
    return start + other + sender(0, count)


def throughput(part, speed, one, other, ways):
    network = Network(
        [NodeConfig("a", part), NodeConfig("b", part)],
        [(("a", 0), ("b", 0))],
        link_mbits=speed,
        log_events=True,
    )
    for word in range(MESSAGE // 4):
        network.poke("a", SOURCE + 4 * word, 0x01020304 * word)
    network.start("a", one, workspace=WORKSPACE)
    network.start("b", other, workspace=WORKSPACE)
    assert network.run(max_cycles=1_000_000).status is Status.IDLE
    for word in range(MESSAGE // 4):
        assert network.peek("b", TARGET + 4 * word) == network.peek("a", SOURCE + 4 * word)
    times = {kind: [] for kind in EventKind}
    for event in network.events():
        times[event.kind].append(event.seconds)
    seconds = max(times[EventKind.OUTPUT_END]) - min(times[EventKind.OUTPUT_START])
    return ways * MESSAGE / seconds / 1000


@pytest.mark.parametrize(
    ("part", "speed", "one_way", "both_ways"),
    [
        ("T800", 20, 1740, 2350),  # T805 data sheet, table 8.1
        ("T800", 10, 910, 1250),
        ("T800", 5, 450, 670),
        ("T414", 10, 400, 800),  # T414 databook, table 9.1
    ],
)
def test_throughput_is_the_data_sheets(part, speed, one_way, both_ways):
    one = throughput(part, speed, sender(0, MESSAGE), receiver(0, MESSAGE), 1)
    both = throughput(part, speed, exchange(MESSAGE), exchange(MESSAGE), 2)
    assert one == pytest.approx(one_way, rel=0.02)
    assert both == pytest.approx(both_ways, rel=0.02)


def test_a_t414_and_a_t800_understand_each_other():
    def mixed(first, second):
        network = Network([NodeConfig("a", first), NodeConfig("b", second)], [(("a", 0), ("b", 0))])
        network.poke("a", SOURCE, 77)
        network.start("a", sender(0, MESSAGE), workspace=WORKSPACE)
        network.start("b", receiver(0, MESSAGE), workspace=WORKSPACE)
        assert network.run(max_cycles=100_000).status is Status.IDLE
        assert network.peek("b", TARGET) == 77
        return network.statistics().seconds

    # Bit times of 50 ns: acknowledge delay of the receiver, next-byte delay of the sender.
    assert mixed("T414", "T800") == pytest.approx(MESSAGE * (5.5 + 7) * 50e-9, rel=0.03)
    assert mixed("T800", "T414") == pytest.approx(MESSAGE * (18 + 6) * 50e-9, rel=0.03)


def boot(program, host, part="T800"):
    network = Network([NodeConfig("a", part)], host=("a", 0))
    network.boot(bytes([len(program)]) + program)
    return network, network.run(host, max_cycles=1_000_000)


ECHO = assemble(
    ("ajw", 20),
    *("mint", "sthf", "mint", "stlf"),
    *(("ldlp", 0), "mint", ("ldnlp", 4), ("ldc", 4), "in"),
    *(("ldlp", 0), "mint", ("ldnlp", 0), ("ldc", 4), "out"),
    "stopp",
)


@pytest.mark.parametrize("part", ["T414", "T800"])
def test_a_booted_program_talks_to_the_host(part):
    host = SilentHost(b"word", stop_after=4)
    network, outcome = boot(ECHO, host, part)
    assert outcome.status is Status.EXITED
    assert outcome.exit_status == 0
    assert host.received == b"word"
    assert network.statistics().nodes["a"].links[0].bytes_in == 1 + len(ECHO) + 4
    assert network.statistics().nodes["a"].links[0].bytes_out == 4


def test_registers_after_boot():
    start = BASE + 0x70
    program = assemble(("stl", 0), ("stl", 1), ("stl", 2), ("ldlp", 0), ("stl", 3), "stopp")
    network, outcome = boot(program, SilentHost())
    above = (start + len(program) + 3) & ~3
    assert outcome.status is Status.IDLE
    assert network.peek("a", above + 8) == BASE + 16  # Creg: link 0 in
    assert network.peek("a", above + 12) == above  # Wptr


def test_poke_and_peek_before_boot():
    network = Network([NodeConfig("a")], host=("a", 2))
    address, value = 0x80000100, 0xDEADBEEF
    network.boot(b"\0" + address.to_bytes(4, "little") + value.to_bytes(4, "little"))
    network.boot(b"\1" + address.to_bytes(4, "little"))
    host = SilentHost(stop_after=4)
    assert network.run(host).status is Status.EXITED
    assert host.received == value.to_bytes(4, "little")
    assert network.peek("a", address) == value - 2**32


def test_a_boot_cut_short_is_told():
    network = Network([NodeConfig("a")], host=("a", 0))
    network.boot(b"\x20abc")
    outcome = network.run()
    assert outcome.status is Status.DEADLOCK
    assert "a: its boot still expects 29 bytes from link 0, wired to the host" in outcome.reason


def test_nothing_sent_is_told():
    network = Network([NodeConfig("a")], host=("a", 0))
    assert "no transputer was booted" in network.run().reason


def test_long_transfers_to_the_host_keep_their_order():
    count = 40_000
    program = assemble(("ajw", 20), ("ldc", BASE + 0x1000), "mint", ("ldc", count), "out", "stopp")
    network = Network([NodeConfig("a")], host=("a", 0))
    expected = bytes(i % 251 for i in range(count))
    for word in range(count // 4):
        value = int.from_bytes(expected[4 * word : 4 * word + 4], "little")
        network.poke("a", BASE + 0x1000 + 4 * word, value)
    network.boot(bytes([len(program)]) + program)
    host = SilentHost()
    host.wanted = lambda: 1000
    assert network.run(host).status is Status.IDLE
    assert host.received == expected
