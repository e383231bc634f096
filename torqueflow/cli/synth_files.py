"""What `torqueflow synth -o` leaves in a folder: enough to run the tools again without it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from common.destinations import check_output_folder, make_output_folder
from common.files import check_destination, write_file, write_json

if TYPE_CHECKING:
    from dataflow.design import Design
    from torqueflow.report.synthesis import Wish

_NETLIST, _CELLS, _SCRIPT, _PLACE = "netlist.il", "netlist.json", "synth.ys", "place.sh"
_REPORT = "synthesis.json"


def check_files(folder: str) -> None:
    """Raise InputError unless all files can be written into a folder, new or not."""
    check_output_folder("-o", folder)
    if Path(folder).exists():
        for name in (_NETLIST, _CELLS, _SCRIPT, _PLACE, _REPORT):
            check_destination(Path(folder) / name)


def write_files(folder: str, design: Design, wish: Wish, report: dict[str, Any]) -> None:
    """Write the netlist in RTLIL, Yosys's script and cells, the best seed's placing, the report.

    ``place.sh`` is left out where nothing places designs on the device.
    """
    from hdl.synth.ecp5 import placer_options, synthesised
    from hdl.synth.floorplan import device_netlist

    flow = wish.device.flow
    netlist = device_netlist(design, wish.device)
    texts = {
        _NETLIST: netlist,
        _CELLS: synthesised(netlist, flow),
        _SCRIPT: "\n".join(flow.script) + "\n",
    }
    if flow.placer is not None:
        best = max(report["seeds"], key=lambda found: found["clock_mhz"])
        options = placer_options(wish.device, wish.clock_mhz, best["seed"], route=not wish.quick)
        command = [flow.placer, "--json", _CELLS, "--report", "report.json", *options]
        texts[_PLACE] = f"#!/bin/sh\nset -e\nyosys -s {_SCRIPT}\n{shlex.join(command)}\n"
    make_output_folder("-o", folder)
    for name, text in texts.items():
        write_file(Path(folder) / name, text.encode())
    write_json(Path(folder) / _REPORT, report)
