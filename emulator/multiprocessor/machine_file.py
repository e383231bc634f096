"""Machines from TOML files.

::

    name = "Encore Multimax"
    operation_seconds = 3.84e-6
    lock_statements = 2

    [statement_seconds]
    shared = 2.9e-6
    local = 3.2e-6
    direct = 1.7e-6

    [contention]
    working = 0.25
    polling = 0.93
    arithmetic = 0.11

``lock_statements`` is 2 if not said, ``local`` is ``shared``, ``direct`` is ``local``, and what is
not said of contention is 0.
"""

from __future__ import annotations

from pathlib import Path

from common.fields import Fields
from common.inputs import MEBIBYTE, read_text
from emulator.multiprocessor.machine import Contention, Machine, StatementSeconds
from golden.toml.syntax import fields_of

_LARGEST = 16 * MEBIBYTE
_SECONDS = "seconds, 0 or more"
_SHARE = "0 or more"


def read_machine(path: str | Path) -> Machine:
    """Read a machine.

    Raises
    ------
    InputError
        There is no such file, or something in it is wrong: it names the file, the field, the value
        and what is allowed.
    """
    return parse_machine(read_text(path, "a TOML file of a machine", _LARGEST), str(path))


def parse_machine(content: str, file: str) -> Machine:
    """Return the machine that a TOML text describes; raises InputError as `read_machine` does."""
    fields = fields_of(content, file)
    name = fields.text("name")
    operation = fields.positive("operation_seconds", "seconds, more than 0")
    lock = fields.number("lock_statements", "statements, 0 or more", 2.0, least=0.0)
    statement = _statement_seconds(fields)
    contention = _contention(fields)
    fields.finish()
    return Machine(name, operation, statement, lock, contention)


def _statement_seconds(fields: Fields) -> StatementSeconds:
    inner = fields.table("statement_seconds", "a table of shared, local and direct")
    shared = inner.number("shared", _SECONDS, least=0.0)
    local = inner.number("local", _SECONDS, shared, least=0.0)
    direct = inner.number("direct", _SECONDS, local, least=0.0)
    inner.finish()
    return StatementSeconds(shared, local, direct)


def _contention(fields: Fields) -> Contention:
    inner = fields.table("contention", "a table of working, polling and arithmetic")
    found = Contention(
        inner.number("working", _SHARE, 0.0, least=0.0),
        inner.number("polling", _SHARE, 0.0, least=0.0),
        inner.number("arithmetic", _SHARE, 0.0, least=0.0),
    )
    inner.finish()
    return found
