"""`torqueflow occam` from end to end: what is printed, what is written."""

import json
import re
from pathlib import Path

import pytest

from tests.occam_commands import HELLO, documented, write


@pytest.fixture
def cli(command_line, tmp_path, monkeypatch):
    """Run a command in an empty directory: its status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    return command_line


@pytest.mark.parametrize("part", ["T800", "T414", "t414"])
@pytest.mark.parametrize("checks", ["halt", "range-off", "none"])
def test_run_on_one_transputer(cli, part, checks):
    documented("hello.occ")
    assert cli("occam", "run", "hello.occ", "--type", part, "--checks", checks) == (
        0,
        "Hello from occam\n",
        "",
    )


CLOCK = """#INCLUDE "hostio.inc"
#USE "hostio.lib"
PROC clock (CHAN OF SP fs, ts)
  INT32 local, utc:
  SEQ
    so.time (fs, ts, local, utc)
    so.write.int (fs, ts, INT utc, 0)
    so.exit (fs, ts, sps.success)
:
"""


@pytest.mark.parametrize(("option", "told"), [("", 1000), ("--wall-clock", 2000)])
def test_the_clock_is_the_hosts_where_asked_for(cli, monkeypatch, option, told):
    write("clock.occ", CLOCK)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000")
    monkeypatch.setattr("time.time", lambda: 2000.0)
    assert cli("occam", "run", "clock.occ", *option.split()) == (0, str(told), "")


@pytest.mark.parametrize(
    ("status", "expected"),
    [("sps.success", 0), ("sps.failure", 1), ("7(INT32)", 7), ("0(INT32)", 0)],
)
def test_the_programs_status_is_passed_on(cli, status, expected):
    write("hello.occ", HELLO.format(status=status))
    assert cli("occam", "run", "hello.occ")[0] == expected


def test_a_program_without_channels_ends_with_success(cli):
    write("plain.occ", "PROC main ()\n  INT x:\n  SEQ\n    x := 1\n    x := x + 2\n:\n")
    assert cli("occam", "run", "plain.occ") == (0, "", "")


def test_build_makes_a_file_that_runs(cli):
    documented("hello.occ")
    assert cli("occam", "build", "hello.occ") == (0, "", "")
    assert cli("transputer", "run", "hello.btl") == (0, "Hello from occam\n", "")
    assert cli("occam", "build", "hello.occ", "-o", "other.btl", "--type", "T414")[0] == 0
    assert cli("transputer", "run", "other.btl", "--type", "T414")[1] == "Hello from occam\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("PROC main ()\n  x := 1\n:\n", r"error: bad\.occ:2:3: .*x"),
        ("PROC main ()\n  SKIPP\n:\n", r"error: bad\.occ:2:"),
        ("", r"error: bad\.occ"),
        ("PROC main (VAL INT n)\n  SKIP\n:\n", r"error: bad\.occ:1:\d+: "),
    ],
)
def test_a_wrong_source_writes_nothing(cli, text, told):
    write("bad.occ", text)
    write("bad.btl", "before")
    for command in ("run", "build"):
        status, out, err = cli("occam", command, "bad.occ")
        assert (status, out) == (2, "")
        assert re.match(told, err)
        assert "; allowed: " in err
        assert err.count("\n") == 1
    assert Path("bad.btl").read_text() == "before"


def test_files_that_cannot_be_read_or_written(cli):
    documented("hello.occ")
    for arguments in (
        ("run", "none.occ"),
        ("run", "."),
        ("build", "hello.occ", "-o", "hello.occ"),
        ("build", "hello.occ", "-o", "none/hello.btl"),
        ("build", "hello.occ", "-o", "."),
        ("build", "hello.occ", "--write-network", "hello.occ"),
        ("build", "hello.occ", "--write-network", "hello.btl"),
        ("run", "hello.occ", "--max-seconds", "0"),
        ("run", "hello.occ", "--json", "none/report.json"),
        ("run", "hello.occ", "--checks", "some"),
    ):
        status, out, err = cli("occam", *arguments)
        assert (status, out) == (2, ""), arguments
        assert err.startswith("error: "), arguments
        assert err.count("\n") == 1
    assert not Path("hello.btl").exists()


def test_a_listing_goes_to_standard_output(cli):
    documented("hello.occ")
    status, out, _ = cli("occam", "build", "hello.occ", "--listing")
    assert status == 0
    assert '    so.write.string.nl (fs, ts, "Hello from occam")' in out
    assert Path("hello.btl").exists()


def test_runs_are_reported_and_take_the_same_time(cli):
    documented("pair.occ")
    reports = []
    for _ in range(2):
        assert cli("occam", "run", "pair.occ", "--json", "r.json", "--trace", "t.json")[0] == 0
        report = json.loads(Path("r.json").read_text())
        del report["wall_seconds"]
        reports.append(report)
    assert reports[0] == reports[1]
    assert reports[0]["file"] == "pair.occ"
    assert set(reports[0]["nodes"]) == {"P0", "P1"}
    assert json.loads(Path("t.json").read_text())
    assert "P1: links" in cli("occam", "run", "pair.occ", "--stats")[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ("build", "main.occ", "-o", "{}/main.occ"),
        ("build", "main.occ", "-o", "link.occ"),
        ("build", "link.occ", "-o", "main.occ"),
        ("build", "main.occ", "-o", "{}/part.inc"),
        ("build", "main.occ", "-o", "net.toml", "--network", "{}/net.toml"),
        ("build", "main.occ", "-o", "new", "--write-network", "{}/new"),
        ("run", "main.occ", "--json", "{}/main.occ"),
        ("run", "main.occ", "--trace", "part.inc"),
        ("run", "main.occ", "--trace", "net.toml", "--network", "net.toml"),
        ("run", "main.occ", "--trace", "new", "--json", "./new"),
    ],
)
def test_no_file_that_is_read_is_written_over(cli, arguments):
    written = {
        "main.occ": 'PROC main ()\n  #INCLUDE "part.inc"\n:\n',
        "part.inc": "SKIP\n",
        "net.toml": "[nodes.a]\n",
    }
    for name, text in written.items():
        write(name, text)
    Path("link.occ").symlink_to("main.occ")
    status, out, err = cli("occam", *[word.format(Path.cwd()) for word in arguments])
    assert (status, out) == (2, "")
    assert "; allowed: another file\n" in err
    assert {name: Path(name).read_text() for name in written} == written
    assert not Path("new").exists()
    assert cli("occam", "run", "main.occ", "--json", "/dev/null", "--trace", "/dev/null")[0] == 0


def test_a_timeline_names_procedures_and_draws_messages(cli):
    source = documented("pair.occ")
    assert cli("occam", "run", source, "--trace", "pair.json")[0] == 0
    events = json.loads(Path("pair.json").read_text())["traceEvents"]
    assert {"ask", "double"} <= {event["name"] for event in events if event["ph"] == "X"}
    arrows = [event for event in events if event["name"] == "message"]
    starts = [event["id"] for event in arrows if event["ph"] == "s"]
    ends = [event["id"] for event in arrows if event["ph"] == "f"]
    assert starts == ends
    between = {(e["ph"], e["pid"]) for e in arrows[-4:]}
    assert between == {("s", 1), ("f", 2), ("s", 2), ("f", 1)}
