"""hostio.lib: programs that talk to the host, through the iserver, on both parts."""

import io
from functools import partial
from textwrap import dedent, indent

import pytest

from emulator.transputer.iserver.console import Console
from emulator.transputer.iserver.functions import Functions
from emulator.transputer.iserver.iserver import Iserver
from emulator.transputer.iserver.sandbox import Sandbox
from emulator.transputer.network.network import Network
from occam.build import build

PROGRAM = """#INCLUDE "hostio.inc"
#USE "hostio.lib"
PROC main (CHAN OF SP fs, ts)
  [600]BYTE buffer:
  INT n, len:
  INT32 id, p, q:
  BYTE key, result:
  BOOL error:
  REAL32 x:
  REAL64 y:
  SEQ
{body}
    so.exit (fs, ts, sps.success)
:
"""


def run(folder, part, body, keys=b"", writable=True, strict=False, **options):
    """Compile and run a body; return what it wrote, and its exit status."""
    source = folder / "program.occ"
    source.write_text(PROGRAM.format(body=indent(dedent(body).strip("\n"), "    ")))
    built = build(source, part)
    plan = built.network
    network = Network(plan.nodes, plan.wires, host=plan.host)
    network.boot(built.data)
    screen = io.BytesIO()
    sandbox = Sandbox(folder, writable)
    console = Console(io.BytesIO(keys), screen, io.BytesIO())
    functions = Functions(sandbox, console, **options)
    outcome = network.run(Iserver(functions, strict), max_cycles=10**8)
    functions.close()
    return screen.getvalue().decode(), outcome.exit_status


@pytest.fixture(params=["T800", "T414"])
def host(request, tmp_path):
    """Compile and run a body on a part; see `run`."""
    return partial(run, tmp_path, request.param)


def test_text(host):
    body = """
    so.write.string (fs, ts, "one")
    so.write.char (fs, ts, '!')
    so.write.nl (fs, ts)
    so.write.string (fs, ts, "")
    so.write.string.nl (fs, ts, "two")
    so.fwrite.string (fs, ts, spid.stdout, "three", result)
    so.puts (fs, ts, spid.stdout, " four", result)
    """
    assert host(body) == ("one!\ntwo\nthree four\n", 0)


def test_a_string_longer_than_a_message(host):
    body = """
    SEQ i = 0 FOR 600
      buffer[i] := BYTE (65 + (i \\ 26))
    so.write.string (fs, ts, buffer)
    """
    text, _ = host(body)
    assert text == "".join(chr(65 + i % 26) for i in range(600))


NUMBERS = (
    ("int (fs, ts, 42, 0)", "42"),
    ("int (fs, ts, -42, 6)", "   -42"),
    ("int (fs, ts, 123456, 3)", "123456"),
    ("int (fs, ts, MOSTNEG INT, 40)", "-2147483648".rjust(40)),
    ("int32 (fs, ts, 7(INT32), 2)", " 7"),
    ("int64 (fs, ts, -9223372036854775807(INT64), 0)", "-9223372036854775807"),
    ("hex.int (fs, ts, #BEEF, 8)", "#0000BEEF"),
    ("hex.int (fs, ts, #BEEF, 3)", "#EEF"),
    ("hex.int (fs, ts, -1, 12)", "#0000FFFFFFFF"),
    ("hex.int64 (fs, ts, #123456789ABCDEF0(INT64), 16)", "#123456789ABCDEF0"),
    ("real32 (fs, ts, 0.1(REAL32), 0, 0)", "0.100000001"),
    ("real32 (fs, ts, -2.5(REAL32), 4, 2)", "   -2.50"),
    ("real64 (fs, ts, 0.1(REAL64), 0, 4)", " 1.000E-001"),
)
AFTER = chr(1)
"""What a program writes behind each number."""


@pytest.fixture(scope="module", params=["T800", "T414"])
def numbers(request, tmp_path_factory):
    """What each call writes: all are made by one program."""
    folder = tmp_path_factory.mktemp("numbers")
    lines = [f"so.write.{call}\nso.write.char (fs, ts, '*#01')" for call, _ in NUMBERS]
    text, status = run(folder, request.param, "\n".join(lines))
    assert status == 0
    return dict(zip((call for call, _ in NUMBERS), text.split(AFTER), strict=False))


@pytest.mark.parametrize(("call", "text"), NUMBERS)
def test_numbers(numbers, call, text):
    assert numbers[call] == text


@pytest.mark.parametrize(("status", "code"), [("sps.failure", 1), ("5(INT32)", 5)])
def test_the_status_is_the_first_that_is_given(host, status, code):
    assert host(f"so.exit (fs, ts, {status})") == ("", code)


def test_keys(host):
    body = """
    SEQ i = 0 FOR 3
      SEQ
        so.getkey (fs, ts, key, result)
        IF
          result = spr.ok
            so.write.int (fs, ts, INT key, 4)
          TRUE
            so.write.string (fs, ts, " end")
    """
    assert host(body, b"aB") == ("  97  66 end", 0)


def test_lines_from_the_keyboard(host):
    body = """
    so.read.line (fs, ts, len, buffer, result)
    so.write.int (fs, ts, len, 0)
    so.write.string.nl (fs, ts, [buffer FROM 0 FOR len])
    so.read.echo.int (fs, ts, n, error)
    so.write.int (fs, ts, n + 1, 5)
    so.read.echo.real32 (fs, ts, x, error)
    so.write.real32 (fs, ts, x + x, 3, 2)
    so.read.echo.real64 (fs, ts, y, error)
    IF
      error
        so.write.string (fs, ts, " wrong")
      TRUE
        SKIP
    so.read.line (fs, ts, len, buffer, result)
    so.write.int (fs, ts, len, 3)
    so.write.int (fs, ts, INT result, 4)
    """
    assert host(body, b"a line\n-17\n1.25\nno\n") == (
        "6a line\n-17  -161.25   2.50no wrong  0 129",
        0,
    )


def test_files_are_written_and_read(host, tmp_path):
    body = """
    so.open (fs, ts, "new.txt", spt.text, spm.output, id, result)
    so.puts (fs, ts, id, "first line", result)
    so.write (fs, ts, id, "second", len)
    so.tell (fs, ts, id, p, result)
    so.write.int32 (fs, ts, p, 0)
    so.flush (fs, ts, id, result)
    so.close (fs, ts, id, result)
    so.open (fs, ts, "new.txt", spt.binary, spm.input, id, result)
    so.gets (fs, ts, id, len, buffer, result)
    so.write.string (fs, ts, [buffer FROM 0 FOR len])
    so.read (fs, ts, id, len, buffer)
    so.write.string (fs, ts, [buffer FROM 0 FOR len])
    so.eof (fs, ts, id, result)
    so.write.int (fs, ts, INT result, 2)
    so.seek (fs, ts, id, 6(INT32), spo.start, result)
    so.read (fs, ts, id, len, [buffer FROM 0 FOR 4])
    so.write.string (fs, ts, [buffer FROM 0 FOR len])
    so.gets (fs, ts, id, len, buffer, result)
    so.gets (fs, ts, id, len, [buffer FROM 0 FOR 3], result)
    so.write.string (fs, ts, [buffer FROM 0 FOR len])
    so.close (fs, ts, id, result)
    so.rename (fs, ts, "new.txt", "old.txt", result)
    so.open (fs, ts, "new.txt", spt.text, spm.input, id, result)
    IF
      (result <> spr.ok) AND (id = (-1(INT32)))
        so.write.string (fs, ts, " gone")
      TRUE
        SKIP
    """
    assert host(body) == ("17first linesecond 0linesec gone", 0)
    assert (tmp_path / "old.txt").read_text() == "first line\nsecond"
    assert host('so.remove (fs, ts, "old.txt", result)') == ("", 0)
    assert not (tmp_path / "old.txt").exists()


def test_the_sandbox_refuses(host):
    body = """
    so.open (fs, ts, "/etc/passwd", spt.text, spm.input, id, result)
    so.write.int (fs, ts, INT result, 0)
    so.open (fs, ts, "x", spt.text, spm.output, id, result)
    so.write.int (fs, ts, INT result, 4)
    """
    assert host(body, writable=False) == ("129 129", 0)


def test_environment_and_command_line(host):
    body = """
    so.getenv (fs, ts, "SIZE", len, buffer, result)
    so.write.string.nl (fs, ts, [buffer FROM 0 FOR len])
    so.getenv (fs, ts, "NONE", len, buffer, result)
    so.write.int (fs, ts, INT result, 0)
    so.write.int (fs, ts, len, 2)
    so.commandline (fs, ts, sp.short.commandline, len, buffer, result)
    so.write.string (fs, ts, [buffer FROM 0 FOR len])
    so.commandline (fs, ts, sp.whole.commandline, len, [buffer FROM 0 FOR 4], result)
    so.write.string (fs, ts, [buffer FROM 0 FOR len])
    """
    options = {"environment": {b"SIZE": b"#100000"}, "command_line": (b" -v", b"prog -v")}
    assert host(body, **options) == ("#100000\n129 0 -vprog", 0)


def test_time(host):
    body = """
    so.time (fs, ts, p, q)
    so.write.int32 (fs, ts, q, 0)
    """
    assert host(body, clock=lambda: 567993600.25) == ("567993600", 0)


def test_what_is_too_long_is_not_sent(host):
    body = """
    SEQ i = 0 FOR SIZE buffer
      buffer[i] := 'x'
    so.write (fs, ts, spid.stdout, buffer, len)
    so.write.int (fs, ts, len, 0)
    so.open (fs, ts, buffer, spt.text, spm.input, id, result)
    so.write.int (fs, ts, INT result, 2)
    so.puts (fs, ts, spid.stdout, buffer, result)
    so.write.int (fs, ts, INT result, 2)
    """
    assert host(body) == ("0 8 8", 0)


def test_every_request_has_an_even_length(host):
    body = """
    SEQ i = 0 FOR 4
      so.write.string (fs, ts, [buffer FROM 0 FOR i])
    so.open (fs, ts, "odd", spt.text, spm.output, id, result)
    so.puts (fs, ts, id, "odd", result)
    so.flush (fs, ts, id, result)
    so.close (fs, ts, id, result)
    so.rename (fs, ts, "odd", "even", result)
    so.remove (fs, ts, "even", result)
    so.commandline (fs, ts, sp.whole.commandline, len, buffer, result)
    so.getenv (fs, ts, "A", len, buffer, result)
    so.pollkey (fs, ts, key, result)
    so.time (fs, ts, p, q)
    """
    assert host(body, strict=True)[1] == 0
