"""The CRC-32 of IEEE 802.3, for those who watch a part that has another."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Signal

_POLYNOMIAL = 0xEDB8_8320
"""x^32 + x^26 + ... + 1, its highest power in the lowest bit."""

_ALL = 0xFFFF_FFFF

BEHIND_ITSELF = 0xDEBB_20E3
"""The register after anything and the CRC of it, its lowest byte first; and after nothing else."""


def begun(start: int) -> int:
    """Return the register ahead of the first byte of what goes on from a CRC."""
    return start ^ _ALL


def stepped(m: Module, register: Any, byte: Any) -> Any:
    """Return the register after one more byte.

    A step is linear, so each bit is the sum of those that turn it alone. They are added with the
    first in time first, as Amaranth does: solvers take very long over sums in two orders.
    """
    following = Signal(32)
    for k in range(32):
        total: Any = 0
        for j in reversed(range(32)):
            if shifted(1 << j) >> k & 1:
                total ^= register[j]
        for j in reversed(range(8)):
            if shifted(1 << j) >> k & 1:
                total ^= byte[j]
        m.d.comb += following[k].eq(total)
    return following


def shifted(register: int) -> int:
    """Return a register after eight shifts; what comes in was added to its lowest bits before."""
    for _ in range(8):
        register = (register >> 1) ^ (_POLYNOMIAL if register & 1 else 0)
    return register
