"""The Yosys that Amaranth brings, in this process: what it prints, what it refuses, Ctrl-C."""

import errno
import os
import signal
import threading

import pytest

from common.errors import InputError
from hdl import verilog
from hdl.text import yosys

EMPTY = "module \\empty\nend\n"


def test_a_script_prints_and_the_next_one_begins_anew():
    for name in ("first", "second"):
        script = f"read_rtlil <<rtlil\nmodule \\{name}\nend\nrtlil\nwrite_rtlil\n"
        modules = [line for line in yosys.printed(script).splitlines() if line.startswith("module")]
        assert modules == [f"module \\{name}"]


def test_a_refusal_is_told():
    with pytest.raises(RuntimeError, match="No such command: nonsense"):
        yosys.printed("nonsense\n")


def test_without_a_place_for_its_machine_code_it_runs_all_the_same(monkeypatch):
    def no_home(config, enabled):
        raise yosys.wasmtime.WasmtimeError("no home")

    monkeypatch.setattr(yosys.wasmtime.Config, "cache", property(fset=no_home))
    monkeypatch.setattr(yosys.wasmtime, "Module", lambda engine, wasm: "loaded")
    assert yosys._loaded.__wrapped__(0)[2] == "loaded"


@pytest.mark.parametrize("kept", [1, 0.5])
def test_verilog_that_found_no_room_is_not_taken_for_a_whole_one(monkeypatch, kept):
    original = yosys.printed
    two = EMPTY + EMPTY.replace("empty", "other")
    assert verilog.verilog_of(two).count("endmodule") == 2

    def cut(script):
        text = original(script)
        whole_modules = text.index("end\n") + 4
        return text[: whole_modules if kept == 1 else int(len(text) * kept)]

    monkeypatch.setattr(verilog, "printed", cut)
    with pytest.raises(InputError, match=os.strerror(errno.ENOSPC)):
        verilog.verilog_of(two)


def test_ctrl_c_is_heard_while_it_runs(monkeypatch):
    """Wherever the interrupt finds the waiting thread; what runs meanwhile is left to its end."""
    end = threading.Event()

    def endless(*files):
        os.kill(os.getpid(), signal.SIGINT)
        end.wait()
        return 0

    monkeypatch.setattr(yosys, "_started", endless)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            yosys.printed("opt_clean\n")
    finally:
        end.set()
        signal.signal(signal.SIGINT, before)
