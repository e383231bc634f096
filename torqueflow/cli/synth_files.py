"""What `torqueflow synth -o` leaves in a folder: enough to run the tools again without it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from common.destinations import check_output_folder, make_output_folder
from common.files import check_destination, write_file, write_json
from hdl.synth.ecp5 import CONFIGURATION, CONSTRAINTS

if TYPE_CHECKING:
    from dataflow.design import Design
    from torqueflow.report.synthesis import Wish

_NETLIST, _CELLS, _SCRIPT, _PLACE = "netlist.il", "netlist.json", "synth.ys", "place.sh"
_REPORT = "synthesis.json"
_BITSTREAM = "design.bit"


def check_files(folder: str, board: str | None) -> None:
    """Raise InputError unless all files can be written into a folder, new or not."""
    check_output_folder("-o", folder)
    of_board = (CONSTRAINTS, CONFIGURATION, _BITSTREAM) if board is not None else ()
    if Path(folder).exists():
        for name in (_NETLIST, _CELLS, _SCRIPT, _PLACE, _REPORT, *of_board):
            check_destination(Path(folder) / name)


def write_files(folder: str, design: Design, wish: Wish, report: dict[str, Any]) -> None:
    """Write the netlist in RTLIL, Yosys's script and cells, the best seed's placing, the report.

    ``place.sh`` is left out where nothing places designs on the device. For a board there are its
    constraints too, and, once routed, the configuration of its FPGA and the bitstream.
    """
    from hdl.synth.ecp5 import placer_options, synthesised

    flow = wish.device.flow
    netlist = wish.netlist(design)
    texts = {
        _NETLIST: netlist,
        _CELLS: synthesised(netlist, flow),
        _SCRIPT: "\n".join(flow.script) + "\n",
    }
    if flow.placer is not None:
        best = max(report["seeds"], key=lambda found: found["clock_mhz"])
        options = placer_options(wish.device, wish.clock_mhz, best["seed"], route=not wish.quick)
        command = [flow.placer, "--json", _CELLS, "--report", "report.json", *options]
        pack = ""
        if wish.board is not None:
            texts[CONSTRAINTS] = wish.board.constraints
            pack = f"ecppack --compress --input {CONFIGURATION} --bit {_BITSTREAM}\n"
        texts[_PLACE] = f"#!/bin/sh\nset -e\nyosys -s {_SCRIPT}\n{shlex.join(command)}\n{pack}"
    packed = _packed(texts[_CELLS], wish, report)
    make_output_folder("-o", folder)
    for name, text in texts.items():
        write_file(Path(folder) / name, text.encode())
    for name, content in packed.items():
        write_file(Path(folder) / name, content)
    write_json(Path(folder) / _REPORT, report)


def _packed(cells: str, wish: Wish, report: dict[str, Any]) -> dict[str, bytes]:
    """Return configuration and bitstream of a routed board, by file; nothing for others."""
    from hdl.synth.ecp5 import bitstream, placed

    if wish.board is None or wish.quick:
        return {}
    best = max(report["seeds"], key=lambda found: found["clock_mhz"])
    # Once more, from what is kept.
    found = placed(cells, wish.device, wish.clock_mhz, best["seed"], route=True)
    return {CONFIGURATION: found.configuration.encode(), _BITSTREAM: bitstream(found.configuration)}
