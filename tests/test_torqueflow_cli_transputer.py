"""`torqueflow transputer` from end to end: what is printed, what is written, how it ends."""

import json
import random
import re
import shlex
import struct
import subprocess
from pathlib import Path

import pytest

from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.assembly.bootfile import bootable
from tests import processes
from torqueflow.cli.main import main

PROGRAMS = Path(__file__).parent.parent / "examples"
NAMES = sorted(path.stem for path in PROGRAMS.glob("*.s"))


@pytest.fixture
def cli(capfd, tmp_path, monkeypatch):
    """Run a command in an empty directory: its status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        with pytest.raises(SystemExit) as ended:
            main(["transputer", *map(str, arguments)])
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return ended.value.code, out, err

    return run


def build(name, path):
    """Assemble a program of the project into a bootable file."""
    path.write_bytes(bootable(assemble((PROGRAMS / f"{name}.s").read_text()).code))
    return path


def boot(source, path=Path("program.btl")):
    """Assemble source text into a bootable file."""
    path.write_bytes(bootable(assemble(source).code))
    return path


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


def request(*body):
    """Assembly that sends one request to the host and takes the answer, and its data."""
    packet = b"".join(part if isinstance(part, bytes) else bytes([part]) for part in body)
    packet = packet.ljust(6, b"\0")
    packet += bytes(len(packet) % 2)
    return struct.pack("<H", len(packet)) + packet


PRELUDE = """
        ajw 300
        stl 0
        stl 0
        stl 1
        mint
        stlf
        mint
        sthf
"""


def client(*requests):
    """A program that sends requests to the host, taking an answer to each."""
    code = [PRELUDE]
    data = []
    for number, packet in enumerate(requests):
        code.append(f"""
        ldap packet{number}
        ldl 1
        ldnlp -4
        ldc {len(packet)}
        out
        ldc 0
        stl 2
        ldlp 2
        ldl 1
        ldc 2
        in
        ldlp 3
        ldl 1
        ldl 2
        in
""")
        data.append(f"packet{number}: byte {', '.join(map(str, packet))}\n")
    return "".join([*code, "stopp\n", *data])


def slice_of(text):
    return struct.pack("<H", len(text)) + text


def exit_with(status):
    return request(35, struct.pack("<i", status))


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


ECHO = """
        ldap packet
        ldl 1
        ldnlp -4
        ldc packet_end - packet
        out
        ldc 0
        stl 2
        ldlp 2
        ldl 1
        ldc 2
        in
        ldlp 3
        ldl 1
        ldl 2
        in
        ldlp 3                  -- the answer's slice becomes that of an SP.WRITE
        adc 1
        ldap slice
        ldc 20
        move
        ldap write
        ldl 1
        ldnlp -4
        ldc 30
        out
        ldlp 2
        ldl 1
        ldc 8
        in
"""


def echo(packet):
    """A program that writes the first bytes of the slice in an answer to standard output."""
    data = f"packet: byte {', '.join(map(str, packet))}\npacket_end:\n"
    write = "write: byte 28, 0, 13, 1, 0, 0, 0\nslice: space 24\n"
    return PRELUDE + ECHO + client(exit_with(0)).removeprefix(PRELUDE) + data + write


def test_the_environment_is_what_env_gives(cli, monkeypatch):
    monkeypatch.setenv("SEEN", "of the host")
    file = boot(echo(request(32, slice_of(b"SEEN"))))
    assert cli("run", file, "--env", "OTHER=1", "--env", "SEEN=a=b") == (0, "a=b", "")
    assert "host" not in "".join(cli("run", file)[1:])


def test_the_command_line_is_what_comes_after_the_file(cli):
    short, whole = boot(echo(request(40, 0)), Path("s.btl")), boot(echo(request(40, 1)), Path("w"))
    assert cli("run", short, "--", "-x", "two") == (0, "-x two", "")
    assert cli("run", whole, "one") == (0, "w one", "")


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


def test_the_board_size_is_the_memory_unless_the_environment_says_otherwise(cli):
    file = boot(echo(request(32, slice_of(b"IBOARDSIZE"))))
    assert cli("run", file) == (0, "#100000", "")
    assert cli("run", file, "--memory", "2M") == (0, "#200000", "")
    assert cli("run", file, "--memory", "2M", "--env", "IBOARDSIZE=#8000") == (0, "#8000", "")
    Path("net.toml").write_text('[nodes.b]\n[nodes.a]\nmemory = "8K"\n[network]\nhost = "a.0"\n')
    assert cli("run", file, "--network", "net.toml") == (0, "#2000", "")


def exits_with_a_byte(code):
    """A program whose status is the low byte that some code leaves in Areg."""
    packets = client(exit_with(0)).removeprefix(PRELUDE)
    return PRELUDE + code + "\nldap packet0\nadc 3\nsb\n" + packets


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
