"""Cells that Verilog says without implied widths: operands as wide as their sum, muxes of two."""

from __future__ import annotations

from hdl.text.netlist import Cell, NetModule, Piece, Sig, Wire, constant, part, width

_SUMS = {"$add", "$sub", "$and", "$or", "$xor", "$xnor", "$not", "$neg", "$pos", "$shl", "$sshl"}
"""What can be cut to its result's bits, and must be widened to them first.

Products are not among them: their widths say which block of an FPGA does them.
"""

_COMPARISONS = {"$eq", "$ne", "$lt", "$le", "$gt", "$ge"}
_AMOUNTS = {"$shl", "$sshl"}
"""What has a second operand of any width."""


def make_plain(module: NetModule) -> None:
    """Change a module's cells, and nothing of what they compute."""
    cells: list[Cell] = []
    for cell in module.cells:
        if cell.kind == "$logic_not" and cell.number("\\A_WIDTH") > 1:
            _compare_with_zero(cell)
        if cell.kind == "$pmux":
            cells += _muxes(cell, module)
            continue
        if cell.kind in _SUMS:
            wanted = cell.number("\\Y_WIDTH")
            _resize(cell, "A", wanted)
            if "\\B" in cell.ports and cell.kind not in _AMOUNTS:
                _resize(cell, "B", wanted)
        if cell.kind in _COMPARISONS:
            wanted = max(cell.number("\\A_WIDTH"), cell.number("\\B_WIDTH"))
            _resize(cell, "A", wanted)
            _resize(cell, "B", wanted)
        cells.append(cell)
    module.cells = cells


def _compare_with_zero(cell: Cell) -> None:
    bits = cell.number("\\A_WIDTH")
    cell.kind = "$eq"
    cell.parameters |= {"\\B_SIGNED": cell.parameters["\\A_SIGNED"], "\\B_WIDTH": str(bits)}
    cell.ports["\\B"] = constant("0" * bits)


def _resize(cell: Cell, side: str, wanted: int) -> None:
    """Repeat an operand's sign, or zero, up to so many bits; or leave the others out."""
    sig = cell.ports[f"\\{side}"]
    missing = wanted - width(sig)
    if missing > 0:
        signed = cell.number(f"\\{side}_SIGNED")
        sign = part(sig, width(sig) - 1, 1) if signed else constant("0")
        sig = _joined(sig, sign * missing)
    cell.ports[f"\\{side}"] = part(sig, 0, wanted)
    cell.parameters[f"\\{side}_WIDTH"] = str(wanted)


def _joined(low: Sig, high: Sig) -> Sig:
    """Return both, constants beside each other as one."""
    if low and high and low[-1].wire is None and high[0].wire is None:
        bits = "".join(piece.bits for piece in reversed(high)) + low[-1].bits
        return (*low[:-1], *constant(bits))
    return (*low, *high)


def _muxes(cell: Cell, module: NetModule) -> list[Cell]:
    """Return muxes of two in a row for one of several choices, at most one of which is open."""
    bits, choices = cell.number("\\WIDTH"), cell.number("\\S_WIDTH")
    muxes, below, first = [], cell.ports["\\A"], 0
    if all(set(piece.bits) == {"x"} for piece in below) and choices > 1:
        below, first = part(cell.ports["\\B"], 0, bits), 1  # anything will do where none is open
    for k in range(first, choices):
        last = k == choices - 1
        name = f"{cell.name}_{k}"
        result = cell.ports["\\Y"] if last else _new_wire(module, f"{name}_y", bits)
        ports = {
            "\\A": below,
            "\\B": part(cell.ports["\\B"], k * bits, bits),
            "\\S": part(cell.ports["\\S"], k, 1),
            "\\Y": result,
        }
        muxes.append(Cell("$mux", name, [], {"\\WIDTH": str(bits)}, ports))
        below = result
    return muxes


def _new_wire(module: NetModule, name: str, bits: int) -> Sig:
    module.wires[name] = Wire(name, bits, None, f"  wire width {bits} {name}", [])
    return (Piece(name, 0, bits),)
