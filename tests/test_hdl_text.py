"""RTLIL is read and written whole; operands get their sums' widths; what nobody reads is told."""

from hdl.text.netlist import Piece, part, read, write
from hdl.text.plain_cells import make_plain
from hdl.text.unread import UNREAD, collect_unread

SOURCE = r"""
module \top
  wire width 4 input 1 \a
  wire width 6 input 2 signed \b
  wire width 8 output 3 \y
  wire width 8 $sum
  cell $add $add$1
    parameter \A_SIGNED 1
    parameter \A_WIDTH 4
    parameter \B_SIGNED 1
    parameter \B_WIDTH 6
    parameter \Y_WIDTH 8
    connect \A \a
    connect \B \b
    connect \Y $sum
  end
  connect \y { $sum [7:2] 2'01 }
end
"""


def test_what_is_read_is_written_again():
    assert write(read(SOURCE)).split() == SOURCE.split()


def test_a_part_may_reach_over_pieces_and_constants():
    (module,) = read(SOURCE)
    (_, right) = module.joined[0]
    assert part(right, 1, 3) == (Piece(None, 0, 1, "0"), Piece("$sum", 2, 2))


def test_operands_get_the_width_of_their_sum_and_their_sign():
    modules = read(SOURCE)
    make_plain(modules[0])
    (cell,) = modules[0].cells
    sign = Piece("\\a", 3, 1)
    assert cell.ports["\\A"] == (Piece("\\a", 0, 4), *[sign] * 4)
    assert cell.number("\\A_WIDTH") == cell.number("\\B_WIDTH") == 8


def test_low_bits_that_nobody_reads_are_told():
    modules = read(SOURCE)
    collect_unread(modules)
    cell = modules[0].cells[-1]
    assert cell.kind == "$reduce_and"
    assert cell.ports["\\A"][1:] == (Piece("$sum", 0, 2),)
    assert UNREAD in modules[0].wires
