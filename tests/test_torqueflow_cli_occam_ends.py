"""Programs that do not end well: processor, process and line are told."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.occam_commands import HELLO, PRELUDE, documented, write, wrong


@pytest.fixture
def cli(command_line, tmp_path, monkeypatch):
    """Run a command in an empty directory: its status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    return command_line


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
