"""Choices in an ECP5's wide multiplexers, in Icarus, against what each phase says."""

import random
import subprocess

import pytest
from amaranth.back import rtlil
from amaranth.hdl import Module, Mux, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.parts.choice import Arm, Choice, Filling, Phases
from hdl.parts.ecp5_choice import chosen
from hdl.verilog import verilog_of
from tests.ecp5_cells import MULTIPLEXERS, RESET_REGISTERS

CELLS = """
module LUT4 #(parameter [15:0] INIT = 0) (input A, B, C, D, output Z);
  assign Z = INIT[{D, C, B, A}];
endmodule
"""


class Chooser(wiring.Component):
    """A choice, and the phase that it goes by."""

    def __init__(self, interval, widths, of_phase, constants, inverted, busy):
        self.interval, self.of_phase, self.busy = interval, of_phase, busy
        self.constants, self.inverted = constants, inverted
        shifted = [w + k % 3 for k, w in enumerate(widths)]
        bits = max([*shifted, *((v.bit_length() + 1) for v in constants.values())])
        members = {f"i{k}": In(signed(w)) for k, w in enumerate(widths)}
        self.widths = widths
        super().__init__({**members, "o": Out(signed(bits))})

    def elaborate(self, platform):
        m = Module()
        phase = Signal(range(self.interval))
        m.d.sync += phase.eq(Mux(phase == self.interval - 1, 0, phase + 1))
        arms = tuple(
            Arm(
                getattr(self, f"i{k}").shift_left(k % 3),
                tuple(p for p, arm in self.of_phase.items() if arm == k),
                k % 3,
                None if self.busy[k] is None else Filling(self.busy[k]),
            )
            for k in range(len(self.widths))
        )
        phases = Phases(m, phase, self.interval)
        choice = Choice("c", len(self.o), arms, self.constants, frozenset(self.inverted))
        m.d.comb += self.o.eq(chosen(m, phases, choice))
        return m


def played(folder, part, cycles):
    text = verilog_of(rtlil.convert(part, name="part", emit_src=False))
    names = [f"i{k}" for k in range(len(part.widths))]
    wires = "\n".join(f"reg signed [{w - 1}:0] i{k};" for k, w in enumerate(part.widths))
    steps = "\n".join(
        "".join(f"i{k} = {v}; " for k, v in enumerate(values))
        + '#1 $display("%0d", o); clk = 1; #1 clk = 0;'
        for values in cycles
    )
    links = ", ".join(f".{n}({n})" for n in ["clk", *names, "o"])
    bench = f"""module bench; reg clk = 0; {wires} wire signed [{len(part.o) - 1}:0] o;
part it(.rst(1'b0), {links}); initial begin {steps} end endmodule"""
    (folder / "part.sv").write_text(text)
    (folder / "bench.sv").write_text(bench + CELLS + MULTIPLEXERS + RESET_REGISTERS)
    subprocess.run(
        ["iverilog", "-g2012", "-o", "run", "bench.sv", "part.sv"], cwd=folder, check=True
    )
    done = subprocess.run(["vvp", "run"], cwd=folder, check=True, capture_output=True, text=True)
    return [int(line) for line in done.stdout.split()]


SHAPES = [(12, 16), (24, 18), (1, 3)]
MORE_SHAPES = [(1, 0), (2, 0), (3, 5), (5, 0), (7, 2), (16, 0), (21, 4), (39, 1)]


@pytest.mark.parametrize(
    ("arms", "constants"),
    [*SHAPES, *(pytest.param(*shape, marks=pytest.mark.slow) for shape in MORE_SHAPES)],
)
def test_each_phase_gets_its_own(tmp_path, arms, constants):
    rng = random.Random(arms)
    widths = [rng.randint(3, 9) for _ in range(arms)]
    phases = list(range(2 * arms + constants + 2))
    rng.shuffle(phases)
    of_phase = {phase: k // 2 for k, phase in enumerate(phases[: 2 * arms])}
    values = {phase: rng.randint(-90, 90) for phase in phases[2 * arms : -2]}
    told = [*of_phase, *values]
    inverted = rng.sample(told, len(told) // 3)
    # Two of three are registers that are other than zero up to a reading only.
    busy = [
        None if k % 3 == 0 else frozenset(q % len(phases) for p in read for q in (p, p - 1))
        for k in range(arms)
        for read in [[p for p, arm in of_phase.items() if arm == k]]
    ]
    part = Chooser(len(phases), widths, of_phase, values, inverted, busy)
    cycles = [
        [
            rng.randrange(-(1 << (w - 1)), 1 << (w - 1))
            if which is None or cycle % len(phases) in which
            else 0
            for w, which in zip(widths, busy, strict=True)
        ]
        for cycle in range(2 * len(phases))
    ]
    found = played(tmp_path, part, cycles)
    for cycle, (got, now) in enumerate(zip(found, cycles, strict=True)):
        phase = cycle % len(phases)
        if phase in told:
            k = of_phase.get(phase)
            value = values[phase] if k is None else now[k] << k % 3
            assert got == (~value if phase in inverted else value), (cycle, phase)
