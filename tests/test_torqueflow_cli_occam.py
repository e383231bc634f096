"""`torqueflow occam` from end to end: what is printed, what is written, how it ends."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from torqueflow.cli.main import main

DOCS = Path(__file__).parent.parent / "docs" / "occam.md"
PRELUDE = '#INCLUDE "hostio.inc"\n#USE "hostio.lib"\n'

HELLO = f"""{PRELUDE}PROC hello (CHAN OF SP fs, ts)
  SEQ
    so.write.string.nl (fs, ts, "Hello from occam")
    so.exit (fs, ts, {{status}})
:
"""

# Lines 4 and on: a procedure `work` that goes wrong, in a program that would tell its result.
WRONG = """{prelude}{constants}
PROC work (VAL INT n, INT result)
{body}
:
PROC main (CHAN OF SP fs, ts)
  INT result:
  SEQ
    result := 0
    work ({n}, result)
    so.write.int (fs, ts, result, 0)
    so.exit (fs, ts, sps.success)
:
"""


@pytest.fixture
def cli(capfd, tmp_path, monkeypatch):
    """Run a command in an empty directory: its status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        with pytest.raises(SystemExit) as ended:
            main([*map(str, arguments)])
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return ended.value.code, out, err

    return run


def write(name, text):
    Path(name).write_text(text)
    return name


def documented(name):
    """Write an example of the manual."""
    found = re.search(rf"```occam\n(-- {name}\n.*?)```", DOCS.read_text(), re.DOTALL)
    return write(name, found[1])


def wrong(body, *, n=7, constants=""):
    lines = "\n".join(f"  {line}" for line in body.splitlines())
    return write("wrong.occ", WRONG.format(prelude=PRELUDE, constants=constants, body=lines, n=n))


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


def test_a_network_is_built_with_its_description(cli):
    documented("pair.occ")
    assert cli("occam", "run", "pair.occ") == (0, "40\n", "")
    status, out, err = cli("occam", "build", "pair.occ")
    assert (status, err) == (0, "")
    written = cli("occam", "build", "pair.occ", "--write-network", "pair.toml")
    assert written == (0, "", "")
    assert Path("pair.toml").read_text() == out
    assert 'P0.1 = "P1.2"' in out
    assert cli("transputer", "run", "pair.btl", "--network", "pair.toml") == (0, "40\n", "")


def test_a_network_of_the_users(cli):
    documented("pair.occ")
    write(
        "slow.toml",
        '[network]\nlink_speed = 5\n[nodes.P0]\nmemory = "16K"\n[nodes.P1]\ntype = "T414"\n'
        'clock = 15\n[wires]\nP1.2 = "P0.1"\n',
    )
    ran = cli("occam", "run", "pair.occ", "--network", "slow.toml", "--json", "slow.json")
    assert ran == (0, "40\n", "")
    assert cli("occam", "run", "pair.occ", "--json", "fast.json")[0] == 0
    slow, fast = (json.loads(Path(name).read_text()) for name in ("slow.json", "fast.json"))
    assert slow["link_mbits"] == 5
    assert slow["nodes"]["P1"]["clock_mhz"] == 15
    assert slow["seconds"] > 2 * fast["seconds"]
    assert slow["program_status"] == 999999999


@pytest.mark.parametrize(
    ("network", "told"),
    [
        ('[nodes.P0]\n[nodes.P1]\ntype = "T414"\n', "no wire between P0.1 and P1.2"),
        ('[nodes.P0]\n[nodes.P1]\n[wires]\nP0.1 = "P1.2"\n', "a T800, but the program says T414"),
        ("[nodes.P0]\n", "no node P1"),
        ("[nodes", "net.toml: "),
        (
            '[nodes.P0]\nmemory = "4K"\n[nodes.P1]\ntype = "T414"\n[wires]\nP0.1 = "P1.2"\n',
            "processor P0: ",
        ),
    ],
)
def test_a_network_that_does_not_do(cli, network, told):
    documented("pair.occ")
    write("net.toml", network)
    if "4K" in network:  # a program that fits 1M, but not 4K
        text = (
            Path("pair.occ")
            .read_text()
            .replace("  INT answer:\n", "  [4000]INT room:\n  INT answer:\n")
        )
        write("pair.occ", text.replace("to ! 20", "room[3999] := 20\n    to ! room[3999]"))
    status, out, err = cli("occam", "build", "pair.occ", "--network", "net.toml")
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
    assert not Path("pair.btl").exists()


RING = f"""{PRELUDE}VAL n IS 8:
VAL laps IS 5:
PROC first (CHAN OF SP fs, ts, CHAN OF INT in, out)
  INT x:
  SEQ
    x := 0
    SEQ i = 0 FOR laps
      SEQ
        out ! x
        in ? x
    so.write.int (fs, ts, x, 0)
    so.exit (fs, ts, sps.success)
:
PROC node (VAL INT i, CHAN OF INT in, out)
  WHILE TRUE
    INT x:
    SEQ
      in ? x
      out ! x + i
:
CHAN OF SP fs, ts:
[n]CHAN OF INT pipe:
PLACED PAR
  PROCESSOR 0
    PLACE fs AT 4:
    PLACE ts AT 0:
    PLACE pipe[0] AT 4 + 2:
    PLACE pipe[1] AT 1:
    first (fs, ts, pipe[0], pipe[1])
  PLACED PAR i = 1 FOR n - 1
    PROCESSOR i
      PLACE pipe[i] AT 4 + 2:
      PLACE pipe[(i + 1) \\ n] AT 1:
      node (i, pipe[i], pipe[(i + 1) \\ n])
"""


@pytest.mark.parametrize("part", ["T800", "T414"])
def test_a_ring_of_processors_that_a_replicator_places(cli, part):
    write("ring.occ", RING)
    assert cli("occam", "run", "ring.occ", "--type", part) == (0, str(5 * sum(range(8))), "")


MEMORY = f"""{PRELUDE}PROC main (CHAN OF SP fs, ts, []INT memory)
  SEQ
    memory[0] := 1
    memory[(SIZE memory) - 1] := 77
    so.write.int (fs, ts, memory[0] + memory[(SIZE memory) - 1], 0)
    so.write.char (fs, ts, ' ')
    so.write.int (fs, ts, SIZE memory, 0)
    so.exit (fs, ts, sps.success)
:
"""


def test_the_free_memory_is_the_programs(cli):
    write("memory.occ", MEMORY)
    sizes = []
    for memory in ("8K", "1M"):
        write("net.toml", f'[nodes.a]\nmemory = "{memory}"\n')
        status, out, err = cli("occam", "run", "memory.occ", "--network", "net.toml")
        assert (status, err) == (0, "")
        value, size = map(int, out.split())
        assert value == 78
        sizes.append(size)
    assert sizes[1] - sizes[0] == ((1 << 20) - 8192) // 4
    assert 0 < sizes[0] < 2048


SIZE = f"""{PRELUDE}PROC size (CHAN OF SP fs, ts, []INT memory)
  SEQ
    so.write.int (fs, ts, (SIZE memory) >> 18, 0)
    so.exit (fs, ts, sps.success)
:
"""
BEYOND = f"""{PRELUDE}PROC beyond (CHAN OF SP fs, ts)
  INT x:
  PLACE x AT #100000:
  SEQ
    x := 7
    so.write.int (fs, ts, x, 0)
    so.exit (fs, ts, sps.success)
:
"""


def test_how_much_memory_each_processor_has(cli):
    write("size.occ", SIZE)
    assert cli("occam", "run", "size.occ", "--memory", "9M")[1] == "8"
    write("beyond.occ", BEYOND)
    assert cli("occam", "run", "beyond.occ", "--memory", "5M") == (0, "7", "")


def test_an_access_beyond_memory(cli):
    write("beyond.occ", BEYOND)
    status, out, err = cli("occam", "run", "beyond.occ")
    assert (status, out) == (1, "")
    assert "beyond.occ:7: x := 7" in err
    assert cli("occam", "run", "beyond.occ", "--no-strict-memory") == (0, "0", "")


def test_memory_that_does_not_do(cli):
    write("size.occ", SIZE)
    status, _, err = cli("occam", "run", "size.occ", "--memory", "5X")
    assert (status, err.splitlines()) == (
        2,
        ["error: --memory: '5X'; allowed: a multiple of 4 bytes, '4K' to '256M'"],
    )
    write("net.toml", "[nodes.a]\n")
    status, _, err = cli("occam", "run", "size.occ", "--memory", "5M", "--network", "net.toml")
    assert status == 2
    assert "--memory: given together with --network" in err


def test_type_and_network_exclude_each_other(cli):
    documented("hello.occ")
    write("net.toml", "[nodes.a]\n")
    for command in ("run", "build"):
        ended = cli("occam", command, "hello.occ", "--network", "net.toml", "--type", "T414")
        assert ended[0] == 2
        assert "--type: given together with --network" in ended[2]


def test_a_network_file_decides_the_part_of_a_single_program(cli):
    documented("hello.occ")
    write("net.toml", '[network]\nhost = "b.0"\n[nodes.a]\n[nodes.b]\ntype = "T414"\n')
    ran = cli("occam", "run", "hello.occ", "--network", "net.toml")
    assert ran == (0, "Hello from occam\n", "")


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


@pytest.mark.parametrize(
    ("body", "line", "cause"),
    [
        ("[4]INT v:\nSEQ\n  v[n] := 1\n  result := v[0]", 7, "a subscript, count or value"),
        ("[4]INT v:\nSEQ\n  [v FROM 0 FOR n] := [v FROM 0 FOR n]", 7, "a subscript, count or"),
        ("SEQ\n  result := (MOSTPOS INT) - 3\n  result := result + n", 7, "an overflow"),
        ("result := 1 / (n - n)", 5, "a division by zero"),
        ("IF\n  n = 0\n    SKIP", 5, "STOP, or nothing that fits"),
        ("CASE n\n  1\n    SKIP", 5, "STOP, or nothing that fits"),
        ("SEQ\n  SKIP\n  STOP", 7, "STOP"),
    ],
)
@pytest.mark.parametrize("part", ["T800", "T414"])
def test_errors_at_run_time_name_processor_process_and_line(cli, part, body, line, cause):
    wrong(body)
    status, out, err = cli("occam", "run", "wrong.occ", "--type", part)
    assert (status, out) == (1, "")
    assert err.startswith(f"error: root: halted on its error flag: {cause}")
    assert f" in work, wrong.occ:{line}: " in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("part", ["T800", "T414"])
def test_floating_point_errors_name_the_line(cli, part):
    wrong(
        "REAL32 x:\nSEQ\n  x := 1.0E+30(REAL32)\n  x := x * x\n"
        "  result := INT TRUNC (x * (REAL32 ROUND n))"
    )
    status, _, err = cli("occam", "run", "wrong.occ", "--type", part)
    assert status == 1
    assert "overflow, a division by zero" in err or "a floating-point overflow" in err
    assert "in work, wrong.occ:8: x := x * x" in err


def test_without_checks_a_wrong_program_computes_on(cli):
    wrong("[4]INT v:\nresult := 5 + (v[n] - v[n])")
    assert cli("occam", "run", "wrong.occ", "--checks", "none")[:2] == (0, "5")
    assert cli("occam", "run", "wrong.occ", "--checks", "range-off")[:2] == (0, "5")
    assert cli("occam", "run", "wrong.occ")[0] == 1


def test_errors_in_functions_and_at_high_priority_name_the_function(cli):
    write(
        "high.occ",
        "INT FUNCTION fact (VAL INT n)\n  INT r:\n  VALOF\n    SEQ\n      r := 1\n"
        "      SEQ i = 1 FOR n\n        r := r * i\n    RESULT r\n:\n"
        "PROC main ()\n  CHAN OF INT c:\n  INT x:\n  PRI PAR\n    c ! fact (20)\n    c ? x\n:\n",
    )
    status, _, err = cli("occam", "run", "high.occ")
    assert status == 1
    assert err.endswith("an overflow, in fact, high.occ:7: r := r * i\n")


def test_a_deadlock_names_every_process(cli):
    documented("pair.occ")
    text = Path("pair.occ").read_text().replace("    to ! 20\n", "")
    write("pair.occ", text)
    status, _, err = cli("occam", "run", "pair.occ")
    assert status == 1
    assert err.splitlines() == [
        "error: deadlock: nothing can go on:",
        "  P0: waits to input from link 1, wired to P1 link 2, in ask, pair.occ:7: from ? answer",
        "  P1: waits to input from link 2, wired to P0 link 1, in double, pair.occ:15: from ? x",
    ]


def test_an_error_on_another_processor_names_it(cli):
    documented("pair.occ")
    text = Path("pair.occ").read_text().replace("to ! x + x", "to ! x / (x - x)")
    write("pair.occ", text)
    status, _, err = cli("occam", "run", "pair.occ", "--json", "pair.json")
    assert status == 1
    assert err == (
        "error: P1: halted on its error flag: a division by zero, or an overflow,"
        " in double, pair.occ:17: to ! x / (x - x)\n"
    )
    report = json.loads(Path("pair.json").read_text())
    assert (report["status"], report["exit_status"]) == ("error", 1)
    assert f"error: {report['reason']}\n" == err


def test_a_run_that_takes_too_long_says_where_it_is(cli):
    wrong("WHILE TRUE\n  result := result >< n")
    status, _, err = cli("occam", "run", "wrong.occ", "--max-seconds", "0.01")
    assert status == 1
    assert "(--max-seconds)" in err
    assert "root: runs, in work, wrong.occ:" in err


def test_a_program_that_ends_without_a_word(cli):
    write("quiet.occ", f"{PRELUDE}PROC main (CHAN OF SP fs, ts)\n  SKIP\n:\n")
    status, _, err = cli("occam", "run", "quiet.occ")
    assert status == 1
    assert "every process has ended, but none told the host" in err


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


def test_an_error_in_a_result_is_told_at_the_line_of_the_result(cli):
    text = f"""{PRELUDE}INT FUNCTION chosen (VAL []INT v, VAL INT i)
  INT j:
  VALOF
    j := i
    RESULT v[j]
:
PROC main (CHAN OF SP fs, ts)
  INT x:
  SEQ
    x := chosen ([1, 2, 3], 7)
    x := (VALOF
            SKIP
            RESULT x + (MOSTPOS INT)
         )
    so.exit (fs, ts, sps.success)
:
"""
    status, _, told = cli("occam", "run", write("result.occ", text))
    assert status == 1
    assert told.endswith("in chosen, result.occ:7: RESULT v[j]\n")
    _, _, told = cli("occam", "run", write("result.occ", text.replace("3], 7", "3], 1")))
    assert told.endswith("an overflow, in main, result.occ:15: RESULT x + (MOSTPOS INT)\n")


STOPS = """PROC main ()
  INT x:
  SEQ
    x := 3
    PAR
      STOP
      IF
        x = 4
          SKIP
:
"""


def test_without_checks_a_process_that_stopped_is_told(cli):
    text = STOPS
    status, _, told = cli("occam", "run", write("stop.occ", text), "--checks", "none")
    assert status == 1
    assert told == (
        "error: every process has ended:\n"
        "  root: stopped in main, stop.occ:6: STOP\n"
        "  root: stopped in main, stop.occ:7: IF\n"
    )
    waits = text.replace("IF\n        x = 4\n          SKIP", "CHAN OF INT c:\n      c ? x")
    status, _, told = cli("occam", "run", write("stop.occ", waits), "--checks", "none")
    assert told.startswith(
        "error: deadlock: nothing can go on:\n  root: waits to input from channel"
    )
    assert told.endswith("  root: stopped in main, stop.occ:6: STOP\n")


def test_a_screen_without_room_is_an_error(tmp_path):
    source = tmp_path / "hello.occ"
    source.write_text(HELLO.format(status="sps.success"))
    command = [sys.executable, "-m", "torqueflow", "occam", "run", str(source)]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == (
        "error: standard output: No space left on device; allowed: a device with room\n"
    )


ODD = """#INCLUDE "hostio.inc"
PROC odd (CHAN OF SP fs, ts)
  [511]BYTE packet:
  INT16 size:
  SEQ
    packet[0] := sp.write.tag
    ts ! {size}(INT16)::packet
    fs ? size::packet
:
"""


@pytest.mark.parametrize("size", [7, 511, 4])
def test_strict_refuses_requests_that_inmos_servers_refuse(cli, size):
    source = write("odd.occ", ODD.format(size=size))
    _, _, told = cli("occam", "run", source)
    assert "--strict" not in told
    status, _, told = cli("occam", "run", source, "--strict")
    assert status == 1
    assert told == (
        f"error: the program sent a request of {size} bytes to the host (--strict: INMOS's servers"
        " take even numbers from 6)\n"
    )


def test_use_of_inmos_debug_library_is_not_the_program_of_that_name(cli):
    text = (
        '#USE "debug.lib"\nPROC main ()\n  SEQ\n    DEBUG.MESSAGE ("x")\n    DEBUG.ASSERT ({})\n:\n'
    )
    assert cli("occam", "run", write("debug.occ", text.format("TRUE"))) == (0, "", "")
    status, _, told = cli("occam", "run", write("debug.occ", text.format("FALSE")))
    assert status == 1
    assert told.endswith("called in main, debug.occ:5: DEBUG.ASSERT (FALSE)\n")


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
