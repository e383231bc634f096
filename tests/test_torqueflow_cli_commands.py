"""Every command: its line in the list, its help, and how little it takes to ask for that."""

import inspect
import json
import os
import re
import subprocess
import sys

import pytest

from tests.processes import command, finished
from torqueflow.cli import main as cli
from torqueflow.cli.command_group import function_of
from torqueflow.cli.commands import COMMANDS, Group

SLOW = {"amaranth", "cocotb", "cocotb_tools", "scipy", "pytest", "numba", "matplotlib", "ortools"}
"""What takes longer to import than a third of a second allows."""


def every():
    """Each command by its words."""
    for name, entry in COMMANDS.items():
        if isinstance(entry, Group):
            yield from (((name, inner), each) for inner, each in entry.commands.items())
        else:
            yield (name,), entry


EVERY = dict(every())
WORDS = [(), ("transputer",), ("occam",), *EVERY]


def imported_by(*arguments):
    """The packages that a command line has imported when it ends."""
    code = (
        "import sys\nfrom torqueflow.cli.main import main\ntry:\n    main(sys.argv[1:])\n"
        "except SystemExit:\n    print('imported', *{n.split('.')[0] for n in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split()[1:])


@pytest.mark.parametrize("words", EVERY)
def test_the_line_in_the_list_is_the_docstrings(words):
    entry = EVERY[words]
    documented = inspect.getdoc(function_of(entry)).split("\n\n")[0]
    assert " ".join(documented.split()) == entry.summary


@pytest.fixture(scope="module")
def imported_by_help():
    """The packages in memory after the help of each command, one after the other in one process."""
    code = (
        "import contextlib, io, json, sys\nfrom torqueflow.cli.main import main\nfound = []\n"
        f"for words in {[list(words) for words in WORDS]!r}:\n"
        "    said = io.StringIO()\n"
        "    with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):\n"
        "        main([*words, '--help'])\n"
        "    assert 'Usage:' in said.getvalue()\n"
        "    found.append(sorted({n.split('.')[0] for n in sys.modules}))\n"
        "print(json.dumps(found))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return dict(zip(WORDS, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_a_help_text_imports_nothing_slow(imported_by_help, words):
    assert not set(imported_by_help[words]) & SLOW


@pytest.mark.parametrize(
    "arguments",
    [("robots",), ("robots", "puma560"), ("transputer", "asm", "hello.s"), ("--version",)],
)
def test_small_commands_import_nothing_slow(arguments, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.getcwd())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hello.s").write_text("stopp\nstopp\n")
    assert not imported_by(*arguments) & (SLOW | {"pydantic"})


@pytest.fixture
def help_of(monkeypatch, capsys):
    """The help of a command, its lines joined."""
    monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back

    def help_of(words):
        with pytest.raises(SystemExit) as ended:
            cli.main([*words, "--help"])
        assert ended.value.code == 0
        return capsys.readouterr().out

    return help_of


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_every_help_text_is_a_sentence(help_of, words):
    text = help_of(words)
    entries = re.split(r"\n  (?=\S)", text.split("Options:")[1].split("\nCommands:")[0])[1:]
    assert entries
    for entry in entries:
        entry = entry.split("\n\n")[0]
        _, _, told = re.sub(r"\n +", "  ", entry.rstrip()).partition("  ")
        sentence = re.sub(r"\s*\[(default|required).*", "", told.strip())
        assert re.fullmatch(r"[A-Z].*\.", sentence), entry


def test_choices_and_defaults_are_shown(help_of):
    text = " ".join(help_of(("simulate",)).split())
    for shown in (
        "--algorithm <newton-euler|lagrangian|forward|forward-actuators|inverse-derivatives|"
        "forward-derivatives>",
        "--topology <array|ring>",
        "[default: array]",
        "[default: (1 for an array, twice the number of links for a ring)]",
        "--simulator <verilator|icarus>",
        "[default: (300)]",
        "[default: 18]",
    ):
        assert shown in text


def test_the_version():
    done = finished("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"torqueflow \d+\.\d+\.\d+\n", done.stdout)


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("torqueflow sim", ["simulate"]),
        ("torqueflow transputer as", ["asm"]),
        ("torqueflow robots pum", ["puma560"]),
        ("torqueflow simulate puma560 --topology r", ["ring"]),
        ("torqueflow simulate puma560 --poi", ["--points"]),
        ("torqueflow dynamics mine", ["mine.toml"]),
    ],
)
def test_a_shell_completes(typed, completed, tmp_path):
    (tmp_path / "mine.toml").write_text("")
    (tmp_path / "mine.txt").write_text("")
    words = typed.split()
    environment = {
        "_TORQUEFLOW_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(words) - 1),
        "PYTHONPATH": os.getcwd(),
    }
    done = subprocess.run(
        command(), env={**os.environ, **environment}, capture_output=True, text=True, cwd=tmp_path
    )
    assert (done.stdout.split(), done.stderr) == (completed, "")


def test_a_robot_that_is_mistyped():
    done = finished("robots", "pumma560")
    assert done.returncode == 2
    assert done.stderr.startswith("error: pumma560: no arm of that name (did you mean puma560?); ")
