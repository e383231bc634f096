"""Listings: each line of the source, and below it the instructions that came from it."""

from __future__ import annotations

import linecache
from collections.abc import Iterator
from itertools import pairwise

from emulator.occam.build import Built
from emulator.occam.loader import Placement
from emulator.occam.program import Image
from emulator.transputer.disassembler import Line, decode

BYTES_COLUMN = 24


def listing(built: Built) -> str:
    """Return the listing of all processors; those with the same code are told once."""
    texts: dict[Image, list[str]] = {}
    for name, image in built.images.items():
        texts.setdefault(image, []).append(name)
    return "\n".join(
        f"{_head(names, image, built.placements)}{_body(image)}" for image, names in texts.items()
    )


def _head(names: list[str], image: Image, placements: dict[str, Placement]) -> str:
    words = f"{image.below} words below Wptr, {image.above} above, {image.vectors} of large arrays"
    lines = [f"-- {image.part}: {len(image.code)} bytes of code, entered at {image.entry}; {words}"]
    for name in names:
        at = placements[name]
        lines.append(
            f"-- {name}: Wptr #{at.workspace + (1 << 31):08X}, code #{at.code + (1 << 31):08X},"
            f" free from #{at.free + (1 << 31):08X}"
        )
    return "\n".join(lines) + "\n"


def _body(image: Image) -> str:
    lines: list[str] = []
    starts = [origin.offset for origin in image.origins]
    pieces = sorted({0, *starts, len(image.code)})
    before = None
    for start, end in pairwise(pieces):
        origin = image.origin(start)
        if origin is not None and (origin.place.line, origin.place.file) != before:
            before = (origin.place.line, origin.place.file)
            text = linecache.getline(origin.place.file, origin.place.line).rstrip()
            lines.append(f"-- {origin.place.file}:{origin.place.line} {origin.procedure}: {text}")
        lines += map(_instruction, _decode(image.code, start, end))
    return "\n".join(lines) + "\n"


def _decode(code: bytes, start: int, end: int) -> Iterator[tuple[int, bytes, Line]]:
    for line in decode(code[start:end]):
        at = start + line.offset
        yield at, code[at : at + line.size], line


def _instruction(item: tuple[int, bytes, Line]) -> str:
    offset, code, line = item
    text = line.mnemonic if line.operand is None else f"{line.mnemonic:<10} {line.operand}"
    target = "" if line.target is None else f"  -- to {offset - line.offset + line.target}"
    return f"{offset:6}  {code.hex(' '):<{BYTES_COLUMN}} {text}{target}"
