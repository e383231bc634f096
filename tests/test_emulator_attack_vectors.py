"""Patterns without end: on the ports, of the kinds that are promised, the same each time."""

import itertools

import numpy as np
import pytest

from emulator.attack import Attack
from emulator.attack.vectors import batches, kind_of
from golden.load import load_robot
from tests.error_states import lowered_state

SIZE = 300


def first(count, seed=1):
    attack = Attack(lowered_state(load_robot("machado_2r"), width=14))
    return attack.judge, list(itertools.islice(batches(attack, SIZE, seed), count))


def test_every_pattern_is_on_its_port_and_no_batch_is_another():
    judge, found = first(8)
    for patterns in found:
        assert patterns.shape == (SIZE, 6)
        assert np.all((judge.lowest <= patterns) & (patterns <= judge.highest))
    assert len({patterns.tobytes() for patterns in found}) == 8


def test_an_eighth_are_attacks_and_three_eighths_corners():
    kinds = [kind_of(batch) for batch in range(16)]
    assert (kinds.count("attack"), kinds.count("corners"), kinds.count("random")) == (2, 6, 8)


def test_random_patterns_reach_both_ends_and_corners_are_nothing_else():
    judge, found = first(8)
    span = judge.highest - judge.lowest
    for batch, patterns in enumerate(found):
        if kind_of(batch) == "random":
            assert np.all(patterns.min(axis=0) < judge.lowest + 0.05 * span)
            assert np.all(patterns.max(axis=0) > judge.highest - 0.05 * span)
        if kind_of(batch) == "corners":
            few = np.stack([judge.lowest, judge.highest, *(0 * span + k for k in (0, 1, -1))])
            assert np.all(np.any(patterns == few[:, np.newaxis], axis=0))
            assert all(len(np.unique(column)) == 5 for column in patterns.T)


@pytest.mark.parametrize("seed", [1, 2])
def test_equal_seeds_give_equal_patterns(seed):
    _, one = first(8, seed)
    _, two = first(8, seed)
    _, other = first(8, seed + 1)
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    assert not any(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
