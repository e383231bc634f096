"""Look-up tables, gates and cells of a netlist."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hdl.synth.yosys import told

_FINE = ["hierarchy -auto-top", "proc", "flatten", "opt", "techmap", "opt"]
"""Down to Yosys's own gates."""

_RESYNTHESISE = "strash;dch,-f;if;mfs2"
"""ABC's choices, mapping and don't-cares: once more of it finds what the last mapping opened up."""

_LUT4 = f"abc -lut 4 -script +{';'.join([_RESYNTHESISE] * 4)};lutpack"
_GATES = "abc -g AND,OR,XOR"

_CELL = re.compile(r"^\s+(\d+)\s+(?:[\d.e+]+\s+)?(\$?\w+)\s*$", re.MULTILINE)
_DEPTH = re.compile(r"length=(\d+)")


@dataclass(frozen=True)
class LogicSize:
    """Combinational logic, mapped.

    Attributes
    ----------
    lut4, depth
        Look-up tables of four inputs, and the most of them in a row.
    gates
        AND, OR and XOR gates of two inputs, and inverters.
    """

    lut4: int
    depth: int
    gates: int


@dataclass(frozen=True)
class FpgaCells:
    """A clocked design on an ECP5.

    Attributes
    ----------
    lut4
        Look-up tables; those of carry chains and of distributed memory are not among them.
    carry_pairs, flip_flops, multipliers, memories
        CCU2C, TRELLIS_FF, MULT18X18D, and DP16KD block memories.
    distributed
        TRELLIS_DPR16X4: 16 words of 4 bits in look-up tables.
    """

    lut4: int
    carry_pairs: int
    flip_flops: int
    multipliers: int
    memories: int
    distributed: int


def logic_size(netlist: str) -> LogicSize:
    """Return the size of a combinational netlist; errors as `hdl.synth.yosys.told`."""
    mapped = told(netlist, [*_FINE, _LUT4, "opt_clean"], ["stat", "ltp"])
    gates = told(netlist, [*_FINE, _GATES, "opt_clean"], ["stat"])
    depth = _DEPTH.search(mapped)
    return LogicSize(
        lut4=cells(mapped).get("$lut", 0),
        depth=int(depth[1]) if depth else 0,
        gates=sum(n for cell, n in cells(gates).items() if cell.startswith("$_")),
    )


def fpga_cells(netlist: str, *, multiplier_blocks: bool) -> FpgaCells:
    """Return what a clocked netlist takes of an ECP5; errors as `hdl.synth.yosys.told`.

    Parameters
    ----------
    multiplier_blocks
        Whether products may use MULT18X18D; otherwise they are made of look-up tables.
    """
    blocks = "" if multiplier_blocks else " -nodsp"
    # Wide multiplexers take more look-up tables than they save delay; ABC9 may fail in silence.
    synthesis = f"synth_ecp5 -noabc9 -nowidelut{blocks} -run begin:check"
    found = cells(told(netlist, ["hierarchy -auto-top", "flatten", synthesis], ["stat"]))
    return FpgaCells(
        lut4=found.get("LUT4", 0),
        carry_pairs=found.get("CCU2C", 0),
        flip_flops=found.get("TRELLIS_FF", 0),
        multipliers=found.get("MULT18X18D", 0),
        memories=found.get("DP16KD", 0),
        distributed=found.get("TRELLIS_DPR16X4", 0),
    )


def cells(statistics: str) -> dict[str, int]:
    """Return how many cells of each type ``stat`` counted."""
    return {name: int(count) for count, name in _CELL.findall(statistics)}
