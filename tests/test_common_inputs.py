"""What is no ordinary file is told in one line, by every reader of files."""

import os
import re
import tracemalloc

import pytest

from common.errors import InputError
from common.inputs import MEBIBYTE, check_input
from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.queue_file import read_queues
from emulator.multiprocessor.machine_file import read_machine
from emulator.transputer.network import network_file
from golden.load import load_robot
from golden.toml.limits_file import read_limits
from golden.trajectory_file import read_trajectory
from occam.objects import is_object, read_object
from occam.parsing.source import lines_of_file
from torqueflow.cli import main as cli
from torqueflow.cli import transputer_inputs

READERS = {
    ".urdf": load_robot,
    ".toml": load_robot,
    ".csv": lambda path: read_trajectory(path, 2),
    ".npz": lambda path: read_trajectory(path, 2),
    ".limits": lambda path: read_limits(path, load_robot("machado_2r")),
    ".machine": read_machine,
    ".queues": lambda path: read_queues(path, TaskGraph((), (), 0, 0)),
}
OTHERS = {
    "network": network_file.load,
    "bootable": transputer_inputs.read_bootable,
    "source": lines_of_file,
    "object": read_object,
}


def pipe(path):
    os.mkfifo(path)


def link_to_a_device(path):
    path.symlink_to("/dev/zero")


def link_to_itself(path):
    path.symlink_to(path)


def folder(path):
    path.mkdir()


def large(path):
    with path.open("wb") as file:
        file.truncate(5000 * MEBIBYTE)  # sparse: no disk is filled


@pytest.mark.parametrize("suffix", READERS)
@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (pipe, "is a pipe, a device or a socket"),
        (link_to_a_device, "is a pipe, a device or a socket"),
        (link_to_itself, "cannot be read: Too many levels of symbolic links"),
        (folder, "is a directory"),
        (large, f"{5000 * MEBIBYTE} bytes; allowed: .* MiB at most"),
        (lambda path: None, "no such file"),
    ],
)
def test_every_reader_refuses_it(tmp_path, suffix, make, problem):
    path = tmp_path / f"x{suffix}"
    make(path)
    with pytest.raises(InputError, match=re.escape(str(path)) + ": " + problem) as caught:
        READERS[suffix](path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", OTHERS)
@pytest.mark.parametrize("make", [pipe, link_to_a_device])
def test_what_might_never_end_is_not_opened(tmp_path, kind, make):
    make(tmp_path / kind)
    with pytest.raises(InputError, match=f"{kind}.*: is a pipe, a device or a socket; allowed: a"):
        OTHERS[kind](tmp_path / kind)
    assert not is_object(tmp_path / kind)


@pytest.mark.parametrize("kind", OTHERS)
def test_a_file_without_end_is_not_read_whole(tmp_path, kind):
    path = tmp_path / kind
    large(path)
    tracemalloc.start()
    with pytest.raises(InputError, match=f"{kind}: "):
        OTHERS[kind](path)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 200 * MEBIBYTE


@pytest.mark.parametrize(
    ("text", "problem"),
    [("a = " + "9" * 5000, "digits"), ("a = " + "[" * 5000 + "]" * 5000, "nested|recursion")],
    ids=["digits", "nested"],
)
def test_numbers_without_end_and_nests_in_any_toml(tmp_path, text, problem):
    path = tmp_path / "x.toml"
    path.write_text(text)
    readers = [READERS[suffix] for suffix in (".toml", ".limits", ".machine", ".queues")]
    for read in (*readers, network_file.load):
        with pytest.raises(InputError, match=problem):
            read(path)


@pytest.mark.parametrize("suffix", READERS)
def test_names_that_no_system_has(suffix):
    with pytest.raises(InputError, match="cannot be read: File name too long"):
        READERS[suffix]("x" * 5000 + suffix)
    with pytest.raises(InputError, match="cannot be read: embedded null byte"):
        READERS[suffix]("x\0" + suffix)


def test_a_size_is_a_limit(tmp_path):
    path = tmp_path / "two"
    path.write_bytes(b"12")
    check_input(path, "a file", 2)
    with pytest.raises(InputError, match="two: 2 bytes; allowed: a file, 0 MiB at most"):
        check_input(path, "a file", 1)


def test_the_command_line_tells_links_to_themselves(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back
    (tmp_path / "a.urdf").symlink_to(tmp_path / "a.urdf")
    report = tmp_path / "r.json"
    with pytest.raises(SystemExit) as caught:
        cli.main(["robots", str(tmp_path / "a.urdf"), "--json", str(report)])
    assert caught.value.code == 2
    assert "a.urdf: cannot be read: Too many levels" in capsys.readouterr().err
    assert not report.exists()


def test_toml_as_editors_leave_it(tmp_path):
    text = (tmp_path / "arm.TOML", tmp_path / "limits")
    from importlib import resources

    robot = (resources.files("golden.robots") / "machado_2r.toml").read_bytes()
    text[0].write_bytes(b"\xef\xbb\xbf" + robot)
    assert load_robot(text[0]).n == 2
    text[1].write_bytes(b"\xef\xbb\xbf[joints.1]\ntorque_limit = 3\n")
    assert read_limits(text[1], load_robot("machado_2r"))["1"].torque_limit == 3


def test_a_number_of_thousands_of_digits(tmp_path):
    path = tmp_path / "arm.toml"
    path.write_text(f"name = {'9' * 5000}\n")
    for read in (load_robot, READERS[".limits"]):
        with pytest.raises(
            InputError, match=r"arm\.toml: TOML syntax: a number has thousands of digits"
        ):
            read(path)
