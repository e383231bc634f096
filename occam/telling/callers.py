"""Who called a routine of the library, found from the return addresses in workspace.

Workspace may hold what earlier calls left, so a word is taken for a return address only if the
instruction before it is a `call` of the routine in question.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from emulator.transputer.assembly.disassembler import DecodedInstruction, decode
from emulator.transputer.isa import instruction_set as isa
from occam.build import Built
from occam.library.folder import FOLDER
from occam.linking.loader import ImagePlacement
from occam.program import Image, Origin

_WORDS_SCANNED = 400
_CALLS_FOLLOWED = 16

_PREFIXES = tuple(isa.by_mnemonic(name).code for name in ("pfix", "nfix"))
_BASE = 1 << 31


class Memory(Protocol):
    """What is asked of a `network.Network`."""

    def peek(self, node: str, address: int) -> int:
        """Return a word of a node's memory, as `network.Network.peek` does."""


def in_assembly(origin: Origin) -> bool:
    """Tell whether code belongs to a routine of `library.routines`."""
    return origin.place.file.partition(",")[0].endswith(".s")


def in_library(origin: Origin) -> bool:
    """Tell whether code belongs to a routine that no user wrote."""
    return in_assembly(origin) or FOLDER in Path(origin.place.file).parents


def procedure_at(built: Built, node: str, address: int) -> str | None:
    """Return the procedure that a node runs at an address, in bytes from #80000000.

    None for code that the compiler did not make; a routine in assembly has its file's name.
    """
    if node not in built.images:
        return None
    origin = built.images[node].origin(address - built.placements[node].code)
    if origin is None:
        return None
    return shown(origin) if in_assembly(origin) else origin.procedure


def shown(origin: Origin) -> str:
    """Return a place as it is told: files of the library without their folder."""
    place = origin.place
    if in_assembly(origin):
        return place.file.partition(",")[0]
    file = Path(place.file).name if in_library(origin) else place.file
    return f"{file}:{place.line}"


def instruction_before(code: bytes, end: int) -> DecodedInstruction | None:
    """Return the instruction that ends at an offset; None outside of the code."""
    if not 0 < end <= len(code):
        return None
    start = end - 1
    while start > 0 and code[start - 1] >> 4 in _PREFIXES:
        start -= 1
    return list(decode(code[start:end]))[-1]


def caller(
    memory: Memory,
    node: str,
    workspace: int,
    origin: Origin,
    image: Image,
    placement: ImagePlacement,
) -> Origin | None:
    """Return where the user's code called the library; None if that cannot be told.

    Parameters
    ----------
    memory, node
        The network that ran, and the processor.
    workspace
        The process's Wptr, in bytes from #80000000.
    origin
        What it was at, inside the library.
    image, placement
        What the processor runs.
    """
    for _ in range(_CALLS_FOLLOWED):
        for at in range(workspace, min(workspace + 4 * _WORDS_SCANNED, placement.end), 4):
            offset = memory.peek(node, at - _BASE) + _BASE - placement.code
            called = _procedure_called(image, offset)
            if called is not None and called == origin.procedure:
                break
        else:
            return None
        found = image.origin(offset - 1)
        if found is None or not in_library(found):
            return found
        origin, workspace = found, at + 16
    return None


def _procedure_called(image: Image, after: int) -> str | None:
    """Return the procedure that the `call` which ends at an offset enters; None for no call."""
    line = instruction_before(image.code, after)
    if line is None or line.mnemonic != "call" or line.operand is None:
        return None
    target = image.origin(after + line.operand)
    return None if target is None else target.procedure
