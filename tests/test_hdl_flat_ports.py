"""Netlists with ports of plain names, and what making them leaves as it was."""

import gc
import re
from types import SimpleNamespace

import pytest

from hdl.flat_ports import converted
from hdl.parts.stream import Queue


@pytest.fixture
def as_before():
    """Leave Python's collector on."""
    yield
    gc.enable()


def test_a_ports_words_are_joined_by_one_underscore():
    netlist = converted(Queue(3, 2), "queue")
    ports = set(re.findall(r"wire width \d+ (?:input|output) \d+ +\\(\S+)", netlist))
    assert ports == {
        "write", "store", "payload", "out_valid", "out_ready", "out_payload", "clk", "rst",
    }  # fmt: skip


NO_PORTS = SimpleNamespace(signature=SimpleNamespace(flatten=lambda component: []))


@pytest.mark.parametrize("collects", [True, False])
@pytest.mark.parametrize("fails", [True, False])
def test_pythons_collector_rests_and_is_as_it_was(as_before, collects, fails, monkeypatch):
    seen = []

    def convert(*arguments, **options):
        seen.append(gc.isenabled())
        if fails:
            raise RuntimeError("no netlist")
        return "netlist"

    monkeypatch.setattr("hdl.flat_ports.rtlil.convert", convert)
    (gc.enable if collects else gc.disable)()
    if fails:
        with pytest.raises(RuntimeError, match="no netlist"):
            converted(NO_PORTS, "nothing")
    else:
        assert converted(NO_PORTS, "nothing") == "netlist"
    assert (seen, gc.isenabled()) == ([False], collects)
