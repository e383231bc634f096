"""Rates and locks against closed forms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.multiprocessor.engine import (
    Acquire,
    Activity,
    Engine,
    Fruitless,
    Release,
    Spend,
    WaitsForEver,
)
from emulator.multiprocessor.machine import Contention

A, S, P, W = Activity.ARITHMETIC, Activity.SCHEDULING, Activity.POLLING, Activity.WATCHING
HINDRANCE = Contention(working=0.5, polling=1.0, arithmetic=0.4)


def play(contention, *scripts, seed=0):
    """Run lists of steps; the process that ends last stops the engine."""
    engine = Engine(contention, seed)
    left = len(scripts)
    ends = {}

    def process(number, steps):
        nonlocal left
        yield from steps
        ends[number] = engine.now
        left -= 1
        if not left:
            engine.stop()

    engine.run(process(number, steps) for number, steps in enumerate(scripts))
    return engine, [ends[number] for number in range(len(scripts))]


def locked(*inside):
    return [Acquire("lock"), *inside, Release("lock")]


def test_one_process_takes_the_sum():
    _, ends = play(HINDRANCE, [Spend(A, 1.0), Spend(S, 2.0), Spend(P, 4.0), *locked(Spend(W, 8.0))])
    assert ends == [15.0]


@pytest.mark.parametrize(
    ("mine", "other", "slower"),
    [
        (A, A, 1 + 0.4 * 0.5), (A, S, 1 + 0.4 * 0.5), (A, W, 1 + 0.4 * 0.5), (A, P, 1 + 0.4 * 1.0),
        (S, A, 1.5), (S, S, 1.5), (S, W, 1.5), (S, P, 2.0),
        (P, A, 1.5), (P, S, 1.5), (P, W, 1.5), (P, P, 2.0),
        (W, A, 1.5), (W, S, 1.5), (W, W, 1.5), (W, P, 2.0),
    ],
)  # fmt: skip
def test_how_much_one_slows_another(mine, other, slower):
    # The other one goes on for long enough.
    engine, ends = play(HINDRANCE, [Spend(mine, 1.0)], [Spend(other, 50.0)])
    assert ends[0] == pytest.approx(slower)
    assert engine.slices[0][0].end == pytest.approx(slower)


def test_others_add_up():
    # Beside one that works and two that poll: 1 + 0.5 + 2 x 1.
    scripts = ([Spend(S, 1.0)], [Spend(A, 50.0)], [Spend(P, 50.0)], [Spend(P, 50.0)])
    _, ends = play(HINDRANCE, *scripts)
    assert ends[0] == pytest.approx(3.5)


def test_a_rate_changes_when_another_ends():
    # Together until the shorter one has done its 1: 1.5 s, in which the longer one has done 1 too.
    _, ends = play(HINDRANCE, [Spend(S, 1.0)], [Spend(S, 3.0)])
    assert ends == pytest.approx([1.5, 1.5 + 2.0])


def test_two_processes_and_one_lock():
    # Both compute 1 at 1 / 1.2; one holds the lock for 1 while the other spins, so at 1 / 2; then
    # the other holds it alone.
    script = [Spend(A, 1.0), *locked(Spend(S, 1.0))]
    engine, ends = play(HINDRANCE, script, script)
    assert sorted(ends) == pytest.approx([1.2 + 2.0, 1.2 + 2.0 + 1.0])
    assert (engine.locks_taken, engine.locks_waited_for) == (2, 1)
    spun = [piece for own in engine.slices for piece in own if piece.activity is Activity.SPINNING]
    assert [piece.end - piece.start for piece in spun] == pytest.approx([2.0])


@given(
    st.floats(0.1, 5.0), st.floats(0.1, 5.0), st.floats(0.0, 2.0), st.floats(0.0, 2.0)
)  # fmt: skip
def test_exclusion_in_closed_form(before, inside, working, polling):
    contention = Contention(working, polling)
    script = [Spend(S, before), *locked(Spend(S, inside))]
    _, ends = play(contention, script, script)
    first = before * (1 + working) + inside * (1 + polling)
    assert sorted(ends) == pytest.approx([first, first + inside])


def test_a_free_lock_costs_nothing():
    engine, ends = play(Contention(), [*locked(Spend(S, 1.0)), *locked(Spend(S, 1.0))])
    assert ends == [2.0]
    assert (engine.locks_taken, engine.locks_waited_for) == (2, 0)


def winners(seed):
    """Who got a lock that two others wait for, over many rounds."""
    rounds = [Spend(S, 1.0), *locked(Spend(S, 2.0))] * 20
    engine, ends = play(Contention(), rounds, rounds, rounds, seed=seed)
    slices = [[(piece.activity, piece.start) for piece in own] for own in engine.slices]
    return ends, slices


def test_chance_decides_who_gets_a_lock_and_equal_seeds_decide_alike():
    assert winners(1) == winners(1)
    assert len({str(winners(seed)) for seed in range(5)}) == 5
    for seed in range(5):
        # The lock is never free while two want it; the last one may be alone for a while.
        assert 1 + 3 * 20 * 2.0 <= max(winners(seed)[0]) < 1 + 3 * 20 * 2.0 + 20


def test_slices_cover_the_time_of_a_process_and_join():
    script = [Spend(S, 1.0), Spend(S, 1.0), Spend(A, 1.0)]
    engine, ends = play(Contention(), script, [Spend(P, 9.0)])
    own = [(piece.activity, piece.start, piece.end) for piece in engine.slices[0]]
    assert own == [(S, 0.0, 2.0), (A, 2.0, 3.0)]
    assert [(piece.start, piece.end) for piece in engine.slices[1]] == [(0.0, 9.0)]
    assert ends == [3.0, 9.0]


def test_a_process_that_is_cut_off_has_its_slice_up_to_then():
    engine = Engine(Contention())

    def ends():
        yield Spend(A, 2.0)
        engine.stop()

    def goes_on():
        yield Spend(P, 100.0)

    engine.run([ends(), goes_on()])
    assert engine.now == 2.0
    assert engine.slices[1][0].end == 2.0


def poller(seconds):
    while True:
        yield Spend(P, seconds)
        yield Fruitless()


def test_one_that_looks_in_no_time_sleeps_until_something_happens():
    engine = Engine(Contention())
    seen = []

    def looker():
        while True:
            seen.append(engine.now)
            yield Fruitless()

    def worker():
        yield Spend(A, 1.0)
        yield Spend(A, 1.0)
        engine.stop()

    engine.run([looker(), worker()])
    assert set(seen) == {0.0, 1.0}
    assert len(seen) <= 5


@pytest.mark.parametrize("seconds", [0.0, 0.5])
def test_processes_that_would_look_for_ever_are_noticed(seconds):
    with pytest.raises(WaitsForEver):
        Engine(Contention()).run([poller(seconds), poller(seconds)])


def test_processes_that_hold_what_the_other_wants_are_noticed():
    def crossed(one, other):
        yield Acquire(one)
        yield Spend(S, 1.0)
        yield Acquire(other)

    with pytest.raises(WaitsForEver, match="every process waits"):
        Engine(Contention()).run([crossed("a", "b"), crossed("b", "a")])
