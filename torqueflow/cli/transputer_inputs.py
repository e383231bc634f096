"""The files that the transputer commands read: within limits, and such as can boot."""

from __future__ import annotations

from pathlib import Path

from common.errors import InputError
from common.inputs import SPECIAL, is_special
from emulator.transputer.assembly import bootfile

_FILE_MAXIMUM = 1 << 26
"""Bytes of a file that is read whole: more cannot be booted or assembled."""

_TEXT = bytes([*b"\t\n\r", *range(32, 127)])


def read(path: Path) -> bytes:
    """Read a file of the user's; raises InputError for what cannot be read."""
    if is_special(path):
        raise InputError(str(path), SPECIAL, "a file that can be read")
    try:
        with path.open("rb") as file:
            data = file.read(_FILE_MAXIMUM + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(str(path), reason, "a file that can be read") from error
    if len(data) > _FILE_MAXIMUM:
        raise InputError(str(path), "too long", f"at most {_FILE_MAXIMUM} bytes")
    return data


def read_bootable(path: Path) -> bytes:
    """Read a bootable file; raises InputError for one that cannot boot, source text among them."""
    data = read(path)
    if len(data) > 8 and not data.translate(None, _TEXT):
        raise InputError(str(path), "a text", "a bootable file, which `transputer asm` makes")
    bootfile.parse(data, str(path))
    return data


def inputs(file: Path, network: Path | None = None) -> dict[str, Path | None]:
    """Return what a command reads, for `check_outputs`."""
    return {"the source itself": file, "the network that is given": network}
