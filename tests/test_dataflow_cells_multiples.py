"""Adders of constants, counted by hand for operands of 8 bits."""

from dataflow.cells.cells import Cells
from dataflow.cells.multiples import Product, multiples_cells
from dataflow.multiples.search import multiples


def counted(constants, products):
    return multiples_cells(8, multiples(frozenset(constants), 8).sums, products)


def test_below_the_shift_of_one_summand_the_other_passes():
    """5 x = x + 4 x: 11 bits, of which the lowest two are those of x."""
    assert counted({5}, [Product(5, 0, 11)]) == (Cells(10, 9), {(1, 1): 2})


def test_what_is_subtracted_does_not_pass():
    """7 x = 8 x - x: all 11 bits."""
    assert counted({7}, [Product(7, 0, 11)]) == (Cells(12, 11), {})


def test_a_product_alone_has_the_bits_that_are_kept():
    """20 x without its lowest four bits is 5 x without two: no bit of x itself."""
    assert counted({5}, [Product(20, 4, 9)]) == (Cells(10, 9), {})
    assert counted({5}, [Product(20, 4, 6)]) == (Cells(6, 6), {})


def test_a_sum_that_two_products_read_is_whole():
    products = [Product(5, 3, 8), Product(10, 4, 8)]
    assert counted({5}, products) == (Cells(10, 9), {(1, 1): 2})


def test_an_operand_waits_for_a_later_sum():
    """11 x = 8 x + 3 x, 3 x a cycle before it: x waits a cycle, whole."""
    sums = multiples(frozenset({3, 11}), 8).sums
    assert [each.fundamental for each in sums] == [3, 11]
    _, waits = multiples_cells(8, sums, [Product(3, 0, 10), Product(11, 0, 12)])
    assert waits[1, 1] == 8
