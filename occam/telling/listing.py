"""Listings: each line of the source, and below it the instructions that came from it."""

from __future__ import annotations

import linecache
from collections.abc import Iterator
from itertools import pairwise

from emulator.transputer.assembly.disassembler import decode
from occam.build import Built
from occam.linking.loader import ImagePlacement
from occam.program import Image
from occam.telling import callers

_BYTES_COLUMN = 24
_BYTES_A_LINE = 8


def listing(built: Built) -> str:
    """Return the listing of all processors; those with the same code are told once."""
    linecache.clearcache()  # the source may be another than last time
    texts: dict[Image, list[str]] = {}
    for name, image in built.images.items():
        texts.setdefault(image, []).append(name)
    return "\n".join(
        f"{_head(names, image, built.placements)}{_body(image)}" for image, names in texts.items()
    )


def _head(names: list[str], image: Image, placements: dict[str, ImagePlacement]) -> str:
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
    offsets = {0, len(image.code), *(origin.offset for origin in image.origins)}
    for start, end in image.data:
        offsets |= {start, end}
    data = dict(image.data)
    before = None
    for start, end in pairwise(sorted(offsets)):
        origin = image.origin(start)
        if origin is not None and origin != before:
            before = origin
            text = linecache.getline(origin.place.file, origin.place.line).rstrip()
            lines.append(f"-- {callers.shown(origin)} {origin.procedure}: {text}")
        lines += _data(image.code, start, end) if start in data else _code(image.code, start, end)
    return "\n".join(lines) + "\n"


def _data(code: bytes, start: int, end: int) -> Iterator[str]:
    for at in range(start, end, _BYTES_A_LINE):
        piece = code[at : min(end, at + _BYTES_A_LINE)]
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in piece)
        yield f"{at:6}  {piece.hex(' '):<{_BYTES_COLUMN}} data       {text}"


def _code(code: bytes, start: int, end: int) -> Iterator[str]:
    for line in decode(code[start:end]):
        at = start + line.offset
        piece = code[at : at + line.size].hex(" ")
        text = line.mnemonic if line.operand is None else f"{line.mnemonic:<10} {line.operand}"
        target = "" if line.target is None else f"  -- to {start + line.target}"
        yield f"{at:6}  {piece:<{_BYTES_COLUMN}} {text}{target}"
