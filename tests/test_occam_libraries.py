"""streamio, string, crc, dates, multiplexors: what programs that use them write."""

import io
from datetime import UTC, datetime
from textwrap import dedent, indent

import pytest

from emulator.transputer.iserver.console import Console
from emulator.transputer.iserver.functions import Functions
from emulator.transputer.iserver.iserver import Iserver
from emulator.transputer.iserver.sandbox import Sandbox
from emulator.transputer.network.network import Network
from occam.build import build
from tests.occam_programs import outputs

PROGRAM = """#INCLUDE "hostio.inc"
#INCLUDE "streamio.inc"
#USE "hostio.lib"
#USE "{library}.lib"
PROC main (CHAN OF SP fs, ts)
{body}
:
"""


def run(folder, library, body, keys=b"", part="T800", **options):
    """Run the body of a program; return what it wrote."""
    source = folder / "program.occ"
    lines = indent(dedent(body).strip("\n"), "  ")
    source.write_text(PROGRAM.format(library=library, body=lines))
    built = build(source, part)
    network = Network(built.network.nodes, built.network.wires, host=built.network.host)
    network.boot(built.data)
    screen = io.BytesIO()
    console = Console(io.BytesIO(keys), screen, io.BytesIO())
    functions = Functions(Sandbox(folder, True), console, **options)
    outcome = network.run(Iserver(functions, strict=True), max_cycles=10**8)
    functions.close()
    assert outcome.exit_status == 0, outcome
    return screen.getvalue().decode("latin-1")


STREAMS = """
CHAN OF SS a, b, c, d:
CHAN OF KS keys:
CHAN OF INT stop:
[300]BYTE kept:
[12]BYTE line:
INT n, char, len:
INT64 long:
REAL32 x:
BYTE result:
SEQ
  PAR
    SEQ
      so.keystream.from.stdin (fs, ts, keys, result)
    SEQ
      ks.read.line (keys, len, line, char)
      ks.read.char (keys, char)
      ks.read.int (keys, n, char)
      ks.read.int64 (keys, long, char)
      ks.read.real32 (keys, x, char)
      ks.keystream.sink (keys)
  PAR
    SEQ
      ss.goto.xy (a, 2, 3)
      ss.write.string (a, [line FROM 0 FOR len])
      ss.write.int (a, n, 5)
      ss.write.hex.int64 (a, long, 4)
      ss.write.real32 (a, x, 3, 1)
      ss.insert.char (a, '!')
      ss.write.text.line (a, "end*c")
      ss.clear.eol (a)
      ss.write.endstream (a)
    ss.scrstream.fan.out (a, b, c)
    ss.scrstream.to.array (b, kept)
    so.scrstream.to.stdout (fs, ts, c, result)
  PAR
    ss.scrstream.from.array (d, kept)
    so.scrstream.to.ANSI (fs, ts, d)
  so.exit (fs, ts, sps.success)
"""
TEXT = "first line  -42#00FF   2.5"


def test_streams_of_keys_and_for_a_screen(tmp_path):
    text = run(tmp_path, "streamio", STREAMS, b"first line\n? -42 #fF, +2.5E+0;rest\nmore\n")
    plain, shown = text.split("\x1b[4;3H")
    assert plain == f"{TEXT}end\n"
    assert shown == f"{TEXT}\x1b[@!end\r\n\x1b[K"


def test_streams_are_multiplexed_until_they_are_stopped(tmp_path):
    body = """
    [2]CHAN OF SS in:
    CHAN OF SS out:
    CHAN OF INT stop:
    BYTE result:
    SEQ
      PAR
        SEQ
          PAR i = 0 FOR 2
            SEQ j = 0 FOR 3
              ss.write.int (in[i], (10 * i) + j, 3)
          stop ! 0
        SEQ
          ss.scrstream.multiplexor (in, out, stop)
          ss.write.endstream (out)
        so.scrstream.to.stdout (fs, ts, out, result)
      so.exit (fs, ts, sps.success)
    """
    text = run(tmp_path, "streamio", body)
    assert sorted(text.replace(" ", "")) == sorted("01210 11 12".replace(" ", ""))


STRINGS = """
[20]BYTE s:
INT len, ptr, n, place:
BYTE found:
BOOL ok, done:
SEQ
  len := 0
  append.text (len, s, "hello")
  append.int (len, s, 42, 5)
  append.hex.int (len, s, 255, 3)
  append.char (len, s, '.')
  so.write.string.nl (fs, ts, [s FROM 0 FOR len])
  insert.string ("abc", len, s, 1, done)
  so.write.string.nl (fs, ts, [s FROM 0 FOR len])
  insert.string ("too much", len, s, 0, done)
  so.write.int (fs, ts, INT done, 2)
  delete.string (len, s, 2, 15, ok)
  so.write.string.nl (fs, ts, [s FROM 0 FOR len])
  to.upper.case (s)
  so.write.string.nl (fs, ts, [s FROM 0 FOR len])
  so.write.int (fs, ts, string.pos ("lo", "hello"), 3)
  so.write.int (fs, ts, string.pos ("hello!", "hello"), 3)
  so.write.int (fs, ts, char.pos ('l', "hello"), 3)
  place, found := search.match ("lo", "hello")
  so.write.int (fs, ts, place, 3)
  so.write.char (fs, ts, found)
  place, found := search.no.match ("he", "hello")
  so.write.int (fs, ts, place, 3)
  so.write.int (fs, ts, compare.strings ("ab", "abc"), 3)
  so.write.int (fs, ts, compare.strings ("b", "abc"), 3)
  so.write.int (fs, ts, INT eqstr ("ab", "ab"), 3)
  ptr, ok := 0, TRUE
  next.int.from.line (" 17  x*t-5 ", ptr, n, ok)
  so.write.int (fs, ts, n, 4)
  next.word.from.line (" 17  x*t-5 ", ptr, len, s, ok)
  next.int.from.line (" 17  x*t-5 ", ptr, n, ok)
  so.write.int (fs, ts, n, 4)
  next.int.from.line (" 17  x*t-5 ", ptr, n, ok)
  so.write.int (fs, ts, INT ok, 2)
  so.exit (fs, ts, sps.success)
"""


def test_strings(tmp_path):
    assert run(tmp_path, "string", STRINGS).split("\n") == [
        "hello   42#0FF.",
        "habcello   42#0FF.",
        " 1to  4",
        "TO  4",
        "  3 -1  2  2l  2 -1  2  1  17  -5 0",
    ]


@pytest.mark.parametrize("seconds", [0, 951782399, 951782400, 1709251199, 2**32 - 1])
def test_dates(tmp_path, seconds):
    signed = seconds - 2**32 if seconds >= 2**31 else seconds
    body = f"""
    [so.time.string.len]BYTE text:
    SEQ
      so.time.to.ascii ({signed}(INT32), TRUE, TRUE, text)
      so.write.string (fs, ts, text)
      so.exit (fs, ts, sps.success)
    """
    wanted = datetime.fromtimestamp(seconds, UTC).strftime("%H:%M:%S %d/%m/%Y")
    assert run(tmp_path, "hostio", body) == wanted


def test_questions_options_and_the_path(tmp_path):
    folder = tmp_path / "lib"
    folder.mkdir()
    (folder / "found").write_text("x")
    body = """
    VAL options IS ["FILE  ", "      "]:
    [2]BOOL exists:
    [2][2]INT parameters:
    [80]BYTE line:
    [40]BYTE full:
    INT len, reply:
    INT32 id:
    BYTE result:
    SEQ
      so.ask (fs, ts, "Well", "yn", TRUE, TRUE, reply)
      so.write.int (fs, ts, reply, 2)
      so.parse.command.line (fs, ts, options, [spopt.always, spopt.maybe], exists, parameters,
                             len, line)
      SEQ i = 0 FOR 2
        VAL INT from IS parameters[i][0]:
        VAL INT count IS parameters[i][1]:
        SEQ
          so.write.char (fs, ts, ' ')
          so.write.string (fs, ts, [line FROM from FOR count])
      so.popen.read (fs, ts, "found", "PATHS", spt.text, len, full, id, result)
      so.write.char (fs, ts, ' ')
      so.write.string (fs, ts, [full FROM 0 FOR len])
      so.exit (fs, ts, sps.success)
    """
    options = {"environment": {b"PATHS": b"no/;lib/"}, "command_line": (b" file a.txt b", b"")}
    text = run(tmp_path, "hostio", body, b"xN", **options)
    assert text == "Well (Y,N) ? N 1 a.txt b lib/found"


def test_users_share_the_host(tmp_path):
    body = """
    [3]CHAN OF SP from, to:
    CHAN OF BOOL stop:
    SEQ
      PAR
        SEQ
          PAR i = 0 FOR 3
            so.write.int (to[i], from[i], i, 1)
          stop ! TRUE
        so.multiplexor (fs, ts, from, to, stop)
      so.exit (fs, ts, sps.success)
    """
    assert sorted(run(tmp_path, "hostio", body)) == ["0", "1", "2"]


def test_a_host_that_is_no_dos_says_so(tmp_path):
    body = """
    #INCLUDE "msdos.inc"
    #INCLUDE "ticks.inc"
    #USE "msdos.lib"
    [dos.interrupt.regs.size]BYTE in, out:
    [dos.read.regs.size]BYTE registers:
    [600]BYTE large:
    [10]BYTE block:
    [8]BYTE results:
    BYTE carry, value:
    INT length, taken:
    SEQ
      SEQ i = 0 FOR dos.interrupt.regs.size
        in[i] := 0(BYTE)
      block := "0123456789"
      dos.send.block (fs, ts, #40000(INT32), block, length, results[0])
      dos.receive.block (fs, ts, #40000(INT32), taken, block, results[1])
      dos.call.interrupt (fs, ts, 33(INT16), in, carry, out, results[2])
      dos.read.regs (fs, ts, registers, results[3])
      dos.port.write (fs, ts, #3F8(INT16), 65(BYTE), results[4])
      dos.port.read (fs, ts, #3F8(INT16), value, results[5])
      dos.send.block (fs, ts, 0(INT32), large, length, results[6])
      dos.receive.block (fs, ts, 0(INT32), taken, large, results[7])
      SEQ i = 0 FOR SIZE results
        so.write.int (fs, ts, INT results[i], 3)
      so.write.int (fs, ts, length + taken, 3)
      so.exit (fs, ts, sps.success)
    """
    said = run(tmp_path, "hostio", body).split()
    not_implemented, bad_packet_size = "1", "8"
    assert said == [*[not_implemented] * 6, *[bad_packet_size] * 2, "0"]


def test_a_block_goes_to_dos_and_comes_back():
    """The host's memory is played by another process."""
    body = """
    CHAN OF SP fs, ts:
    PAR
      [4]BYTE block:
      BYTE result:
      INT length:
      SEQ
        dos.send.block (fs, ts, #12345678(INT32), "abc", length, result)
        out ! length
        dos.receive.block (fs, ts, #12345678(INT32), length, block, result)
        out ! length
        out ! INT block[1]
      [sp.max.packet.data.size]BYTE packet:
      INT16 size:
      SEQ
        ts ? size::packet
        SEQ i = 0 FOR 4
          packet[i + 20] := packet[i + 2]
        packet[0], packet[1], packet[2] := spr.ok, packet[6], packet[7]
        fs ! 6(INT16)::packet
        ts ? size::packet
        packet[0], packet[1], packet[2], packet[3], packet[4] :=
          spr.ok, packet[6], packet[7], packet[2], packet[20]
        fs ! 8(INT16)::packet
    """
    before = '#INCLUDE "hostio.inc"\n#INCLUDE "msdos.inc"\n#USE "msdos.lib"\n'
    assert outputs(body, before) == [3, 4, 0x78]


def test_checks_of_strings():
    body = """
    VAL text IS "123456789":
    SEQ
      out ! CRCFROMLSB (text, #04C11DB7, #FFFFFFFF)
      out ! CRCFROMMSB ("abcdefgh", #04C11DB7, 0)
    """
    least, most = outputs(body, '#USE "crc.lib"\n')
    assert least % 2**32 == reversed_bits(crc_of(map(reversed_byte, b"123456789"), 0xFFFFFFFF))
    assert most % 2**32 == crc_of(b"abcdefgh")


def reversed_bits(word, count=32):
    """A word with its low bits in the other order."""
    return int(f"{word:0{count}b}"[::-1], 2)


def reversed_byte(byte):
    return reversed_bits(byte, 8)


def crc_of(data, crc=0):
    """The remainder of data, most significant bit first, by the generator of Ethernet."""
    for byte in data:
        for bit in range(7, -1, -1):
            out = crc >> 31
            crc = (crc << 1 | byte >> bit & 1) & 0xFFFFFFFF
            crc ^= 0x04C11DB7 if out else 0
    return crc
