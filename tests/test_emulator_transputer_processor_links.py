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


def arriving(before=b""):
    """Two nodes, one sending ones to the other; what code the other executes before it hears."""
    network = Network([NodeConfig("a"), NodeConfig("b")], [(("a", 0), ("b", 0))], log_events=True)
    for word in range(MESSAGE // 4):
        network.poke("a", SOURCE + 4 * word, 0x01010101)
    network.start("a", sender(0, MESSAGE), workspace=WORKSPACE)
    network.start("b", before + receiver(0, MESSAGE), workspace=WORKSPACE)
    return network


def ones(network, place):
    words = [network.peek("b", place + 4 * word) for word in range(MESSAGE // 4)]
    return sum(f"{word:08x}".count("1") for word in words)


def bytes_by(cycle, network):
    """How many bytes have come by a cycle: at 20 MHz and 20 Mbit/s a bit takes one cycle.

    The first packet is sent at once and acknowledged after 5.5 bits, or when it is asked for; each
    next one 6 bits after an acknowledge. A packet takes 11 bits.
    """
    begun = {event.kind: round(20e6 * event.seconds) for event in reversed(network.events())}
    sent = begun[EventKind.OUTPUT_START]
    acknowledged = max(sent + 5.5, begun[EventKind.INPUT_START])
    starts = [sent, *(acknowledged + 6 + 11.5 * k for k in range(MESSAGE - 1))]
    return sum(start + 11 <= cycle for start in starts)


@pytest.mark.parametrize("cycles", [100, 500, *range(600, 624), 2000])
def test_a_run_that_is_cut_has_every_byte_that_has_arrived_and_no_other(cycles):
    network = arriving()
    network.run(max_cycles=cycles)
    assert 0 < ones(network, TARGET) == bytes_by(cycles, network) < MESSAGE
    assert network.statistics().nodes["b"].links[0].bytes_in == bytes_by(cycles, network)


def test_a_process_that_wakes_in_between_finds_what_has_arrived():
    # It waits for the low clock's next tick, and copies the message as it is then.
    copies = assemble("ldtimer", "tin", ("ldl", 1), ("ldl", 2), ("ldl", 3), "move")
    parameters = [(1, TARGET), (2, TARGET + MESSAGE), (3, MESSAGE)]
    stores = [line for n, value in parameters for line in (("ldc", value), ("stl", n - 40))]
    jump = assemble(("j", len(copies) + len(assemble("stopp"))))
    code = assemble(("ldc", 0), "sttimer", *stores)
    # `startp` takes the distance from its own end: over the jump, to `ldtimer`.
    code += assemble(("ldc", len(jump)), ("ldlp", -40), "startp", jump, copies, "stopp")
    network = arriving(code)
    network.run(max_cycles=2500)
    workspace = WORKSPACE - 160 | 1
    woken = [
        round(20e6 * e.seconds)
        for e in network.events()
        if (e.node, e.kind, e.detail) == ("b", EventKind.PROCESS_START, workspace)
    ]
    loads = 6  # cycles of three `ldl`
    assert len(woken) == 2
    expected = bytes_by(woken[1] + loads, network)
    assert 10 < ones(network, TARGET + MESSAGE) == expected < MESSAGE


def test_bytes_that_come_after_their_input_was_reset_are_the_next_ones():
    # A second process resets the channel in the midst of a message, and inputs one byte later.
    late = assemble("ldtimer", "tin", "mint", ("ldnlp", 4), "resetch")
    late += assemble("ldtimer", "tin")
    late += assemble(("ldc", TARGET + MESSAGE), "mint", ("ldnlp", 4), ("ldc", 1), "in", "stopp")
    jump = assemble(("j", len(late)))
    code = assemble(("ldc", 0), "sttimer", ("ldc", len(jump)), ("ldlp", -40), "startp", jump, late)
    network = arriving(code)
    assert network.run(max_cycles=20_000).status is Status.DEADLOCK
    assert network.peek("b", TARGET + MESSAGE) == 1
    links = network.statistics().nodes["b"].links[0]
    # It was acknowledged, so the one behind it took its place; another waits, unacknowledged.
    assert links.bytes_in == ones(network, TARGET) + 3


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
