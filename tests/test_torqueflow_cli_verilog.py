"""`torqueflow verilog`: the files are enough to build a bench by hand, and how the command ends."""

import functools
import json
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from dataflow.build import build_array, build_ring
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.errors.target import proved
from dataflow.lowering.request import Request
from dataflow.topologies import RING
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from hdl import verilog as hdl_verilog
from torqueflow.cli import main as cli


@functools.cache
def arm():
    return load_robot("machado_2r")


@pytest.fixture
def run(command_line, monkeypatch, tmp_path):
    """Run `verilog` in a folder of its own: (exit status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    return functools.partial(command_line, "verilog")


@pytest.fixture
def quick(monkeypatch):
    """The text of the Verilog is of no interest."""
    monkeypatch.setattr(hdl_verilog, "netlist_of", lambda design: "")
    monkeypatch.setattr(
        hdl_verilog, "verilog_of", lambda netlist: "module torque_array; endmodule\n"
    )


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}


def ports_of(text):
    """Direction and width of the top's ports, by name."""
    header = re.search(r"^module torque_array\(([^)]*)\);(.*?)^endmodule", text, re.S | re.M)
    names = [name.strip() for name in header[1].split(",")]
    found = {}
    for direction, high, name in re.findall(
        r"^\s*(input|output)\s+(?:\[(\d+):0\]\s+)?(\w+);", header[2], re.M
    ):
        found[name] = (direction, int(high or 0) + 1)
    assert sorted(found) == sorted(names)
    return found


def test_files_and_ports(run, tmp_path):
    status, out, err = run("machado_2r", "-o", "rtl/deep")
    assert (status, err) == (0, "")
    folder = tmp_path / "rtl" / "deep"
    assert sorted(path.name for path in folder.iterdir()) == [
        "torque_array.json",
        "torque_array.sv",
    ]
    design = build_array(arm())
    sheet = json.loads((folder / "torque_array.json").read_text("utf-8"))
    assert (sheet["module"], sheet["robot"]) == ("torque_array", "Machado 2R")
    assert (sheet["algorithm"], sheet["ii"]) == ("newton-euler", 1)
    assert sheet["latency_cycles"] == design.latency
    assert ports_of((folder / "torque_array.sv").read_text()) == {
        "clk": ("input", 1),
        "rst": ("input", 1),
        "in_valid": ("input", 1),
        "in_ready": ("output", 1),
        "in_payload": ("input", sheet["input"]["payload_bits"]),
        "out_valid": ("output", 1),
        "out_ready": ("input", 1),
        "out_payload": ("output", sheet["output"]["payload_bits"]),
    }
    for stream, prefix in (("input", "in"), ("output", "out")):
        for signal in ("valid", "ready", "payload"):
            assert sheet[stream][signal] == f"{prefix}_{signal}"
    first, second = out.splitlines()
    assert first.startswith("rtl/deep/torque_array.sv: module torque_array, ")
    assert f"latency {design.latency} clock cycles, initiation interval 1" in first
    assert second.startswith("rtl/deep/torque_array.json: ")


def test_the_fields_fill_the_payload(run, quick, tmp_path):
    run("machado_2r", "-o", "rtl", "--width", 14)
    sheet = json.loads((tmp_path / "rtl" / "torque_array.json").read_text("utf-8"))
    names = ["q1", "q2", "qd1", "qd2", "qdd1", "qdd2"]
    units = ["turn", "turn", "rad/s", "rad/s", "rad/s2", "rad/s2"]
    for stream, expected in (
        ("input", list(zip(names, units, strict=True))),
        ("output", [("tau1", "N m"), ("tau2", "N m")]),
    ):
        position = 0
        fields = sheet[stream]["fields"]
        assert [(field["name"], field["unit"]) for field in fields] == expected
        for k, field in enumerate(fields):
            assert field["joint"] == k % 2 + 1
            high, low = field["bits"]
            assert low == position
            whole, fraction = map(int, re.fullmatch(r"Q(\d+)\.(\d+)", field["format"]).groups())
            assert high - low + 1 == whole + fraction
            assert field["resolution"] == 2.0**-fraction
            position = high + 1
        assert position == sheet[stream]["payload_bits"]
    assert [f["bits"][0] - f["bits"][1] + 1 for f in sheet["input"]["fields"]] == [14] * 6


BENCH = """
`timescale 1ns/1ps
module bench;
  reg clk = 0, rst = 1, valid = 0;
  wire ready, done;
  wire [{outputs}:0] torques;
  integer cycle = 0, taken = -1;
  torque_array dut(.clk(clk), .rst(rst), .in_valid(valid), .in_ready(ready),
    .in_payload({payload}), .out_valid(done), .out_ready(1'b1), .out_payload(torques));
  always #5 clk = ~clk;
  always @(negedge clk) begin
    cycle = cycle + 1;
    if (cycle == 3) rst = 0;
    if (taken >= 0) valid = 0;
    else if (cycle >= 5) begin valid = 1; if (ready) taken = cycle; end
    if (done && taken >= 0) begin $display("%0d %b", cycle - taken, torques); $finish; end
    if (cycle > 500) $finish;
  end
endmodule
"""


def word(values, fields):
    """A payload from numbers, by the sheet alone."""
    payload = 0
    for value, field in zip(values, fields, strict=True):
        high, low = field["bits"]
        scaled = value / (2 * np.pi) if field["unit"] == "turn" else value
        integer = round(scaled / field["resolution"])
        payload |= (integer % (1 << (high - low + 1))) << low
    return payload


def numbers(payload, fields):
    """The numbers in a payload, by the sheet alone."""
    values = []
    for field in fields:
        high, low = field["bits"]
        width = high - low + 1
        integer = payload >> low & (1 << width) - 1
        values.append((integer - (integer >> width - 1 << width)) * field["resolution"])
    return values


@pytest.mark.parametrize("options", [[], ["--topology", "ring", "--ii", 3]])
def test_a_stranger_connects_it_by_its_sheet(run, tmp_path, options):
    """A bench in plain Verilog that knows the two files and nothing else."""
    assert run("machado_2r", "-o", "rtl", *options)[0] == 0
    sheet = json.loads((tmp_path / "rtl" / "torque_array.json").read_text("utf-8"))
    state = [0.7, -1.9, 0.8, -0.6, -0.9, 0.4]
    payload = word(state, sheet["input"]["fields"])
    text = BENCH.format(
        outputs=sheet["output"]["payload_bits"] - 1,
        payload=f"{sheet['input']['payload_bits']}'h{payload:x}",
    )
    (tmp_path / "bench.v").write_text(text)
    compiler, player = shutil.which("iverilog"), shutil.which("vvp")
    built = subprocess.run(
        [compiler, "-g2012", "-o", "bench.vvp", "bench.v", "rtl/torque_array.sv"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert built.returncode == 0, built.stderr
    assert all(": sorry: constant selects" in line for line in built.stderr.splitlines())
    played = subprocess.run(
        [player, "-n", "bench.vvp"], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    latency, bits = played.stdout.split()[:2]
    assert int(latency) == sheet["latency_cycles"]
    torques = numbers(int(bits, 2), sheet["output"]["fields"])
    tau = inverse_dynamics(arm(), *np.array(state).reshape(3, 2))
    # A hundredth of a percent of the limits is what default formats promise.
    np.testing.assert_allclose(torques, tau, rtol=0, atol=1e-4 * 100)


def test_the_ring(run, quick, tmp_path):
    run("machado_2r", "--topology", "ring", "--algorithm", "lagrangian", "-o", "rtl")
    sheet = json.loads((tmp_path / "rtl" / "torque_array.json").read_text("utf-8"))
    assert (sheet["algorithm"], sheet["ii"]) == ("lagrangian", 4)
    assert sheet["latency_cycles"] == build_ring(arm(), "lagrangian").latency


def test_a_second_run_gives_the_same_bytes(run, tmp_path):
    for folder in ("one", "other", "one"):
        assert run("machado_2r", "-o", folder, "--width", 14)[0] == 0
    assert contents(tmp_path / "one") == contents(tmp_path / "other")


def test_what_was_there_is_replaced_as_a_whole(run, quick, tmp_path, monkeypatch):
    folder = tmp_path / "rtl"
    folder.mkdir()
    (folder / "torque_array.sv").write_text("old")
    (folder / "torque_array.json").write_text("old")
    (folder / "mine.v").write_text("mine")
    assert run("machado_2r", "-o", "rtl/")[0] == 0
    assert (folder / "torque_array.sv").read_text().startswith("module torque_array")
    assert json.loads((folder / "torque_array.json").read_text())["module"] == "torque_array"
    assert sorted(path.name for path in folder.iterdir()) == [
        "mine.v",
        "torque_array.json",
        "torque_array.sv",
    ]
    before = contents(folder)

    def stop(netlist):
        raise KeyboardInterrupt

    monkeypatch.setattr(hdl_verilog, "verilog_of", stop)
    assert run("machado_2r", "-o", "rtl", "--width", 14) == (130, "", "interrupted\n")
    assert contents(folder) == before


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["machado_2r", "-o", "file"], "-o: 'file' is a file; allowed: a folder, new or not"),
        (["machado_2r", "-o", "file/rtl"], "-o: 'file/rtl' cannot be made: Not a directory"),
        (["machado_2r", "-o", "taken"], "torque_array.json: is a directory"),
        (["nobody", "-o", "rtl"], "nobody: no arm of that name"),
        (["none.toml", "-o", "rtl"], "none.toml: no such file"),
        (["machado_2r", "-o", "rtl", "--width", 29], "--width: 29 bits; allowed: 12 to 28"),
        (["machado_2r", "-o", "rtl", "--ii", 0], "--ii: 0; allowed: 1 to 1024"),
        (["machado_2r", "-o", "rtl", "--topology", "x"], "--topology: 'x'; allowed: array, ring"),
        (["machado_2r", "-o", "rtl", "--algorithm", "x"], "--algorithm: 'x'; allowed: newton-"),
        (["machado_2r"], "-o: missing; allowed: a folder, new or not, or --show"),
        (["machado_2r", "--show", "done"], "--show: 'done'; allowed: traced, simplified, staged"),
        (["nobody", "--show", "traced"], "nobody: no arm of that name"),
    ],
)
def test_bad_input(run, quick, tmp_path, arguments, problem):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "taken" / "torque_array.json").mkdir(parents=True)
    before = sorted(tmp_path.rglob("*"))
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("error: ")
    assert problem in err
    assert err.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder nobody may write")
def test_an_unwritable_place(run, quick):
    status, out, err = run("machado_2r", "-o", "/proc/rtl")
    assert (status, out) == (2, "")
    assert err.startswith("error: -o: '/proc/rtl' cannot be made: ")
    status, out, err = run("machado_2r", "-o", "/proc")
    assert (status, out) == (2, "")
    assert err.startswith("error: /proc/torque_array.sv: cannot be written: ")


def test_two_machines_of_other_names_are_one_design(tmp_path):
    """No module of one is named as one of the other, so both may be in one FPGA."""
    for name in ("left", "right"):
        with pytest.raises(SystemExit) as ended:
            cli.main(["verilog", "machado_2r", "-o", str(tmp_path), "--name", name])
        assert ended.value.code == 0
    sources = [tmp_path / f"{name}.sv" for name in ("left", "right")]
    modules = [
        set(re.findall(r"^module (\S+?)\s*\(", file.read_text(), re.MULTILINE)) for file in sources
    ]
    assert "left" in modules[0]
    assert not modules[0] & modules[1]
    assert json.loads((tmp_path / "right.json").read_text())["module"] == "right"
    both = ["iverilog", "-g2012", "-o", "both", *map(str, sources)]
    subprocess.run(both, cwd=tmp_path, check=True, capture_output=True)


@pytest.mark.parametrize("name", ["", "2r", "torque-array", "a b", "_x"])
def test_a_name_that_is_none_is_refused(name, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["verilog", "machado_2r", "-o", str(tmp_path / "new"), "--name", name])
    assert ended.value.code == 2
    assert "error: --name: " in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def ring_bounds(effort):
    request = Request(arm(), NEWTON_EULER, RING)
    return [each.bound for each in proved(request, effort).bounds]


def test_the_sheet_tells_what_is_proved(tmp_path):
    with pytest.raises(SystemExit) as ended:
        cli.main(["verilog", "machado_2r", "-o", str(tmp_path), "--topology", "ring"])
    assert ended.value.code == 0
    sheet = json.loads((tmp_path / "torque_array.json").read_text("utf-8"))
    design = build_ring(arm())
    assert (sheet["width"], sheet["topology"]) == (18, "ring")
    assert sheet["queue_depth"] == design.queue_depth
    assert sheet["version"].startswith("torqueflow ")
    assert sheet["proof_effort"] == 1
    bounds = ring_bounds(1)
    for field, port, bound in zip(sheet["output"]["fields"], design.outputs, bounds, strict=True):
        assert field["error_bound"] == bound < design.knowledge[port.operation].error
        assert (field["limit"], field["signed"]) == (port.limit, True)
    assert all("error_bound" not in field for field in sheet["input"]["fields"])
