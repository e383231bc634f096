"""Rows of stages: the emulator's values of one set, kept when it has gone by."""

import re
import subprocess

import numpy as np
import pytest

from dataflow.beats import planned_beats, with_beats
from dataflow.build import build_array, build_ring
from dataflow.operators import Operator
from emulator.systolic import SystolicArray
from golden.load import load_robot
from hdl.beats import INNER, beats_netlist
from hdl.bench.files import words
from hdl.simulate.rows import rows_of, scope_of, with_rows
from hdl.simulate.stage_rows import StageRow, stage_rows_of, with_stage_rows
from hdl.simulate.views import view_of
from hdl.verilog import netlist_of, sheet, verilog_of

ARM = load_robot("machado_2r")
BENCH = """
module bench;
  reg clk = 0, rst = 1, valid = 0;
  reg [{top}:0] payload = {word};
  {module} dut (.clk(clk), .rst(rst), .in_valid(valid), .in_payload(payload), .out_ready(1'b1),
    .in_ready(), .out_valid(), .out_payload());
  always #5 clk = !clk;
  initial begin
    repeat (2) @(negedge clk);
    rst = 0;
    repeat (2) @(negedge clk);
    while (!dut.in_ready) @(negedge clk);
    valid = 1; @(negedge clk); valid = 0; payload = ~payload;
    repeat ({cycles}) @(negedge clk);
    $display("{formats}", {rows});
    $finish;
  end
endmodule
"""


@pytest.mark.slow
@pytest.mark.parametrize(("build", "interval"), [(build_array, 1), (build_ring, 4)])
def test_each_row_is_the_emulators_value_of_the_set_that_went_by(build, interval, tmp_path):
    design = build(ARM, "newton-euler", 14, interval)
    verilog = verilog_of(netlist_of(design))
    rows = stage_rows_of(design, verilog)
    computed = [o for stage in design.stages for o in stage.operations if o.ready > 0]
    moving = [o for o in computed if o.operator is not Operator.CONSTANT]
    assert len(rows) > 0.8 * len(moving)  # a value that is a part of another has no wires
    low = np.array([port.format.lowest for port in design.inputs])
    integers = np.random.default_rng(3).integers(low, -low, (1, len(low)))
    bench = BENCH.format(
        top=sheet(design)["input"]["payload_bits"] - 1, module=design.module,
        word=f"{sheet(design)['input']['payload_bits']}'h{words(design.inputs, integers).strip()}",
        cycles=design.latency + 8, formats="%.17g " * len(rows),
        rows=", ".join(f"dut.{row.scope}.{row.name}" for row in rows),
    )  # fmt: skip
    (tmp_path / "rows.sv").write_text(with_stage_rows(verilog, design, rows) + bench)
    program = tmp_path / "rows.vvp"
    subprocess.run(["iverilog", "-g2012", "-o", program, tmp_path / "rows.sv"], check=True)
    done = subprocess.run(["vvp", program], check=True, capture_output=True, text=True)
    found = [float(word) for word in re.findall(r"\S+", done.stdout.splitlines()[0])]
    places = {operation.name: operation.index for operation in design.operations}
    values = SystolicArray(design).node_values(integers)
    steps = [design.operations[places[row.name]].format.resolution for row in rows]
    assert found == [
        float(values[places[row.name]][0]) * step for row, step in zip(rows, steps, strict=True)
    ]


@pytest.mark.slow
def test_rows_of_a_machine_with_beats_are_those_of_the_machine_within(tmp_path):
    plain = build_array(ARM, "newton-euler", 14, 4)
    beats = planned_beats(plain, "words", 3)
    design = with_beats(plain, beats)
    verilog = verilog_of(beats_netlist(design, beats))
    ports, inner = rows_of(design), stage_rows_of(design, verilog, INNER)
    assert inner
    low = np.array([port.format.lowest for port in design.inputs])
    integers = np.random.default_rng(4).integers(low, -low, (1, len(low)))
    bits = sheet(design)["input"]["payload_bits"] + beats.tag
    shown = [f"dut.{scope_of(row.side)}.{row.name}" for row in ports]
    shown += [f"dut.{row.scope}.{row.name}" for row in inner]
    bench = BENCH.format(
        top=bits - 1, module=design.module,
        word=f"{bits}'h{words(design.inputs, integers).strip()}", cycles=design.latency + 16,
        formats="%.17g " * len(shown), rows=", ".join(shown),
    )  # fmt: skip
    text = with_stage_rows(with_rows(verilog, design, ports, INNER), design, inner, INNER)
    (tmp_path / "rows.sv").write_text(text + bench)
    program = tmp_path / "rows.vvp"
    subprocess.run(["iverilog", "-g2012", "-o", program, tmp_path / "rows.sv"], check=True)
    done = subprocess.run(["vvp", program], check=True, capture_output=True, text=True)
    found = [float(word) for word in done.stdout.splitlines()[0].split()]
    emulated = SystolicArray(design)
    edges = np.hstack([integers, emulated.outputs(integers)])[0]
    expected = [value * row.step for value, row in zip(edges.tolist(), ports, strict=True)]
    values = emulated.node_values(integers)
    places = {operation.name: operation.index for operation in design.operations}
    expected += [float(values[places[row.name]][0]) * row.step for row in inner]
    np.testing.assert_allclose(found, expected, rtol=1e-14, atol=0)


STAND_IN = """
module {module}(input clk);
{outside}  reg [{top}:0] under_way ;
  {stage} forward_2 ();
endmodule

module {stage} ();
  reg [13:0] F_x_2 ;
  reg [3:0] other ;
endmodule
module bench;
  {module} dut (.clk(1'b0));
  initial begin
    {own}.under_way = 0; {own}.forward_2.F_x_2 = -14'd5; #1;
    {own}.under_way = 1 << {ready} - 2; #1 {own}.forward_2.F_x_2 = 9; #1;
    $display("%g", dut.decoded_forward_2.F_x_2);
    {own}.under_way = 1 << {ready} - 1; #1 $display("%g", dut.decoded_forward_2.F_x_2);
    {own}.forward_2.F_x_2 = -14'd7; #1 $display("%g", dut.decoded_forward_2.F_x_2);
    {own}.under_way = 1 << {ready}; #1 {own}.forward_2.F_x_2 = 11;
    #1 $display("%g", dut.decoded_forward_2.F_x_2);
  end
endmodule
"""


@pytest.mark.parametrize("within", ["", INNER])
def test_a_row_follows_its_wires_in_its_cycle_alone(within, tmp_path):
    design = build_array(ARM, "newton-euler", 14)
    value = next(o for o in design.operations if o.name == "F_x_2")
    assert value.format.width == 14
    path, own, outside = design.module, "dut", ""
    if within:
        path, own = f"{path}.{within}", f"dut.{within}"
        outside = f"\\{path}  {within} (.clk(clk));\nendmodule\nmodule \\{path} (input clk);\n"
    verilog = STAND_IN.format(
        module=design.module, stage=rf"\{path}.forward_2 ", top=design.depth - 1,
        ready=value.ready, own=own, outside=outside,
    )  # fmt: skip
    (row,) = rows = stage_rows_of(design, verilog, within)
    assert (row.scope, row.name, row.ready) == ("decoded_forward_2", "F_x_2", value.ready)
    (tmp_path / "rows.sv").write_text(with_stage_rows(verilog, design, rows, within))
    program = tmp_path / "rows.vvp"
    subprocess.run(
        ["iverilog", "-g2012", "-s", "bench", "-o", program, tmp_path / "rows.sv"], check=True
    )
    done = subprocess.run(["vvp", program], check=True, capture_output=True, text=True)
    step = value.format.resolution
    assert [float(text) for text in done.stdout.split()] == [0, 9 * step, -7 * step, -7 * step]


def test_gtkwave_has_them_in_groups_by_stage(tmp_path):
    design = build_array(ARM, "newton-euler", 14)
    rows = [
        StageRow(stage, name, 18, 3, 0.5)
        for stage, name in (("forward_2", "F_x_2"), ("forward_2", "F_y_2"), ("backward_1", "tau1"))
    ]
    text = view_of(design, (), tmp_path / "run.fst", tmp_path / "run.gtkw", rows)
    told = re.findall(rf"^{design.module}\.decoded_(\w+)\.(\w+)$", text, re.MULTILINE)
    assert told == [(row.stage, row.name) for row in rows]
    assert text.count("forward_2\n") == 2  # where the group begins and where it ends


def test_what_is_no_machine_has_none():
    design = build_array(ARM, "newton-euler", 14)
    assert stage_rows_of(design, "module other;\nendmodule\n") == []
    with pytest.raises(ValueError, match="no module"):
        with_stage_rows("module other;\nendmodule\n", design, [])
