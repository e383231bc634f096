"""Whether the values of a generated program fit the memory of a transputer."""

from __future__ import annotations

from common.errors import InputError
from dataflow.tasks.pieces import Partition, Piece
from emulator.transputer.network.configuration import NodeConfig
from papers.generated.piece_text import PieceText, storage

_WORD = 4
_REST = 2048
"""Bytes for what is no value: the calls' workspace and what the loader needs."""


def temporaries_of(cut: Partition, number: int, piece: Piece, temporaries: str) -> int:
    """Return how many values live in a piece alone."""
    return PieceText(cut, number, piece, storage(cut, number), temporaries).count()


def check_memory(
    cut: Partition, temporaries: str, memory: int = NodeConfig("").memory_bytes
) -> None:
    """Refuse values that a processor of so many bytes cannot hold; raises `InputError`."""
    for number, own in cut.pieces.items():
        kept = sum(storage(cut, number).sizes.values())
        kept += max(temporaries_of(cut, number, piece, temporaries) for piece in own)
        if _WORD * kept + _REST > memory:
            place = f"processor {number}"
            problem = f"{kept} values of {_WORD} bytes in a memory of {memory}"
            allowed = f"at most {max(0, memory - _REST) // _WORD} values"
            raise InputError(place, problem, allowed)
