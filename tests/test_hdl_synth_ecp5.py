"""What the tools say is read, kept and told; the tools themselves are played by small scripts."""

import json
import sys

import pytest

from common.errors import InputError
from hdl.synth import ecp5
from hdl.synth.devices import DEVICES, device_named
from hdl.synth.ecp5 import NoRoom, placed, synthesised
from hdl.synth.paths import slowest_paths
from hdl.synth.tools import Tool

REPORT = {"utilization": {}, "critical_paths": []}

NEXTPNR = """
import json, sys
options = sys.argv[1:]
open("log.txt", "w").write(
    "Info: Max frequency for clock 'clk': 120.50 MHz (PASS at 100 MHz)\\n"
    + ("" if "--no-route" in options
       else "Info: Max frequency for clock   'clk': 111.25 MHz (PASS at 100 MHz)\\n"))
json.dump({"utilization": {}, "critical_paths": [], "options": options}, open("report.json", "w"))
"""


@pytest.fixture
def folder(monkeypatch, tmp_path):
    monkeypatch.setattr(ecp5, "cache_folder", lambda: tmp_path / "cache" / "yosys")
    return tmp_path


def play(monkeypatch, script):
    played = Tool((sys.executable, "-c", script), "played 1")
    monkeypatch.setattr(ecp5, "tool", lambda name: played)


@pytest.mark.parametrize(("route", "clock"), [(True, 111.25), (False, 120.5)])
def test_the_clock_is_the_last_that_was_told(monkeypatch, folder, route, clock):
    play(monkeypatch, NEXTPNR)
    found = placed("{}", DEVICES["ecp5-45f"], 180.0, 3, route=route)
    assert (found.seed, found.clock_mhz) == (3, clock)
    options = found.report["options"]
    assert "--um5g-45k" in options
    assert options[options.index("--freq") + 1] == "180"
    assert options[options.index("--seed") + 1] == "3"


def test_answers_are_kept_by_all_that_went_in(monkeypatch, folder):
    play(monkeypatch, NEXTPNR)
    first = placed("{}", DEVICES["ecp5-25f"], 100.0, 1, route=True)
    play(monkeypatch, "raise SystemExit('never run')")
    assert placed("{}", DEVICES["ecp5-25f"], 100.0, 1, route=True) == first
    for change in (("{ }", 100.0, 1, True), ("{}", 101.0, 1, True), ("{}", 100.0, 2, True),
                   ("{}", 100.0, 1, False)):  # fmt: skip
        cells, clock, seed, route = change
        with pytest.raises(RuntimeError, match="never run"):
            placed(cells, DEVICES["ecp5-25f"], clock, seed, route=route)


def test_a_device_that_is_too_small_is_told(monkeypatch, folder):
    play(monkeypatch, "raise SystemExit('ERROR: Unable to place cell x, no Bels remaining')")
    with pytest.raises(NoRoom, match="no Bels remaining"):
        placed("{}", DEVICES["ecp5-25f"], 100.0, 1, route=True)


def test_a_tool_that_ends_without_a_result_has_failed(monkeypatch, folder):
    play(monkeypatch, "pass")
    with pytest.raises(RuntimeError, match="Yosys failed: status 0, and no word"):
        synthesised("module")
    with pytest.raises(RuntimeError, match="nextpnr failed"):
        placed("{}", DEVICES["ecp5-25f"], 100.0, 1, route=True)


def test_unknown_devices_are_named():
    with pytest.raises(InputError, match=r"--device: 'ecp5-99f'; allowed: ecp5-25f, ecp5-45f, "):
        device_named("ecp5-99f")


CELLS = json.dumps(
    {
        "modules": {
            "TRELLIS_FF": {"cells": {}, "netnames": {}},
            "top": {
                "netnames": {
                    "machine.forward_2.omega_x_2_sum": {"bits": [4, 5]},
                    "machine.forward_2.omega_x_2": {"bits": [4, 5]},
                    "$auto$1": {"bits": [6]},
                    "machine.queue.level": {"bits": [7, "0"]},
                },
                "cells": {
                    "ff1": {
                        "port_directions": {"Q": "output", "DI": "input"},
                        "connections": {"Q": [4], "DI": [7]},
                    },
                    "ff2": {
                        "port_directions": {"Q": "output", "DI": "input"},
                        "connections": {"Q": [7], "DI": [4]},
                    },
                    "lut": {
                        "port_directions": {"F": "output"},
                        "connections": {"F": [6]},
                    },
                },
            },
        }
    }
)


def step(kind, delay, begins, ends):
    return {"type": kind, "delay": delay, "from": {"cell": begins}, "to": {"cell": ends}}


def test_a_path_has_the_names_of_what_its_registers_hold():
    path = [
        step("clk-to-q", 0.5, "ff1", "ff1"),
        step("routing", 1.25, "ff1", "lut"),
        step("logic", 0.25, "lut", "lut"),
        step("routing", 2.0, "lut", "ff2"),
        step("setup", 0.125, "ff2", "ff2"),
    ]
    clocked = {"from": "posedge clk", "to": "posedge clk", "path": path}
    outside = {"from": "<async>", "to": "posedge clk", "path": path}
    (found,) = slowest_paths({"critical_paths": [outside, clocked]}, CELLS, "top")
    assert (found.begins, found.ends) == ("machine.forward_2.omega_x_2", "machine.queue.level")
    assert (found.stage, found.operation) == ("queue", "level")
    assert (found.logic_ns, found.route_ns, found.delay_ns) == (0.875, 3.25, 4.125)


def test_a_register_without_a_name_goes_by_its_cells():
    path = [step("clk-to-q", 0.5, "lut", "lut"), step("routing", 1.0, "lut", "other")]
    clocked = {"from": "posedge clk", "to": "posedge clk", "path": path}
    (found,) = slowest_paths({"critical_paths": [clocked]}, CELLS, "top")
    assert (found.begins, found.ends) == ("lut", "other")


def test_a_driver_that_was_dropped_is_no_result(monkeypatch, folder):
    said = "Warning: Driver-driver conflict for o [0] between cell x and constant 1'0"
    play(monkeypatch, f"open('netlist.json', 'w'); print({said!r}, file=open('log.txt', 'w'))")
    with pytest.raises(RuntimeError, match="resolved a driver conflict"):
        synthesised("module")
