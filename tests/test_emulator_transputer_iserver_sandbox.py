"""Files that programs open on the host: what they may do; no name leads out of the root."""

import os
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from emulator.transputer.iserver.sandbox import Refused, Sandbox, components
from tests.iserver_host import (
    APPEND,
    APPEND_UPDATE,
    CLOSE,
    EOF,
    ERROR,
    FERROR,
    FLUSH,
    GETENV,
    GETS,
    INPUT,
    NEW_UPDATE,
    OK,
    OPEN,
    OUTPUT,
    PUTS,
    READ,
    REMOVE,
    RENAME,
    SEEK,
    TELL,
    UPDATE,
    WRITE,
    Host,
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


def test_read_a_file_to_its_end(root):
    host = Host(root)
    stream = host.open(b"poem")
    assert host.read(stream, 5) == b"one\nt"
    assert host.ask(EOF, stream)[0] == ERROR
    assert host.ask(TELL, stream)[1][:4] == word(5)
    assert host.read(stream, 100) == b"wo\nthree"
    assert host.ask(EOF, stream)[0] == OK
    assert host.ask(SEEK, stream, word(-5), word(3))[0] == OK
    assert host.ask(EOF, stream)[0] == ERROR
    assert host.read(stream, 5) == b"three"
    assert host.ask(FERROR, stream)[0] == ERROR
    assert host.ask(CLOSE, stream)[0] == OK
    assert host.ask(CLOSE, stream)[0] == ERROR


def test_gets_drops_the_line_end_and_ends_with_error(root):
    host = Host(root)
    stream = host.open(b"poem", kind=2)
    lines = [host.ask(GETS, stream, half(100)) for _ in range(4)]
    assert [line[0] for line in lines] == [OK, OK, OK, ERROR]
    assert [line[1][2 : 2 + line[1][0]] for line in lines[:3]] == [b"one", b"two", b"three"]
    assert host.ask(EOF, stream)[0] == OK


def test_gets_takes_less_than_its_limit(root):
    host = Host(root)
    stream = host.open(b"poem")
    result, rest = host.ask(GETS, stream, half(3))
    assert (result, rest[:4]) == (OK, text(b"on"))
    assert host.ask(GETS, stream, half(1))[0] == ERROR
    assert host.ask(GETS, stream, half(0))[0] == ERROR


def test_a_file_is_written_appended_and_updated(root):
    host = Host(root, writable=True)
    stream = host.open(b"new", OUTPUT)
    assert host.ask(WRITE, stream, text(b"hello")) == (OK, half(5) + bytes(3))
    assert host.ask(PUTS, stream, text(b" world"))[0] == OK
    assert host.ask(READ, stream, half(1))[0] == ERROR
    assert host.ask(FERROR, stream)[0] == OK
    host.ask(CLOSE, stream)
    assert (root / "new").read_bytes() == b"hello world\n"
    stream = host.open(b"new", APPEND)
    host.ask(WRITE, stream, text(b"!"))
    host.ask(FLUSH, stream)
    assert (root / "new").read_bytes() == b"hello world\n!"
    stream = host.open(b"new", UPDATE)
    host.ask(SEEK, stream, word(6), word(1))
    host.ask(WRITE, stream, text(b"W"))
    host.ask(SEEK, stream, word(-7), word(2))
    assert host.read(stream, 7) == b"hello W"
    host.ask(CLOSE, stream)
    stream = host.open(b"new", NEW_UPDATE)
    assert host.read(stream, 1) == b""
    stream = host.open(b"new", APPEND_UPDATE)
    host.ask(WRITE, stream, text(b"end"))
    host.ask(SEEK, stream, word(0), word(1))
    assert host.read(stream, 3) == b"end"


def test_positions_are_told_up_to_31_bits(root):
    host = Host(root)
    stream = host.open(b"poem")
    assert host.ask(SEEK, stream, word(2**31 - 1), word(1))[0] == OK
    assert host.ask(TELL, stream)[1][:4] == word(2**31 - 1)
    assert host.ask(SEEK, stream, word(1), word(2))[0] == OK
    assert host.ask(TELL, stream)[0] == ERROR
    assert host.ask(SEEK, stream, word(-1), word(1))[0] == ERROR
    assert host.ask(SEEK, stream, word(0), word(4))[0] == ERROR


def test_long_answers_are_cut_to_a_packet(root):
    (root / "long").write_bytes(bytes(3000))
    host = Host(root, environment={b"LONG": b"x" * 3000})
    result, rest = host.ask(GETENV, text(b"LONG"))
    assert (result, len(rest), rest[:4]) == (OK, 1039, half(1037) + b"xx")
    assert len(host.read(host.open(b"long"), 3000)) == 1037


def test_remove_and_rename(root):
    host = Host(root, writable=True)
    assert host.ask(RENAME, text(b"poem"), text(b"below/verse"))[0] == OK
    assert (root / "below" / "verse").exists()
    assert host.ask(REMOVE, text(b"below/verse"))[0] == OK
    assert host.ask(REMOVE, text(b"below/verse"))[0] == ERROR
    assert host.ask(REMOVE, text(b"below"))[0] == ERROR
    assert host.ask(RENAME, text(b"below"), text(b"above"))[0] == ERROR
    assert not (root / "poem").exists()
    assert (root / "below").is_dir()


@pytest.mark.parametrize(
    "request_",
    [
        bytes([OPEN]) + text(b"new") + bytes([1, OUTPUT]),
        bytes([OPEN]) + text(b"poem") + bytes([1, APPEND]),
        bytes([OPEN]) + text(b"poem") + bytes([1, UPDATE]),
        bytes([REMOVE]) + text(b"poem"),
        bytes([RENAME]) + text(b"poem") + text(b"new"),
    ],
)
def test_a_root_is_read_only_unless_writing_was_allowed(root, request_):
    host = Host(root)
    assert host.server.functions.answer(request_)[2] == ERROR
    assert sorted(path.name for path in root.iterdir()) == ["below", "poem"]
    assert (root / "poem").read_bytes() == b"one\ntwo\nthree"


ESCAPES = [b"../secret", b"below/../../secret", b"below/..", b"..", b"link", b"to_root/secret"]


@pytest.mark.parametrize("mode", range(1, 7))
@pytest.mark.parametrize("name", [*ESCAPES, b"./link", b"below//..//..//secret", b"to_below/file"])
def test_no_name_leads_out_of_the_root(root, name, mode):
    (root / "link").symlink_to(root.parent / "secret")
    (root / "to_root").symlink_to(root.parent, target_is_directory=True)
    (root / "to_below").symlink_to("below", target_is_directory=True)
    host = Host(root, writable=True)
    result, rest = host.ask(OPEN, text(name), bytes([1, mode]))
    assert (result, rest) == (ERROR, bytes(5))
    assert (root.parent / "secret").read_bytes() == b"secret"


@pytest.mark.parametrize("mode", range(1, 7))
def test_absolute_names_are_refused(root, mode):
    host = Host(root, writable=True)
    for name in (os.fsencode(root.parent / "secret"), os.fsencode(root / "poem"), b"/", b"//poem"):
        assert host.ask(OPEN, text(name), bytes([1, mode]))[0] == ERROR


@pytest.mark.parametrize("name", [b"../secret", b"to_root/secret", b"/etc/passwd"])
def test_remove_and_rename_stay_inside(root, name):
    (root / "to_root").symlink_to(root.parent, target_is_directory=True)
    host = Host(root, writable=True)
    assert host.ask(REMOVE, text(name))[0] == ERROR
    assert host.ask(RENAME, text(name), text(b"mine"))[0] == ERROR
    assert host.ask(RENAME, text(b"poem"), text(name))[0] == ERROR
    assert (root.parent / "secret").read_bytes() == b"secret"
    assert (root / "poem").exists()


def test_a_link_made_after_the_start_is_not_followed(root):
    host = Host(root)
    (root / "below" / "file").unlink()
    (root / "below" / "file").symlink_to(root.parent / "secret")
    assert host.ask(OPEN, text(b"below/file"), bytes([1, INPUT]))[0] == ERROR


def test_no_race_leads_out_of_the_root(root):
    """Another process swaps a directory for a link while the program opens a file in it."""
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "file").write_bytes(b"secret")
    (root / "link").symlink_to(outside, target_is_directory=True)
    done = threading.Event()

    def swap():
        while not done.is_set():
            (root / "below").rename(root / "aside")
            (root / "link").rename(root / "below")
            (root / "below").rename(root / "link")
            (root / "aside").rename(root / "below")

    sandbox = Sandbox(root)
    os.close(sandbox.open(b"below/file", os.O_RDONLY))
    swapper = threading.Thread(target=swap)
    swapper.start()
    try:
        for _ in range(3000):
            try:
                descriptor = sandbox.open(b"below/file", os.O_RDONLY)
            except OSError:
                continue
            assert os.read(descriptor, 6) == b"below"
            os.close(descriptor)
    finally:
        done.set()
        swapper.join()
        sandbox.close()


def test_a_root_that_was_moved_is_still_the_root(root):
    host = Host(root)
    root.rename(root.parent / "moved")
    root.symlink_to("/", target_is_directory=True)
    assert host.read(host.open(b"poem"), 3) == b"one"


def test_only_regular_files_are_opened(root):
    os.mkfifo(root / "pipe")
    host = Host(root, writable=True)
    for mode in range(1, 7):
        assert host.ask(OPEN, text(b"pipe"), bytes([1, mode]))[0] == ERROR
        assert host.ask(OPEN, text(b"below"), bytes([1, mode]))[0] == ERROR


def test_a_file_with_a_second_name_is_not_written(root):
    os.link(root.parent / "secret", root / "alias")
    host = Host(root, writable=True)
    for mode in range(2, 7):
        assert host.ask(OPEN, text(b"alias"), bytes([1, mode]))[0] == ERROR
    assert (root.parent / "secret").read_bytes() == b"secret"


def test_open_refuses_what_the_protocol_does_not_know(root):
    host = Host(root)
    for name, kind, mode in [(b"poem", 0, 1), (b"poem", 3, 1), (b"poem", 1, 0), (b"poem", 1, 7)]:
        assert host.ask(OPEN, text(name), bytes([kind, mode]))[0] == ERROR
    for name in (b"", b".", b"poem/", b"po\0em", b"absent", b"x" * 300):
        assert host.ask(OPEN, text(name), bytes([1, 1]))[0] == ERROR


def test_open_files_are_limited_and_come_back(root):
    host = Host(root)
    streams = [host.open(b"poem") for _ in range(61)]
    assert len(set(streams)) == 61
    assert host.ask(OPEN, text(b"poem"), bytes([1, INPUT]))[0] == ERROR
    host.ask(CLOSE, streams[7])
    assert host.open(b"poem") == streams[7]


@given(name=st.lists(st.sampled_from([b"..", b".", b"", b"a", b"...", b"b\0"])).map(b"/".join))
def test_components_never_lead_upwards(name):
    try:
        parts = components(name)
    except Refused:
        return
    assert not {b"..", b".", b""} & set(parts)


def test_a_root_must_be_a_directory(root):
    for place in (root / "poem", root / "absent", root / "a\0b"):
        with pytest.raises(InputError, match="a directory that exists"):
            Sandbox(place)
