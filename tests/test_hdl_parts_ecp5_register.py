"""Registers of an operand's own, in Icarus on a model of their cell; and who has them."""

import functools
import re
import subprocess

import pytest
from amaranth.back import rtlil
from amaranth.hdl import Module, Mux, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from dataflow.build import build_array
from dataflow.operators import SINGLE
from dataflow.timing.early_operands import is_early, reads_early
from golden.load import load_robot
from hdl.parts.choice import Phases
from hdl.parts.ecp5_register import own_register
from hdl.parts.family import Family
from hdl.stage import StagePipeline
from hdl.verilog import verilog_of
from tests.ecp5_cells import RESET_REGISTERS

MODEL = """
module FD1S3AX #(parameter GSR = "ENABLED") (input D, CK, output reg Q);
  always @(posedge CK) Q <= D;
endmodule
"""
BENCH = """
module bench;
  reg clk = 0; reg signed [4:0] i; wire signed [4:0] a, b;
  part it(.clk(clk), .rst(1'b0), .i(i), .a(a), .b(b));
  initial for (i = -16; i < 15; i = i + 1) begin
    #1 clk = 1; #1 clk = 0; $display("%0d %0d", a, b);
  end
endmodule
"""


class Twice(wiring.Component):
    def __init__(self):
        super().__init__({"i": In(signed(5)), "a": Out(signed(5)), "b": Out(signed(5))})

    def elaborate(self, platform):
        m = Module()
        for port in (self.a, self.b):
            m.d.comb += port.eq(own_register(m, f"held_{port.name}", self.i))
        return m


def test_it_holds_what_it_was_given_a_cycle_ago(tmp_path):
    text = verilog_of(rtlil.convert(Twice(), name="part", emit_src=False))
    assert text.count("FD1S3AX") == 10
    (tmp_path / "part.sv").write_text(text + MODEL + BENCH)
    subprocess.run(
        ["iverilog", "-g2012", "-o", "run", "-s", "bench", "part.sv"], cwd=tmp_path, check=True
    )
    done = subprocess.run(["vvp", "run"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout.split("\n")[:-1] == [f"{k} {k}" for k in range(-16, 15)]


@functools.cache
def pumas():
    return build_array(load_robot("puma560"), target=SINGLE)


@pytest.mark.parametrize("family", [Family.ECP5, None])
def test_what_waits_for_a_products_other_operand_has_one_of_the_products_own(family):
    design = pumas()
    stage = next(stage for stage in design.stages if stage.name == "forward_4")
    widths = [
        design.operations[operand].format.width
        for o in stage.operations
        for position, operand in enumerate(o.operands)
        if reads_early(design, o, position) and not is_early(design, o)
    ]
    part = StagePipeline(design, stage)
    netlist = rtlil.convert(part, name="part", platform=family, emit_src=False)
    assert sum(widths) > 0
    assert netlist.count(r"cell \FD1S3AX") == (sum(widths) if family else 0)


PHASES = """
module bench;
  reg clk = 0, rst = 0; wire [3:0] near, far; integer k, wrong = 0, high = 0;
  part it(.clk(clk), .rst(rst), .near(near), .far(far));
  initial begin
    for (k = 0; k < 400; k = k + 1) begin
      #1 wrong = wrong + (near !== far); high = high + (near != 0);
      #1 clk = 1; #1 clk = 0;
      rst = $random % 16 == 0;
    end
    $display("%0d %0d", wrong, high > 100);
  end
endmodule
"""


class Opening(wiring.Component):
    """What is high in some phases, from registers of their own and from the phases' bits."""

    def __init__(self):
        super().__init__({"near": Out(4), "far": Out(4)})

    def elaborate(self, platform):
        m = Module()
        number = Signal(range(5))
        m.d.sync += number.eq(Mux(number == 4, 0, number + 1))
        phases = Phases(m, number, 5, Family.ECP5)
        for k, those in enumerate([[0], [1, 4], [0, 3], [4]]):
            m.d.comb += [
                self.near[k].eq(phases.opens(f"opens_{k}", those)),
                self.far[k].eq(phases.any_of(those)),
            ]
        return m


def test_what_opens_a_register_is_high_in_its_phases_from_reset_on(tmp_path):
    text = verilog_of(rtlil.convert(Opening(), name="part", emit_src=False))
    assert len(re.findall("FD1S3[IJ]X", text)) == 4
    (tmp_path / "part.sv").write_text(text + RESET_REGISTERS + PHASES)
    subprocess.run(["iverilog", "-g2012", "-o", "run", "part.sv"], cwd=tmp_path, check=True)
    done = subprocess.run(["vvp", "run"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["0", "1"]
