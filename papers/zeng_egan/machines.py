"""The machines of `torqueflow tasks`, by name or by file."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from common.errors import InputError
from emulator.multiprocessor.machine import Machine
from emulator.multiprocessor.machine_file import parse_machine, read_machine
from papers.zeng_egan.versions import operation_seconds

_MACHINES = ("ideal", "multimax")
"""`ideal` computes as fast as the Multimax and loses no time between tasks."""


def load_machine(name_or_path: str) -> Machine:
    """Return one of `_MACHINES`, or the machine that a TOML file describes.

    Raises
    ------
    InputError
        There is no such machine or file, or something in the file is wrong.
    """
    if name_or_path == "ideal":
        return Machine("ideal", operation_seconds())
    if name_or_path == "multimax":
        text = (resources.files("papers.zeng_egan") / "multimax.toml").read_text("utf-8")
        return parse_machine(text, "multimax.toml")
    if Path(name_or_path).suffix != ".toml":
        allowed = f"{', '.join(_MACHINES)}, or the path of a .toml file"
        raise InputError("--machine", f"{name_or_path!r} is unknown", allowed)
    return read_machine(name_or_path)
