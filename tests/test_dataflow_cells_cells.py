import pytest

from dataflow.cells.cells import Cells, carry_chain, memory, total


def test_cells_add_up():
    assert total([Cells(1, 2), Cells(3.5), Cells(0, 4)]) == Cells(4.5, 6)
    assert total([]) == Cells(0, 0)


@pytest.mark.parametrize(("bits", "luts"), [(-1, 0), (0, 0), (1, 2), (2, 2), (17, 18)])
def test_a_cell_of_a_carry_chain_has_two_bits_and_two_tables(bits, luts):
    assert carry_chain(bits) == luts


@pytest.mark.parametrize(
    ("width", "words", "cells"),
    [
        (4, 1, Cells(6, 4)),
        (4, 16, Cells(6, 4)),
        (5, 16, Cells(12, 5)),
        (4, 17, Cells(12 + 4, 4)),  # two memories, and a table a bit to choose between them
        (18, 64, Cells(20 * 6 + 3 * 18, 18)),
        (18, 79, Cells(0, 0)),  # a block memory, with its own registers
    ],
)
def test_a_memory_is_distributed_until_a_block_is_worth_it(width, words, cells):
    assert memory(width, words) == cells


def test_a_memory_that_is_written_through_registers_addresses_or_passes_a_block_by():
    assert memory(132, 16, written_through=True) == Cells(33 * 6, 0)
    assert memory(132, 43, written_through=True) == Cells(132, 132)
