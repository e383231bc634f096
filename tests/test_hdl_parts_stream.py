import random
from collections import deque

import pytest
from amaranth.hdl import Cat, ClockDomain, Module, signed
from amaranth.lib import data
from amaranth.sim import Simulator
from hypothesis import example, given
from hypothesis import strategies as st

from hdl.parts.fixed import SQ
from hdl.parts.stream import Credit, Queue


def simulate(part, process):
    """Run ``process(ctx, rst)`` beside ``part``."""
    m = Module()
    m.domains.sync = domain = ClockDomain()
    m.submodules.part = part
    sim = Simulator(m)
    sim.add_clock(1e-6)

    async def bench(ctx):
        await process(ctx, domain.rst)

    sim.add_testbench(bench)
    sim.run()


bits = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=80)


@given(st.integers(1, 9), bits, st.sets(st.integers(0, 79), max_size=3))
@example(1, [(True, True)] * 12, {5})
@example(4, [(True, False)] * 10 + [(False, True)] * 10, set())
@example(7, [(True, False)] * 20 + [(True, True)] * 10, set())
def test_credit_is_what_was_given_less_what_was_taken(depth, pattern, resets):
    part = Credit(depth)

    async def process(ctx, rst):
        count = depth
        for cycle, (want, may_give) in enumerate(pattern):
            assert ctx.get(part.available) == (count > 0)
            take, give = want and count > 0, may_give and count < depth
            ctx.set(part.take, take)
            ctx.set(part.give, give)
            ctx.set(rst, cycle in resets)
            assert ctx.get(part.available) == (count > 0)  # not by way of this cycle's give
            await ctx.tick()
            count = depth if cycle in resets else count + give - take

    simulate(part, process)


@given(st.integers(1, 9), bits, st.integers(0, 99), st.sets(st.integers(0, 79), max_size=2))
@example(1, [(True, True)] * 10, 1, set())
@example(1, [(True, False)] * 5 + [(False, True)] * 5, 1, set())
@example(5, [(True, False)] * 10 + [(True, True)] * 10 + [(False, True)] * 10, 1, set())
@example(4, [(True, True)] * 20, 1, {7})
@example(3, [(True, True), (False, False), (True, True), (False, True)] * 5, 1, set())
def test_a_queue_is_a_queue(depth, pattern, seed, resets):
    part = Queue(signed(12), depth)
    rng = random.Random(seed)

    async def process(ctx, rst):
        held = deque()
        for cycle, (want, ready) in enumerate(pattern):
            number = rng.randint(-2048, 2047)
            write = want and len(held) < depth
            ctx.set(part.payload, number)
            ctx.set(part.write, write)
            ctx.set(part.store, write or cycle - 1 in resets)
            ctx.set(part.o.ready, ready)
            ctx.set(rst, cycle in resets)
            # What was written in the last cycle is offered in this one.
            assert ctx.get(part.o.valid) == bool(held)
            if held:
                assert ctx.get(part.o.payload) == held[0]
            await ctx.tick()
            if held and ready:
                held.popleft()
            if write:
                held.append(number)
            if cycle in resets:
                held.clear()

    simulate(part, process)


@pytest.mark.parametrize("depth", [1, 2, 3, 8, 13])
def test_a_full_queue_keeps_every_payload_in_order(depth):
    part = Queue(signed(8), depth)

    async def process(ctx, rst):
        for turn in range(3):
            numbers = [(turn * 29 + 7 * k) % 128 for k in range(depth)]
            ctx.set(Cat(part.write, part.store), 3)
            for number in numbers:
                ctx.set(part.payload, number)
                await ctx.tick()
            ctx.set(Cat(part.write, part.store), 0)
            ctx.set(part.payload, -1)
            for _ in range(5):
                await ctx.tick()
                assert ctx.get(part.o.payload) == numbers[0]
            ctx.set(part.o.ready, 1)
            for number in numbers:
                assert ctx.get(part.o.valid)
                assert ctx.get(part.o.payload) == number
                await ctx.tick()
            ctx.set(part.o.ready, 0)
            assert not ctx.get(part.o.valid)

    simulate(part, process)


def test_what_is_offered_does_not_depend_on_ready():
    part = Queue(signed(8), 4)

    async def process(ctx, rst):
        rng = random.Random(4)
        level = 0
        for _ in range(100):
            write = rng.random() < 0.5 and level < 4
            ctx.set(Cat(part.write, part.store), 3 * write)
            ctx.set(part.payload, rng.randint(-128, 127))
            views = []
            for ready in (0, 1, int(rng.random() < 0.4)):
                ctx.set(part.o.ready, ready)
                views.append((ctx.get(part.o.valid), ctx.get(part.o.payload)))
            assert views[0] == views[1] == views[2]
            taken = views[0][0] and ready
            await ctx.tick()
            level += write - taken

    simulate(part, process)


def test_a_struct_of_fixed_point_numbers_passes_whole():
    layout = data.StructLayout({"a": SQ(2, 4), "b": SQ(5, -2)})
    part = Queue(layout, 2)

    async def process(ctx, rst):
        ctx.set(part.payload, {"a": -1.25, "b": 12.0})
        ctx.set(Cat(part.write, part.store), 3)
        await ctx.tick()
        shown = ctx.get(part.o.payload)
        assert (shown.a.as_float(), shown.b.as_float()) == (-1.25, 12.0)

    simulate(part, process)
