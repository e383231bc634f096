"""A sample top: the core behind two register files, as a small processor would see it.

Run it from the root of the repository: `.venv/bin/python examples/own_top.py`. It writes the core
and a module `top` around it. The processor writes each number of a set into a register of its own,
pulses `start`, waits for `done` and reads the torques; names, widths and places all come from the
core's sheet, so the same few lines fit any robot.
"""

import json
import sys
from pathlib import Path
from typing import Any

import torqueflow as tf

TOP = """\
// Write registers 0 to {last_input}, pulse start, wait for done, read registers 0 to {last_output}.
// A register is {width} bits wide and signed; what its lowest bit is worth:
{registers}
module top (
  input  logic clk,
  input  logic rst,
  input  logic write,
  input  logic [{address}:0] write_address,
  input  logic signed [{msb}:0] write_data,
  input  logic start,
  output logic done,
  input  logic [{address}:0] read_address,
  output logic signed [{msb}:0] read_data
);
  logic signed [{msb}:0] numbers [0:{last_input}];
  logic signed [{msb}:0] results [0:{last_output}];
  logic offered, ready, shown;
  logic [{input_bits}-1:0] payload;
  logic [{output_bits}-1:0] result;

{wires}

  {module} core (
    .clk(clk), .rst(rst),
    .{i_valid}(offered), .{i_ready}(ready), .{i_payload}(payload),
    .{o_valid}(shown), .{o_ready}(1'b1), .{o_payload}(result)
  );

  assign read_data = results[read_address];

  always_ff @(posedge clk) begin
    if (write) numbers[write_address] <= write_data;
    if (start) done <= 1'b0;
    if (start) offered <= 1'b1;
    else if (ready) offered <= 1'b0;
    if (shown) begin
      done <= 1'b1;
{kept}
    end
    if (rst) begin
      offered <= 1'b0;
      done <= 1'b0;
    end
  end
endmodule
"""


def top(sheet: dict[str, Any]) -> str:
    """Return the text of a top for a core with this sheet."""
    inputs, outputs = sheet["input"]["fields"], sheet["output"]["fields"]
    width = max(high - low + 1 for high, low in (f["bits"] for f in [*inputs, *outputs]))
    registers = [
        f"//   {way} {place}: {field['name']}, {field['resolution']:.6g} {field['unit']}"
        for way, fields in (("write", inputs), ("read", outputs))
        for place, field in enumerate(fields)
    ]
    wires = [
        f"  assign payload[{high}:{low}] = numbers[{place}][{high - low}:0];"
        for place, (high, low) in enumerate(field["bits"] for field in inputs)
    ]
    kept = [
        f"      results[{place}] <= $signed(result[{high}:{low}]);"
        for place, (high, low) in enumerate(field["bits"] for field in outputs)
    ]
    ports = {
        f"{letter}_{name}": sheet[way][name]
        for letter, way in (("i", "input"), ("o", "output"))
        for name in ("valid", "ready", "payload")
    }
    return TOP.format(
        last_input=len(inputs) - 1, last_output=len(outputs) - 1, width=width, msb=width - 1,
        address=(max(len(inputs), len(outputs)) - 1).bit_length() - 1,
        input_bits=sheet["input"]["payload_bits"], output_bits=sheet["output"]["payload_bits"],
        registers="\n".join(registers), wires="\n".join(wires), kept="\n".join(kept),
        module=sheet["module"], **ports,
    )  # fmt: skip


def main() -> None:
    """Write the core of a robot, and its top, into a folder."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/own_top")
    machine = tf.design(tf.load("machado_2r"), topology="ring")
    core = machine.verilog(folder)
    sheet = json.loads(core.with_suffix(".json").read_text())
    (folder / "top.sv").write_text(top(sheet))
    print(f"{core} and {folder / 'top.sv'}")


if __name__ == "__main__":
    main()
