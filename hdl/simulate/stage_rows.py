"""Rows for what happens between the ports: the values of every stage as real numbers.

A machine that is simulated for its waves gets a module ``decoded_STAGE`` beside each stage. Its
variables are reals, named as the schedule and the listings name values. Each follows its wires in
the cycles in which these hold a set's value, and keeps it until the next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dataflow.design import Design

_UNDER_WAY = "under_way"
"""The machine's register in which a set that was taken moves on by a bit a cycle."""


@dataclass(frozen=True)
class StageRow:
    """One value of one stage.

    Attributes
    ----------
    stage, name
        The stage's instance, and the value's wires in it.
    width
        Bits.
    ready
        The cycle after a set is taken in which its value is there, from 1 on.
    step
        What the lowest bit is worth.
    """

    stage: str
    name: str
    width: int
    ready: int
    step: float

    @property
    def scope(self) -> str:
        """The instance in which the row stands, below the machine's own module."""
        return f"decoded_{self.stage}"


def stage_rows_of(design: Design, verilog: str, within: str = "") -> list[StageRow]:
    """Return a row for each value that has wires of its own in a design's Verilog.

    ``within`` is the instance that is the design's machine, where another is around it.
    """
    if re.search(rf"^  reg \[\d+:0\] {_UNDER_WAY} ;", verilog, re.MULTILINE) is None:
        return []
    rows = []
    for stage in design.stages:
        wires = _wires(verilog, rf"\{design.module}.{_path(within)}{stage.name}")
        for operation in stage.operations:
            form = operation.format
            if operation.ready >= 1 and wires.get(operation.name) == form.width:
                step = form.resolution
                rows.append(StageRow(stage.name, operation.name, form.width, operation.ready, step))
    return rows


def _wires(verilog: str, module: str) -> dict[str, int]:
    """Return the width of each wire and register of a module that has an ordinary name."""
    start = verilog.find(f"\nmodule {module} ")
    if start < 0:
        return {}
    text = verilog[start : verilog.index("\nendmodule", start)]
    found = re.findall(r"^  (?:wire|reg) (?:\[(\d+):0\] )?([A-Za-z]\w*) ?;", text, re.MULTILINE)
    return {name: int(top or 0) + 1 for top, name in found}


def with_stage_rows(
    verilog: str, design: Design, rows: Sequence[StageRow], within: str = ""
) -> str:
    """Return the machine's Verilog with modules that decode its stages, for simulators alone."""
    start = re.search(rf"^module {re.escape(design.module)}\b", verilog, re.MULTILINE)
    if start is None:
        raise ValueError(f"no module {design.module!r}")
    end = verilog.index("endmodule", start.start())
    scopes = {row.scope: [each for each in rows if each.scope == row.scope] for row in rows}
    instances = [_instance(design, scope, own, _path(within)) for scope, own in scopes.items()]
    modules = [_decoder(design, scope, own) for scope, own in scopes.items()]
    return "".join([verilog[:end], *instances, verilog[end:], *modules])


def _path(within: str) -> str:
    return f"{within}." if within else ""


def _instance(design: Design, scope: str, rows: Sequence[StageRow], path: str) -> str:
    wires = [f".{row.name}_bits({path}{row.stage}.{row.name})" for row in rows]
    joined = ", ".join([f".{_UNDER_WAY}({path}{_UNDER_WAY})", *wires])
    return f"  {design.module}_{scope} {scope} ({joined});\n"


def _decoder(design: Design, scope: str, rows: Sequence[StageRow]) -> str:
    """Return a module of one stage's rows."""
    ports = [f"input [{row.width - 1}:0] {row.name}_bits" for row in rows]
    told = [f"input [{design.depth - 1}:0] {_UNDER_WAY}", *ports]
    lines = ["\n// verilator lint_off LATCH"]  # that a row keeps its value is meant
    lines += [f"module {design.module}_{scope} ({', '.join(told)});"]
    for row in rows:
        lines += [
            f"  real {row.name};",
            f"  always @({row.name}_bits, {_UNDER_WAY})",
            f"    if ({_UNDER_WAY}[{row.ready - 1}])",
            f"      {row.name} = $signed({row.name}_bits) * {row.step!r};",
        ]
    return "\n".join([*lines, "endmodule", "// verilator lint_on LATCH", ""])
