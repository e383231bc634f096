"""In which cycle each set enters and leaves: the timing contract of `dataflow.design.Design`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from common.arrays import Flags, Integers
from common.errors import InputError
from dataflow.design import Design

NONE = -1
"""In place of a cycle or a set's number: there is none."""


@dataclass(frozen=True)
class Timeline:
    """The handshakes of a design, cycle by cycle and set by set.

    Sets are numbered in the order in which they are taken. Cycles are indices of the arrays, not
    restarted by a reset. In a cycle with reset high ``input_ready`` and ``output_valid`` are low.

    Attributes
    ----------
    input_valid, input_ready, output_valid, output_ready, reset
        The signals, shape (cycles,). A transfer happens where valid and ready are both high.
    credit
        Sets that may still be taken; shape (cycles,), as the cycle begins.
    front
        The set that the output shows while valid, else `NONE`; shape (cycles,).
    accepted, delivered, lost
        The cycle in which each set is taken, is delivered, and is lost in a reset; `NONE` where it
        is not. Shape (sets,).
    """

    input_valid: Flags
    input_ready: Flags
    output_valid: Flags
    output_ready: Flags
    reset: Flags
    credit: Integers
    front: Integers
    accepted: Integers
    delivered: Integers
    lost: Integers

    @property
    def cycles(self) -> int:
        """How many cycles were looked at."""
        return len(self.reset)

    @property
    def input_transfer(self) -> Flags:
        """Whether a set is taken, shape (cycles,)."""
        return self.input_valid & self.input_ready

    @property
    def output_transfer(self) -> Flags:
        """Whether a set is delivered, shape (cycles,)."""
        return self.output_valid & self.output_ready

    @property
    def under_way(self) -> Integers:
        """The sets that are neither delivered nor lost when the last cycle is over."""
        return np.flatnonzero((self.delivered == NONE) & (self.lost == NONE))

    def set_of_age(self, age: int) -> Integers:
        """Return the set taken ``age`` cycles ago and not lost since, or `NONE`; (cycles,)."""
        cycles = self.accepted + age
        known = (cycles < self.cycles) & ((self.lost == NONE) | (cycles < self.lost))
        result = np.full(self.cycles, NONE, dtype=np.int64)
        result[cycles[known]] = np.flatnonzero(known)
        return result


def handshake(
    design: Design,
    valid: npt.ArrayLike,
    ready: npt.ArrayLike,
    reset: npt.ArrayLike | None = None,
    *,
    sets: int | None = None,
) -> Timeline:
    """Follow the contract through every cycle; the first is the first after a reset.

    Parameters
    ----------
    valid
        Whether the producer would newly offer a set, shape (cycles,). What it offers it goes on
        offering until taken, through resets too, so further requests meanwhile change nothing.
    ready
        Whether the consumer is ready, shape (cycles,).
    reset
        Shape (cycles,); never if None.
    sets
        How many the producer has; no end if None. One lost in a reset is not offered again.

    Raises
    ------
    InputError
        If the arrays are not of one length, or hold something else than true and false.
    """
    account = Account(design, np.size(valid) if sets is None else sets)
    return followed(account, valid, ready, reset)


def followed(
    account: Account,
    valid: npt.ArrayLike,
    ready: npt.ArrayLike,
    reset: npt.ArrayLike | None = None,
) -> Timeline:
    """Take an account through every cycle; signals and errors as for `handshake`."""
    valid, ready = _flags("valid", valid), _flags("ready", ready)
    reset = np.zeros(len(valid), dtype=bool) if reset is None else _flags("reset", reset)
    if not len(valid) == len(ready) == len(reset):
        lengths = f"lengths {len(valid)}, {len(ready)} and {len(reset)}"
        raise InputError("valid, ready and reset", lengths, "one length, in cycles")
    signals = zip(valid.tolist(), ready.tolist(), reset.tolist(), strict=True)
    for cycle, (newly_offered, consumer_ready, reset_high) in enumerate(signals):
        account.offer(newly_offered)
        if reset_high:
            account.clear(cycle)
        else:
            account.step(cycle, consumer_ready)
    return account.timeline(ready, reset)


def _flags(name: str, values: npt.ArrayLike) -> Flags:
    """Return a row of true and false."""
    array = np.asarray(values)
    if array.ndim != 1:
        raise InputError(name, f"shape {array.shape}", "(cycles,)")
    other = np.zeros(len(array), dtype=bool) if array.dtype == np.bool_ else ~np.isin(array, (0, 1))
    if other.any():
        cycle = int(np.argmax(other))
        raise InputError(f"{name}, cycle {cycle}", f"{array[cycle]}", "true and false, or 1 and 0")
    return array.astype(np.bool_, copy=False)


class Account:
    """Credit, phase and queue between two cycles, and what happened so far."""

    def __init__(self, design: Design, sets: int) -> None:
        self.interval, self.latency = design.initiation_interval, design.latency
        self.full_credit = self.credit = design.queue_depth
        self.sets = sets
        self.offering = False
        self.phase = 0
        self.first = 0  # the oldest set that is under way or queued, or the next to be taken
        self.history: list[tuple[bool, bool, bool, int, int]] = []
        self.accepted: list[int] = []
        self.delivered: list[int] = []
        self.lost: list[int] = []

    def offer(self, newly: bool) -> None:
        """Take the producer's decision at a cycle's begin."""
        self.offering = self.offering or (newly and len(self.accepted) < self.sets)

    def step(self, cycle: int, consumer_ready: bool) -> None:
        """Pass a cycle without reset."""
        credit, first = self.credit, self.first
        ready = credit > 0 and self.phase == 0
        filled = first < len(self.accepted) and self.accepted[first] + self.latency <= cycle
        self.history.append((self.offering, ready, filled, credit, first if filled else NONE))
        if filled and consumer_ready:
            self.delivered[first] = cycle
            self.first += 1
            self.credit += 1
        if self.offering and ready:
            self.accepted.append(cycle)
            self.delivered.append(NONE)
            self.lost.append(NONE)
            self.offering = False
            self.credit -= 1
        self.phase = (self.phase + 1) % self.interval

    def clear(self, cycle: int) -> None:
        """Pass a cycle with reset high."""
        self.history.append((self.offering, False, False, self.credit, NONE))
        while self.first < len(self.accepted):
            self.lost[self.first] = cycle
            self.first += 1
        self.credit = self.full_credit
        self.phase = 0

    def timeline(self, ready: Flags, reset: Flags) -> Timeline:
        """Return all that happened."""
        rows = np.array(self.history, dtype=np.int64).reshape(-1, 5).T
        return Timeline(
            input_valid=rows[0].astype(bool),
            input_ready=rows[1].astype(bool),
            output_valid=rows[2].astype(bool),
            output_ready=ready,
            reset=reset,
            credit=rows[3],
            front=rows[4],
            accepted=np.array(self.accepted, dtype=np.int64),
            delivered=np.array(self.delivered, dtype=np.int64),
            lost=np.array(self.lost, dtype=np.int64),
        )
