"""The attack finds what is there, finds it again, and goes on where it stopped."""

import functools
import itertools
import os
import zipfile

import numpy as np
import pytest

from common.errors import InputError
from dataflow.build import design_of
from dataflow.errors.bounds import output_bounds
from dataflow.numbers.ports import decode_outputs, encode
from emulator.attack import Attack
from emulator.attack.moves import children, corners
from emulator.attack.ranges import Ranges, used_bits
from emulator.attack.saved import resume, save
from emulator.systolic import SystolicArray
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_states
from tests.error_states import lowered_state


@functools.cache
def state(name="machado_2r", algorithm="newton-euler", width=14):
    return lowered_state(load_robot(name), algorithm, width)


def error_at(name, row):
    """Golden and the emulator once more, apart from the attack."""
    design = design_of(state(name))
    n = len(row) // 3
    q, qd, qdd = (np.array(row[k * n : (k + 1) * n]) for k in range(3))
    integers = encode(design, {"q": q, "qd": qd, "qdd": qdd}).integers
    fixed = decode_outputs(design, SystolicArray(design).outputs(integers))[0]
    return np.abs(fixed - inverse_dynamics(load_robot(name), q, qd, qdd))


@pytest.mark.parametrize("name", ["machado_2r", "stanford"])
def test_what_is_found_is_there_below_the_bound_and_above_what_chance_finds(name):
    found = Attack(state(name), seed=3).run(rounds=30)
    design, robot = design_of(state(name)), load_robot(name)
    for output, row in enumerate(found.states):
        assert error_at(name, row)[output] == found.errors[output]
    assert np.all(found.errors <= [each.bound for each in output_bounds(state(name), 1)])
    states = random_states(robot, 20_000, 1)
    integers = encode(design, vars(states)).integers
    fixed = decode_outputs(design, SystolicArray(design).outputs(integers))
    chance = np.abs(fixed - inverse_dynamics(robot, states.q, states.qd, states.qdd)).max(axis=0)
    assert np.all(found.errors > 1.2 * chance)


def test_the_same_seed_finds_the_same_and_another_something_else():
    one, same, other = (Attack(state(), seed).run(rounds=6) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.errors, same.errors)
    np.testing.assert_array_equal(one.states, same.states)
    assert np.any(one.states != other.states)
    assert (one.rounds, one.patterns) == (6, 2 * 8192 + 4 * 2048)


def test_a_stopped_attack_goes_on_as_if_it_had_not_been(tmp_path):
    path = str(tmp_path / "attack.npz")
    whole = Attack(state()).run(rounds=9)
    first = Attack(state())
    first.run(rounds=4)
    save(first, path)
    second = Attack(state())
    resume(second, path)
    found = second.run(rounds=5)
    assert found.rounds == whole.rounds
    np.testing.assert_array_equal(found.errors, whole.errors)
    np.testing.assert_array_equal(found.states, whole.states)


def test_more_rounds_never_find_less():
    attack = Attack(state("stanford"))
    errors = [attack.run(rounds=6).errors for _ in range(4)]
    for before, after in itertools.pairwise(errors):
        assert np.all(after >= before * (1.0 - 1e-9))


def test_without_time_every_output_has_a_round():
    assert Attack(state("stanford")).run(seconds=0.0).rounds == 6


def test_a_file_of_another_attack_is_refused(tmp_path):
    path = str(tmp_path / "attack.npz")
    attack = Attack(state())
    attack.run(rounds=2)
    save(attack, path)
    with pytest.raises(InputError, match="an attack on another design"):
        resume(Attack(state(width=15)), path)
    with pytest.raises(InputError, match="with the seed 1; allowed: the seed 2"):
        resume(Attack(state(), seed=2), path)
    resume(Attack(state()), str(tmp_path / "none.npz"))
    (tmp_path / "text.npz").write_text("q1,q2\n")
    with pytest.raises(InputError, match="no saved attack"):
        resume(Attack(state()), str(tmp_path / "text.npz"))
    np.savez(tmp_path / "other.npz", q=np.zeros(3))
    with pytest.raises(InputError, match="no saved attack"):
        resume(Attack(state()), str(tmp_path / "other.npz"))


def impossible(path):
    """An archive whose first array says that it has 1e20 rows."""
    words = "{'descr': '<f8', 'fortran_order': False, 'shape': (100000000000000000000,), }"
    header = b"\x93NUMPY\x01\x00" + len(words).to_bytes(2, "little") + words.encode()
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("design.npy", header)


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (os.mkfifo, "is a pipe, a device or a socket"),
        (lambda path: path.symlink_to("/dev/zero"), "is a pipe, a device or a socket"),
        (lambda path: path.symlink_to(path), "cannot be read: Too many levels"),
        (os.mkdir, "is a directory"),
        (impossible, "no saved attack"),
    ],
)
def test_what_never_ends_is_no_saved_attack(tmp_path, make, problem):
    path = tmp_path / "attack.npz"
    make(path)
    with pytest.raises(InputError, match=problem):
        resume(Attack(state()), str(path))


def test_moves_stay_on_the_ports_and_angles_wrap():
    rng = np.random.default_rng(1)
    lowest, highest = np.array([-8, -64, -2]), np.array([7, 63, 1])
    turns = np.array([True, False, False])
    parents = corners(rng, 500, lowest, highest, turns)
    born = children(rng, parents, 5000, lowest, highest, turns)
    for made in (parents, born):
        assert np.all((lowest <= made) & (made <= highest))
    assert set(np.unique(born[:, 0])) == set(range(-8, 8))
    at_ends = np.isin(parents[:, 1], (-64, 63))
    assert 0.4 < np.mean(at_ends) < 0.65


def test_bits_that_are_used_are_counted_on_every_value():
    attack = Attack(state())
    attack.run(rounds=4)
    found = used_bits(attack)
    design = design_of(state())
    assert found.proved == sum(o.format.width for o in design.operations)
    assert 0 < found.unused < 0.2 * found.proved
    name, spare = found.widest
    (widest,) = (o for o in design.operations if o.name == name)
    assert 1 <= spare < widest.format.width


def test_no_format_is_too_narrow_for_what_is_seen():
    """Were a proof wrong, a value would need more bits than it has."""
    attack = Attack(state("stanford", width=18))
    attack.run(rounds=6)
    values = attack.judge.emulator.node_values(attack.populations[0].wrong)
    for operation, row in zip(attack.judge.design.operations, values, strict=True):
        assert operation.format.lowest <= row.min()
        assert row.max() <= operation.format.highest


def test_the_patterns_of_a_range_give_its_ends():
    ranges = Ranges(Attack(state()).judge, seed=3)
    ranges.search(3)
    for ends, at in ((ranges.low, ranges.lowest_at), (ranges.high, ranges.highest_at)):
        values = ranges.judge.emulator.node_values(at)
        np.testing.assert_array_equal(np.diagonal(values), ends)


def test_a_search_for_ranges_sees_more_than_corners_and_the_same_each_time():
    few, many, again = (Ranges(Attack(state()).judge, seed=3) for _ in range(3))
    few.search(0)
    many.search(20)
    again.search(20)
    assert np.all(many.low <= few.low)
    assert np.all(many.high >= few.high)
    assert np.sum(many.high - many.low) > np.sum(few.high - few.low)
    np.testing.assert_array_equal(many.high, again.high)
    np.testing.assert_array_equal(many.low, again.low)
