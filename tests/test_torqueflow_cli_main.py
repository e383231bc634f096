"""How every command ends, whatever it is asked."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from common.errors import InputError
from torqueflow.cli import main as cli

COMMANDS = ("robots", "simulate", "dynamics", "verilog", "tasks", "transputer", "occam")


@pytest.fixture
def run(command_line):
    return command_line


def torqueflow(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "torqueflow", *arguments],
        capture_output=True,
        text=True,
        check=False,
        **options,
    )


def test_help_names_the_commands(run):
    status, out, err = run("--help")
    assert (status, err) == (0, "")
    for command in COMMANDS:
        assert f"\n  {command} " in out


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("robots", "--json"),
        (
            "simulate",
            "--algorithm --topology --ii --width --trajectory --points --seed --stall --clip "
            "--simulator --waves --json",
        ),
        ("dynamics", "--trajectory --formulation --actuators --json --output"),
        (
            "tasks",
            "--graph --schedule --processors --machine --queues --loops --solver --today --seed "
            "--text --picture --trace --json",
        ),
        ("verilog", "-o --output --algorithm --topology --ii --width"),
    ],
)
def test_every_option_has_its_help(run, command, options):
    status, out, err = run(command, "--help")
    assert (status, err) == (0, "")
    assert out.startswith("Usage: ")
    words = out.replace(",", " ").split()
    for option in options.split():
        assert option in words


def test_without_a_command_help_is_shown(run):
    status, out, err = run()
    assert (status, err) == (2, "")
    assert out == run("--help")[1]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["simulat"], "error: 'simulat' is no command; did you mean simulate? (see `"),
        (["nothing"], "error: 'nothing' is no command; allowed: robots, dynamics, simulate, "),
        (["transputer", "rn"], "error: 'rn' is no command; did you mean run? (see `"),
        (["--versoin"], "error: --versoin: no such option; did you mean --version? (see `"),
        (["simulate"], "error: robot: missing; allowed: a robot's name, or the path of a"),
        (["dynamics", "machado_2r"], "error: --trajectory: missing; allowed: a .csv or "),
        (["simulate", "machado_2r", "more"], "error: 'more': more than the command takes (s"),
        (["simulate", "machado_2r", "--point", "3"], "error: --point: no such option; did you"),
        (["simulate", "machado_2r", "--points"], "error: --points: without a value; allowed: a "),
        (["simulate", "machado_2r", "--points", "1.5"], "error: --points: '1.5'; allowed: a whole"),
        (["simulate", "machado_2r", "--ii", "two"], "error: --ii: 'two'; allowed: a whole number"),
        (["simulate", "machado_2r", "--stall", "x"], "error: --stall: 'x'; allowed: a number"),
        (["simulate", "machado_2r", "--clip=yes"], "error: --clip: with a value; allowed: --clip "),
    ],
)
def test_mistakes_in_the_command_are_one_line(run, arguments, problem):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith(problem)
    assert err.endswith(" --help`)\n")
    assert err.count("\n") == 1


def command_that(action):
    """The command line, with one command that does this."""

    def application():
        import typer

        app = typer.Typer()
        app.command()(action)
        return app

    return application


def test_the_status_of_a_command_is_the_programs(run, monkeypatch):
    for returned, status in ((None, 0), (0, 0), (1, 1)):
        monkeypatch.setattr(cli, "application", command_that(lambda returned=returned: returned))
        assert run()[0] == status


def test_bad_input_is_one_line(run, monkeypatch):
    def action():
        raise InputError("file.csv row 3", "nan", "numbers")

    monkeypatch.setattr(cli, "application", command_that(action))
    assert run() == (2, "", "error: file.csv row 3: nan; allowed: numbers\n")


def test_a_letter_that_the_output_lacks_is_escaped(monkeypatch):
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    monkeypatch.setattr(cli, "application", command_that(lambda: print("Schäfer")))
    monkeypatch.setattr("warnings.showwarning", None)
    with pytest.raises(SystemExit) as caught:
        cli.main([])
    assert (caught.value.code, written.getvalue()) == (0, b"Sch\\xe4fer\n")


def test_a_fault_of_the_program_is_not_hidden(monkeypatch):
    def action():
        raise RuntimeError("this should not be")

    monkeypatch.setattr(cli, "application", command_that(action))
    monkeypatch.setattr("warnings.showwarning", None)
    with pytest.raises(RuntimeError, match="this should not be"):
        cli.main([])


def test_ctrl_c_in_a_command_is_one_word(run, monkeypatch):
    def action():
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "application", command_that(action))
    assert run() == (130, "", "interrupted\n")


def test_ctrl_c_while_the_commands_are_imported_is_one_word(run, monkeypatch):
    def application():
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "application", application)
    assert run() == (130, "", "interrupted\n")


def test_nothing_slow_is_imported_before_ctrl_c_ends_well():
    slow = "{'numpy', 'scipy', 'typer', 'rich'}"
    code = f"import sys, torqueflow.cli.main; print({slow} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("set()\n", "")


def test_a_reader_that_goes_away_gets_no_traceback():
    command = f"{sys.executable} -m torqueflow robots puma560 | true"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr


def test_as_a_program():
    done = torqueflow("robots", "nobody")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: nobody: no arm of that name; allowed: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [("robots",), ("--help",)])
def test_a_full_device_is_told_in_one_line(arguments):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "torqueflow", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    told = "error: standard output: No space left on device; allowed: a device with room\n"
    assert done.stderr == told
