"""Processes that run at rates which depend on each other, and locks that one of them holds.

A process is a generator that yields steps: `Spend`, `Acquire`, `Release` or `Fruitless`. Between
two events every process has a constant rate (`Contention`); the engine goes from event to event. A
lock that is released goes to one of its waiters by chance, as a spin lock does. Equal seeds give
equal runs.
"""

from __future__ import annotations

import enum
import math
import random
from collections.abc import Generator, Hashable, Iterable
from dataclasses import dataclass

from emulator.multiprocessor.machine import Contention


class Activity(enum.Enum):
    """What a process does with its time.

    POLLING looks into a queue behind a lock, with or without success, and SPINNING waits for a
    lock: both ask shared memory again and again. WATCHING looks at a count without a lock, as local
    queues do, and hinders others no more than scheduling does.
    """

    ARITHMETIC = "arithmetic"
    SCHEDULING = "scheduling"
    POLLING = "polling"
    WATCHING = "watching"
    SPINNING = "spinning"


@dataclass(frozen=True, slots=True)
class Spend:
    """Be busy for some seconds, if nobody else were."""

    activity: Activity
    seconds: float


@dataclass(frozen=True, slots=True)
class Acquire:
    """Wait for a lock, spinning, and take it."""

    lock: Hashable


@dataclass(frozen=True, slots=True)
class Release:
    """Give a lock back."""

    lock: Hashable


@dataclass(frozen=True, slots=True)
class Fruitless:
    """Have looked for a task in vain."""


Step = Spend | Acquire | Release | Fruitless
Process = Generator[Step, None, None]

_WORK = (Activity.ARITHMETIC, Activity.SCHEDULING, Activity.WATCHING)
_WAIT = (Activity.POLLING, Activity.SPINNING)
_PRODUCTIVE = (Activity.ARITHMETIC, Activity.SCHEDULING)

_PATIENCE = 1000
"""Fruitless looks for a task, each process, after which none can come any more."""


@dataclass(slots=True)
class Slice:
    """A stretch of one activity of one process, in seconds."""

    activity: Activity
    start: float
    end: float


class WaitsForEver(RuntimeError):
    """No process will ever find something to do."""


class Engine:
    """Runs processes until one of them calls `stop`.

    Attributes
    ----------
    now
        Seconds since the start.
    slices
        By process: what it did when, without gaps until it ended.
    locks_taken, locks_waited_for
        How often.
    """

    def __init__(self, contention: Contention, seed: int = 0) -> None:
        self.now = 0.0
        self.slices: list[list[Slice]] = []
        self.locks_taken = 0
        self.locks_waited_for = 0
        self._contention = contention
        self._random = random.Random(seed)
        self._processes: list[Process] = []
        self._activity: list[Activity | None] = []
        self._remaining: list[float] = []
        self._holders: dict[Hashable, int] = {}
        self._waiters: dict[Hashable, list[int]] = {}
        self._rates: list[tuple[int, float]] | None = None  # until an activity changes
        self._asleep: list[int] = []
        self._looked_at: list[float] = []
        self._working = self._waiting = self._productive = 0
        self._fruitless = 0
        self._stopped = False

    def run(self, processes: Iterable[Process]) -> None:
        """Run processes from the start; raises WaitsForEver."""
        self._processes = list(processes)
        count = len(self._processes)
        self.slices = [[] for _ in range(count)]
        self._activity, self._remaining = [None] * count, [0.0] * count
        self._looked_at = [-1.0] * count
        for process in range(count):
            self._proceed(process)
        while not self._stopped:
            self._proceed(self._to_the_next_event())
            asleep, self._asleep = self._asleep, []
            for process in asleep:
                self._proceed(process)
        for process, activity in enumerate(self._activity):
            if activity is not None:
                self._enter(process, activity)

    def stop(self) -> None:
        """End the run at this moment, whatever the processes are doing."""
        self._stopped = True

    def _to_the_next_event(self) -> int:
        """Let time pass until a process has spent what it asked for; return which one."""
        if self._rates is None:
            self._rates = self._speeds()
        rates, remaining = self._rates, self._remaining
        first, soonest = -1, math.inf
        for process, rate in rates:
            wait = remaining[process] / rate
            if wait < soonest:
                first, soonest = process, wait
        if first < 0:
            raise WaitsForEver("every process waits for another one")
        for process, rate in rates:
            remaining[process] -= soonest * rate
        self.now += soonest
        self._look_for_progress()
        return first

    def _speeds(self) -> list[tuple[int, float]]:
        """Return the processes that time brings on, and their speeds beside their speeds alone."""
        by, working, waiting = self._contention, self._working, self._waiting
        beside_worker = by.working * max(working - 1, 0) + by.polling * waiting
        beside_poller = by.working * working + by.polling * max(waiting - 1, 0)
        arithmetic = 1 / (1 + by.arithmetic * beside_worker)
        scheduling, polling = 1 / (1 + beside_worker), 1 / (1 + beside_poller)
        rates = []
        for process, activity in enumerate(self._activity):
            if activity is Activity.ARITHMETIC:
                rates.append((process, arithmetic))
            elif activity is Activity.SCHEDULING or activity is Activity.WATCHING:
                rates.append((process, scheduling))
            elif activity is Activity.POLLING:
                rates.append((process, polling))
        return rates

    def _look_for_progress(self) -> None:
        """Raise WaitsForEver where processes have only polled for far longer than a task takes."""
        if self._productive:
            self._fruitless = 0
        if self._fruitless > _PATIENCE * len(self._processes):
            raise WaitsForEver("every process looks for a task that is ready, and there is none")

    def _proceed(self, process: int) -> None:
        """Let a process, and those it hands locks to, go on to something that takes time."""
        to_go = [process]
        while to_go and not self._stopped:
            to_go += self._go_on(to_go.pop(0))

    def _go_on(self, process: int) -> list[int]:
        """Run a process up to what takes time; return those that got a lock from it."""
        woken: list[int] = []
        for step in self._processes[process]:
            if self._stopped:
                return []
            match step:
                case Spend(activity, seconds):
                    if seconds > 0:
                        self._enter(process, activity)
                        self._remaining[process] = seconds
                        return woken
                case Fruitless():
                    self._fruitless += 1
                    if self._looked_at[process] == self.now:
                        # Looking takes no time on this machine: sleep until something happens.
                        self._enter(process, Activity.POLLING)
                        self._remaining[process] = math.inf
                        self._asleep.append(process)
                        return woken
                    self._looked_at[process] = self.now
                case Acquire(lock):
                    self.locks_taken += 1
                    if lock in self._holders:
                        self.locks_waited_for += 1
                        self._waiters.setdefault(lock, []).append(process)
                        self._enter(process, Activity.SPINNING)
                        return woken
                    self._holders[lock] = process
                case Release(lock):
                    woken += self._release(lock)
        self._enter(process, None)
        return woken

    def _release(self, lock: Hashable) -> list[int]:
        """Free a lock or give it to one of its waiters, by chance; return that one."""
        waiters = self._waiters.get(lock)
        if not waiters:
            del self._holders[lock]
            return []
        chosen = waiters.pop(self._random.randrange(len(waiters)))
        self._holders[lock] = chosen
        return [chosen]

    def _enter(self, process: int, activity: Activity | None) -> None:
        """Close a process's slice and open one of another activity."""
        own, before = self.slices[process], self._activity[process]
        if own:
            own[-1].end = self.now
        if activity is before:
            return
        self._working += (activity in _WORK) - (before in _WORK)
        self._waiting += (activity in _WAIT) - (before in _WAIT)
        self._productive += (activity in _PRODUCTIVE) - (before in _PRODUCTIVE)
        self._activity[process], self._rates = activity, None
        if activity is not None:
            own.append(Slice(activity, self.now, self.now))
