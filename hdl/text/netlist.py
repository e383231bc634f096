"""RTLIL, Yosys's own language, as modules of wires, cells and connections.

What is read is what Yosys writes once processes are muxes and registers: no process, no memory
outside a cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

Sig = tuple["Piece", ...]
"""What is connected: pieces, the lowest bits first."""

_TOKEN = re.compile(r"\{|\}|\[\d+(?::\d+)?\]|\d+'[01xzm-]+|-?\d+|[\\$][^\s]+")
_WIRE = re.compile(
    r"  wire (?:width (\d+) )?(?:upto )?(?:(input|output|inout) \d+ )?(?:signed )?(\S+)$"
)


@dataclass(frozen=True)
class Piece:
    """Bits ``low`` to ``low + width - 1`` of a wire; or a constant, whose ``bits`` are written."""

    wire: str | None
    low: int
    width: int
    bits: str = ""


@dataclass
class Wire:
    """A wire; ``line`` is how it is declared, ``attributes`` the lines before."""

    name: str
    width: int
    way: str | None
    line: str
    attributes: list[str]


@dataclass
class Cell:
    """A cell; ``parameters`` as they are written."""

    kind: str
    name: str
    attributes: list[str]
    parameters: dict[str, str]
    ports: dict[str, Sig]

    def number(self, parameter: str) -> int:
        """Return a parameter that is a number."""
        return int(self.parameters[parameter])


@dataclass
class NetModule:
    """A module."""

    name: str
    attributes: list[str]
    wires: dict[str, Wire] = field(default_factory=dict)
    cells: list[Cell] = field(default_factory=list)
    joined: list[tuple[Sig, Sig]] = field(default_factory=list)


def read(text: str) -> list[NetModule]:
    """Return the modules of a netlist in RTLIL, in their order."""
    modules: list[NetModule] = []
    attributes: list[str] = []
    cell: Cell | None = None
    for line in text.splitlines():
        word = line.split(maxsplit=1)[0] if line.strip() else "#"
        if word == "attribute":
            attributes.append(line)
            continue
        if word == "module":
            modules.append(NetModule(line.split()[1], attributes))
        elif word == "wire":
            wire = _wire(line, attributes)
            modules[-1].wires[wire.name] = wire
        elif word == "cell":
            _, kind, name = line.split()
            cell = Cell(kind, name, attributes, {}, {})
            modules[-1].cells.append(cell)
        elif word == "parameter":
            assert cell is not None
            name, value = line.strip()[len("parameter ") :].rsplit(" ", 1)
            cell.parameters[name] = value
        elif word == "connect":
            sigs = _sigs(line, modules[-1].wires)
            if cell is None:
                modules[-1].joined.append((sigs[0], sigs[1]))
            else:
                cell.ports[line.split(maxsplit=2)[1]] = sigs[0]
        elif word == "end":
            cell = None
        attributes = []
    return modules


def write(modules: list[NetModule]) -> str:
    """Return modules as RTLIL."""
    return "\n".join(line for module in modules for line in _lines(module)) + "\n"


def width(sig: Sig) -> int:
    """Return the bits of what is connected."""
    return sum(piece.width for piece in sig)


def part(sig: Sig, low: int, count: int) -> Sig:
    """Return ``count`` bits from ``low`` on."""
    found = []
    for piece in sig:
        begin, end = max(low, 0), min(low + count, piece.width)
        if begin < end:
            bits = piece.bits[piece.width - end : piece.width - begin]
            place = piece.low + begin if piece.wire is not None else 0
            found.append(Piece(piece.wire, place, end - begin, bits))
        low -= piece.width
    return tuple(found)


def constant(bits: str) -> Sig:
    """Return a constant, its bits written with the highest first."""
    return (Piece(None, 0, len(bits), bits),) if bits else ()


def whole(sig: Sig, module: NetModule) -> Wire | None:
    """Return the wire that is all of what is connected; None if it is not a wire, and whole."""
    if len(sig) != 1 or sig[0].wire is None:
        return None
    wire = module.wires[sig[0].wire]
    return wire if sig[0].width == wire.width else None


def _wire(line: str, attributes: list[str]) -> Wire:
    found = _WIRE.match(line)
    if found is None:
        raise ValueError(f"no wire of RTLIL: {line!r}")
    return Wire(found[3], int(found[1] or 1), found[2], line, attributes)


def _sigs(line: str, wires: dict[str, Wire]) -> list[Sig]:
    """Return what a line connects: both sides of a module's, the sig of a cell's."""
    text = line.strip()[len("connect ") :]
    if not line.startswith("    "):
        tokens = _TOKEN.findall(text)
        first, position = _sig(tokens, 0, wires)
        second, _ = _sig(tokens, position, wires)
        return [first, second]
    return [_sig(_TOKEN.findall(text.split(maxsplit=1)[1]), 0, wires)[0]]


def _sig(tokens: list[str], position: int, wires: dict[str, Wire]) -> tuple[Sig, int]:
    """Return the sig that begins at a token, and where the next one does."""
    token = tokens[position]
    position += 1
    if token == "{":
        parts: list[Sig] = []
        while tokens[position] != "}":
            each, position = _sig(tokens, position, wires)
            parts.append(each)
        sig = tuple(piece for each in reversed(parts) for piece in each)
        position += 1
    elif token[0] in "\\$":
        sig = (Piece(token, 0, wires[token].width),)
    elif "'" not in token:
        sig = constant(f"{int(token) & 0xFFFFFFFF:032b}")  # a decimal has 32 bits
    else:
        count, bits = token.split("'")
        sig = constant(bits.rjust(int(count), bits[0] if bits[0] in "xz" else "0"))
    while position < len(tokens) and tokens[position][0] == "[":
        high, _, low = tokens[position][1:-1].partition(":")
        begin = int(low or high)
        sig = part(sig, begin, int(high) - begin + 1)
        position += 1
    return sig, position


def _lines(module: NetModule) -> Iterator[str]:
    yield from module.attributes
    yield f"module {module.name}"
    for wire in module.wires.values():
        yield from wire.attributes
        yield wire.line
    for cell in module.cells:
        yield from cell.attributes
        yield f"  cell {cell.kind} {cell.name}"
        yield from (f"    parameter {name} {value}" for name, value in cell.parameters.items())
        yield from (
            f"    connect {port} {_written(sig, module)}" for port, sig in cell.ports.items()
        )
        yield "  end"
    for left, right in module.joined:
        yield f"  connect {_written(left, module)} {_written(right, module)}"
    yield "end"


def _written(sig: Sig, module: NetModule) -> str:
    words = []
    for piece in reversed(sig):
        if piece.wire is None:
            words.append(f"{piece.width}'{piece.bits}")
        elif piece.width == module.wires[piece.wire].width:
            words.append(piece.wire)
        else:
            words.append(f"{piece.wire} [{piece.low + piece.width - 1}:{piece.low}]")
    return words[0] if len(words) == 1 else "{ " + " ".join(words) + " }"
