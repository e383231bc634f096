"""What a viewer opens waves with: GTKWave's save file and Surfer's commands, with decoded rows."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from pathlib import Path

from dataflow.design import Design
from hdl.simulate.rows import SIDES, Row, scope_of
from hdl.simulate.stage_rows import StageRow
from hdl.simulate.testbench import PERIOD_NS
from hdl.verilog import sheet

_SHOWN_SETS = 8
"""Results that are on the screen at first, from reset on."""

_SCREEN_PIXELS = 700
_ZOOM_BASE = 200
"""GTKWave shows a 200th of two to the power of its negative zoom in a pixel."""

_CYCLES_OF_RESET = 4
_PICOSECONDS = 1000 * PERIOD_NS


def view_of(
    design: Design,
    rows: Sequence[Row],
    waves: Path,
    place: Path,
    stage_rows: Sequence[StageRow] = (),
) -> str:
    """Return a viewer's file by the ending of its name.

    Parameters
    ----------
    waves
        The waveform.
    place
        The file that the text is for.
    stage_rows
        Rows of the stages, which GTKWave has in groups that are closed at first.
    """
    if place.suffix == ".gtkw":
        return _gtkwave(design, rows, waves.absolute(), place.absolute(), stage_rows)
    return _surfer(design, rows, waves.absolute())


def _handshakes(design: Design) -> dict[str, tuple[str, ...]]:
    """Return the control signals of each side."""
    told = sheet(design)
    return {side: (told[side]["valid"], told[side]["ready"]) for side in SIDES}


def _gtkwave(
    design: Design, rows: Sequence[Row], waves: Path, place: Path, stage_rows: Sequence[StageRow]
) -> str:
    from vcd.gtkw import GTKWFlag, GTKWSave

    text, told, top = io.StringIO(), sheet(design), design.module
    save = GTKWSave(text)
    save.comment(f"{design.robot}, {design.algorithm}: numbers decoded, in SI units")
    save.dumpfile(str(waves), abspath=False)
    save.savefile(str(place), abspath=False)
    save.timestart(0)
    save.zoom_markers(-math.log2(_ZOOM_BASE * _shown(design) / _SCREEN_PIXELS))
    save.sst_expanded(False)
    save.trace(f"{top}.{told['clock']}", datafmt="bin")
    for side, signals in _handshakes(design).items():
        with save.group(f"{side}s"):
            for signal in signals:
                save.trace(f"{top}.{signal}", datafmt="bin")
            for row in (row for row in rows if row.side == side):
                save.trace(
                    f"{top}.{scope_of(side)}.{row.name}", datafmt="real",
                    extraflags=GTKWFlag.analog_step,
                )  # fmt: skip
                if side == "output":
                    save.blank(analog_extend=True)
    for stage in dict.fromkeys(row.stage for row in stage_rows):
        with save.group(stage, closed=True):
            for inner in (each for each in stage_rows if each.stage == stage):
                save.trace(f"{top}.{inner.scope}.{inner.name}", datafmt="real")
    return text.getvalue()


def _surfer(design: Design, rows: Sequence[Row], waves: Path) -> str:
    top = design.module
    lines = [f"load_file {waves}", f"variable_add {top}.{sheet(design)['clock']}"]
    for side, signals in _handshakes(design).items():
        lines.append(f"divider_add {side}s")
        lines += [f"variable_add {top}.{signal}" for signal in signals]
        lines += [
            f"variable_add {top}.{scope_of(side)}.{row.name}" for row in rows if row.side == side
        ]
    return "\n".join([*lines, f"zoom_to 0 {_shown(design)}", ""])


def _shown(design: Design) -> int:
    """Return how many picoseconds there are until some results have left."""
    cycles = design.latency + _SHOWN_SETS * design.initiation_interval
    return (_CYCLES_OF_RESET + cycles) * _PICOSECONDS
