"""What a shared-memory machine is told by: times, and how much its processes hinder each other."""

from __future__ import annotations

from dataclasses import dataclass

PROCESSORS_MAXIMUM = 64
"""More processes than this are refused: the model was held against four."""


@dataclass(frozen=True)
class Contention:
    """How much slower a process runs while others run.

    Scheduling, polling and spinning go at 1 / (1 + x) of their speed alone, arithmetic at
    1 / (1 + `arithmetic` x), with x = `working` times the other processes that compute, schedule or
    watch a count, plus `polling` times those that look into a queue or wait for a lock.
    """

    working: float = 0.0
    polling: float = 0.0
    arithmetic: float = 0.0


@dataclass(frozen=True)
class StatementSeconds:
    """Seconds of a statement of the scheduler, by the procedures that it belongs to.

    Attributes
    ----------
    shared
        Queues in shared memory: Zeng and Egan's versions 1 to 3.
    local
        Queues in local memory: version 4.
    direct
        The same without procedures and records: version 5.
    """

    shared: float = 0.0
    local: float = 0.0
    direct: float = 0.0


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
    statement_seconds: StatementSeconds = StatementSeconds()
    lock_statements: float = 2.0
    contention: Contention = Contention()
