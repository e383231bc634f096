"""A machine as Verilog, and the sheet that tells a user how to connect it."""

from __future__ import annotations

import errno
import math
import os
import re
import tempfile
from collections.abc import Sequence
from typing import Any

from common.room import room_in
from dataflow.design import Design, Port
from hdl.flat_ports import converted
from hdl.machine import Machine
from hdl.parts.family import Family
from hdl.text.names import tidy
from hdl.text.netlist import read, write
from hdl.text.plain_cells import make_plain
from hdl.text.unread import collect_unread
from hdl.text.yosys import printed

_INITIAL = re.compile(r"^( *)reg ((?:\[\d+:\d+\] )?(\S+ )) *= (.*);$", re.M)
"""A register that begins with a value where it is declared: linters want it said apart."""

_MODULE = re.compile(r"^module ", re.M)
_ENDED = re.compile(r"^end(?:module)?\s*\Z", re.M)

_HEAD = "// One file has all modules of a machine.\n// verilator lint_off DECLFILENAME\n"


def netlist_of(design: Design, family: Family | None = None) -> str:
    """Return the machine in RTLIL, Yosys's own language, of a family's own parts if told."""
    return converted(Machine(design), design.module, family)


def verilog_of(netlist: str) -> str:
    """Return RTLIL as SystemVerilog that linters and simulators read without a word.

    With the Yosys that Amaranth brings. Amaranth's own writer has combinational blocks,
    which Icarus 11 may never run where they hold defaults alone: here there are muxes.
    """
    with room_in(tempfile.gettempdir()):
        prepared = _yosys(netlist, "proc -norom", "memory_collect", "opt_clean", "write_rtlil")
        modules = read(prepared)
        for module in modules:
            make_plain(module)
        tidy(modules)
        collect_unread(modules)
        text = _yosys(write(modules), "write_verilog -norename -noattr -sv")
    return _HEAD + _INITIAL.sub(r"\1reg \2;\n\1initial \3= \4;", text)


def _yosys(netlist: str, *commands: str) -> str:
    """Return what Yosys prints of a netlist: as many modules as went in."""
    try:
        text = printed("\n".join([f"read_rtlil <<rtlil\n{netlist}\nrtlil", *commands]))
        modules = len(_MODULE.findall(netlist))
        if not _ENDED.search(text) or len(_MODULE.findall(text)) != modules:
            # Yosys does not look whether what it prints found room.
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), tempfile.gettempdir())
    except RuntimeError as error:
        raise RuntimeError(f"Yosys could not write the Verilog: {error}") from error
    return text


def sheet(design: Design) -> dict[str, Any]:
    """Return what a user must know to connect the machine, for a JSON file."""
    return {
        "module": design.module,
        "robot": design.robot,
        "algorithm": design.algorithm,
        "latency_cycles": design.latency,
        "ii": design.initiation_interval,
        "clock": "clk",
        "reset": "rst (synchronous, active high)",
        "input": _stream_sheet("in", design.inputs),
        "output": _stream_sheet("out", design.outputs),
    }


def proved_sheet(design: Design, bounds: Sequence[float]) -> dict[str, Any]:
    """Return the sheet with what is proved and promised: widths, queue, limits, error bounds.

    ``limit`` is in the field's unit (of angles: rad), null where it is unknown; ``error_bound`` is
    the largest distance of a result from the true one, for any pattern on the inputs.

    Parameters
    ----------
    bounds
        The proved error of each output, in its unit.
    """
    told = sheet(design)
    told |= {
        "width": design.trigonometry.angle_bits,
        "queue_depth": design.queue_depth,
        "packing": "field = payload[bits[0]:bits[1]], two's complement; value = field * resolution",
    }
    for side, ports in (("input", design.inputs), ("output", design.outputs)):
        errors = bounds if side == "output" else [0.0] * len(ports)
        for field, port, error in zip(told[side]["fields"], ports, errors, strict=True):
            field["signed"] = True
            field["limit"] = port.limit if math.isfinite(port.limit) else None
            if side == "output":
                field["error_bound"] = error
    return told


def _stream_sheet(prefix: str, ports: tuple[Port, ...]) -> dict[str, Any]:
    """Return signals and fields of one stream; the first field is in the lowest bits."""
    fields, position = [], 0
    for port in ports:
        fields.append(
            {
                "name": port.name,
                "joint": port.joint,
                "unit": port.unit,
                "bits": [position + port.format.width - 1, position],
                "format": str(port.format),
                "resolution": port.format.resolution,
            }
        )
        position += port.format.width
    return {
        "valid": f"{prefix}_valid",
        "ready": f"{prefix}_ready",
        "payload": f"{prefix}_payload",
        "payload_bits": position,
        "fields": fields,
    }
