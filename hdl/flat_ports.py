"""A component in RTLIL, its members on ports of plain names that any hardware language can say."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from amaranth.back import rtlil
from amaranth.hdl import Value

from hdl.parts.family import Family

_STREAMS = {"i": "in", "o": "out"}
"""What a member's first word becomes; ``in`` alone is a word of VHDL, ``in_valid`` is not."""


def converted(component: Any, name: str, family: Family | None = None) -> str:
    """Return a component in RTLIL, as the module ``name``.

    A port has the words of its member's path, joined by one underscore: that of ``i.valid`` is
    ``in_valid``. Amaranth's own rule joins by two, which VHDL does not take.
    """
    ports = {}
    for path, _, value in component.signature.flatten(component):
        first, *others = map(str, path)
        words = [_STREAMS.get(first, first), *others] if others else [first]
        ports["_".join(words)] = (Value.cast(value), None)
    with _without_looking_for_cycles():
        return str(rtlil.convert(component, name, family, ports=ports, emit_src=False))


@contextmanager
def _without_looking_for_cycles() -> Iterator[None]:
    """Rest Python's collector: a netlist's million objects all live to the end.

    To look through them again and again took two fifths of the time of the PUMA 560's array.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
