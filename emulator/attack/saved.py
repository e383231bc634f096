"""An attack in a file: what it takes to go on where it stopped."""

from __future__ import annotations

import hashlib
import lzma
import os
import zipfile
import zlib

import numpy as np

from common.errors import InputError
from common.files import open_output
from common.inputs import MEBIBYTE, check_input
from emulator.attack.search import Attack, Population

_ALLOWED = "a file that an attack wrote"
_LARGEST = 4096 * MEBIBYTE
# What numpy and zipfile raise for files of another kind, cut short, damaged, or of impossible size.
_NO_ATTACK = (
    ValueError, KeyError, OSError, EOFError, TypeError, RuntimeError, NotImplementedError,
    OverflowError, SyntaxError, MemoryError, zipfile.BadZipFile, zlib.error, lzma.LZMAError,
)  # fmt: skip

_PARTS = ("wrong", "promising", "errors", "worsts")


def save(attack: Attack, path: str) -> None:
    """Write an attack whole or not at all, as a .npz file."""
    arrays = {
        f"{part}_{output}": getattr(population, part)
        for output, population in enumerate(attack.populations)
        if population is not None
        for part in _PARTS
    }
    with open_output(path) as file:
        np.savez_compressed(
            file, rounds=attack.rounds, seed=attack.seed, design=_fingerprint(attack), **arrays
        )


def resume(attack: Attack, path: str) -> None:
    """Let an attack go on from a file, if there is one.

    Raises
    ------
    InputError
        The file is no ordinary one, none of an attack, or of one on another design or with another
        seed.
    """
    if not os.path.lexists(path):
        return
    check_input(path, _ALLOWED, _LARGEST)
    try:
        with np.load(path, allow_pickle=False) as file:
            design, seed, rounds = str(file["design"]), int(file["seed"]), int(file["rounds"])
            populations = [
                Population(*(file[f"{part}_{output}"] for part in _PARTS))
                for output in range(attack.outputs)
            ]
    except _NO_ATTACK:
        raise InputError(path, "no saved attack", _ALLOWED) from None
    if design != _fingerprint(attack):
        raise InputError(path, "an attack on another design", "the same robot and options")
    if seed != attack.seed:
        raise InputError(path, f"an attack with the seed {seed}", f"the seed {attack.seed}")
    attack.rounds, attack.populations = rounds, list(populations)


def _fingerprint(attack: Attack) -> str:
    """Return what tells designs apart: their operations, but for cycles and units."""
    text = "\n".join(
        f"{o.name} {o.operator.name} {o.operands} {o.format} {o.rounding.name} {o.sum_fraction} "
        f"{o.constant} {o.constant_fraction}"
        for o in attack.judge.design.operations
    )
    return hashlib.sha256(text.encode()).hexdigest()
