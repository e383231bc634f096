"""A template that compiles as it is, constraints and a FuseSoC core that name what is there."""

import ast
import json
import os
import re
import subprocess
import sys

import pytest
import yaml

from hdl.simulate.tools import tools_on_path
from torqueflow.cli.main import main


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("project")
    command = "verilog machado_2r --width 12 --name arm --axi 64 --project 125 -o"
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), str(folder)])
    assert ended.value.code == 0
    return folder


def test_all_files_are_there_and_no_others(written):
    endings = (
        ".core", ".json", ".sdc", ".sv", "_axi.sv", "_litex.py", "_template.v",
    )  # fmt: skip
    assert sorted(file.name for file in written.iterdir()) == sorted(f"arm{e}" for e in endings)


def test_the_template_is_an_instance(written, tmp_path):
    template = (written / "arm_template.v").read_text()
    top = tmp_path / "top.sv"
    top.write_text(f"module top(input clk, input rst);\n{template}\nendmodule\n")
    sources = [str(top), str(written / "arm.sv")]
    done = subprocess.run(
        ["iverilog", "-g2012", "-Wall", "-Wno-timescale", "-t", "null", "-s", "top", *sources],
        capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    for field in json.loads((written / "arm.json").read_text())["input"]["fields"]:
        assert f" in_{field['name']};" in template


def test_the_core_file_names_files_that_are_there(written):
    text = (written / "arm.core").read_text()
    assert text.startswith("CAPI=2:\n")
    core = yaml.safe_load(text.split("\n", 1)[1])
    files = [name for each in core["filesets"].values() for file in each["files"] for name in file]
    assert all((written / name).exists() for name in files)
    assert core["targets"]["default"]["toplevel"] == "arm"
    assert core["targets"]["lint"]["tools"]["verilator"]["verilator_options"] == ["-Wall"]


def test_the_constraints_have_the_clock_s_period(written):
    assert "create_clock -name clk -period 8.000" in (written / "arm.sdc").read_text()


def test_the_litex_module_names_ports_that_are_there(written):
    tree = ast.parse((written / "arm_litex.py").read_text())
    instance = next(
        node for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Instance"
    )  # fmt: skip
    assert ast.literal_eval(instance.args[0]) == "arm"
    connected = {word.arg.partition("_")[2] for word in instance.keywords}
    text = (written / "arm.sv").read_text()
    ports = re.search(r"^module arm\(([^)]*)\);", text, re.M)[1]
    assert connected == {name.strip() for name in ports.split(",")}
    for keyword in instance.keywords:
        direction = {"i": "input", "o": "output"}[keyword.arg[0]]
        assert re.search(rf"^  {direction} (\[\d+:0\] )?{keyword.arg[2:]};", text, re.M)
    sheet = json.loads((written / "arm.json").read_text())
    layouts = {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in tree.body if isinstance(node, ast.Assign)
    }  # fmt: skip
    for name, side in (("INPUTS", "input"), ("RESULTS", "output")):
        told = [(f["name"], f["bits"][0] - f["bits"][1] + 1) for f in sheet[side]["fields"]]
        assert [(field, width) for field, (width, _) in layouts[name]] == told
        assert all(is_signed for _, (_, is_signed) in layouts[name])


@pytest.mark.slow
def test_the_litex_module_elaborates_around_the_core(written, tmp_path, monkeypatch):
    pytest.importorskip("litex")
    top = """
import sys
from pathlib import Path
from arm_litex import INPUTS, RESULTS, Arm
from litex.gen.fhdl.verilog import convert
from migen import ClockDomain, Module

class Platform:
    sources = []
    def add_source(self, source): self.sources.append(source)

class Top(Module):
    def __init__(self):
        self.clock_domains.cd_sys = ClockDomain()
        self.submodules.core = Arm(Platform())

made = Top()
pins = {made.cd_sys.clk, made.cd_sys.rst, *made.core.sink.flatten(), *made.core.source.flatten()}
Path("top.v").write_text(str(convert(made, ios=pins, name="top")))
assert [Path(source).is_file() for source in Platform.sources] == [True]
"""
    environment = {**os.environ, "PYTHONPATH": str(written)}
    subprocess.run([sys.executable, "-c", top], cwd=tmp_path, env=environment, check=True)
    with tools_on_path():
        done = subprocess.run(
            [
                "verilator", "--lint-only", "-Wno-fatal", "--top-module", "top",
                str(tmp_path / "top.v"), str(written / "arm.sv"),
            ],
            capture_output=True, text=True,
        )  # fmt: skip
    # Widths of ports and of what is on them agree, and every pin of the instance is there.
    assert done.returncode == 0, done.stderr
    assert not {"WIDTH", "PINMISSING", "PINNOTFOUND"} & set(
        re.findall(r"%Warning-([A-Z]+?)(?:TRUNC|EXPAND)?:", done.stderr)
    )


def test_the_machine_on_axi_is_without_a_warning_too(written):
    with tools_on_path():
        done = subprocess.run(
            ["verilator", "--lint-only", "-Wall", str(written / "arm_axi.sv")],
            capture_output=True, text=True,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads((written / "arm.json").read_text())["axi"]
    assert (told["module"], told["input"]["beats"], told["output"]["beats"]) == ("arm_axi", 2, 1)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--axi", "48"), "--axi: '48'; allowed: set, 32, 64, 128"),
        (("--project", "0"), "--project: 0; allowed: 1 to 10000, MHz"),
        (("--project", "nan"), "--project: nan; allowed: 1 to 10000, MHz"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_written(options, said, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["verilog", "machado_2r", "-o", str(tmp_path / "new"), *options])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
