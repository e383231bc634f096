"""Files appear as a whole or not at all."""

import errno
import json
import math
import os
import socket
import stat
import threading
from pathlib import Path

import pytest

from common.errors import InputError
from common.files import check_destination, is_device, open_output, write_file, write_json


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "report"
    path.write_text("old")

    def fail():
        with open_output(path) as file:
            file.write(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_success_replaces_it(tmp_path):
    path = tmp_path / "report"
    path.write_text("old")
    with open_output(path) as file:
        file.write(b"new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) & 0o400
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    def full(self, target):
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "some.json").write_text("before")
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", full)
        with pytest.raises(InputError, match="No space left on device"):
            write_file(tmp_path / "some.json", b"after")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [
        ("some.json", "before")
    ]


def test_a_link_stays_and_leads_to_what_was_written(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder/report")
    for data in (b"first", b"second"):
        write_file(tmp_path / "link", data)
        assert (tmp_path / "folder" / "report").read_bytes() == data
    assert (tmp_path / "link").is_symlink()


def test_permissions_are_those_of_any_new_file(tmp_path):
    (tmp_path / "plain").write_text("")
    with open_output(tmp_path / "report"):
        pass
    assert (tmp_path / "report").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_bad_places(tmp_path):
    with pytest.raises(InputError, match="is a directory"), open_output(tmp_path):
        pass
    with pytest.raises(InputError, match="folder does not exist"):
        write_json(tmp_path / "none" / "x.json", {})


def test_json(tmp_path):
    path = tmp_path / "x.json"
    for data in ({"a": [1, 2.5], "b": "ä"}, {}, [{"a": 1}, {"b": None}], []):
        write_json(path, data)
        assert json.loads(path.read_text("utf-8")) == data
    with pytest.raises(ValueError, match="Out of range"):
        write_json(path, {"a": math.nan})
    assert json.loads(path.read_text("utf-8")) == []


# Pipes and other things that are no files


def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert is_device(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_file(pipe, b"through")
    reader.join()
    assert read == [b"through"]
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_check_leaves_a_pipe_to_its_reader(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    check_destination(tmp_path / "pipe")  # opening it would wait for ever


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def look():
        with pipe.open("rb", buffering=0) as file:
            file.read(1)

    reader = threading.Thread(target=look)
    reader.start()
    with open_output(pipe) as file:
        file.write(b"1")
        file.flush()
        reader.join()
        file.write(b"2" * 100_000)


def test_an_own_descriptor_is_written_where_it_stands(tmp_path):
    with (tmp_path / "log").open("wb") as log:
        log.write(b"before ")
        log.flush()
        place = f"/dev/fd/{log.fileno()}"
        assert is_device(place)
        write_file(place, b"between ")
        log.write(b"after")
    assert (tmp_path / "log").read_bytes() == b"before between after"
    with (tmp_path / "log").open("rb") as log:
        place = f"/dev/fd/{log.fileno()}"
        with pytest.raises(InputError, match="is not open for writing"):
            check_destination(place)


def test_a_socket_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
        with pytest.raises(InputError, match="socket: is a disk or a socket; allowed: a file in"):
            check_destination("socket")


def test_names_that_cannot_be(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").write_text("")
    for place, problem in (
        ("loop", "loop: cannot be written: Too many levels of symbolic links"),
        ("x" * 300, "cannot be written: File name too long"),
        ("file/below", "below: its folder does not exist"),
    ):
        with pytest.raises(InputError, match=problem):
            check_destination(tmp_path / place)
        assert not is_device(tmp_path / place)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written(tmp_path):
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(InputError, match="cannot be written: Permission denied"):
            check_destination(tmp_path / "report")
    finally:
        tmp_path.chmod(0o700)


def test_a_name_as_long_as_can_be(tmp_path):
    write_file(tmp_path / ("x" * 255), b"data")
    assert (tmp_path / ("x" * 255)).read_bytes() == b"data"
