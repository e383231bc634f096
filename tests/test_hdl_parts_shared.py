# amaranth: UnusedElaboratable=no
import dataclasses
import random
from collections import deque

import pytest
from amaranth.hdl import ClockDomain, Const, Module, Signal, signed
from amaranth.sim import Simulator
from hypothesis import given, settings
from hypothesis import strategies as st

from dataflow.numbers.formats import TrigonometricFormat, width_of
from hdl.parts import shared
from hdl.parts.choice import Phases
from hdl.parts.shared import Job
from hdl.parts.trig import LATENCY, SineCosine


class Board:
    """Jobs on one unit: their operands are new in every cycle, right in their phase or not."""

    def __init__(self, interval):
        self.m = Module()
        self.m.domains.sync = ClockDomain()
        self.phase = Signal(range(interval))
        self.phases = Phases(self.m, self.phase, interval)
        self.interval = interval
        self.operands, self.jobs, self.formulas = [], [], []

    def job(self, phase, wires, formula, width, **extra):
        result = Signal(signed(width))
        job = Job(phase, tuple(wires), result, **extra)
        self.operands.append([w for w in wires if isinstance(w, Signal)])
        self.jobs.append(job)
        self.formulas.append(formula)
        return job

    def play(self, latency, cycles=60, seed=1):
        """Hold every result against its formula, ``latency`` cycles after its job's phase."""
        sim = Simulator(self.m)
        sim.add_clock(1e-6)
        rng = random.Random(seed)
        due = deque([[] for _ in range(latency)])
        checked = []

        async def process(ctx):
            for cycle in range(cycles):
                ctx.set(self.phase, cycle % self.interval)
                values = {}
                for wire in {id(w): w for wires in self.operands for w in wires}.values():
                    low = -(1 << (len(wire) - 1))
                    values[id(wire)] = rng.choice([low, ~low, rng.randint(low, ~low)])
                    ctx.set(wire, values[id(wire)])
                due.append(
                    [
                        (k, self.formulas[k](*(values[id(w)] for w in self.operands[k])))
                        for k, job in enumerate(self.jobs)
                        if job.phase == cycle % self.interval
                    ]
                )
                for k, expected in due.popleft():
                    assert ctx.get(self.jobs[k].result) == expected, (cycle, k)
                    checked.append(k)
                await ctx.tick()

        sim.add_testbench(process)
        sim.run()
        assert set(checked) == set(range(len(self.jobs)))


def ends(width):
    return -(1 << (width - 1)), (1 << (width - 1)) - 1


def fitting(formula, widths):
    """Bits that hold a formula at the ends of its operands and about zero."""
    values = [()]
    for width in widths:
        values = [(*v, x) for v in values for x in (*ends(width), 0)]
    results = [formula(*v) for v in values]
    return width_of(min(results), max(results))


PHASES = st.integers(2, 6).flatmap(
    lambda interval: st.tuples(
        st.just(interval),
        st.lists(st.integers(0, interval - 1), min_size=1, max_size=interval, unique=True),
    )
)


@settings(max_examples=40)
@given(PHASES, st.data())
def test_products_of_any_shape_on_one_multiplier(phases, data):
    interval, slots = phases
    board = Board(interval)
    for phase in slots:
        a = data.draw(st.integers(1, 10))
        dropped = data.draw(st.integers(0, 9))
        constant = data.draw(st.none() | st.integers(1, 300))
        if constant is None:
            b = data.draw(st.integers(1, 10))
            wires = [Signal(signed(a)), Signal(signed(b))]

            def formula(x, y, dropped=dropped):
                return x * y >> dropped

            width = fitting(formula, (a, b))
        else:
            wires = [Signal(signed(a)), Const(constant, signed(constant.bit_length() + 1))]

            def formula(x, constant=constant, dropped=dropped):
                return x * constant >> dropped

            width = fitting(formula, (a,))
        board.job(phase, wires, formula, width, dropped=dropped)
    shared.multiplier(board.m, "unit", board.phases, board.jobs)
    board.play(latency=3)


@settings(max_examples=40)
@given(PHASES, st.booleans(), st.data())
def test_sums_differences_and_negatives_on_one_adder(phases, registered, data):
    interval, slots = phases
    board = Board(interval)
    for phase in slots:
        a, b = data.draw(st.integers(1, 10)), data.draw(st.integers(1, 10))
        dropped = data.draw(st.integers(0, 5))
        half = dropped > 0 and data.draw(st.booleans())
        extra = 1 << (dropped - 1) if half else 0
        kind = data.draw(st.sampled_from(["add", "subtract", "negate"]))
        if kind == "negate":
            wires = [Const(0, signed(1)), Signal(signed(b))]

            def formula(y, extra=extra, dropped=dropped):
                return (extra - y) >> dropped

            width = fitting(formula, (b,))
        else:
            wires = [Signal(signed(a)), Signal(signed(b))]
            sign = 1 if kind == "add" else -1

            def formula(x, y, sign=sign, extra=extra, dropped=dropped):
                return (x + sign * y + extra) >> dropped

            width = fitting(formula, (a, b))
        board.job(phase, wires, formula, width, dropped=dropped, half=half, subtract=kind != "add")
    shared.adder(board.m, "unit", board.phases, board.jobs, registered=registered)
    board.play(latency=1 + registered)


def alone(form, angles):
    """Sines and cosines by a unit of one angle, which has tests of its own."""
    part = SineCosine(form)
    sim = Simulator(part)
    sim.add_clock(1e-6)
    seen = []

    async def process(ctx):
        for angle in [*angles, *[0] * LATENCY]:
            ctx.set(part.angle, angle)
            seen.append((ctx.get(part.sine), ctx.get(part.cosine)))
            await ctx.tick()

    sim.add_testbench(process)
    sim.run()
    return dict(zip(angles, seen[LATENCY:], strict=True))


@pytest.mark.parametrize(
    ("sines", "cosines", "registered"),
    [
        ([0, 2], [0, 1], False),
        ([0, 2], [0, 1], True),
        ([1], [1], False),
        ([], [2], True),
        ([0, 1, 2], [], False),
    ],
)
def test_sines_and_cosines_of_several_angles_on_one_unit(sines, cosines, registered):
    form = TrigonometricFormat.for_width(7)
    known = alone(form, range(-64, 64))
    board = Board(3)
    angles = {phase: Signal(signed(7)) for phase in {*sines, *cosines}}
    made = [
        board.job(phase, [angles[phase]], lambda angle, side=side: known[angle][side], 7)
        for side, phases in enumerate((sines, cosines))
        for phase in phases
    ]
    unit = SineCosine(form)
    sides = made[: len(sines)], made[len(sines) :]
    shared.trigonometry(board.m, "unit", board.phases, unit, *sides, registered=registered)
    board.play(latency=LATENCY + registered, cycles=120)


def test_jobs_that_read_one_unit_share_an_arm_as_wide_as_the_widest():
    """The narrower wires show the same number in their phase, the wider its sign too."""
    board = Board(2)
    narrow, wide = Signal(signed(4)), Signal(signed(9))
    shown = Signal(signed(9))
    board.m.d.comb += [narrow.eq(shown), wide.eq(shown)]
    board.job(0, [narrow], lambda x: x, 4)
    board.job(1, [wide], lambda x: x, 9)
    jobs = [dataclasses.replace(job, sources=("same",)) for job in board.jobs]
    values = [job.operands[0] for job in jobs]
    choice = shared.chosen(board.m, "choice", board.phases, jobs, values, 0)
    sim = Simulator(board.m)
    sim.add_clock(1e-6)

    async def process(ctx):
        for cycle, number in enumerate([-8, -200, 7, 255, -1, -256]):
            ctx.set(board.phase, cycle % 2)
            ctx.set(shown, number)
            assert ctx.get(choice) == number
            await ctx.tick()

    sim.add_testbench(process)
    sim.run()
