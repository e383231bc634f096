"""What a shared-memory machine is told by: times, and how much its processes hinder each other."""

from __future__ import annotations

from dataclasses import dataclass

PROCESSORS_MAXIMUM = 64


@dataclass(frozen=True)
class Contention:
    """How much slower a process runs while others run.

    Scheduling, polling and spinning go at 1 / (1 + x) of their speed alone, arithmetic at
    1 / (1 + `arithmetic` x), with x = `working` times the other processes that compute or schedule
    plus `polling` times those that look for a task or wait for a lock.
    """

    working: float = 0.0
    polling: float = 0.0
    arithmetic: float = 0.0


@dataclass(frozen=True)
class Machine:
    """Times of one process that runs alone.

    Attributes
    ----------
    name
        For people.
    operation_seconds
        Of an addition or multiplication of scalars, everything around it included.
    statement_seconds
        Of one statement of the scheduling procedures.
    lock_statements
        What `spinlock` and `spinunlock` of one lock take together, in statements.
    contention
        Between processes.
    """

    name: str
    operation_seconds: float
    statement_seconds: float = 0.0
    lock_statements: float = 2.0
    contention: Contention = Contention()
