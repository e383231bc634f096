"""`torqueflow transputer run` at a terminal: keys, progress, no limit, Ctrl-C."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
from contextlib import contextmanager
from pathlib import Path

import pytest

from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.assembly.bootfile import bootable
from tests.transputer_hostile import written

ROOT = Path(__file__).parent.parent

EXCHANGE = """
        ldap    {request}
        mint
        ldc     {length}
        out
        ldlp    3
        mint
        ldnlp   4
        ldc     8
        in
"""
REQUESTS = """
getkey: byte    6, 0, 30, 0, 0, 0, 0, 0
puts:   byte    8, 0, 15, 1, 0, 0, 0, 1, 0
shown:  byte    0
exit:   byte    6, 0, 35, #FF, #C9, #9A, #3B, 0
"""
# Asks for keys and prints each, 64 added if it lacks that bit, until Return (13), then ends.
KEYS = f"""
        ajw     60
next:   {EXCHANGE.format(request="getkey", length=8)}
        ldlp    3
        adc     3
        lb
        stl     9
        ldl     9
        ldc     64
        or
        ldap    shown
        sb
        {EXCHANGE.format(request="puts", length=10)}
        ldl     9
        eqc     13
        cj      next
        {EXCHANGE.format(request="exit", length=8)}
        stopp
{REQUESTS}"""
A_KEY_THEN = f"ajw 60\n{EXCHANGE.format(request='getkey', length=8)}\n{{then}}\n{REQUESTS}"
SOURCES = dict(written())
LOOP = "here: j here\n"


@contextmanager
def started(folder, source):
    """The command on a pseudo-terminal: the process, the terminal's master end."""
    program = folder / "program.btl"
    program.write_bytes(bootable(assemble(source).code))
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "torqueflow", "transputer", "run", str(program)]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=slave,
        stdout=subprocess.PIPE,
        stderr=slave,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        yield process, master, slave
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        os.close(master)
        os.close(slave)


def local_flags(descriptor):
    return termios.tcgetattr(descriptor)[3]


def seen_on(master, wanted):
    """What the terminal shows up to and with what is waited for."""
    shown = b""
    while wanted not in shown:
        assert select.select([master], [], [], 300)[0], shown
        shown += os.read(master, 4096)
    return shown


def test_keys_come_as_they_are_typed_and_none_is_lost(tmp_path):
    with started(tmp_path, KEYS) as (process, master, slave):
        before = local_flags(slave)
        while local_flags(slave) & termios.ICANON:  # until it asks for a key
            assert process.poll() is None
        os.write(master, b"ab")
        assert process.stdout.readline() == b"a\n"
        assert process.stdout.readline() == b"b\n"
        assert not local_flags(slave) & (termios.ICANON | termios.ECHO)
        os.write(master, b"typed ahead\r")
        assert process.stdout.read() == b"t\ny\np\ne\nd\n`\na\nh\ne\na\nd\nM\n"
        assert process.wait() == 0
        assert local_flags(slave) == before
        assert not select.select([master], [], [], 0)[0]  # no echo


def test_a_long_run_at_a_terminal_tells_how_far_it_is_and_hears_ctrl_c(tmp_path):
    with started(tmp_path, LOOP) as (process, master, _):
        shown = seen_on(master, b"instructions (Ctrl-C ends it)")
        assert b" s simulated, " in shown
        process.send_signal(signal.SIGINT)
        seen_on(master, b"interrupted")
        assert process.wait() == 130


@pytest.mark.parametrize(
    "name", ["move2dall of #7FFFFFFF rows of 0", "a timer queue bent to #34, 10, 1"]
)
def test_what_takes_long_inside_one_instruction_hears_ctrl_c(tmp_path, name):
    # The terminal is in its own mode until the program asks for a key: then it runs.
    source = A_KEY_THEN.format(then=SOURCES[name])
    with started(tmp_path, source) as (process, master, slave):
        while local_flags(slave) & termios.ICANON:
            assert process.poll() is None
        os.write(master, b"x")
        process.send_signal(signal.SIGINT)
        seen_on(master, b"interrupted")
        assert process.wait() == 130
