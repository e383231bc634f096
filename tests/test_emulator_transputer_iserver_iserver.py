"""The host's end of the iserver protocol, against requests made by hand."""

import io
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emulator.transputer.iserver.console import Console
from emulator.transputer.iserver.functions import Functions
from emulator.transputer.iserver.iserver import host_status
from emulator.transputer.iserver.sandbox import Sandbox
from tests.iserver_host import (
    CLOSE,
    COMMAND,
    CORE,
    EOF,
    ERROR,
    EXIT,
    FLUSH,
    GETENV,
    GETKEY,
    GETS,
    OK,
    POLLKEY,
    PUTS,
    SEEK,
    SYSTEM,
    TIME,
    UNIMPLEMENTED,
    VERSION,
    WRITE,
    Host,
    frame,
    half,
    root_in,
    text,
    word,
)


@pytest.fixture(autouse=True)
def _close_every_host():
    yield
    Host.close_every_one()


@pytest.fixture
def root(tmp_path):
    return root_in(tmp_path)


def test_the_console(root):
    host = Host(root, typed=b"line\nkeys")
    assert host.ask(WRITE, word(1), text(b"out"))[0] == OK
    assert host.ask(PUTS, word(2), text(b"err"))[0] == OK
    assert (host.screen.getvalue(), host.errors.getvalue()) == (b"out", b"err\n")
    assert host.ask(GETS, word(0), half(80))[1][:6] == text(b"line")
    assert host.ask(GETKEY) == (OK, b"k" + bytes(4))
    assert host.ask(POLLKEY) == (OK, b"e" + bytes(4))
    assert host.read(word(0), 80) == b"ys"
    assert host.ask(EOF, word(0))[0] == OK
    assert host.ask(GETKEY)[0] == ERROR
    assert host.ask(POLLKEY)[0] == ERROR
    assert host.ask(WRITE, word(0), text(b"x"))[0] == ERROR
    assert host.ask(SEEK, word(0), word(0), word(1))[0] == ERROR
    assert host.ask(FLUSH, word(0))[0] == OK
    assert host.ask(CLOSE, word(1))[0] == OK
    assert host.ask(WRITE, word(1), text(b"!"))[0] == OK


def test_pollkey_does_not_wait_for_a_pipe(root):
    reader, writer = os.pipe()
    with (
        os.fdopen(reader, "rb", buffering=0) as source,
        os.fdopen(writer, "wb", buffering=0) as end,
    ):
        server = Functions(Sandbox(root), Console(source, io.BytesIO(), io.BytesIO()))
        assert server.answer(bytes([POLLKEY]))[2] == ERROR
        end.write(b"k")
        assert server.answer(bytes([POLLKEY]))[2:4] == b"\0k"


def test_host_functions(root):
    host = Host(
        root,
        environment={b"NAME": b"value"},
        command_line=(b"-x", b"program -x"),
        core=bytes(range(100)),
        clock=lambda: 86400.5,
    )
    assert host.ask(GETENV, text(b"NAME"))[1][:7] == text(b"value")
    assert host.ask(GETENV, text(b"PATH"))[0] == ERROR
    assert host.ask(TIME)[1][4:8] == word(86400)
    assert host.ask(COMMAND, b"\0")[1][:4] == text(b"-x")
    assert host.ask(COMMAND, b"\1")[1][:12] == text(b"program -x")
    assert host.ask(CORE, word(98), half(10))[1][:4] == text(bytes([98, 99]))
    assert host.ask(CORE, word(100), half(1))[0] == ERROR
    assert host.ask(CORE, word(-1), half(1))[0] == ERROR
    assert host.ask(VERSION) == (OK, bytes([14, 7, 4, 2, 0]))
    assert Host(root).ask(CORE, word(0), half(1))[0] == ERROR


def test_the_environment_of_the_host_stays_out_of_reach(root, monkeypatch):
    monkeypatch.setenv("TOKEN", "hidden")
    assert Host(root).ask(GETENV, text(b"TOKEN"))[0] == ERROR


def test_system_is_refused(root):
    host = Host(root, writable=True)
    assert host.ask(SYSTEM, text(b"touch ran"))[0] == UNIMPLEMENTED
    assert not (root / "ran").exists()


def test_exit_is_answered_and_ends_the_service(root):
    host = Host(root)
    assert host.ask(EXIT, word(999999999))[0] == OK
    assert host.server.functions.program_status == 999999999
    assert host.server.exit_status() == 0
    assert host.send(frame(bytes([VERSION]))) == b""


@pytest.mark.parametrize(
    ("status", "host"),
    [(999999999, 0), (-999999999, 1), (0, 0), (1, 1), (77, 77), (255, 255), (256, 1), (-1, 1)],
)
def test_exit_status(status, host):
    assert host_status(status) == host


def test_a_request_may_come_in_pieces(root):
    host = Host(root)
    request = frame(bytes([GETENV]) + text(b"NAME"))
    answers = [host.send(request[i : i + 1]) for i in range(len(request))]
    assert answers[:-1] == [b""] * (len(request) - 1)
    assert answers[-1][2] == ERROR


def test_wanted_is_what_completes_the_request(root):
    server = Host(root).server
    request = frame(bytes([GETENV]) + text(b"NAME"))
    assert server.wanted() == 2
    server.receive(request[:1])
    assert server.wanted() == 1
    server.receive(request[1:5])
    assert server.wanted() == len(request) - 5
    server.receive(request[5:])
    assert (server.wanted(), server.exit_status()) == (2, None)
    server.receive(b"\0")
    server.receive(b"\0")
    assert server.wanted() == 2


@pytest.mark.parametrize("body", [b"", bytes([99]), bytes([0]), bytes([SYSTEM])])
def test_short_and_unknown_requests_are_answered(root, body):
    answer = Host(root).send(half(len(body)) + body)
    assert answer[2] == (UNIMPLEMENTED if body else ERROR)


def test_a_length_out_of_step_ends_the_service(root):
    host = Host(root)
    assert host.send(b"\xff\xff") == b""
    assert host.server.exit_status() == 1
    assert "65535 bytes" in host.server.failure
    assert host.send(frame(bytes([VERSION]))) == b""


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(
    packet=st.binary(max_size=64)
    | st.builds(
        lambda t, b: bytes([t]) + b,
        st.sampled_from([*range(10, 23), *range(30, 36), 40, 41, 42]),
        st.binary(max_size=40),
    )
)
def test_any_packet_is_answered(root, packet):
    server = Host(root, writable=True).server
    server.receive(half(len(packet)) + packet)
    answer = server.pending()
    assert int.from_bytes(answer[:2], "little") == len(answer) - 2
    assert answer[2] in (OK, UNIMPLEMENTED, ERROR)
    Host.opened.pop().server.close()
    assert (root.parent / "secret").read_bytes() == b"secret"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(stream=st.binary(max_size=300))
def test_any_stream_is_served_or_refused(root, stream):
    server = Host(root, writable=True).server
    for at in range(0, len(stream), 7):
        assert server.wanted() >= 1
        server.receive(stream[at : at + 7])
    assert server.exit_status() is None or server.ended
    Host.opened.pop().server.close()
    assert (root.parent / "secret").read_bytes() == b"secret"
