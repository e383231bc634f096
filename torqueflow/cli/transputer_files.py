"""The files of the transputer commands: read within limits, written whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from common.destinations import Taken
from common.errors import InputError
from emulator.transputer.assembly import bootfile

_FILE_MAXIMUM = 1 << 26
"""Bytes of a file that is read whole: more cannot be booted or assembled."""

_TEXT = bytes([*b"\t\n\r", *range(32, 127)])


def read(path: Path) -> bytes:
    """Read a file of the user's; raises InputError for what cannot be read."""
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


def check_writable(path: Path | None) -> None:
    """Raise InputError now if `write` could not write there later."""
    if path is None:
        return
    if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise InputError(str(path), "cannot be written", "a file in a directory that exists")


def check_apart(outputs: Mapping[str, Path | None], inputs: Mapping[Path, str]) -> None:
    """Raise InputError if a file that will be written is read too, or written twice.

    Parameters
    ----------
    outputs
        Files by the option that names them; None where it is not given. Devices are let pass.
    inputs
        What each file is in words, as "the source itself".
    """
    files = Taken(inputs)
    for option, path in outputs.items():
        if path is None or (path.exists() and not path.is_file()):
            continue
        if what := files.take(option, path):
            raise InputError(f"{option} {path}", what, "another file")


def read_by(file: Path, network: Path | None) -> dict[Path, str]:
    """Return what a command reads, for `check_apart`."""
    given = {} if network is None else {network: "the network that is given"}
    return {file: "the source itself"} | given


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; raises InputError if it cannot be written."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a device or a pipe is not to be replaced
            return
        beside.write_bytes(data)
        beside.replace(path)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            beside.unlink()
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(str(path), reason, "a file that can be written") from error


@contextmanager
def whole_output() -> Iterator[None]:
    """Print to standard output; a reader who has seen enough (`| head`) is no error."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # What is still held would be tried again, and complained about, when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
