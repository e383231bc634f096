"""How many bits of state an array has, counted in its netlist."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FLIP_FLOP = re.compile(
    r"cell \$(?:[as]{0,2})dffe? [^\n]*\n(?:\s*parameter[^\n]*\n)*?\s*parameter \\WIDTH (\d+)"
)
_MEMORY = re.compile(r"memory width (\d+) size (\d+) ")
_READ_PORT = re.compile(r"cell \$memrd_v2 [^\n]*\n((?:\s*parameter[^\n]*\n)*)")


@dataclass(frozen=True)
class StateBits:
    """Flip-flops, the output registers of memories among them; and words of memories."""

    registers: int
    memory: int


def state_bits(netlist: str) -> StateBits:
    """Count the state in RTLIL as Amaranth writes it."""
    registers = sum(int(width) for width in _FLIP_FLOP.findall(netlist))
    for parameters in _READ_PORT.findall(netlist):
        if "\\CLK_ENABLE 1" in parameters:
            registers += int(re.findall(r"\\WIDTH (\d+)", parameters)[0])
    memory = sum(int(width) * int(size) for width, size in _MEMORY.findall(netlist))
    return StateBits(registers, memory)
