"""Bits that nobody reads, on a wire that says so: what a linter asks for."""

from __future__ import annotations

import re

from hdl.text.netlist import Cell, NetModule, Piece, Wire, constant

UNREAD = "\\unused_bits"
"""Linters take the word for what it says."""

_RESULTS = {"\\Y", "\\Q", "\\RD_DATA"}

_RESULTS_OF_BLOCKS = re.compile(r"\\(P\d+|S[01]|COUT|O|Q|DOUT)")
"""Of an FPGA's own: multipliers, carry chains, pins, flip-flops."""


def collect_unread(modules: list[NetModule]) -> None:
    """Join in each module all bits that nobody reads, such as the low ones of rounded sums."""
    ways = {module.name: module.wires for module in modules}
    for module in modules:
        unread = _unread(module, ways)
        if unread:
            width = len(constant("0")) + sum(piece.width for piece in unread)
            module.wires[UNREAD] = Wire(UNREAD, 1, None, f"  wire {UNREAD}", [])
            parameters = {"\\A_SIGNED": "0", "\\A_WIDTH": str(width), "\\Y_WIDTH": "1"}
            ports = {"\\A": (*constant("0"), *unread), "\\Y": (Piece(UNREAD, 0, 1),)}
            module.cells.append(Cell("$reduce_and", "$unused_bits", [], parameters, ports))


def _unread(module: NetModule, ways: dict[str, dict[str, Wire]]) -> list[Piece]:
    """Return the parts of wires that nobody reads."""
    read = {name: 0 for name in module.wires}
    sigs = [right for _, right in module.joined]
    sigs += [sig for cell in module.cells for sig in _operands(cell, ways)]
    for sig in sigs:
        for piece in sig:
            if piece.wire is not None:
                read[piece.wire] |= ((1 << piece.width) - 1) << piece.low
    found: list[Piece] = []
    for wire in module.wires.values():
        if wire.way != "output":
            found += _runs(wire, ~read[wire.name])
    return found


def _operands(cell: Cell, ways: dict[str, dict[str, Wire]]) -> list[tuple[Piece, ...]]:
    """Return what a cell reads."""
    wires = ways.get(cell.kind)
    if wires is not None:
        return [sig for port, sig in cell.ports.items() if wires[port].way != "output"]
    if cell.kind.startswith("$"):
        return [sig for port, sig in cell.ports.items() if port not in _RESULTS]
    return [sig for port, sig in cell.ports.items() if not _RESULTS_OF_BLOCKS.fullmatch(port)]


def _runs(wire: Wire, bits: int) -> list[Piece]:
    """Return the runs of bits that are set."""
    runs, begin = [], None
    for place in range(wire.width + 1):
        is_set = place < wire.width and bits >> place & 1
        if is_set and begin is None:
            begin = place
        if not is_set and begin is not None:
            runs.append(Piece(wire.name, begin, place - begin))
            begin = None
    return runs
