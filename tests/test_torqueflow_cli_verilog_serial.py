"""`torqueflow verilog --serial` and `--board`: what is written, and what cannot be."""

import json
import re
import subprocess
from pathlib import Path

import pytest

import hdl.parts
from dataflow.build import build_array
from golden.load import load_robot
from hdl.serial.frames import answer_frame, request_frame
from hdl.simulate.tools import tools_on_path
from torqueflow.cli.main import main

BLOCK = Path(hdl.parts.__file__).parent / "ecp5_multiplier.v"


def write(folder, options):
    with pytest.raises(SystemExit) as ended:
        main(["verilog", "machado_2r", "--width", "12", "-o", str(folder), *options.split()])
    assert ended.value.code == 0
    return folder


def lint(*arguments):
    with tools_on_path():
        done = subprocess.run(
            ["verilator", "--lint-only", "-Wall", *map(str, arguments)],
            capture_output=True, text=True,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture(scope="module")
def on_a_line(tmp_path_factory):
    folder = tmp_path_factory.mktemp("line")
    return write(folder, "--name arm --serial --clock 48 --baud 1000000")


def test_the_machine_on_a_line_is_written_beside_the_bare_one(on_a_line):
    assert sorted(file.name for file in on_a_line.iterdir()) == [
        "arm.json", "arm.sv", "arm_serial.sv",
    ]  # fmt: skip
    text = (on_a_line / "arm_serial.sv").read_text()
    ports = re.search(r"^module arm_serial\(([^)]*)\);", text, re.M)[1]
    assert {name.strip() for name in ports.split(",")} == {"clk", "rst", "rx", "tx", "dropped"}


def test_verilator_and_icarus_have_nothing_to_say_of_it(on_a_line):
    source = on_a_line / "arm_serial.sv"
    lint(source)
    done = subprocess.run(
        ["iverilog", "-g2012", "-t", "null", "-s", "arm_serial", source],
        capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_sheet_has_the_frames_that_a_host_of_the_same_options_writes(on_a_line):
    told = json.loads((on_a_line / "arm.json").read_text())["serial"]
    design = build_array(load_robot("machado_2r"), width=12)  # without the name
    assert (told["module"], told["clock_hz"], told["baud"]) == ("arm_serial", 48e6, 1_000_000)
    assert told["cycles_a_bit"] == 48
    for name, frame in (("request", request_frame(design)), ("answer", answer_frame(design))):
        assert told[name]["crc_goes_on_from"] == frame.start
        assert told[name]["line_bytes"] == len(frame.packed(7, bytes(frame.set_bytes)))


@pytest.mark.slow
def test_a_board_s_top_comes_with_its_pins(tmp_path):
    pytest.importorskip("amaranth_boards")
    folder = write(tmp_path / "new", "--board ulx3s-85f")
    top = "torque_array_ulx3s_85f"
    assert sorted(file.name for file in folder.iterdir()) == [
        "torque_array.json", "torque_array.sv", f"{top}.lpf", f"{top}.sv",
    ]  # fmt: skip
    assert 'LOCATE COMP "uart_rx" SITE "M1";' in (folder / f"{top}.lpf").read_text()
    told = json.loads((folder / "torque_array.json").read_text())["serial"]
    assert (told["clock_hz"], told["baud"], told["cycles_a_bit"]) == (25e6, 115_200, 217)
    # The models' own lines, of which each cell uses some, are not at issue.
    waived = tmp_path / "models.vlt"
    models = [BLOCK, Path("tests/rtl/ulx3s_cells.v")]
    rules = "".join(f'lint_off -file "*{model.name}"\n' for model in models)
    waived.write_text(f"`verilator_config\n{rules}")
    lint(waived, "--top-module", "pins", folder / f"{top}.sv", *models)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--clock 25", "--clock: given without --serial; allowed: --serial beside it"),
        ("--baud 9600", "--baud: given without --serial; allowed: --serial beside it"),
        ("--serial --clock 0", "--clock: 0 MHz; allowed: more than 0, up to 10000"),
        ("--serial --clock nan", "--clock: nan MHz"),
        ("--serial --baud 0", "--baud: 0; allowed: 1 to 100000000"),
        ("--serial --baud 10000000", "rate: 1e+07 bits/s at 2.5e+07 Hz; allowed: above 0, up to "),
        ("--serial --clock 1 --baud 230400", "rate: 230400 bits/s, 250000 at 1e+06 Hz; allowed: 2"),
        ("--serial --board ulx3s-85f", "--serial: given beside --board, which has a line"),
        ("--board ulx3s-85f --clock 25", "--clock: given beside --board, which has its own"),
        ("--board icebreaker", "--board: 'icebreaker'; allowed: ulx3s-85f"),
        ("--serial --tag 4", "--serial or --board: given beside --beats or --tag"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_written(options, said, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["verilog", "machado_2r", "-o", str(tmp_path / "new"), *options.split()])
    told = capsys.readouterr().err
    assert (ended.value.code, told.count("\n")) == (2, 1)
    assert told.startswith(f"error: {said}")
    assert not (tmp_path / "new").exists()
