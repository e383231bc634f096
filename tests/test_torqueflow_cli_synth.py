"""`torqueflow synth` with tools that are played: what it prints, writes, refuses."""

import json
from types import SimpleNamespace

import pytest

from dataflow.build import build_array
from dataflow.cells.cells import Cells
from golden.load import load_robot
from hdl.synth import ecp5, floorplan
from hdl.synth import tools as lookup
from hdl.synth.devices import DEVICES
from hdl.synth.ecp5 import NoRoom, Placement
from torqueflow.cli import synth as command
from torqueflow.cli.main import main
from torqueflow.report import synthesis

USED = {
    name: {"used": 5, "available": 50}
    for name in ("TRELLIS_COMB", "TRELLIS_FF", "MULT18X18D", "DP16KD")
}
TYPES = ["LUT6", "LUT2", "SRL16E", "RAM32M", "FDRE", "FDCE", "DSP48E1", "RAMB36E1", "CARRY4"]
CELLS = json.dumps({"modules": {top: {"netnames": {}, "cells": {
    name: {"type": name, "port_directions": {}, "connections": {}} for name in TYPES
}} for top in ("harness", "torque_array_ulx3s_85f")}})  # fmt: skip
CLOCKS = {1: 150.0, 2: 210.0, 3: 180.0}


@pytest.fixture(autouse=True)
def tools(monkeypatch):
    """Seeds reach 150, 210 and 180 MHz; a plan of blocks stays as it begins."""
    asked = []

    def place(cells, device, clock, seed, *, route):
        asked.append((device.name, clock, seed, route))
        report = {"utilization": USED, "critical_paths": []}
        return Placement(seed, CLOCKS[seed], report, f"of seed {seed}")

    for module in (synthesis, ecp5):
        monkeypatch.setattr(module, "synthesised", lambda netlist, flow: CELLS)
        monkeypatch.setattr(module, "placed", place)
    monkeypatch.setattr(ecp5, "bitstream", lambda configuration: configuration.encode()[::-1])
    monkeypatch.setattr(floorplan, "anneal", lambda *given: None)
    for module in (synthesis, command):
        monkeypatch.setattr(module, "tool", lambda name: type("T", (), {"version": f"{name} 9"}))
    return asked


def run(*arguments):
    with pytest.raises(SystemExit) as ended:
        main(["synth", *arguments])
    return ended.value.code


def test_the_best_seed_counts(tools, tmp_path, capsys):
    report = tmp_path / "r.json"
    assert run("machado_2r", "--seeds", "3", "--device", "ecp5-25f", "--json", str(report)) == 0
    assert tools == [("ecp5-25f", 200.0, seed, True) for seed in (1, 2, 3)]
    found = json.loads(report.read_text())
    assert list(found) == [
        "robot", "algorithm", "topology", "ii", "width", "device", "clock_asked_mhz", "clock_mhz",
        "estimate", "latency_cycles", "latency_ns", "vectors_per_second", "resources",
        "slowest_paths", "longest_path", "seeds", "tools", "wall_seconds",
    ]  # fmt: skip
    assert (found["clock_mhz"], found["estimate"]) == (210.0, False)
    assert found["latency_ns"] == pytest.approx(found["latency_cycles"] / 0.21)
    assert found["vectors_per_second"] == 210e6
    assert found["resources"]["mult"] == {"used": 5, "available": 50}
    path = found["longest_path"]
    assert sum(each["ready"] - each["start"] for each in path) == found["latency_cycles"] - 1
    assert [each["clock_mhz"] for each in found["seeds"]] == [150.0, 210.0, 180.0]
    text = capsys.readouterr().out
    assert "210.0 MHz, routed; asked for 200 MHz" in text
    assert "150.0 to 210.0 MHz over 3 seeds" in text


def test_an_old_tool_is_status_two_in_one_line_with_nothing_written(monkeypatch, tmp_path, capsys):
    old = tmp_path / "yosys"
    old.write_text("#!/bin/sh\necho 'Yosys 0.9 (git sha1 1979e0b)'\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(lookup.importlib.util, "find_spec", lambda name: None)
    lookup.tool.cache_clear()
    monkeypatch.setattr(command, "tool", lookup.tool)
    assert run("machado_2r", "--json", str(tmp_path / "r.json"), "-o", str(tmp_path / "out")) == 2
    told = capsys.readouterr()
    expected = f"error: yosys: {old} is version 0.9; allowed: 0.40 or newer: pip install "
    assert told.err.startswith(expected)
    assert (told.err.count("\n"), told.out) == (1, "")
    assert list(tmp_path.iterdir()) == [old]


def test_a_clock_that_is_not_reached_is_status_one():
    assert run("machado_2r", "--device", "ecp5-25f") == 1


@pytest.mark.parametrize("shares", [True, False])
def test_shared_units_are_placed_in_every_second_row_and_counted_alone(monkeypatch, shares):
    """The tables of empty rows are in what is placed, and in no count."""
    bare = "\nmodule \\harness\nend\n"
    monkeypatch.setattr(synthesis, "device_netlist", lambda design, device: bare)
    monkeypatch.setattr(synthesis, "estimated_cells", lambda design: Cells(4_000.0))
    wish = synthesis.Wish(DEVICES["ecp5-25f"], 150.0, 1, quick=True)
    netlist = wish.netlist(SimpleNamespace(shares_adders=shares))
    assert netlist.count("\\room_") == (20 * 69 * 8 if shares else 0)
    cells = json.loads(CELLS)
    cells["modules"]["harness"]["cells"] |= {f"room_{k}": {"type": "LUT4"} for k in range(3)}
    found = Placement(1, 150.0, {"utilization": USED})
    for best, used in ((found, 5 - 3), (None, 0)):
        assert synthesis.resources(wish, json.dumps(cells), best)["lut"]["used"] == used


def test_an_estimate_promises_nothing(tools, capsys):
    assert run("machado_2r", "--device", "ecp5-25f", "--quick") == 0
    assert tools == [("ecp5-25f", 200.0, 1, False)]
    assert "150.0 MHz, estimate before routing" in capsys.readouterr().out


def test_an_interval_divides_the_rate(tmp_path):
    report = tmp_path / "r.json"
    run("machado_2r", "--ii", "3", "--clock", "100", "--json", str(report))
    assert json.loads(report.read_text())["vectors_per_second"] == 50e6


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--device", "ecp5"], "error: --device: 'ecp5'; allowed: ecp5-25f, ecp5-45f, ecp5-85f"),
        (["--device", "ice40-up5k"], "error: --width 18: ice40-up5k's multipliers take 16 bits"),
        (["-o", "/dev/null"], "error: -o: '/dev/null' is a file; allowed: a folder, new or not"),
        (["--clock", "0"], "error: --clock: 0 MHz; allowed: more than 0, up to 1000"),
        (["--clock", "nan"], "error: --clock: nan MHz"),
        (["--seeds", "0"], "error: --seeds: 0; allowed: 1 to 100"),
        (["--parts", "slow"], "error: --parts: 'slow'; allowed: usual, short, shortest, "),
        (["--json", "/nowhere/x.json"], "error: "),
        (["--board", "ulx4m"], "error: --board: 'ulx4m'; allowed: ulx3s-85f"),
        (["--board", "ulx3s-85f", "--device", "ecp5-85f"], "error: --device: given beside --board"),
        (["--board", "ulx3s-85f", "--clock", "50"], "error: --clock: given beside --board"),
        (["--board", "ulx3s-85f", "--spare-blocks"], "error: --spare-blocks: given beside --board"),
        (["--board", "ulx3s-85f", "--baud", "0"], "error: --baud: 0; allowed: 1 to 100000000"),
        (["--baud", "9600"], "error: --baud: given without --board; allowed: both, or neither"),
    ],
)
def test_bad_input_is_one_line_and_status_two(options, message, tools, capsys):
    assert run("machado_2r", *options) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(message)
    assert captured.err.count("\n") == 1
    assert tools == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--outputs", "mass"], "error: --outputs: given beside --algorithm newton-euler"),
        (
            ["--algorithm", "inverse-derivatives", "--outputs", "torques"],
            "error: --outputs: 'torques' is unknown; allowed: torque, position, rate, mass",
        ),
        (["--algorithm", "inverse-derivatives", "--form", "x"], "error: --form: 'x'; allowed: "),
        (
            ["--algorithm", "inverse-derivatives", "--given", "inverse-mass"],
            "error: --given: given beside --algorithm inverse-derivatives",
        ),
        (
            ["--algorithm", "forward-derivatives", "--given", "mass"],
            "error: --given: 'mass' is unknown; allowed: inverse-mass",
        ),
    ],
)
def test_derivatives_that_are_none_are_refused_before_a_tool_is_missed(
    options, message, monkeypatch, capsys
):
    def missing(name):
        raise AssertionError(f"{name} was looked for")

    monkeypatch.setattr(command, "tool", missing)
    assert run("machado_2r", *options) == 2
    told = capsys.readouterr().err
    assert told.startswith(message)
    assert told.count("\n") == 1


def test_motors_that_an_arm_has_not_are_refused(capsys):
    assert run("iiwa14", "--actuators") == 2
    assert capsys.readouterr().err.startswith("error: --actuators: LBR iiwa 14 has no actuators")


def test_derivatives_that_are_chosen_are_all_that_is_put_on_the_device(tmp_path):
    found = {}
    for outputs in ("torque,position,rate,mass", "mass"):
        file = tmp_path / f"{outputs}.json"
        options = ["--algorithm", "inverse-derivatives", "--outputs", outputs, "--ii", "4"]
        run("machado_2r", *options, "--json", str(file))
        found[outputs] = json.loads(file.read_text())
    every, mass = found.values()
    assert every["algorithm"] == mass["algorithm"] == "inverse-derivatives"
    assert mass["latency_cycles"] < every["latency_cycles"]


def test_a_design_too_big_is_told_before_any_tool_runs(tools, capsys):
    assert run("puma560", "--device", "ecp5-25f") == 2
    told = capsys.readouterr().err
    start = "error: --device ecp5-25f: 112 multipliers are needed at --ii 1; allowed: 28 of them, "
    assert told.startswith(start)
    enough = int(told.removeprefix(f"{start}from --ii ").removesuffix(" on\n"))
    robot = load_robot("puma560")
    needed = [
        synthesis.multipliers(build_array(robot, initiation_interval=interval))
        for interval in (enough - 1, enough)
    ]
    assert needed[1] <= 28 < needed[0]
    assert tools == []


def test_what_the_placer_has_no_room_for_is_told(monkeypatch, capsys):
    def full(*_, **__):
        raise NoRoom("no Bels remaining")

    monkeypatch.setattr(synthesis, "placed", full)
    assert run("machado_2r") == 2
    assert "the design does not fit (no Bels remaining)" in capsys.readouterr().err


def test_without_a_placer_cells_are_counted_and_no_clock_is_told(tools, tmp_path, capsys):
    report = tmp_path / "r.json"
    assert run("machado_2r", "--device", "xc7-estimate", "--json", str(report)) == 0
    assert tools == []
    found = json.loads(report.read_text())
    assert found["estimate"] is True
    assert [found[name] for name in ("clock_mhz", "latency_ns", "vectors_per_second")] == [None] * 3
    assert found["tools"] == ["yosys 9"]
    used = {name: each["used"] for name, each in found["resources"].items()}
    assert used == {"lut": 3 + 4, "ff": 2, "mult": 1, "bram": 2}
    assert found["resources"]["mult"]["available"] == 240
    assert "not known: no open tool places this here" in capsys.readouterr().out


def test_a_folder_gets_what_runs_the_tools_again(tmp_path):
    folder = tmp_path / "new" / "folder"
    assert run("machado_2r", "--seeds", "3", "--quick", "-o", str(folder)) == 0
    names = ["netlist.il", "netlist.json", "place.sh", "synth.ys", "synthesis.json"]
    assert sorted(path.name for path in folder.iterdir()) == names
    placing = (folder / "place.sh").read_text().splitlines()
    assert placing[2] == "yosys -s synth.ys"
    assert placing[3].startswith("nextpnr-ecp5 --json netlist.json ")
    assert "--seed 2 " in placing[3]
    assert "--no-route" in placing[3]
    assert (folder / "netlist.il").read_text().count("MULT18X18D") > 0
    assert "write_json netlist.json" in (folder / "synth.ys").read_text()
    assert json.loads((folder / "synthesis.json").read_text())["clock_mhz"] == 210.0


def test_a_device_without_a_placer_gets_no_placing(tmp_path):
    assert run("machado_2r", "--device", "gowin-gw2a-18", "-o", str(tmp_path)) == 0
    assert not (tmp_path / "place.sh").exists()
    assert "MULT18X18\n" in (tmp_path / "netlist.il").read_text().replace(" ", "\n")


def test_a_folder_that_cannot_be_is_refused_before_any_work(tools, tmp_path):
    (tmp_path / "place.sh").mkdir()
    assert run("machado_2r", "-o", str(tmp_path)) == 2
    assert tools == []
    assert [path.name for path in tmp_path.iterdir()] == ["place.sh"]


def test_spare_blocks_take_constants_as_far_as_they_go(tmp_path):
    blocks = {}
    for options in ([], ["--spare-blocks"]):
        folder = tmp_path / str(len(options))
        arguments = ["--device", "ecp5-25f", "--quick", "-o", str(folder), *options]
        assert run("machado_2r", *arguments) == 0
        blocks[len(options)] = (folder / "netlist.il").read_text().count("cell \\MULT18X18D ")
    assert blocks == {0: 10, 1: 12}


def test_a_board_gets_its_bitstream(tools, tmp_path, capsys):
    pytest.importorskip("amaranth_boards")
    folder = tmp_path / "board"
    assert run("machado_2r", "--board", "ulx3s-85f", "--seeds", "2", "-o", str(folder)) == 0
    assert tools == [("ulx3s-85f", 25.0, seed, True) for seed in (1, 2, 2)]
    assert (folder / "design.config").read_text() == "of seed 2"
    assert (folder / "design.bit").read_bytes() == b"2 dees fo"
    assert "LOCATE COMP" in (folder / "board.lpf").read_text()
    placing = (folder / "place.sh").read_text().splitlines()
    assert placing[3].endswith("--lpf board.lpf --textcfg design.config")
    assert placing[4] == "ecppack --compress --input design.config --bit design.bit"
    assert "210.0 MHz, routed; asked for 25 MHz" in capsys.readouterr().out
    assert json.loads((folder / "synthesis.json").read_text())["device"] == "ulx3s-85f"


def test_a_board_that_is_not_routed_gets_no_bitstream(tmp_path):
    pytest.importorskip("amaranth_boards")
    assert run("machado_2r", "--board", "ulx3s-85f", "--quick", "-o", str(tmp_path)) == 0
    assert not (tmp_path / "design.bit").exists()
