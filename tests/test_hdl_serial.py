"""UART, framing and the machine behind them, on the pins, against emulator and host's frames."""

import dataclasses
import json
import random

import pytest
from amaranth.hdl import ClockDomain, Module
from amaranth.sim import Simulator
from cobs import cobs

from common.errors import InputError
from dataflow.build import build_array
from emulator.systolic import SystolicArray
from golden.generators import planar
from hdl.payloads import words
from hdl.serial.frames import Frame, answer_frame, request_frame
from hdl.serial.framing import Deframer, Framer
from hdl.serial.machine import SerialMachine, serial_netlist
from hdl.serial.rates import cycles_a_bit
from hdl.serial.uart import Receiver, Transmitter
from hdl.simulate.simulator import Simulation
from tests.serial_bench import ANSWERED, CAME, PLAYED, RESET
from torqueflow.report.bench_vectors import bench_vectors

FRAME = Frame(50, 0x1234_5678)
TOP = "machine_serial"


def simulate(part, *benches):
    m = Module()
    m.domains.sync = domain = ClockDomain()
    m.submodules.part = part
    sim = Simulator(m)
    sim.add_clock(1e-6)
    for bench, background in benches:

        async def process(ctx, bench=bench):
            await bench(ctx, domain.rst)

        sim.add_testbench(process, background=background)
    sim.run()


async def rest(ctx, cycles):
    """Clock cycles; Amaranth's own repeat ends in an error at a reset."""
    for _ in range(cycles):
        await ctx.tick()


async def say(ctx, wire, sent, cycles, stop=1):
    """Bytes onto a wire as anybody's UART puts them there."""
    for byte in sent:
        for bit in (0, *(byte >> k & 1 for k in range(8)), stop):
            ctx.set(wire, bit)
            await rest(ctx, cycles)
        ctx.set(wire, 1)


async def hear(ctx, wire, heard, cycles):
    """Bytes from a wire, likewise; runs until the simulation ends."""
    while True:
        await ctx.tick()
        if ctx.get(wire):
            continue
        await rest(ctx, cycles // 2)
        byte = 0
        for k in range(8):
            await rest(ctx, cycles)
            byte |= ctx.get(wire) << k
        await rest(ctx, cycles)
        if ctx.get(wire):  # otherwise a reset has cut it short
            heard.append(byte)


@pytest.mark.parametrize("cycles", [4, 5, 16])
def test_the_transmitter_says_every_byte(cycles):
    part, heard = Transmitter(cycles), []

    async def give(ctx, rst):
        assert ctx.get(part.tx) == 1
        for byte in range(256):
            ctx.set(part.i.payload, byte)
            ctx.set(part.i.valid, 1)
            await ctx.tick().until(part.i.ready)
        ctx.set(part.i.valid, 0)
        await rest(ctx, 12 * cycles)

    simulate(part, (give, False), (lambda ctx, rst: hear(ctx, part.tx, heard, cycles), True))
    assert heard == list(range(256))


async def collect(ctx, part, came):
    while True:
        await ctx.tick()
        if ctx.get(part.valid | part.broken):
            came.append(ctx.get(part.byte) if ctx.get(part.valid) else None)


@pytest.mark.parametrize("cycles", [4, 5, 16])
def test_the_receiver_hears_every_byte_and_no_broken_one(cycles):
    part, came = Receiver(cycles), []

    async def speak(ctx, rst):
        ctx.set(part.rx, 1)
        await rest(ctx, 5)
        await say(ctx, part.rx, range(256), cycles)
        await say(ctx, part.rx, [0x55], cycles, stop=0)
        await rest(ctx, 2 * cycles)
        ctx.set(part.rx, 0)  # noise
        await ctx.tick()
        ctx.set(part.rx, 1)
        await rest(ctx, 2 * cycles)
        ctx.set(part.rx, 0)  # a line that is held down: one broken byte, however long
        await rest(ctx, 40 * cycles)
        ctx.set(part.rx, 1)
        await rest(ctx, 2 * cycles)
        await say(ctx, part.rx, [7], cycles)
        await rest(ctx, 2 * cycles)

    simulate(part, (speak, False), (lambda ctx, rst: collect(ctx, part, came), True))
    assert came == [*range(256), None, None, 7]


def contents(count):
    """Tags and sets, among them such with many zeros, and all zero."""
    rng = random.Random(3)
    drawn = [(0, bytes(7)), (0xFFFF_FFFF, b"\xff" * 6 + b"\3"), (256, b"\0\1\0\0\2\0\0")]
    while len(drawn) < count:
        cells = [rng.choice([0, 0, rng.randrange(256)]) for _ in range(10)]
        drawn.append((int.from_bytes(cells[:4], "little"), bytes([*cells[4:], rng.randrange(4)])))
    return drawn


def joined(tag, payload):
    return tag | int.from_bytes(payload, "little") << 32


def test_the_framer_writes_the_host_s_frames():
    part, heard = Framer(FRAME), []

    async def give(ctx, rst):
        for tag, payload in contents(30):
            ctx.set(part.i.payload, joined(tag, payload))
            ctx.set(part.i.valid, 1)
            await ctx.tick().until(part.i.ready)
        ctx.set(part.i.valid, 0)
        await rest(ctx, 80)

    async def take(ctx, rst):
        rng = random.Random(1)
        while True:
            ctx.set(part.o.ready, rng.random() < 0.6)
            if ctx.get(part.o.valid & part.o.ready):
                heard.append(ctx.get(part.o.payload))
            await ctx.tick()

    simulate(part, (give, False), (take, True))
    assert bytes(heard) == b"\0" + b"".join(FRAME.packed(*each) for each in contents(30))


def deframed(pieces, takes=True):
    """What a deframer gives for bytes, one a cycle, None being broken; and how many it drops."""
    part, came, dropped = Deframer(FRAME), [], []

    async def give(ctx, rst):
        for byte in pieces:
            ctx.set(part.byte, byte or 0)
            ctx.set(part.valid, byte is not None)
            ctx.set(part.broken, byte is None)
            await ctx.tick()
        ctx.set(part.valid, 0)
        ctx.set(part.broken, 0)
        await rest(ctx, 4)
        ctx.set(part.o.ready, 1)
        await rest(ctx, 4)

    async def take(ctx, rst):
        ctx.set(part.o.ready, takes)
        while True:
            _, _, moved, payload, lost = await ctx.tick().sample(
                part.o.valid & part.o.ready, part.o.payload, part.dropped
            )
            if moved:
                came.append(payload)
            dropped.append(lost)

    simulate(part, (take, True), (give, False))
    return came, sum(dropped)


def test_the_deframer_reads_the_host_s_frames():
    given = contents(30)
    line = b"".join(FRAME.packed(*each) for each in given)
    assert deframed(line) == ([joined(*each) for each in given], 0)


def spoilt():
    """Frames with one fault each, and what the fault is."""
    frame = FRAME.packed(*contents(4)[3])
    middle = len(frame) // 2
    yield "cut at its end", frame[:middle] + b"\0"
    yield "cut at its beginning", frame[middle:]
    yield "a byte too many", frame[:-1] + b"\1\0"
    yield "an end within", frame[:middle] + b"\0" + frame[middle:]
    yield "another direction", Frame(50, FRAME.start ^ 1).packed(*contents(4)[3])
    yield "twice without an end", frame[:-1] + frame
    yield "a broken byte", [*frame[:middle], None, *frame[middle:]]
    yield "a broken byte at its end", [*frame[:-1], None, 0]
    yield "very long", b"\7" * 700 + b"\0"
    yield "a right checksum and a byte less", cobs.encode(cobs.decode(frame[:-1])[1:]) + b"\0"
    for place in range(len(frame) - 1):
        for bit in range(8):
            flipped = bytearray(frame)
            flipped[place] ^= 1 << bit
            yield f"bit {bit} of byte {place}", bytes(flipped)


def test_no_fault_passes_and_the_frame_behind_it_does():
    tag, payload = contents(6)[5]
    faults = list(spoilt())
    line = [byte for _, fault in faults for byte in (*fault, *FRAME.packed(tag, payload))]
    came, dropped = deframed(line)
    assert came == [joined(tag, payload)] * len(faults)
    assert dropped >= len(faults)
    for name, fault in faults:
        if isinstance(fault, bytes):
            pieces = fault.split(b"\0")
            assert all(FRAME.unpacked(piece) is None for piece in pieces), name


def test_what_waits_is_not_overwritten():
    first, second = contents(6)[4:]
    came, dropped = deframed(FRAME.packed(*first) + FRAME.packed(*second), takes=False)
    assert (came, dropped) == ([joined(*first)], 1)


@pytest.fixture(scope="module")
def design():
    return build_array(planar(2), width=12)


def test_the_machine_answers_on_its_pins_and_nothing_wrong(design):
    cycles = 4
    inputs, _ = bench_vectors(design, 5)
    expected = SystolicArray(design).outputs(inputs)
    part = SerialMachine(design, cycles)
    sets = [row.tobytes()[: part.request.set_bytes] for row in words(inputs, design.inputs)]
    requests = [part.request.packed(100 + k, payload) for k, payload in enumerate(sets)]
    heard = []

    async def speak(ctx, rst):
        ctx.set(part.rx, 1)
        await rest(ctx, 8)
        await say(ctx, part.rx, requests[0] + requests[1], cycles)
        await say(ctx, part.rx, requests[2][:9] + b"\0", cycles)  # cut
        await say(ctx, part.rx, b"ready?\r\n\0", cycles)
        await say(ctx, part.rx, part.answer.packed(9, bytes(part.answer.set_bytes)), cycles)
        await say(ctx, part.rx, requests[2], cycles)
        await ctx.tick().repeat(cycles * 10 * 8)  # its answer is under way
        ctx.set(rst, 1)
        await ctx.tick()
        ctx.set(rst, 0)
        await rest(ctx, cycles * 12)
        await say(ctx, part.rx, requests[3][:7], cycles)
        ctx.set(rst, 1)
        await ctx.tick()
        ctx.set(rst, 0)
        await say(ctx, part.rx, requests[3][7:] + requests[4], cycles)
        await rest(ctx, cycles * 10 * 40)

    simulate(part, (speak, False), (lambda ctx, rst: hear(ctx, part.tx, heard, cycles), True))
    found = [part.answer.unpacked(piece) for piece in bytes(heard).split(b"\0") if piece]
    told = [row.tobytes()[: part.answer.set_bytes] for row in words(expected, design.outputs)]
    assert found == [(100, told[0]), (101, told[1]), None, (104, told[4])]


def test_frames_of_another_design_or_direction_are_wrong(design):
    other = build_array(planar(2), width=13)
    assert request_frame(design).start != answer_frame(design).start
    assert request_frame(design).start != request_frame(other).start
    assert request_frame(design) == request_frame(build_array(planar(2), width=12))


def test_a_set_that_fits_no_frame_is_refused(design):
    most = Frame(1960, 0).content_bytes
    assert (most, len(cobs.encode(b"\1" * most))) == (253, 254)
    wide = dataclasses.replace(design, inputs=design.inputs * 28)  # of 72 bits each
    with pytest.raises(InputError, match="serial inputs: 2016 bits a set; allowed: up to 1960"):
        request_frame(wide)
    assert request_frame(dataclasses.replace(design, inputs=design.inputs * 27)).set_bits == 1944


@pytest.mark.parametrize(("clock", "rate"), [(25e6, 0), (25e6, 1e7), (1e6, 230_400), (1e6, -9)])
def test_a_rate_that_the_clock_cannot_make_is_refused(clock, rate):
    with pytest.raises(InputError, match="rate"):
        cycles_a_bit(clock, rate)


def test_a_rate_is_clock_cycles():
    assert cycles_a_bit(25e6, 115_200) == 217


def test_its_verilog_answers_on_its_pins_in_icarus(design, tmp_path):
    cycles = 5
    inputs, _ = bench_vectors(design, 12)
    told = words(SystolicArray(design).outputs(inputs), design.outputs)
    request, answer = request_frame(design), answer_frame(design)
    sets = words(inputs, design.inputs)
    asked = [request.packed(k, row.tobytes()[: request.set_bytes]) for k, row in enumerate(sets)]
    pieces = [b"".join(asked[:6]), b"AT\r\n\0" + asked[6][:8] + b"\0" + asked[7]]
    played = [
        *(piece.hex() for piece in pieces), ANSWERED, asked[8][:11].hex(), RESET,
        (asked[8][11:] + asked[9]).hex(), ANSWERED, b"\x55".hex() * 300, asked[10].hex(),
        asked[11].hex(),
    ]  # fmt: skip
    task = {"cycles": cycles, "pieces": played, "wait": 10 * cycles * 2 * answer.line_bytes}
    (tmp_path / "played").write_text(json.dumps(task))
    netlist = serial_netlist(design, cycles, TOP)
    named = dataclasses.replace(design, module=TOP)
    simulation = Simulation(named, "icarus", tmp_path, netlist=netlist)
    paths = {PLAYED: str(tmp_path / "played"), CAME: str(tmp_path / "came")}
    simulation.run("tests.serial_bench", paths, tmp_path / "came")
    heard = bytes.fromhex(json.loads((tmp_path / "came").read_text()))
    found = [answer.unpacked(piece) for piece in heard.split(b"\0") if piece]
    # Noise without an end takes the request behind it along.
    right = [*range(6), 7, 9, 11]
    assert found == [(k, told[k].tobytes()[: answer.set_bytes]) for k in right]
