# amaranth: UnusedElaboratable=no
import random

import pytest
from amaranth.hdl import ClockDomain, Fragment, Module
from amaranth.sim import Simulator
from hypothesis import given, settings
from hypothesis import strategies as st

from hdl.parts.delay import LONGEST_IN_REGISTERS, Delay


def play(part, steps, resets=frozenset(), seed=1):
    """New numbers in every cycle; what each tap must show, and shows, once it is filled."""
    rng = random.Random(seed)
    width = len(part.i)
    m = Module()
    m.domains.sync = domain = ClockDomain()
    m.submodules.part = part
    sim = Simulator(m)
    sim.add_clock(1e-6)
    expected, seen = [], []

    async def process(ctx):
        past = []
        for cycle, step in enumerate(steps):
            value = rng.randint(-(1 << (width - 1)), (1 << (width - 1)) - 1)
            ctx.set(part.i, value)
            ctx.set(part.step, step)
            ctx.set(domain.rst, cycle in resets)
            for tap in part.taps:
                if tap <= len(past):
                    expected.append((cycle, tap, past[-tap]))
                    seen.append((cycle, tap, ctx.get(getattr(part, f"o_{tap}"))))
            await ctx.tick()
            if cycle in resets:
                past = []
            elif step:
                past.append(value)

    sim.add_testbench(process)
    sim.run()
    return expected, seen


def gaps(length, density, seed):
    rng = random.Random(seed)
    return [rng.random() < density for _ in range(length)]


def in_memory(part):
    """The taps that are reached through a memory."""
    names = [name for _, name, _ in Fragment.get(part, None).subfragments]
    return [int(name.removeprefix("memory_")) for name in names]


L = LONGEST_IN_REGISTERS


@pytest.mark.parametrize(
    "taps",
    [[1], [2], [1, 2, 3, 4, 5], [L - 1], [L], [L + 1], [L + 2], [L - 1, L, L + 1], [1, L + 1],
     [1, L + 2], [3, L + 4, 2 * L + 5, 2 * L + 6], [2 * L + 1], [100]],
)  # fmt: skip
@pytest.mark.parametrize("density", [1.0, 0.6])
def test_every_tap_shows_its_step(taps, density):
    part = Delay(9, taps)
    expected, seen = play(part, gaps(max(taps) * 4 + 40, density, seed=len(taps)))
    assert len({tap for _, tap, _ in expected}) == len(taps)
    assert seen == expected


@settings(max_examples=40)
@given(
    st.lists(st.integers(1, 60), min_size=1, max_size=5),
    st.integers(1, 20),
    st.integers(2, 10),
    st.integers(0, 1000),
)
def test_any_taps_in_any_rhythm(taps, width, density, seed):
    expected, seen = play(Delay(width, taps), gaps(150, density / 10, seed), seed=seed)
    assert seen == expected


@pytest.mark.parametrize("taps", [[3], [L + 1], [5, L + 9]])
def test_after_a_reset_it_fills_again(taps):
    part = Delay(12, taps)
    resets = {37, 38, 60}
    expected, seen = play(part, gaps(200, 0.8, seed=5), resets)
    assert max(cycle for cycle, _, _ in expected) > 100
    assert seen == expected


def test_nothing_moves_without_a_step():
    steps = [True] * 40 + [False] * 30 + [True] * 5
    expected, seen = play(Delay(8, [1, 2, L + 3]), steps)
    assert seen == expected
    held = [value for cycle, tap, value in seen if tap == L + 3 and 40 <= cycle < 71]
    assert len(held) == 31
    assert len(set(held)) == 1


@pytest.mark.parametrize(
    ("taps", "memories"),
    [([L], []), ([L + 1], [L + 1]), ([1, L + 1], []), ([1, L + 2], [L + 2]),
     ([L, 2 * L], []), ([L, 2 * L + 1], [2 * L + 1]), ([L + 1, 2 * L + 2], [L + 1, 2 * L + 2])],
)  # fmt: skip
def test_only_long_distances_take_a_memory(taps, memories):
    assert in_memory(Delay(4, taps)) == memories


def test_taps_may_be_repeated_and_unsorted():
    part = Delay(5, [7, 2, 7, 2])
    assert part.taps == [2, 7]
    expected, seen = play(part, [True] * 20)
    assert seen == expected


@pytest.mark.parametrize("taps", [[], [0], [3, 0], [-1, 4]])
def test_a_tap_that_is_no_delay_is_refused(taps):
    with pytest.raises(ValueError, match="1 step or more") as caught:
        Delay(8, taps)
    assert repr(sorted(set(taps))) in str(caught.value)
