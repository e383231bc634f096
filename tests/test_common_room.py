"""Full disks and limits of a file's size: one line that names what was being written."""

import errno
import os
import resource
import subprocess
import sys

import pytest

from common.errors import InputError
from common.room import NO_ROOM, room_in
from dataflow.build import build_array
from golden.generators import planar
from golden.trajectory import random_trajectory
from golden.trajectory_file import write_trajectory
from hdl.simulate.simulator import Simulation


@pytest.mark.parametrize("code", NO_ROOM)
def test_a_write_without_a_name_gets_its_folders(code):
    said = f"/folder: cannot be written: {os.strerror(code)}"
    with pytest.raises(InputError, match=said), room_in("/folder"):
        raise OSError(code, os.strerror(code))


def test_a_file_that_is_named_stays_named():
    with pytest.raises(InputError, match=r"^/folder/file: cannot"), room_in("/folder"):
        raise OSError(errno.ENOSPC, "No space left on device", "/folder/file")


def test_a_program_that_says_so_is_believed():
    said = "/folder: cannot be written: File too large"
    with pytest.raises(InputError, match=said), room_in("/folder"):
        raise RuntimeError("ld: final link failed: File too large")


@pytest.mark.parametrize("error", [RuntimeError("no"), OSError(errno.EACCES, "Permission denied")])
def test_other_faults_pass(error):
    with pytest.raises(type(error)) as caught, room_in("/folder"):
        raise error
    assert caught.value is error


def test_a_simulation_without_room_names_its_folder(tmp_path, monkeypatch):
    def full(*arguments, **options):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("hdl.simulate.simulator.verilog_of", lambda netlist: "")
    monkeypatch.setattr("pathlib.Path.write_text", full)
    with pytest.raises(InputError, match=f"^{tmp_path}: cannot be written: No space left"):
        Simulation(build_array(planar(1), width=12), "icarus", tmp_path)


def torqueflow(*arguments, **options):
    """Run a command that keeps no bytecode: Python cuts it at the limit, and reads it later."""
    command = [sys.executable, "-B", "-m", "torqueflow", *map(str, arguments)]
    return subprocess.run(command, text=True, check=False, **options)


def no_larger_than(size):
    """What a child does first: a limit of its files' size, as `ulimit -f` sets it."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_a_limit_of_size_is_told_by_the_files_name(tmp_path):
    write_trajectory(tmp_path / "t.csv", random_trajectory(planar(2), 400, 1))
    done = torqueflow(
        "dynamics", "machado_2r", "--trajectory", tmp_path / "t.csv", "--output",
        tmp_path / "tau.csv", capture_output=True, preexec_fn=no_larger_than(4096),
    )  # fmt: skip
    assert done.returncode == 2
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"error: {tmp_path}/tau.csv: cannot be written: File too large")
    assert not (tmp_path / "tau.csv").exists()


def test_standard_output_beyond_a_limit_is_told(tmp_path):
    with (tmp_path / "out.txt").open("w") as out:
        done = torqueflow(
            "robots", "puma560", stdout=out, stderr=subprocess.PIPE, preexec_fn=no_larger_than(10)
        )
    assert done.returncode == 2
    assert done.stderr == "error: standard output: File too large; allowed: a device with room\n"


@pytest.mark.parametrize(("arguments", "status"), [(["robots"], 0), (["robots", "nobody"], 2)])
def test_closed_standard_output_is_no_traceback(arguments, status):
    done = torqueflow(*arguments, stderr=subprocess.PIPE, preexec_fn=lambda: os.close(1))
    assert done.returncode == status
    assert "Traceback" not in done.stderr
