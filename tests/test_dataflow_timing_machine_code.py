"""What schedules are compiled from: all of it decides which machine code is used."""

import importlib
import types
from pathlib import Path

from dataflow.timing import dealing, machine_code, moves
from tests.transputer_programs import interpreted


def parts_of(module, maker, monkeypatch):
    """The functions that a module has compiled, the one that is called first."""
    monkeypatch.setattr(module, "machine_code_of", lambda function, parts: (function, *parts))
    return maker.__wrapped__()


def named(function):
    """All that a function names outside itself."""
    return {name: function.__globals__[name] for name in function.__code__.co_names
            if name in function.__globals__}  # fmt: skip


def test_every_file_that_holds_a_part_is_a_source(monkeypatch):
    files = {Path(file).name for file in machine_code.store()._sources}
    assert files == {f"{name}.py" for name in machine_code._SOURCES}
    for module, maker in ((moves, moves._compiled), (dealing, dealing.compiled)):
        parts = parts_of(module, maker, monkeypatch)
        for part in parts:
            assert Path(importlib.import_module(part.__module__).__file__).name in files
            for name, value in named(part).items():
                if isinstance(value, types.FunctionType):
                    assert value in parts, name
                elif isinstance(value, type) and value.__module__.startswith("dataflow"):
                    assert f"{value.__module__.rpartition('.')[2]}.py" in files


def test_without_machine_code_the_function_itself_runs():
    code = (
        "from dataflow.timing import dealing, moves;"
        "print(dealing.compiled() is dealing.dealt, moves._compiled() is moves.moved)"
    )
    assert interpreted("-c", code) == "True True\n"
