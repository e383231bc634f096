import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.boolean.hybrid import build_hybrid
from dataflow.boolean.minimise import covering
from dataflow.boolean.minimise.cover import Cover, shared
from dataflow.boolean.minimise.covering import exact, greedy
from dataflow.boolean.minimise.espresso import espresso
from dataflow.boolean.minimise.irredundant import irredundant
from dataflow.boolean.minimise.methods import minimised
from dataflow.boolean.minimise.primes import primes
from dataflow.boolean.orders import starts
from dataflow.boolean.quantiser import InputCode
from dataflow.boolean.rules import Rules
from golden.load import load_robot


def bits_of(patterns, outputs):
    return (patterns >> np.arange(outputs)[:, np.newaxis] & 1).astype(bool)


def isop(patterns, inputs, outputs):
    return irredundant(bits_of(patterns, outputs), starts([inputs]))


@st.composite
def tables(draw, most_inputs=5, most_outputs=3):
    inputs, outputs = draw(st.integers(1, most_inputs)), draw(st.integers(1, most_outputs))
    words = st.lists(
        st.integers(0, 2**outputs - 1), min_size=2**inputs, max_size=2**inputs
    )  # fmt: skip
    return np.array(draw(words), dtype=np.int64), inputs, outputs


def products(inputs):
    """Every product (care, value), and the patterns that it holds."""
    every = np.arange(1 << inputs)
    for care in range(1 << inputs):
        for value in {int(p) & care for p in every}:
            yield (care, value), every[(every & care) == value]


def primes_by_definition(patterns, inputs):
    """(care, value, outputs) of what no literal can be taken from without losing an output."""
    drives = {p: int(np.bitwise_and.reduce(patterns[held])) for p, held in products(inputs)}
    found = set()
    for (care, value), outputs in drives.items():
        wider = [
            drives[care & ~(1 << k), value & ~(1 << k)] for k in range(inputs) if care >> k & 1
        ]
        if outputs and outputs not in wider:
            found.add((care, value, outputs))
    return found


def fewest(patterns, inputs, outputs):
    """The fewest products of all outputs together, by trying all sets of primes."""
    prime = sorted(primes_by_definition(patterns, inputs))
    for count in range(len(prime) + 1):
        for chosen in itertools.combinations(prime, count):
            if np.array_equal(Cover.of(inputs, outputs, list(chosen)).patterns, patterns):
                return count
    raise AssertionError


@given(tables())
@settings(max_examples=60)
def test_primes_are_those_of_the_definition(table):
    patterns, inputs, outputs = table
    found = primes(patterns, inputs, outputs)
    rows = set(zip(found.care.tolist(), found.value.tolist(), found.drives.tolist(), strict=True))
    assert rows == primes_by_definition(patterns, inputs)
    assert found.products == len(rows)


@given(tables())
@settings(max_examples=60)
def test_every_minimiser_gives_its_table(table):
    patterns, inputs, outputs = table
    start = isop(patterns, inputs, outputs)
    every = primes(patterns, inputs, outputs)
    for cover in (start, every, greedy(every, patterns), espresso(start, 5)):
        assert cover.check(patterns) is cover


@given(tables(most_inputs=5, most_outputs=1))
@settings(max_examples=60)
def test_irredundant_covers_can_spare_no_product(table):
    patterns, inputs, _ = table
    cover = isop(patterns, inputs, 1)
    for left_out in range(cover.products):
        rest = np.arange(cover.products) != left_out
        less = Cover(inputs, 1, cover.care[rest], cover.value[rest], cover.drives[rest])
        assert not np.array_equal(less.patterns, patterns)


@given(tables(most_inputs=3, most_outputs=2))
@settings(max_examples=15)
def test_exact_covers_are_as_small_as_brute_force_finds(table):
    pytest.importorskip("ortools")
    patterns, inputs, outputs = table
    every = primes(patterns, inputs, outputs)
    found = exact(every, patterns, isop(patterns, inputs, outputs), 5.0)
    assert found.cover.check(patterns).products == found.least == fewest(patterns, inputs, outputs)


@given(tables(most_inputs=5, most_outputs=3))
@settings(max_examples=30)
def test_no_minimiser_is_below_the_proved_least(table):
    pytest.importorskip("ortools")
    patterns, inputs, outputs = table
    start = isop(patterns, inputs, outputs)
    every = primes(patterns, inputs, outputs)
    found = exact(every, patterns, start, 5.0)
    assert found.least == found.cover.products
    for cover in (start, greedy(every, patterns), espresso(start, 10)):
        assert cover.products >= found.least


def test_a_cover_that_is_wrong_is_told():
    with pytest.raises(ValueError, match="differs from its table at pattern 2"):
        Cover.of(2, 1, [(0b10, 0b00, 1)]).check(np.array([1, 1, 1, 0]))


def test_equal_products_of_several_outputs_count_once():
    one = Cover.of(2, 1, [(1, 1, 1), (2, 2, 1)])
    both = shared([one, Cover.of(2, 1, [(1, 1, 1)])])
    assert (both.products, both.connections, both.literals) == (2, 3, 2)


@pytest.mark.parametrize("value", [0, 3])
def test_constant_tables(value):
    patterns = np.full(8, value)
    cover = isop(patterns, 3, 2)
    assert espresso(cover, 3).check(patterns).products == (1 if value else 0)
    assert cover.literals == 0


def papers_tables(code=InputCode.GRAY):
    rules = Rules(actuators=True, input_code=code)
    return {t.name: t for t in build_hybrid(load_robot("machado_2r"), rules).tables}


TO_REACH = {  # irredundant, shared: the figures
    "T12": (563, 417), "T13": (100, 79), "T15": (220, 168), "T23": (97, 67), "T24": (349, 266),
}  # fmt: skip


@pytest.mark.parametrize("name", TO_REACH)
def test_terms_of_the_paper_need_no_more_products_than_in_the_trial(name):
    table = papers_tables()[name]
    alone, together = TO_REACH[name]
    assert minimised(table, "isop").cover.connections <= alone
    assert minimised(table, "espresso").cover.products <= together


def test_covers_are_the_same_every_time():
    table = papers_tables()["T13"]
    for minimiser in ("isop", "espresso"):
        first, again = (minimised(table, minimiser).cover for _ in range(2))
        assert np.array_equal(first.care, again.care)
        assert np.array_equal(first.drives, again.drives)


def test_exact_covers_of_the_paper_are_proved_and_the_same_every_time():
    pytest.importorskip("ortools")
    table = papers_tables()["T13"]
    first, again = (minimised(table, "exact") for _ in range(2))
    assert first.cover.products == first.least == 72
    assert np.array_equal(first.cover.care, again.cover.care)


def test_grays_code_takes_fewer_products_than_binary():
    """Rule c. T15 alone, of one word, is better in binary."""
    gray, binary = papers_tables(), papers_tables(InputCode.BINARY)
    for name in ("T12", "T24"):
        few, many = (minimised(t[name], "espresso").cover.products for t in (gray, binary))
        assert many > 1.2 * few
    few, many = (minimised(t["T15"], "espresso").cover.products for t in (binary, gray))
    assert few < many


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "alone", "together"),
    [("T11", 6280, 4872), ("T14", 13549, 13549), ("T16", 31704, 31704)],
)
def test_wide_terms_of_the_paper(name, alone, together):
    table = papers_tables()[name]
    assert minimised(table, "isop").cover.connections <= alone
    assert minimised(table, "espresso").cover.products <= together


def single_output(table):
    """Each output for itself: primes, and its column of the truth table."""
    for row in table.bits:
        patterns = row.astype(np.int64)
        yield primes(patterns, table.sized.input_bits, 1), patterns


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "fewest"), [("T12", 485), ("T13", 95), ("T15", 202), ("T23", 90), ("T24", 310)]
)
def test_outputs_for_themselves_are_minimised_with_a_proof(name, fewest):
    pytest.importorskip("ortools")
    total = 0
    for every, patterns in single_output(papers_tables()[name]):
        start = espresso(greedy(every, patterns), 200)
        found = exact(every, patterns, start, 60.0)
        assert found.cover.check(patterns).products == found.least
        total += found.least
    assert total == fewest


@pytest.mark.slow
def test_primes_of_fifteen_inputs_are_found_and_covered():
    total = 0
    for every, patterns in single_output(papers_tables()["T11"]):
        start = greedy(every, patterns)
        total += espresso(start, 100).check(patterns).products
        assert start.check(patterns).products >= 1
    assert total <= 5768


def test_too_many_inputs_for_all_primes_are_refused():
    with pytest.raises(InputError, match="17 inputs for a list of all primes"):
        primes(np.zeros(1 << 17, dtype=np.int64), 17, 1)


def test_a_missing_solver_is_told(monkeypatch):
    monkeypatch.setattr(covering.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"OR-Tools, which is not installed; allowed: pip install"):
        minimised(papers_tables()["T23"], "exact")
