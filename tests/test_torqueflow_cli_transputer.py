"""`torqueflow transputer` from end to end: what is printed, what is written."""

import functools
import json
import re
from pathlib import Path

import pytest

from tests.transputer_commands import (
    PRELUDE,
    PROGRAMS,
    boot,
    build,
)


@pytest.fixture
def cli(command_line, tmp_path, monkeypatch):
    """Run a command in an empty directory: its status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    return functools.partial(command_line, "transputer")


NAMES = sorted(path.stem for path in PROGRAMS.glob("*.s"))


@pytest.mark.parametrize("name", NAMES)
def test_asm_and_disasm_are_inverse(cli, name):
    assert cli("asm", PROGRAMS / f"{name}.s", "-o", "first.btl") == (0, "", "")
    status, text, _ = cli("disasm", "first.btl")
    assert status == 0
    Path("again.s").write_text(text)
    assert cli("asm", "again.s", "--output", "second.btl")[0] == 0
    assert Path("first.btl").read_bytes() == Path("second.btl").read_bytes()
    assert cli("disasm", "second.btl", "-o", "text.s") == (0, "", "")
    assert Path("text.s").read_text() == text


def test_asm_without_output_writes_beside_the_source(cli):
    Path("some.s").write_text("ldc 1\nadd\n")
    assert cli("asm", "some.s") == (0, "", "")
    assert Path("some.btl").read_bytes() == b"\x02\x41\xf5"


def test_a_source_from_elsewhere_may_have_a_mark_and_other_line_ends(cli):
    Path("some.s").write_bytes(b"\xef\xbb\xbfldc 1\r\nadd\r\n")
    assert cli("asm", "some.s") == (0, "", "")
    assert Path("some.btl").read_bytes() == b"\x02\x41\xf5"


def test_a_raw_source_is_the_whole_stream(cli):
    Path("raw.s").write_text("raw\nbyte 1, 2, 3\n")
    assert cli("asm", "raw.s", "-o", "raw.btl")[0] == 0
    assert Path("raw.btl").read_bytes() == b"\x01\x02\x03"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (
            b"  ldk 3\n",
            "error: bad.s:1:3: no instruction 'ldk'; allowed: ldl, ldc or 'ldk:' as a label\n",
        ),
        (b"", "error: bad.s: no instruction; allowed: a program of at least one\n"),
        (b"add\n\xff\n", "error: bad.s:2: bytes that are no UTF-8; allowed: text\n"),
    ],
)
def test_a_wrong_source_writes_nothing(cli, source, told):
    Path("bad.s").write_bytes(source)
    Path("bad.btl").write_bytes(b"before")
    assert cli("asm", "bad.s") == (2, "", told)
    assert Path("bad.btl").read_bytes() == b"before"


def test_asm_can_refuse_what_a_part_lacks(cli):
    status, _, err = cli("asm", PROGRAMS / "dot.s", "-o", "dot.btl", "--type", "T414")
    assert status == 2
    assert re.search(r"dot\.s:\d+:9: 'fptesterror' on the T414; allowed: it on the T800", err)
    assert not Path("dot.btl").exists()


def test_the_source_is_not_overwritten(cli):
    Path("some.s").write_text("add\n")
    status, _, err = cli("asm", "some.s", "-o", "some.s")
    assert (status, Path("some.s").read_text()) == (2, "add\n")
    assert "the source itself" in err


BAD_FILES = {
    "empty.btl": (b"", "an empty file"),
    "short.btl": (b"\x30\x40\x41", "cut short: a bootstrap of 48 bytes, 2 of them"),
    "controls.btl": (b"\0" * 9, "9 bytes of pokes and peeks, no bootstrap"),
}


@pytest.mark.parametrize("command", ["run", "disasm"])
@pytest.mark.parametrize("name", BAD_FILES)
def test_a_file_that_cannot_boot(cli, command, name):
    data, told = BAD_FILES[name]
    Path(name).write_bytes(data)
    status, out, err = cli(command, name)
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {name}: {told}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["run", "disasm"])
def test_a_source_is_not_booted(cli, command):
    status, _, err = cli(command, PROGRAMS / "hello.s")
    assert status == 2
    assert "hello.s: a text; allowed: a bootable file, which `transputer asm` makes" in err


@pytest.mark.parametrize(
    ("wires", "told"),
    [
        ("a.1 = 'c.0'", "error: net.toml: wires.a.1: no node 'c' (in 'c.0'); allowed: a, b\n"),
        ("a.1 = 'b.0'\nb.0 = 'a.2'", "error: net.toml: wires.b.0: link b.0 is wired already"),
        ("a.0 = 'b.0'", "error: net.toml: wires.a.0: link a.0 is wired already, by network.host"),
    ],
)
def test_a_network_that_cannot_be(cli, wires, told):
    Path("net.toml").write_text(f"[nodes.a]\n[nodes.b]\n[wires]\n{wires}\n")
    status, out, err = cli("run", build("hello", Path("hello.btl")), "--network", "net.toml")
    assert (status, out) == (2, "")
    assert err.startswith(told)
    assert err.count("\n") == 1


HELLO = ["run", "hello.btl"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["run", "absent.btl"], "absent.btl: No such file"),
        (["run", "."], ".: Is a directory"),
        (["disasm", "absent.btl"], "absent.btl: No such file"),
        (["asm", "absent.s"], "absent.s: No such file"),
        (
            ["asm", PROGRAMS / "hello.s", "-o", "absent/x.btl"],
            "absent/x.btl: its folder does not exist",
        ),
        ([*HELLO, "--type", "T900"], "--type: 'T900'; allowed: T414, T800"),
        ([*HELLO, "--network", "absent.toml"], "absent.toml: no such file"),
        (
            [*HELLO, "--network", PROGRAMS / "ring.toml", "--type", "T800"],
            "together with --network",
        ),
        ([*HELLO, "--root", "absent"], "root 'absent': No such file"),
        ([*HELLO, "--env", "NAME"], "--env: 'NAME'; allowed: NAME=VALUE"),
        ([*HELLO, "--env", "=x"], "--env: '=x'"),
        (
            [*HELLO, "--max-seconds", "0"],
            "--max-seconds: 0.0; allowed: a number of seconds above 0",
        ),
        ([*HELLO, "--max-seconds", "nan"], "--max-seconds: nan"),
        ([*HELLO, "--max-seconds", "inf"], "--max-seconds: inf"),
        ([*HELLO, "--max-seconds", "x"], "--max-seconds: 'x'; allowed: a number"),
        ([*HELLO, "--trace", "absent/t.json"], "absent/t.json: its folder does not exist"),
        ([*HELLO, "--json", "."], ".: is a directory"),
        ([*HELLO, "--nonsense"], "--nonsense: no such option"),
        (["run"], "FILE.btl: missing; allowed: "),
    ],
)
def test_bad_input_is_one_line_and_status_2(cli, arguments, told):
    build("hello", Path("hello.btl"))
    status, out, err = cli(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("error: ")
    assert told in err
    assert err.count("\n") == 1
    assert [path.name for path in Path().iterdir()] == ["hello.btl"]


@pytest.mark.parametrize("part", ["T800", "T414", "t414"])
def test_hello(cli, part):
    build("hello", Path("hello.btl"))
    assert cli("run", "hello.btl", "--type", part) == (0, "Hello from a transputer\n", "")


def test_help_names_every_option(cli):
    status, out, _ = cli("run", "--help")
    assert status == 0
    for option in ("type", "network", "stats", "trace", "root", "writable", "env", "max-seconds"):
        assert f"--{option}" in out
    assert "--json" in out


def test_a_program_behind_the_loader(cli):
    build("dot", Path("dot.btl"))
    assert Path("dot.btl").read_bytes()[0] != len(Path("dot.btl").read_bytes()) - 1
    assert cli("run", "dot.btl") == (0, "scalar product:   222\n", "")


@pytest.mark.parametrize("part", ["T800", "T414"])
def test_cat_reads_a_file_below_the_root(cli, part):
    build("cat", Path("cat.btl"))
    text = (PROGRAMS / "cat.s").read_text()
    arguments = ("run", "cat.btl", "--root", PROGRAMS, "--type", part, "cat.s")
    assert cli(*arguments) == (0, text, "")


@pytest.mark.parametrize("name", ["../secret", "link", "{}/secret", "below/../../secret", "absent"])
def test_cat_reads_nothing_above_the_root(cli, tmp_path, name):
    build("cat", Path("cat.btl"))
    Path("secret").write_text("secret")
    Path("root/below").mkdir(parents=True)
    Path("root/link").symlink_to("../secret")
    status, out, _ = cli("run", "cat.btl", "--root", "root", name.format(tmp_path))
    assert (status, out) == (1, "")


def test_comstime(cli):
    build("comstime", Path("comstime.btl"))
    status, out, err = cli("run", "comstime.btl")
    assert (status, err) == (0, "")
    nanoseconds = int(re.fullmatch(r"nanoseconds a round: +(\d+)\n", out)[1])
    # By the table: prefix 56, successor 57, delta 137, consumer 38 cycles, prefix bytes counted,
    # and 5 process switches of 4. The clock has ticks of 64 us: 6.4 ns of a round.
    cycles = 56 + 57 + 137 + 38 + 5 * 4
    assert nanoseconds == pytest.approx(cycles * 50, abs=6.4)
    # Reported for a T800-20, as INMOS's compiler wrote it: 15049.
    assert nanoseconds == pytest.approx(15049, rel=0.03)


def test_a_ring_of_four(cli):
    build("ring", Path("ring.btl"))
    network = PROGRAMS / "ring.toml"
    status, out, err = cli("run", "ring.btl", "--network", network, "--json", "ring.json")
    assert (status, out, err) == (0, "the token came back as    30\n", "")
    report = json.loads(Path("ring.json").read_text())
    assert list(report["nodes"]) == ["a", "b", "c", "d"]
    links = {name: node["statistics"]["links"] for name, node in report["nodes"].items()}
    assert links["c"][1]["bytes_out"] == links["d"][0]["bytes_in"]
    assert links["d"][1]["bytes_out"] == links["a"][2]["bytes_in"] == 40


def test_the_report_is_the_same_on_every_run(cli):
    build("ring", Path("ring.btl"))
    reports = []
    for name in ("one.json", "two.json"):
        cli("run", "ring.btl", "--network", PROGRAMS / "ring.toml", "--json", name)
        reports.append(json.loads(Path(name).read_text()))
        del reports[-1]["wall_seconds"]
    assert reports[0] == reports[1]


def test_json_report(cli):
    build("hello", Path("hello.btl"))
    cli("run", "hello.btl", "--json", "hello.json")
    report = json.loads(Path("hello.json").read_text())
    assert report["status"] == "exited"
    assert (report["exit_status"], report["program_status"]) == (0, 999999999)
    assert report["host_requests"] == 2
    node = report["nodes"]["root"]
    assert (node["type"], node["clock_mhz"]) == ("T800", 20.0)
    statistics = node["statistics"]
    assert statistics["cycles"] == pytest.approx(statistics["seconds"] * 20e6)
    # The session ends with the second request, so only the first one's answer travels.
    assert statistics["links"][0]["bytes_in"] == len(Path("hello.btl").read_bytes()) + 8
    assert statistics["per_instruction"]["out"] == 2


def test_stats(cli):
    build("hello", Path("hello.btl"))
    status, out, _ = cli("run", "hello.btl", "--stats")
    assert status == 0
    first, rest = out.split("\n", 1)
    assert first == "Hello from a transputer"
    for word in ("simulated time", "cycles", "process switches", "FPU busy", "bytes out", "ldap"):
        assert (word in rest) == (word != "ldap")


def test_trace(cli):
    build("ring", Path("ring.btl"))
    network = PROGRAMS / "ring.toml"
    assert cli("run", "ring.btl", "--network", network, "--trace", "ring.json")[0] == 0
    events = json.loads(Path("ring.json").read_text())["traceEvents"]
    named = {e["args"]["name"] for e in events if e["name"] in ("process_name", "thread_name")}
    assert {"a", "b", "c", "d", "link 1 output", "link 0 input", "link 2 input"} <= named
    assert any(name.startswith("process #800") for name in named)
    assert [e["dur"] for e in events if e["ph"] == "X" and e["dur"] < 0] == []


def test_a_timeline_does_not_grow_without_end(cli, monkeypatch):
    monkeypatch.setattr("torqueflow.cli.transputer_run.EVENTS_MAXIMUM", 1000)
    ticking = boot(PRELUDE + "ldc 0\nsttimer\nhere: ldtimer\nadc 1\ntin\nj here\n")
    status, _, err = cli("run", ticking, "--trace", "t.json")
    assert status == 1
    assert re.fullmatch(r"error: stopped after 0\.25 s .*: [\d,]+ events .* --trace\n", err)
    assert len(json.loads(Path("t.json").read_text())["traceEvents"]) > 1000
    assert cli("run", ticking, "--max-seconds", "0.3")[2].startswith("error: stopped after 0.3 s")
