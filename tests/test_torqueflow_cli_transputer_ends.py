"""Programs that do not end well, and readers that have gone: one line, never a traceback."""

import functools
import random
import shlex
import subprocess
from pathlib import Path

import pytest

from tests import processes
from tests.transputer_commands import (
    PRELUDE,
    boot,
    build,
)


@pytest.fixture
def cli(command_line, tmp_path, monkeypatch):
    """Run a command in an empty directory: its status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    return functools.partial(command_line, "transputer")


def alone(cli, source, *options):
    """Run a program that does not end well: status 1 and one line, which is returned."""
    status, _, err = cli("run", boot(source), *options)
    assert status == 1
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    return err


def test_a_program_that_waits_for_ever_is_a_deadlock(cli):
    source = PRELUDE + "mint\nstl 5\nldlp 6\nldlp 5\nldc 4\nin\nstopp"
    assert "deadlock" in alone(cli, source)


def test_a_program_that_waits_for_the_host_is_a_deadlock(cli):
    assert "deadlock" in alone(cli, PRELUDE + "ldlp 6\nldl 1\nldc 4\nin\nstopp")


def test_a_program_that_stops_without_a_word(cli):
    assert "ended" in alone(cli, PRELUDE + "stopp")


def test_an_unknown_instruction(cli):
    assert "#17C" in alone(cli, PRELUDE + "opr #17C").upper()


def test_an_instruction_of_the_other_part(cli):
    alone(cli, PRELUDE + "fpdup", "--type", "T414")


@pytest.mark.parametrize("address", ["#7FFFFFFC", "0", "#80100000"])
def test_a_write_beyond_memory(cli, address):
    err = alone(cli, PRELUDE + f"ldc 1\nldc {address}\nstnl 0\nstopp", "--strict-memory")
    assert f"#{int(address.replace('#', '0x'), 0):08X}" in err


def test_an_error_that_halts(cli):
    alone(cli, PRELUDE + "sethalterr\nseterr\nstopp")


def test_a_loop_without_end_is_stopped(cli):
    err = alone(cli, PRELUDE + "here: j here", "--max-seconds", "0.01")
    assert err == "error: stopped after 0.01 s of simulated time (--max-seconds)\n"


def test_a_stream_out_of_step(cli):
    err = alone(cli, PRELUDE + "ldap all\nldl 1\nldnlp -4\nldc 4\nout\nstopp\nall: word -1")
    assert "a request of 65535 bytes" in err


@pytest.mark.parametrize("seed", range(12))
def test_random_bytes_end(cli, seed):
    Path("random.btl").write_bytes(random.Random(seed).randbytes(400))
    status, _, err = cli("run", "random.btl", "--max-seconds", "0.05")
    assert status in (0, 1, 2)
    assert err.count("\n") <= 1


def test_a_file_cut_short_anywhere_ends(cli):
    data = build("dot", Path("dot.btl")).read_bytes()
    for length in range(0, len(data), 45):
        Path("cut.btl").write_bytes(data[:length])
        status, out, err = cli("run", "cut.btl", "--max-seconds", "0.05")
        assert status in (1, 2)
        assert out == ""
        assert err.count("\n") == 1


def in_shell(line):
    """A shell's line, run to its end; the status is that of whatever fails in it."""
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        capture_output=True,
        timeout=processes.PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("command", ["run", "disasm"])
def test_a_reader_who_has_gone_is_no_error(tmp_path, command):
    build("hello", tmp_path / "hello.btl")
    words = processes.command("transputer", command, tmp_path / "hello.btl")
    done = in_shell(f"{shlex.join(words)} | true")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path):
    build("cat", tmp_path / "cat.btl")
    (tmp_path / "long").write_text("line\n" * 40_000)
    words = processes.command("transputer", "run", tmp_path / "cat.btl", "--root", tmp_path, "long")
    done = in_shell(f"{shlex.join(words)} | {{ read -r first; echo $first; }}")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"line\n", b"")


def test_the_command_itself():
    """The installed command, in its own process: no traceback, no hang on a closed input."""
    done = processes.finished("transputer", "disasm", "/dev/null", stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: /dev/null: is a pipe, a device or a socket")
