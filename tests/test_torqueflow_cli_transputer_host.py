"""What a program asks of its host: status, files, environment, memory, time."""

import functools
import json
from pathlib import Path

import pytest

from tests.transputer_commands import (
    PRELUDE,
    boot,
    client,
    echo,
    exit_with,
    exits_with_a_byte,
    request,
    slice_of,
)


@pytest.fixture
def cli(command_line, tmp_path, monkeypatch):
    """Run a command in an empty directory: its status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    return functools.partial(command_line, "transputer")


@pytest.mark.parametrize(
    ("status", "host"), [(999999999, 0), (-999999999, 1), (0, 0), (7, 7), (1000, 1)]
)
def test_the_status_of_the_program_is_that_of_the_command(cli, status, host):
    assert cli("run", boot(client(exit_with(status)))) == (host, "", "")


def test_writing_needs_permission(cli):
    Path("root").mkdir()
    made = request(10, slice_of(b"made"), 1, 2)
    file = boot(client(made, exit_with(999999999)))
    assert cli("run", file, "--root", "root")[0] == 0
    assert not Path("root/made").exists()
    assert cli("run", file, "--root", "root", "--writable")[0] == 0
    assert Path("root/made").read_bytes() == b""


def test_system_is_refused(cli):
    file = boot(client(request(34, slice_of(b"touch ran")), exit_with(999999999)))
    assert cli("run", file, "--writable")[0] == 0
    assert not Path("ran").exists()


def test_the_environment_is_what_env_gives(cli, monkeypatch):
    monkeypatch.setenv("SEEN", "of the host")
    file = boot(echo(request(32, slice_of(b"SEEN"))))
    assert cli("run", file, "--env", "OTHER=1", "--env", "SEEN=a=b") == (0, "a=b", "")
    assert "host" not in "".join(cli("run", file)[1:])


def test_the_command_line_is_what_comes_after_the_file(cli):
    short, whole = boot(echo(request(40, 0)), Path("s.btl")), boot(echo(request(40, 1)), Path("w"))
    assert cli("run", short, "--", "-x", "two") == (0, "-x two", "")
    assert cli("run", whole, "one") == (0, "w one", "")


def test_the_board_size_is_the_memory_unless_the_environment_says_otherwise(cli):
    file = boot(echo(request(32, slice_of(b"IBOARDSIZE"))))
    assert cli("run", file) == (0, "#100000", "")
    assert cli("run", file, "--memory", "2M") == (0, "#200000", "")
    assert cli("run", file, "--memory", "2M", "--env", "IBOARDSIZE=#8000") == (0, "#8000", "")
    Path("net.toml").write_text('[nodes.b]\n[nodes.a]\nmemory = "8K"\n[network]\nhost = "a.0"\n')
    assert cli("run", file, "--network", "net.toml") == (0, "#2000", "")


BEYOND = exits_with_a_byte(
    "ldc 5\nldc #200000\nmint\nbsub\nstnl 0\nldc #200000\nmint\nbsub\nldnl 0\nadc 10"
)


def test_memory_that_is_not_there_reads_as_nothing_and_is_counted(cli):
    file = boot(BEYOND)
    assert cli("run", file, "--json", "a.json", "--memory", "2M")[0] == 10
    assert cli("run", file, "--json", "b.json", "--memory", "4M")[0] == 15
    counts = [
        json.loads(Path(name).read_text())["nodes"]["root"]["statistics"]["absent_accesses"]
        for name in ("a.json", "b.json")
    ]
    assert counts == [2, 0]
    assert "accesses where there is no memory" in cli("run", file, "--stats")[1]
    status, _, err = cli("run", file, "--strict-memory")
    assert status == 1
    assert err.startswith("error: root: no memory at #80200000, used near #8000")


@pytest.mark.parametrize("size", ["3", "x", "1G", "4095", "-1M", "0"])
def test_a_wrong_size_of_memory_is_told(cli, size):
    status, out, err = cli("run", boot(BEYOND), f"--memory={size}")
    assert (status, out) == (2, "")
    assert err == f"error: --memory: {size!r}; allowed: a multiple of 4 bytes, '4K' to '256M'\n"


def test_memory_is_told_once(cli):
    Path("net.toml").write_text("[nodes.a]\n")
    status, _, err = cli("run", boot(BEYOND), "--memory", "1M", "--network", "net.toml")
    assert status == 2
    assert "--memory: given together with --network; allowed: the nodes' memory" in err


TIME = """
        ldap time
        ldl 1
        ldnlp -4
        ldc 8
        out
        ldlp 20
        ldl 1
        ldc 12                  -- length, result, local time, UTC, filled up
        in
        ldlp 20
        adc 7
        lb                      -- the low byte of UTC
"""


TIME_DATA = "time: byte 6, 0, 33, 0, 0, 0, 0, 0\n"


TWO_SECONDS = """
        ldc 0
        stl 30
        ldc 4000000
        stl 31
wait:   ldlp 30
        ldc waited - wait
        lend
waited:
"""


def test_time_is_the_start_of_the_run_and_the_seconds_simulated(cli, monkeypatch):
    begin = boot(exits_with_a_byte(TIME) + TIME_DATA, Path("begin.btl"))
    code = TIME + "stl 40\n" + TWO_SECONDS + TIME + "ldl 40\ndiff\nstl 40\nldl 40"
    elapsed = boot(exits_with_a_byte(code) + TIME_DATA, Path("elapsed.btl"))
    for now in (1000.02, 1000.98):
        monkeypatch.setattr("time.time", lambda now=now: now)
        assert cli("run", begin)[0] == 1000 % 256
        assert cli("run", elapsed)[0] == 2  # 4,000,000 turns of 13 cycles: 2.6 s
        assert cli("run", elapsed, "--wall-clock")[0] == 0
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "77")
    assert cli("run", begin)[0] == 77
    for wrong in ("-1", "1.5", "x", str(2**32)):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", wrong)
        status, _, err = cli("run", begin)
        assert status == 2
        assert err.startswith(f"error: SOURCE_DATE_EPOCH: {wrong!r}; allowed: whole seconds")


def test_the_limit_holds_where_there_is_no_terminal_only(cli, monkeypatch):
    waits = boot(PRELUDE + TWO_SECONDS + client(exit_with(0)).removeprefix(PRELUDE))
    monkeypatch.setattr("torqueflow.cli.transputer_run.SECONDS_WITHOUT_TERMINAL", 0.5)
    assert cli("run", waits)[2].startswith("error: stopped after 0.5 s of simulated time")
    assert cli("run", waits, "--max-seconds", "3") == (0, "", "")
    monkeypatch.setattr("torqueflow.cli.transputer_run.at_terminal", lambda: True)
    assert cli("run", waits) == (0, "", "")
    assert cli("run", waits, "--max-seconds", "0.25")[0] == 1
