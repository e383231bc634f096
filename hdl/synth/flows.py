"""For each family of FPGAs: the synthesis script, what places its cells, and how they count."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from hdl.parts.family import Family

ROOM = "room_"
"""What names of look-up tables begin with that keep places empty."""


@dataclass(frozen=True)
class Flow:
    """The tools' way for one family.

    Attributes
    ----------
    blocks
        The family whose own multiplier blocks the parts are built of; None for the generic parts.
    synthesis
        Yosys's command.
    placer
        The tool that places and routes; None where synthesis alone tells what a design takes.
    resources
        Weights by patterns of cells in Yosys's netlist, by the names that reports use.
    placed
        What the placer's report calls the same; those that it does not tell are not in it.
    """

    blocks: Family | None
    synthesis: str
    placer: str | None
    resources: Mapping[str, Mapping[str, int]]
    placed: Mapping[str, str]

    @property
    def script(self) -> tuple[str, ...]:
        """Yosys's commands from ``netlist.il`` to ``netlist.json``."""
        return (
            "read_rtlil netlist.il",
            "hierarchy -auto-top",
            "flatten",
            self.synthesis,
            "blackbox =A:whitebox",  # their processes cannot be written
            "write_json netlist.json",
        )

    def counted(self, cells: str, top: str) -> dict[str, int]:
        """Return what a synthesised module, of Yosys's JSON, takes, without what keeps room."""
        found = json.loads(cells)["modules"][top]["cells"]
        types = Counter(cell["type"] for name, cell in found.items() if not name.startswith(ROOM))
        return {
            name: sum(
                number * weight
                for pattern, weight in weights.items()
                for cell, number in types.items()
                if re.fullmatch(pattern, cell)
            )
            for name, weights in self.resources.items()
        }

    def kept_empty(self, cells: str, top: str) -> int:
        """Return how many look-up tables of a synthesised module keep places empty."""
        return sum(name.startswith(ROOM) for name in json.loads(cells)["modules"][top]["cells"])


# Wide multiplexers take more look-up tables than they save delay; ABC9 may fail in silence; and
# naming cells after signals, past ``check``, takes longer than all the rest.
ECP5 = Flow(
    Family.ECP5,
    "synth_ecp5 -noabc9 -nowidelut -run begin:check",
    "nextpnr-ecp5",
    {
        "lut": {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6},
        "ff": {"TRELLIS_FF": 1},
        "mult": {"MULT18X18D": 1},
        "bram": {"DP16KD": 1},
    },
    {"lut": "TRELLIS_COMB", "ff": "TRELLIS_FF", "mult": "MULT18X18D", "bram": "DP16KD"},
)

ICE40 = Flow(
    Family.ICE40,
    "synth_ice40 -dsp -run begin:check",
    "nextpnr-ice40",
    {
        "lut": {"SB_LUT4": 1},
        "ff": {"SB_DFF.*": 1},
        "mult": {"SB_MAC16": 1},
        "bram": {"SB_RAM40_4K": 1},
    },
    {"lut": "ICESTORM_LC", "mult": "ICESTORM_DSP", "bram": "ICESTORM_RAM"},
)

GOWIN = Flow(
    Family.GOWIN,
    "synth_gowin -family gw2a -noiopads -run begin:check",
    None,
    {
        "lut": {"LUT[1-4]|ALU": 1, "RAM16S(DP)?[124]": 4},
        "ff": {"DFF.*": 1},
        "mult": {"MULT18X18": 1},
        "bram": {"(SP|SDP|DP|pROM)X?9?B?": 1},
    },
    {},
)

XC7 = Flow(
    Family.XC7,
    "synth_xilinx -family xc7 -flatten -noiopad -noclkbuf -run begin:check",
    None,
    {
        "lut": {"LUT[1-6]|INV|SRL16E|SRLC32E": 1, "RAM(32|64)M": 4, "RAM(32|64)X1D": 2},
        "ff": {"FD[CPRS]E": 1},
        "mult": {"DSP48E1": 1},
        "bram": {"RAMB18E1": 1, "RAMB36E1": 2},
    },
    {},
)
