"""The files that bring a core into other projects: FuseSoC, LiteX, constraints, an instance."""

from __future__ import annotations

from dataflow.design import Design
from hdl.litex_module import litex_file
from hdl.payloads import bits


def project_files(design: Design, version: str, clock_mhz: float) -> dict[str, str]:
    """Return the files by name.

    ``MODULE.core`` for FuseSoC (CAPI 2), ``MODULE.sdc`` with a clock of ``clock_mhz``,
    ``MODULE_litex.py``, a module for LiteX, and ``MODULE_template.v``, an instance with the wires
    that it needs.
    """
    return {
        f"{design.module}.core": _core(design, version),
        f"{design.module}.sdc": _constraints(design, clock_mhz),
        f"{design.module}_litex.py": litex_file(design),
        f"{design.module}_template.v": _template(design),
    }


def _core(design: Design, version: str) -> str:
    module = design.module
    return f"""CAPI=2:
name: "torqueflow:{design.algorithm}:{module}:{version}"
description: "{design.robot}, {design.algorithm}: one set of inputs every \
{design.initiation_interval} cycles, latency {design.latency} cycles"
filesets:
  rtl:
    files:
      - {module}.sv: {{file_type: systemVerilogSource}}
  constraints:
    files:
      - {module}.sdc: {{file_type: SDC}}
targets:
  default: &default
    filesets: [rtl, constraints]
    toplevel: {module}
  lint:
    <<: *default
    default_tool: verilator
    tools:
      verilator:
        mode: lint-only
        verilator_options: [-Wall]
"""


def _constraints(design: Design, clock_mhz: float) -> str:
    period = 1000.0 / clock_mhz
    return f"""# {design.module} at {clock_mhz:g} MHz, a quarter of the cycle outside each way.
create_clock -name clk -period {period:.3f} [get_ports clk]
set_input_delay -clock clk {period / 4:.3f} [get_ports {{rst in_valid in_payload[*] out_ready}}]
set_output_delay -clock clk {period / 4:.3f} [get_ports {{in_ready out_valid out_payload[*]}}]
"""


def _template(design: Design) -> str:
    """Return an instance: fields of both payloads as signed wires of their own."""
    wires, fields = [], {}
    for side, ports in (("in", design.inputs), ("out", design.outputs)):
        fields[side] = [f"{side}_{port.name}" for port in ports]
        for name, port in zip(fields[side], ports, strict=True):
            unit = f"{port.unit}, {port.format}"
            wires.append(f"  wire signed [{port.format.width - 1}:0] {name};  // {unit}")
    given = ",\n    ".join(reversed(fields["in"]))
    results = ",\n    ".join(reversed(fields["out"]))
    declared = "\n".join(wires)
    return f"""// An instance of {design.module} to copy: a signed wire each number.
  // ----
{declared}
  wire in_valid, in_ready, out_valid, out_ready;
  wire [{bits(design.inputs) - 1}:0] in_payload = {{
    {given}
  }};
  wire [{bits(design.outputs) - 1}:0] out_payload;
  assign {{
    {results}
  }} = out_payload;
  {design.module} {design.module}_0 (
    .clk(clk), .rst(rst),
    .in_valid(in_valid), .in_ready(in_ready), .in_payload(in_payload),
    .out_valid(out_valid), .out_ready(out_ready), .out_payload(out_payload)
  );
  // ----
"""
