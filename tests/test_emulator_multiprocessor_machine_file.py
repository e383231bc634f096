"""Machines from files: all fields, defaults, and faults by their place."""

import pytest

from common.errors import InputError
from emulator.multiprocessor.machine import Contention, Machine, StatementSeconds
from emulator.multiprocessor.machine_file import parse_machine, read_machine

WHOLE = """
name = "mine"
operation_seconds = 2e-6
lock_statements = 3
[statement_seconds]
shared = 1e-6
local = 2e-6
direct = 3e-6
[contention]
working = 0.1
polling = 0.2
arithmetic = 0.3
"""
SHORT = 'name = "mine"\noperation_seconds = 1\n[statement_seconds]\nshared = 0.5\n[contention]\n'


def test_all_fields(tmp_path):
    (tmp_path / "mine.toml").write_text(WHOLE)
    expected = Machine(
        "mine", 2e-6, StatementSeconds(1e-6, 2e-6, 3e-6), 3.0, Contention(0.1, 0.2, 0.3)
    )  # fmt: skip
    assert read_machine(tmp_path / "mine.toml") == expected


def test_what_is_not_said():
    assert parse_machine(SHORT, "mine") == Machine("mine", 1.0, StatementSeconds(0.5, 0.5, 0.5))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("operation_seconds = 2e-6", "", "operation_seconds: missing"),
        ("= 2e-6", "= 0", "operation_seconds: 0.0 is not positive"),
        ("operation_seconds = 2e-6", "operation_seconds = -1", "operation_seconds: -1.0 is not"),
        ("operation_seconds = 2e-6", "operation_seconds = inf", "inf is not finite"),
        ("shared = 1e-6", "shared = -1e-6", "statement_seconds.shared: -1e-06 is less than 0"),
        ("direct = 3e-6", "direct = 'fast'", "statement_seconds.direct: 'fast' is not a number"),
        ("working = 0.1", "working = -0.1", "contention.working: -0.1 is less than 0"),
        ("lock_statements = 3", "lock_statements = -3", "lock_statements: -3.0 is less than 0"),
        ("polling = 0.2", "poling = 0.2", "contention.poling: unknown field; allowed: working, p"),
        ('name = "mine"', "name = 5", "name: 5 is not a name"),
        ('name = "mine"', 'name = "mine"\ncolour = 1', "colour: unknown field; allowed: name, op"),
        ("[contention]", "[contention", "TOML syntax: "),
    ],
)
def test_what_is_refused(old, new, problem):
    assert old in WHOLE
    with pytest.raises(InputError) as caught:
        parse_machine(WHOLE.replace(old, new, 1), "mine.toml")
    assert str(caught.value).startswith("mine.toml: ")
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_machine(tmp_path / "none.toml")
    with pytest.raises(InputError, match="is a directory"):
        read_machine(tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    with pytest.raises(InputError, match="not UTF-8"):
        read_machine(tmp_path / "bytes.toml")
