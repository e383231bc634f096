import functools
import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest

from dataflow.build import build_array
from golden.generators import planar, random_robot
from golden.load import load_robot
from hdl.machine import layout
from hdl.simulate.tools import tools_on_path
from hdl.verilog import netlist_of, sheet, verilog_of

DESIGNS = {
    "planar": lambda: build_array(planar(1), width=12),
    "machado": lambda: build_array(load_robot("machado_2r"), "lagrangian", 16, 3),
    "RP": lambda: build_array(random_robot(np.random.default_rng(3), 2, joint_types="RP")),
    "lone": lambda: build_array(planar(1), width=12, initiation_interval=40),
}
"""One of the least, one with shared multipliers, one with a slide, one with a queue of one set."""


@functools.cache
def design_of(name):
    return DESIGNS[name]()


@functools.cache
def text_of(name):
    return verilog_of(netlist_of(design_of(name)))


def ports_of(text):
    """Direction and width of each port of the top module."""
    body = re.search(r"^module torque_array\((.*?)\);(.*?)^endmodule", text, re.M | re.S)
    names = [name.strip() for name in body[1].split(",")]
    found = re.findall(r"^\s*(input|output)\s+(?:\[(\d+):0\]\s*)?(\w+)\s*;", body[2], re.M)
    ports = {name: (way, int(high or 0) + 1) for way, high, name in found}
    assert sorted(ports) == sorted(names)
    return ports


@pytest.mark.parametrize("name", DESIGNS)
def test_the_sheet_names_the_modules_ports(name):
    ports = ports_of(text_of(name))
    told = sheet(design_of(name))
    assert told["module"] == "torque_array"
    i, o = told["input"], told["output"]
    assert ports == {
        told["clock"]: ("input", 1),
        told["reset"].split()[0]: ("input", 1),
        i["valid"]: ("input", 1),
        i["ready"]: ("output", 1),
        i["payload"]: ("input", i["payload_bits"]),
        o["valid"]: ("output", 1),
        o["ready"]: ("input", 1),
        o["payload"]: ("output", o["payload_bits"]),
    }


@pytest.mark.parametrize("name", DESIGNS)
def test_the_sheets_bits_slice_the_payload(name):
    design = design_of(name)
    rng = np.random.default_rng(1)
    for ports, side in ((design.inputs, "input"), (design.outputs, "output")):
        told = sheet(design)[side]
        assert [field["name"] for field in told["fields"]] == [port.name for port in ports]
        values = [int(rng.integers(p.format.lowest, p.format.highest)) for p in ports]
        numbers = {p.name: v * p.format.resolution for p, v in zip(ports, values, strict=True)}
        word = layout(ports).const(numbers).as_value().value
        for port, value, field in zip(ports, values, told["fields"], strict=True):
            high, low = field["bits"]
            assert high - low + 1 == port.format.width
            raw = word >> low & ((1 << high - low + 1) - 1)
            assert raw == value & ((1 << port.format.width) - 1)
            assert field["resolution"] * value == numbers[port.name]
            assert (field["joint"], field["unit"]) == (port.joint, port.unit)
            assert field["format"] == str(port.format)
        assert told["payload_bits"] == 1 + max(field["bits"][0] for field in told["fields"])


def test_the_sheet_is_json_and_tells_the_timing():
    design = design_of("machado")
    told = json.loads(json.dumps(sheet(design)))
    assert told == sheet(design)
    assert told["latency_cycles"] == design.latency
    assert (told["ii"], told["robot"], told["algorithm"]) == (3, design.robot, "lagrangian")
    assert told["reset"] == "rst (synchronous, active high)"


@pytest.mark.parametrize("name", DESIGNS)
def test_icarus_reads_it_without_a_word(name, tmp_path):
    source = tmp_path / "array.sv"
    source.write_text(text_of(name))
    done = subprocess.run(
        [
            "iverilog",
            "-g2012",
            "-Wall",
            "-Wno-timescale",
            "-t",
            "null",
            "-s",
            "torque_array",
            str(source),
        ],
        capture_output=True,
        text=True,
    )
    said = (done.stdout + done.stderr).splitlines()
    assert said == []
    assert done.returncode == 0


@pytest.mark.parametrize("name", DESIGNS)
def test_verilator_finds_nothing_to_warn_of(name, tmp_path):
    source = tmp_path / "torque_array.sv"
    source.write_text(text_of(name))
    assert re.findall("lint_off.*", text_of(name)) == ["lint_off DECLFILENAME"]
    with tools_on_path():
        done = subprocess.run(
            ["verilator", "--lint-only", "-Wall", str(source)], capture_output=True, text=True
        )
    assert [line for line in done.stdout.splitlines() if not line.startswith("- ")] == []
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize("name", DESIGNS)
def test_ports_of_stages_are_named_after_what_they_carry(name):
    design, text = design_of(name), text_of(name)
    for stage in design.stages:
        ports = re.search(rf"^module \\torque_array\.{stage.name} \((.*?)\);", text, re.M)
        assert ports is not None
        told = set(ports[1].replace(" ", "").split(","))
        operations = design.operations
        inputs = {f"i_{operations[index].name}" for index in stage.inputs}
        outputs = {operations[index].name for index in stage.outputs}
        # Results that are always equal are one net, under the name of either.
        assert told <= {"clk", "rst", "phase"} | inputs | outputs


@pytest.mark.parametrize("name", DESIGNS)
def test_combinational_blocks_run_at_time_zero_too(name):
    """Icarus 11 may never run an ``always @*`` without a changing input."""
    assert "always @*" not in text_of(name)
    assert "always @(*)" not in text_of(name)


@pytest.mark.parametrize("name", DESIGNS)
def test_no_signal_is_without_bits(name):
    """Verilog has none: ``[-1:0]`` is two bits, here without a driver."""
    assert "[-1:0]" not in text_of(name)


def test_every_stage_is_a_module_with_named_results():
    design, text = design_of("RP"), text_of("RP")
    for stage in design.stages:
        body = re.search(
            rf"^module \\?torque_array\.{stage.name} ?\((.*?)^endmodule", text, re.M | re.S
        )
        assert body is not None, stage.name
        for operation in stage.operations:
            assert re.search(rf"\b{operation.name}\b", body[1]), operation.name


def test_the_text_is_the_same_each_time():
    assert verilog_of(netlist_of(DESIGNS["planar"]())) == text_of("planar")


def test_the_text_does_not_depend_on_hash_seeds():
    program = (
        "from dataflow.build import build_array\n"
        "from golden.load import load_robot\n"
        "from hdl.verilog import netlist_of, verilog_of\n"
        "design = build_array(load_robot('machado_2r'), 'lagrangian', 16, 3)\n"
        "print(verilog_of(netlist_of(design)), end='')\n"
    )
    environment = {
        **os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": os.pathsep.join(sys.path),
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment
    )
    assert done.stdout == text_of("machado"), done.stderr


def test_no_place_on_the_maker_s_disk_is_told():
    assert "src" not in netlist_of(design_of("planar"))
    assert os.getcwd() not in text_of("planar")
    assert "attribute" not in text_of("planar")
    assert "(* src" not in text_of("planar")


def test_yosys_s_complaint_is_told():
    with pytest.raises(RuntimeError, match=r"Yosys could not write the Verilog: .*syntax error"):
        verilog_of("nonsense\n")
