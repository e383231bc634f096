"""Faults of an observer, told one by one, so that a solver may take them one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from amaranth.hdl import Cat, Module, Signal

FIRST = "first_faults"
"""The name of what `tell_apart` adds."""


def tell_apart(m: Module, bad: Any, faults: Sequence[Any]) -> None:
    """Let ``bad`` tell whether there is a fault; tell which is the first after a cycle without.

    If none of them is ever the first, and ``bad`` is low in the first cycle, it stays low. To show
    it, a solver may take those ahead of a fault for absent: each is a lemma of the next.
    """
    before, first = Signal(), Signal(len(faults), name=FIRST)
    m.d.comb += bad.eq(Cat(Cat(fault).any() for fault in faults).any())
    m.d.sync += before.eq(bad)
    for k, fault in enumerate(faults):
        ahead = Signal(name=f"fault_to_{k}")  # a signal each, or expressions would grow
        m.d.comb += [ahead.eq(before | Cat(fault).any()), first[k].eq(ahead & ~before)]
        before = ahead
