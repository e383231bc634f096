import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.boolean.quantiser import InputCode, Quantiser, cell_of, encoded, words_of
from golden.load import load_robot
from tests.boolean_arms import planar_3r, prismatic_revolute


def every_integer(word):
    return np.arange(word.port.format.lowest, word.port.format.highest + 1)


def words():
    found = words_of(planar_3r(), 12) | {"slide": words_of(prismatic_revolute(), 12)["q1"]}
    return [found[name] for name in ("q1", "qd1", "qd2", "qdd3", "slide")]


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("bits", [1, 5, 8])
def test_cells_are_equal_and_the_ends_take_the_rest(place, bits):
    word = words()[place]
    integers = every_integer(word)
    value = integers * word.step
    share = (value - word.lowest) / (word.highest - word.lowest)
    exact = np.clip(np.floor(share * 2**bits), 0, 2**bits - 1)
    got = Quantiser(word, bits).cells(integers)
    # A scale factor moves an edge by 1/16 of a cell at most, a middle that is no integer by less.
    near_edge = np.abs(share * 2**bits - np.round(share * 2**bits)) < 1 / 16
    assert np.array_equal(got[~near_edge], exact[~near_edge])
    assert np.all(np.abs(got - exact) <= 1)
    assert got.min() == 0
    assert got.max() == 2**bits - 1


def test_a_power_of_two_needs_wiring_only():
    for word in words_of(load_robot("machado_2r"), 18).values():
        quantiser = Quantiser(word, 8)
        assert (quantiser.factor, quantiser.middle) == (1, 0)


@pytest.mark.parametrize("place", range(5))
def test_edges_hold_every_input_that_rounds_into_the_cell(place):
    word = words()[place]
    quantiser = Quantiser(word, 6)
    rng = np.random.default_rng(1)
    for bits in (3, 6):
        low, high = quantiser.edges(bits)
        values = rng.uniform(word.lowest, word.highest, 20_000)
        integers = np.rint(values / word.step).astype(np.int64)
        if word.turns:
            half = word.port.format.highest + 1
            wrapped = integers >= half
            integers[wrapped] -= 2 * half
            values[wrapped] -= 2 * math.pi
        cell = quantiser.cells(integers) >> (6 - bits)
        assert np.all(low[cell] <= values)
        assert np.all(values <= high[cell])
        assert np.all(low[1:] - high[:-1] == pytest.approx(0.0, abs=1e-12))


@given(st.integers(1, 10), st.data())
def test_fewer_bits_are_the_upper_bits_of_grays_code(bits, data):
    fewer = data.draw(st.integers(1, bits))
    cells = np.arange(1 << bits)
    whole = encoded(cells, bits, InputCode.GRAY, even=False)
    upper = encoded(cells >> (bits - fewer), fewer, InputCode.GRAY, even=False)
    assert np.array_equal(whole >> (bits - fewer), upper)


@pytest.mark.parametrize("code", InputCode)
@pytest.mark.parametrize("even", [False, True])
@pytest.mark.parametrize("bits", [1, 2, 7])
def test_a_code_names_its_cell_or_the_mirror_image(code, even, bits):
    cells = np.arange(1 << bits)
    patterns = encoded(cells, bits, code, even=even)
    assert set(patterns.tolist()) == set(range(1 << (bits - even)))
    back = cell_of(patterns, bits, code, even=even)
    mirror = (1 << bits) - 1 - cells
    assert np.array_equal(back, np.maximum(cells, mirror) if even else cells)


def test_neighbours_differ_in_one_bit_of_grays_code():
    codes = encoded(np.arange(64), 6, InputCode.GRAY, even=False)
    assert np.all(np.bitwise_count(codes[1:] ^ codes[:-1]) == 1)


def test_middles_are_exactly_symmetric():
    word = words_of(planar_3r(), 18)["qd1"]
    for bits in (1, 4, 9):
        middles = word.middles(bits)
        assert np.array_equal(middles, -middles[::-1])
        assert middles[-1] == pytest.approx(word.highest * (1 - 2.0**-bits))


@pytest.mark.parametrize("field", ["velocity_limit", "acceleration_limit", "torque_limit"])
def test_a_joint_without_a_limit_is_refused(field):
    robot = planar_3r()
    link = robot.links[1]
    joint = dataclasses.replace(link.joint, **{field: math.inf})
    links = (robot.links[0], dataclasses.replace(link, joint=joint), robot.links[2])
    with pytest.raises(InputError, match=f"joint 2, {field}: inf; allowed: a finite limit"):
        words_of(dataclasses.replace(robot, links=links), 18)
