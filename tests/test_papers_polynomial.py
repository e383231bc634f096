"""Polynomials as papers print them, and their fit to counts."""

from fractions import Fraction

import pytest

from papers.polynomial import CHECKED, Polynomial, fit, parse


@pytest.mark.parametrize(
    ("text", "descending"),
    [
        ("24n-24", (24, -24)),
        ("9n", (9, 0)),
        ("1n", (1, 0)),
        ("47", (47,)),
        ("n^3 + n^2 + 2n", (1, 1, 2, 0)),
        ("32 1/2 n^4 - 128", (Fraction(65, 2), 0, 0, 0, -128)),
        ("1/2 n", (Fraction(1, 2), 0)),
        ("-5/12n^2", (Fraction(-5, 12), 0, 0)),
    ],
)
def test_what_is_printed_is_read_and_told_again(text, descending):
    found = parse(text)
    assert found == Polynomial.of(*descending)
    assert parse(str(found)) == found


@pytest.mark.parametrize("text", ["", "cos", "3m", "n^", "2 n 3 x"])
def test_other_text_is_refused(text):
    with pytest.raises(ValueError, match="is no polynomial"):
        parse(text)


def test_a_value_is_exact():
    uicker = parse("32 1/2 n^4 + 86 5/12 n^3 + 171 1/4 n^2 + 53 1/3 n - 128")
    assert uicker(6) == 67143
    assert uicker.degree == 4


def test_a_count_is_fitted_and_held_against_what_lies_beyond():
    assert fit(lambda n: n * (n + 1) // 2, 2) == Polynomial.of(Fraction(1, 2), Fraction(1, 2), 0)
    with pytest.raises(ValueError, match="at n = 12"):
        fit(lambda n: 3 * n + (n == CHECKED), 1)
    with pytest.raises(ValueError, match="at n = 3"):
        fit(lambda n: n * n, 1)
