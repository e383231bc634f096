"""What proofs stand on, without a prover: observers see faults, answers are read."""

import random
import re

import pytest
from amaranth.sim import Simulator

from hdl.flat_ports import converted
from hdl.proofs import check
from hdl.proofs.check import holds, proved
from hdl.proofs.invariant import OrderInvariant
from hdl.proofs.order import PAYLOAD_BITS, OrderObserver


def sees_a_fault(observer, cycles=600):
    """Whether ``bad`` is high in a cycle of an environment that does anything."""
    rng = random.Random(1)
    simulator = Simulator(observer)
    simulator.add_clock(1e-6)
    seen = []

    async def process(ctx):
        for cycle in range(cycles):
            busy = cycle // 100 % 2  # offers more than is taken, or less
            ctx.set(observer.valid, rng.random() < (0.8 if busy else 0.3))
            ctx.set(observer.ready, rng.random() < (0.3 if busy else 0.8))
            ctx.set(observer.mark, rng.random() < 0.3)
            ctx.set(observer.payload, rng.getrandbits(PAYLOAD_BITS))
            seen.append(ctx.get(observer.bad))
            await ctx.tick()

    simulator.add_testbench(process)
    simulator.run()
    return any(seen)


@pytest.mark.parametrize(("depth", "interval"), [(1, 1), (2, 1), (3, 2), (4, 3)])
def test_credit_and_queue_have_no_fault(depth, interval):
    assert not sees_a_fault(OrderObserver(depth, interval))


@pytest.mark.parametrize(("depth", "interval", "credit"), [(2, 1, 5), (3, 2, 4)])
def test_one_credit_too_many_is_seen(depth, interval, credit):
    assert sees_a_fault(OrderObserver(depth, interval, credit))


def impatient(flow):
    """Take what is shown away although nobody is ready."""
    return flow.queue.o.ready.eq(1)


def untrue(flow):
    """Write another word than was sent."""
    return flow.queue.payload.eq(~flow.steps[-1])


def forgetful(flow):
    """Write nothing while nothing leaves."""
    return flow.queue.write.eq(flow.under_way[-1] & flow.left)


def early(flow):
    """Write a cycle before the word has come."""
    return flow.queue.write.eq(flow.under_way[-2])


def unstored(flow):
    """Count a word that is not stored while another leaves."""
    return flow.queue.store.eq(flow.under_way[-1] & ~flow.left)


@pytest.mark.parametrize("fault", [impatient, untrue, forgetful, early, unstored])
def test_a_fault_is_seen(fault):
    class Faulty(OrderObserver):
        def judged(self, m, flow, watch):
            m.d.comb += fault(flow)
            return super().judged(m, flow, watch)

    assert sees_a_fault(Faulty(3, 1))


def test_the_invariant_speaks_of_registers_that_there_are():
    observer = OrderInvariant(3, 1)
    modules = dict(
        re.findall(r"module (\S+)(.*?)\nend\n", converted(observer, "observed"), re.DOTALL)
    )
    for register in observer.registers():
        part, name = register.partition("[")[0].split(".")
        wires = re.findall(r"^  (?:wire|memory) .*\\(\S+)$", modules[f"\\observed.{part}"], re.M)
        assert name in wires


BASE = "Reached maximum number of time steps -> proved base case for 14 steps: SUCCESS!"
STEP = "Induction step proven: SUCCESS!"
FAULT = "SAT temporal induction proof finished - model found for base case: FAIL!"


@pytest.mark.parametrize(
    ("asked", "said", "answer"),
    [
        (lambda seen: holds(seen, 14), BASE, True),
        (lambda seen: holds(seen, 14), FAULT, False),
        (proved, STEP, True),
        (proved, FAULT, False),
    ],
)
def test_what_yosys_says_is_read(monkeypatch, asked, said, answer):
    monkeypatch.setattr(check, "run_told", lambda command, cwd: (0, f"...\n{said}\n"))
    assert asked(OrderObserver(2, 1)) is answer


def test_a_prover_without_an_answer_is_an_error(monkeypatch):
    monkeypatch.setattr(check, "run_told", lambda command, cwd: (0, f"Killed\n{BASE}"))
    with pytest.raises(RuntimeError, match="came to no answer"):
        proved(OrderObserver(2, 1))
