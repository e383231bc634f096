import pytest

from common.errors import InputError
from dataflow.boolean.functions import Power, Wave
from dataflow.boolean.quantiser import words_of
from dataflow.boolean.sizes import check_width, sized_terms, sum_bits
from dataflow.boolean.terms import Term, torque_terms
from golden.load import load_robot

WORDS = words_of(load_robot("machado_2r"), 18)


def inertial(amplitude, word="qdd1"):
    return Term(1, ("T",), (Power(word, (0.0, amplitude)),))


def test_equation_2():
    assert [sum_bits(p) for p in (0, 1, 2, 3, 6, 7, 14, 15)] == [0, 1, 1, 2, 2, 3, 3, 4]


@pytest.mark.parametrize(
    ("amplitude", "held", "bits"),
    [(100.0, 100.0, 9), (50.1, 100.0, 9), (50.0, 50.0, 8), (25.1, 50.0, 8), (0.3, 0.390625, 1)],
)
def test_the_range_is_the_smallest_that_holds_the_amplitude(amplitude, held, bits):
    term, *_ = sized_terms([inertial(amplitude), inertial(9.0)] + [inertial(1.0)] * 4, 100.0, 7, 0,
                           WORDS)  # fmt: skip
    assert (term.range, term.output_bits) == (held, bits)
    assert term.word_bits == (bits,)
    assert term.resolution == 200.0 / 2**9


def test_a_term_below_half_a_step_needs_no_table():
    small, *_ = sized_terms([inertial(0.1)] + [inertial(9.0)] * 5, 100.0, 7, 0, WORDS)
    assert (small.output_bits, small.word_bits, small.input_bits) == (0, (0,), 0)


def test_the_widest_are_halved_while_no_term_needs_another_bit_for_it():
    terms = torque_terms(load_robot("machado_2r"), actuators=True)
    first, second = (
        sized_terms(of_joint, limit, 8, 0, WORDS)
        for of_joint, limit in zip(terms, (200.0, 100.0), strict=True)
    )
    assert [s.term.names for s in first] == [(f"T1{k}",) for k in range(1, 7)]
    names = [s.term.names for s in second]
    assert names == [("T21", "T22"), ("T23",), ("T24",), ("T25", "T26")]
    lone = sized_terms([inertial(9.0)], 100.0, 8, 0, WORDS)
    assert lone[0].term.copies == 2  # two terms need one bit, as one does


def test_extra_bits_go_to_every_word():
    terms = torque_terms(load_robot("machado_2r"))[1]
    plain = sized_terms(terms, 100.0, 8, 0, WORDS)
    more = sized_terms(terms, 100.0, 8, 2, WORDS)
    for a, b in zip(plain, more, strict=True):
        assert b.output_bits == a.output_bits + 2
        assert b.word_bits == tuple(bits + 2 for bits in a.word_bits)


def test_an_even_word_loses_a_bit_only_where_its_range_is_symmetric():
    wave = Term(1, ("T",), (Wave(("q1",), (1,), (0.0, 5.0), (0.0, 0.0)),))
    (sized,) = sized_terms([wave], 100.0, 8, 0, WORDS)
    assert sized.even == (True,)
    assert sized.input_bits == sized.word_bits[0] - 1


def test_an_amplitude_beyond_the_limit_is_refused():
    with pytest.raises(InputError, match=r"joint 1, T of qdd1: its amplitude 101 .* up to 100"):
        sized_terms([inertial(101.0)], 100.0, 8, 0, WORDS)


def test_a_table_too_wide_is_refused_by_name():
    term = Term(1, ("T14",), tuple(Power(w, (0.0, 4.0)) for w in ("qd1", "qd2", "qdd1")))
    (sized,) = sized_terms([term], 100.0, 8, 0, WORDS)
    with pytest.raises(InputError, match=r"robot X, term T1[1-9]+ of qd1, qd2, qdd1: .* 2\d input"):
        check_width(sized, "X")
