import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dataflow.boolean.hybrid import build_hybrid
from dataflow.boolean.quantiser import InputCode
from dataflow.boolean.rules import Rules
from dataflow.boolean.tables import OutputCode, read, tabulated, written
from golden.load import load_robot
from tests.boolean_arms import ARMS


def hybrid(robot=None, **rules):
    return build_hybrid(robot or load_robot("machado_2r"), Rules(precision=6, **rules))


@pytest.mark.parametrize("code", InputCode)
def test_a_table_has_the_term_at_the_middle_of_each_cell(code):
    for table in hybrid(input_code=code).tables:
        bits = dict(zip((w.port.name for w in table.words), table.sized.word_bits, strict=True))
        rng = np.random.default_rng(0)
        cells = {name: rng.integers(0, 1 << b, 300) for name, b in bits.items()}
        at = {w.port.name: w.middles(bits[w.port.name])[cells[w.port.name]] for w in table.words}
        number = table.values[table.addresses(cells, bits)]
        exact = table.sized.term(at) / table.sized.resolution
        assert np.all(np.abs(number - exact) <= 0.5 + 1e-9)


@pytest.mark.parametrize("robot", ARMS)
@pytest.mark.parametrize("code", InputCode)
def test_even_words_with_and_without_their_first_bit_agree(robot, code):
    for table in hybrid(robot(), input_code=code).tables:
        whole = dataclasses.replace(table.sized, even=(False,) * len(table.words))
        words = {w.port.name: w for w in table.words}
        full = tabulated(whole, words, code, OutputCode.TWOS)
        names, bits = list(words), dict(zip(words, table.sized.word_bits, strict=True))
        axes = np.meshgrid(*(np.arange(1 << bits[n]) for n in names), indexing="ij")
        cells = dict(zip(names, axes, strict=True))
        left = table.values[table.addresses(cells, bits)]
        assert np.array_equal(left, full.values[full.addresses(cells, bits)])


@given(st.integers(1, 12), st.sampled_from(OutputCode), st.data())
def test_codes_are_read_back(bits, code, data):
    half = 1 << (bits - 1)
    numbers = np.array(data.draw(st.lists(st.integers(-half, half - 1), min_size=1)))
    patterns = written(numbers, bits, code)
    assert patterns.min() >= 0
    assert patterns.max() < 1 << bits
    assert np.array_equal(read(patterns, bits, code), numbers)


def test_neighbouring_numbers_differ_in_one_bit_of_grays_code():
    patterns = written(np.arange(-32, 32), 6, OutputCode.GRAY)
    assert np.all(np.bitwise_count(patterns[1:] ^ patterns[:-1]) == 1)


def test_wide_words_are_cut_for_a_term_of_fewer_bits():
    table = hybrid().tables[2]
    bits = dict(zip((w.port.name for w in table.words), table.sized.word_bits, strict=True))
    wide = {name: b + 3 for name, b in bits.items()}
    rng = np.random.default_rng(0)
    cells = {name: rng.integers(0, 1 << b, 100) for name, b in wide.items()}
    cut = {name: c >> 3 for name, c in cells.items()}
    assert np.array_equal(table.addresses(cells, wide), table.addresses(cut, bits))


def test_equal_tables_have_one_name():
    by_name = {t.name: t for t in build_hybrid(load_robot("machado_2r"), Rules()).tables}
    assert by_name["T12"].digest == by_name["T21"].digest
    assert by_name["T16"].digest == by_name["T25"].digest
    assert by_name["T13"].digest != by_name["T24"].digest
    assert len({t.digest for t in by_name.values()}) == 8


def test_no_pattern_passes_the_width_of_the_sum():
    for robot in ARMS:
        made = hybrid(robot())
        for port, each in zip(made.outputs, made.sums, strict=True):
            assert port.format.lowest <= each.lowest
            assert each.highest <= port.format.highest
