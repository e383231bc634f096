"""Folders that `verilog` cannot make, and standard output as a destination."""

import json
import re
import shlex
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.assembly.bootfile import bootable
from tests.processes import PATIENCE
from tests.writing_commands import contents, refused
from torqueflow.cli import main as cli


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with what the commands read."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back
    text = (resources.files("golden.robots") / "machado_2r.toml").read_text("utf-8")
    Path("arm.toml").write_text(text)
    Path("stop.btl").write_bytes(bootable(assemble("stopp\nstopp").code))
    return tmp_path


@pytest.fixture
def verilog(capfd, monkeypatch):
    """Run `verilog` with a folder to write into; it does no work."""

    def work(netlist):
        raise AssertionError("verilog is at work")

    def verilog(place):
        monkeypatch.setattr("hdl.verilog.verilog_of", work)
        with pytest.raises(SystemExit) as caught:
            cli.main(["verilog", "arm.toml", "-o", str(place)])
        return (caught.value.code, *capfd.readouterr())

    return verilog


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        ("arm.toml", "'arm.toml' is a file"),
        ("/dev/null", "'/dev/null' is a file"),
        ("arm.toml/rtl", "'arm.toml/rtl' cannot be made: Not a directory"),
        ("/proc/rtl", "'/proc/rtl' cannot be made: "),
        ("x" * 300, f"'{'x' * 300}' cannot be made: File name too long"),
    ],
)
def test_a_folder_that_cannot_be_is_refused_before_any_work(verilog, folder, place, problem):
    before = contents(folder)
    refused(verilog(place), f"error: -o: {problem}")
    assert contents(folder) == before


def torqueflow(arguments, **options):
    command = f"{shlex.quote(sys.executable)} -m torqueflow {arguments}"
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        **options,
    )


@pytest.mark.parametrize(
    ("place", "redirected"),
    [("/dev/stdout", ""), ("/dev/stdout", " > file; cat file"), ("/dev/fd/1", " | cat")],
)
def test_a_report_on_standard_output_stands_before_the_table(folder, place, redirected):
    done = torqueflow(f"robots arm.toml --json {place}{redirected}")
    assert (done.returncode, done.stderr) == (0, "")
    report, table = re.fullmatch(r"(\{\n.*?\n\}\n)(.*)", done.stdout, re.DOTALL).groups()
    assert json.loads(report)["name"] == "Machado 2R"
    assert table.startswith("Machado 2R: ")


def test_a_reader_who_has_seen_enough_of_a_report_is_no_error(folder):
    done = torqueflow("transputer disasm stop.btl -o /dev/stdout | true")
    assert (done.returncode, done.stderr) == (0, "")


def test_standard_output_that_is_closed_is_told(folder):
    done = torqueflow("transputer disasm stop.btl -o /dev/stdout >&-")
    assert done.returncode == 2
    assert done.stderr.startswith("error: /dev/stdout: ")
    assert done.stderr.count("\n") == 1
