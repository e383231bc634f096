"""A board's whole design: its pins in the constraints, and answers on the pins of its UART."""

import dataclasses
import importlib.util
import json
from pathlib import Path

import pytest

import hdl.parts
from common.errors import InputError
from dataflow.build import build_array
from emulator.systolic import SystolicArray
from golden.generators import planar
from hdl.payloads import words
from hdl.serial.frames import answer_frame, request_frame
from hdl.serial.machine import serial_netlist
from hdl.simulate import simulator
from hdl.simulate.simulator import Simulation
from hdl.synth.board_names import BOARDS, board_named
from hdl.synth.boards import board_files
from hdl.verilog import verilog_of
from tests.serial_bench import ANSWERED, CAME, PLAYED, RESET
from torqueflow.report.bench_vectors import bench_vectors

BOARD = BOARDS["ulx3s-85f"]
CYCLES, RATE, TOP = 5, 5_000_000, "torque_array_ulx3s_85f"

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("amaranth_boards") is None, reason="amaranth-boards is not installed"
)


@pytest.fixture(scope="module")
def design():
    return build_array(planar(1), width=12)


@pytest.fixture(scope="module")
def files(design):
    return board_files(design, BOARD, RATE, TOP)


def test_every_port_has_its_place_and_the_clock_its_rate(files):
    lines = files.constraints.splitlines()
    # Of the board's manual: FTDI's transmitted and received data, clock, first button, first lamp.
    for port, site in (
        ("uart_rx", "M1"), ("uart_tx", "L4"), ("clk25", "G2"), ("button_reset", "R1"),
        ("led_dropped", "B2"),
    ):  # fmt: skip
        assert f'LOCATE COMP "{port}" SITE "{site}";' in lines
    assert 'FREQUENCY PORT "clk25" 25000000.0 HZ;' in lines
    assert "__io" not in files.netlist + files.constraints


def test_products_are_in_the_fpga_s_blocks_and_no_source_is_named(files):
    assert "cell \\MULT18X18D " in files.netlist
    assert "\\src " not in files.netlist


@pytest.mark.slow
def test_the_board_answers_on_its_pins_and_nothing_wrong(design, files, tmp_path, monkeypatch):
    inputs, _ = bench_vectors(design, 8)
    told = words(SystolicArray(design).outputs(inputs), design.outputs)
    request, answer = request_frame(design), answer_frame(design)
    sets = words(inputs, design.inputs)
    asked = [request.packed(k, row.tobytes()[: request.set_bytes]) for k, row in enumerate(sets)]
    played = [
        b"".join(asked[:3]).hex(), (b"AT\r\n\0" + asked[3][:8] + b"\0" + asked[4]).hex(), ANSWERED,
        asked[5][:7].hex(), RESET, (asked[5][7:] + asked[6]).hex(),
    ]  # fmt: skip
    task = {"cycles": CYCLES, "pieces": played, "wait": 10 * CYCLES * 2 * answer.line_bytes}
    (tmp_path / "played").write_text(json.dumps(task))
    models = [Path(hdl.parts.__file__).parent / "ecp5_multiplier.v", "tests/rtl/ulx3s_cells.v"]
    text = verilog_of(files.netlist) + "".join(Path(model).read_text() for model in models)
    monkeypatch.setattr(simulator, "verilog_of", lambda netlist: text)
    netlist = serial_netlist(design, CYCLES, "pins")  # counted only
    simulation = Simulation(
        dataclasses.replace(design, module="pins"), "icarus", tmp_path, netlist=netlist
    )
    paths = {PLAYED: str(tmp_path / "played"), CAME: str(tmp_path / "came")}
    simulation.run("tests.serial_bench", paths, tmp_path / "came")
    heard = bytes.fromhex(json.loads((tmp_path / "came").read_text()))
    found = [answer.unpacked(piece) for piece in heard.split(b"\0") if piece]
    right = [0, 1, 2, 4, 6]
    assert found == [(k, told[k].tobytes()[: answer.set_bytes]) for k in right]


def test_a_rate_that_the_board_s_clock_cannot_make_is_refused(design):
    with pytest.raises(InputError, match=r"rate: 1e\+07 bits/s at 2.5e\+07 Hz"):
        board_files(design, BOARD, 10_000_000, TOP)


def test_an_unknown_board_is_refused():
    with pytest.raises(InputError, match="--board: 'ulx4m'; allowed: ulx3s-85f"):
        board_named("ulx4m")


def test_what_installs_the_board_s_pins_is_said(design, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InputError, match="pip install 'torqueflow\\[boards\\]'"):
        board_files(design, BOARD, RATE, TOP)
