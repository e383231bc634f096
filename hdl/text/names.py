"""One name for each net: that of what it means, where there is one."""

from __future__ import annotations

import re
from collections import Counter

from hdl.text.netlist import NetModule, Piece, Sig, Wire, part, whole, width


def named(name: str) -> dict[str, int]:
    """Return the attribute of a signal whose name a reader looks for, such as a result's.

    Amaranth gives all names of a net the attributes of each, so that the name is said in it.
    """
    return {f"named.{name}": 1}


def tidy(modules: list[NetModule]) -> None:
    """Join wires that are one net under the best of their names; drop those that nobody reads."""
    _drop_unused(modules)
    for module in modules:
        if any("\\top" in line for line in module.attributes):
            _forget_names(module)
        _join(module)
    _name_ports(modules)
    for module in modules:
        _drop(module)


def _drop_unused(modules: list[NetModule]) -> None:
    """Drop modules that are instantiated nowhere, as those whose results nobody reads."""
    tops = [module for module in modules if any("\\top" in line for line in module.attributes)]
    while tops:
        used = {cell.kind for module in modules for cell in module.cells}
        kept = [module for module in modules if module in tops or module.name in used]
        if len(kept) == len(modules):
            return
        modules[:] = kept


def _forget_names(module: NetModule) -> None:
    """Take the attribute from the wires of the top, where stages' ports appear a second time."""
    for wire in module.wires.values():
        wire.attributes = [line for line in wire.attributes if "\\named." not in line]


def is_named(wire: Wire) -> bool:
    """Tell whether a reader looks for a wire by its name."""
    wanted = f"\\named.{wire.name[1:]}"
    return any(line.split()[1] == wanted for line in wire.attributes)


def _join(module: NetModule) -> None:
    """Put one wire in place of two that are the same, or of one that is a part of another."""
    instead: dict[str, Sig] = {}
    kept = []
    for left, right in module.joined:
        left, right = _replaced(left, instead), _replaced(right, instead)
        alias, source = whole(left, module), whole(right, module)
        if alias is not None and source is not None and _yields(source, alias):
            instead[source.name] = left
        elif alias is not None and alias.way is None and not is_named(alias) and len(right) == 1:
            instead[alias.name] = right
        else:
            kept.append((left, right))
            continue
        # What was replaced before may stand for what is replaced now.
        instead = {name: _replaced(sig, instead) for name, sig in instead.items()}
    module.joined = [(_replaced(a, instead), _replaced(b, instead)) for a, b in kept]
    for cell in module.cells:
        cell.ports = {port: _replaced(sig, instead) for port, sig in cell.ports.items()}
    for name, sig in instead.items():
        _keep_initial(module, name, sig)
        del module.wires[name]


def _yields(source: Wire, alias: Wire) -> bool:
    """Tell whether a wire gives up its name for that of another that shows the same."""
    return is_named(alias) and source.way is None and not is_named(source)


def _replaced(sig: Sig, instead: dict[str, Sig]) -> Sig:
    found: list[Piece] = []
    for piece in sig:
        other = instead.get(piece.wire) if piece.wire is not None else None
        found += (piece,) if other is None else part(other, piece.low, piece.width)
    return tuple(found)


def _keep_initial(module: NetModule, name: str, sig: Sig) -> None:
    """Let the wire that takes a register's place begin as it did."""
    initial = [line for line in module.wires[name].attributes if "\\init" in line]
    target = whole(sig, module)
    if target is not None and initial:
        target.attributes += initial


def _name_ports(modules: list[NetModule]) -> None:
    """Give a module's ports the names that they have in it, where it was instantiated too.

    Inputs that come from neighbouring bits are one port of Amaranth's; here each has its own.
    """
    split: dict[str, dict[str, list[tuple[str, Piece]]]] = {}
    for module in modules:
        ports = split[module.name] = _named_ports(module)
        for port, fields in ports.items():
            _split_port(module, port, fields)
    for module in modules:
        for cell in module.cells:
            ports = split.get(cell.kind, {})
            cell.ports = {
                name: part(sig, piece.low, piece.width)
                for port, sig in cell.ports.items()
                for name, piece in ports.get(port, [(port, Piece(port, 0, width(sig)))])
            }


def _named_ports(module: NetModule) -> dict[str, list[tuple[str, Piece]]]:
    """Return the ports all of whose bits have names in the module: names and bits, in order."""
    found: dict[str, dict[Piece, str]] = {}
    outputs = {
        right: left
        for left, right in module.joined
        if (wire := whole(left, module)) is not None and wire.way == "output"
    }
    for left, right in module.joined:
        alias = whole(left, module)
        if alias is not None and alias.way is None:
            right = outputs.get(right, right)  # what an output is driven by has its name
        if alias is None or not is_named(alias) or len(right) != 1 or right[0].wire is None:
            continue
        shown = module.wires[right[0].wire]
        if shown.way is not None and not is_named(shown):
            found.setdefault(right[0].wire, {}).setdefault(right[0], alias.name)
    ports = {}
    for port, names in found.items():
        pieces = sorted(names, key=lambda piece: piece.low)
        ends = [0, *(piece.low + piece.width for piece in pieces)]
        if ends == [*(piece.low for piece in pieces), module.wires[port].width]:
            ports[port] = [(names[piece], piece) for piece in pieces]
    return ports


def _split_port(module: NetModule, port: str, fields: list[tuple[str, Piece]]) -> None:
    """Put ports of their own in place of one."""
    old = module.wires.pop(port)
    place = re.search(r"(input|output) \d+", old.line)
    assert place is not None
    initial = [line for line in old.attributes if "\\init" in line]
    instead = {port: tuple(Piece(name, 0, piece.width) for name, piece in fields)}
    for name, piece in fields:
        wire = module.wires[name]
        line = f"  wire width {piece.width} {place[0]} {name}"
        kept = [attribute for attribute in wire.attributes if "\\init" not in attribute]
        module.wires[name] = Wire(name, wire.width, place[1], line, [*initial, *kept])
    joined = [(_replaced(a, instead), _replaced(b, instead)) for a, b in module.joined]
    module.joined = list(dict.fromkeys(pair for pair in joined if pair[0] != pair[1]))
    for cell in module.cells:
        cell.ports = {name: _replaced(sig, instead) for name, sig in cell.ports.items()}


def _drop(module: NetModule) -> None:
    """Drop what only shows what another wire has, and wires that are nowhere connected."""
    while True:
        read = Counter(p.wire for cell in module.cells for sig in cell.ports.values() for p in sig)
        read.update(piece.wire for _, right in module.joined for piece in right)
        kept = [pair for pair in module.joined if _is_wanted(pair[0], module, read)]
        if len(kept) == len(module.joined):
            break
        module.joined = kept
    shown = {piece.wire for left, _ in module.joined for piece in left}
    module.wires = {
        name: wire
        for name, wire in module.wires.items()
        if wire.way is not None or name in shown or read[name]
    }


def _is_wanted(left: Sig, module: NetModule, read: Counter[str | None]) -> bool:
    wires = [module.wires[piece.wire] for piece in left if piece.wire is not None]
    return any(wire.way is not None or is_named(wire) or read[wire.name] for wire in wires)
