"""Rows of a waveform that one can read: each number of both payloads as a real value.

A machine that is simulated for its waves gets two modules beside it, ``decoded_inputs`` and
``decoded_outputs``, whose variables are reals. Every viewer shows these as they are, in either
format of waveforms; no viewer has to know what a fixed point is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dataflow.design import Design
from hdl.verilog import sheet

SIDES = ("input", "output")


@dataclass(frozen=True)
class Row:
    """One number of a payload.

    Attributes
    ----------
    side
        Of `SIDES`.
    name
        What the row is called: the port, its joint's name if it has one, and the unit.
    high, low
        The field's bits in the payload.
    step
        What the lowest bit is worth, in the unit.
    unit
        ``rad`` for angles, which are fractions of a turn on the port.
    """

    side: str
    name: str
    high: int
    low: int
    step: float
    unit: str


def rows_of(design: Design, joint_names: Sequence[str] = ()) -> list[Row]:
    """Return a row for each number, inputs first; joints have names, or none."""
    told, rows = sheet(design), []
    for side in SIDES:
        for field in told[side]["fields"]:
            joint = field["joint"]
            named = joint is not None and joint <= len(joint_names)
            turn = field["unit"] == "turn"
            unit = "rad" if turn else field["unit"]
            words = (field["name"], joint_names[joint - 1] if named else "", unit)
            step = field["resolution"] * (2 * math.pi if turn else 1.0)
            high, low = field["bits"]
            rows.append(Row(side, _identifier(words), high, low, step, unit))
    return rows


def scope_of(side: str) -> str:
    """Return the instance in which a side's rows stand, below the machine's own module."""
    return f"decoded_{side}s"


def with_rows(verilog: str, design: Design, rows: Sequence[Row], within: str = "") -> str:
    """Return the machine's Verilog with modules that decode the payloads, for simulators alone.

    Parameters
    ----------
    within
        The instance that is the design's machine, where another is around it that takes a set's
        bits lowest and gives results in another form; none if empty.

    Raises
    ------
    ValueError
        The text has no such module.
    """
    told = sheet(design)
    start = re.search(rf"^module {re.escape(design.module)}\b", verilog, re.MULTILINE)
    if start is None:
        raise ValueError(f"no module {design.module!r}")
    end = verilog.index("endmodule", start.start())
    shown = {side: (told[side]["payload"], told[side]["valid"]) for side in SIDES}
    if within:
        payload, valid = shown["input"]
        shown["input"] = f"{payload}[{told['input']['payload_bits'] - 1}:0]", valid
        shown["output"] = f"{within}.o__payload", f"{within}.o__valid"
    instances = [
        f"  {_module(design, side)} {scope_of(side)} (.payload({payload}), .valid({valid}));\n"
        for side, (payload, valid) in shown.items()
    ]
    modules = [_decoder(design, side, told[side], rows) for side in SIDES]
    return "".join([verilog[:end], *instances, verilog[end:], *modules])


def _decoder(design: Design, side: str, told: dict[str, Any], rows: Sequence[Row]) -> str:
    """Return a module whose variables keep what the payload said when it was last valid."""
    own = [row for row in rows if row.side == side]
    top = told["payload_bits"] - 1
    lines = ["\n// verilator lint_off LATCH"]  # that a row keeps its value is meant
    lines += [f"module {_module(design, side)} (input [{top}:0] payload, input valid);"]
    lines += [f"  real {row.name};" for row in own]
    lines += ["  always @(payload, valid)", "    if (valid) begin"]
    lines += [
        f"      {row.name} = $signed(payload[{row.high}:{row.low}]) * {row.step!r};" for row in own
    ]
    return "\n".join([*lines, "    end", "endmodule", "// verilator lint_on LATCH", ""])


def _module(design: Design, side: str) -> str:
    return f"{design.module}_{scope_of(side)}"


def _identifier(words: Sequence[str]) -> str:
    """Return words as one name of Verilog; what may not be in it is an underscore."""
    return "_".join(re.sub(r"[^0-9A-Za-z]+", "_", word).strip("_") for word in words if word)
