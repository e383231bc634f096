"""Compiled machines that are kept: found by what they depend on, bounded, safe against others."""

import dataclasses
import os
import subprocess
import threading
from pathlib import Path

import numpy as np
import pytest

from dataflow.build import build_array
from dataflow.numbers.ports import encode
from golden.load import load_robot
from golden.trajectory import random_trajectory
from hdl.simulate import build_cache, build_key, simulator, verilated
from hdl.simulate.build_cache import BuildCache
from hdl.simulate.build_key import build_key as key_of
from hdl.simulate.simulator import Simulation
from hdl.simulate.tools import tools_on_path
from hdl.simulate.verilated import library_lent
from tests.processes import own_cache
from torqueflow.report.comparison import stimulus


@pytest.fixture
def cache(tmp_path):
    return BuildCache(tmp_path / "cache")


def program(folder, text="a program"):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "program"
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_what_is_kept_is_found(cache, tmp_path):
    copy = tmp_path / "run" / "build" / "model"
    assert cache.fetch("key", copy) is None
    cache.keep("key", program(tmp_path / "made"), {"registers": 3})
    assert cache.fetch("key", copy) == {"registers": 3}
    assert copy.read_text() == "a program"
    assert os.access(copy, os.X_OK)
    assert cache.fetch("another", copy) is None
    assert not copy.exists()


@pytest.mark.parametrize("damage", ["program", "sheet.json"])
def test_what_is_damaged_counts_as_missing_and_is_replaced(cache, tmp_path, damage):
    made = program(tmp_path / "made")
    cache.keep("key", made, {})
    with (cache.folder / "key" / damage).open("r+") as file:
        file.truncate(3)
    assert cache.fetch("key", tmp_path / "model") is None
    cache.keep("key", made, {})
    assert cache.fetch("key", tmp_path / "model") == {}


def test_the_oldest_go_first(cache, tmp_path, monkeypatch):
    monkeypatch.setattr(build_cache, "_MOST_ENTRIES", 3)
    made = program(tmp_path / "made")
    for age, key in enumerate("cba"):
        cache.keep(key, made, {})
        os.utime(cache.folder / key, (age, age))
    cache.fetch("c", tmp_path / "model")  # used, and so the youngest
    cache.keep("d", made, {})
    assert sorted(path.name for path in cache.folder.iterdir()) == ["a", "c", "d"]


def test_large_ones_are_bounded_by_their_bytes(cache, tmp_path, monkeypatch):
    monkeypatch.setattr(build_cache, "_MOST_BYTES", 250)
    made = program(tmp_path / "made", "x" * 100)
    for age, key in enumerate("abc"):
        cache.keep(key, made, {})
        os.utime(cache.folder / key, (age, age))
    cache.keep("d", made, {})
    assert sorted(path.name for path in cache.folder.iterdir()) == ["c", "d"]


def test_what_a_killed_run_left_goes_after_a_day(cache, tmp_path):
    made = program(tmp_path / "made")
    for name, age in ((".old", 0), (".fresh", None)):
        (cache.folder / name).mkdir(parents=True)
        if age is not None:
            os.utime(cache.folder / name, (age, age))
    cache.keep("key", made, {})
    assert sorted(path.name for path in cache.folder.iterdir()) == [".fresh", "key"]


def test_many_at_once(cache, tmp_path, monkeypatch):
    """Everybody adds, reads and drops; nobody sees half an entry, and nothing is left over."""
    monkeypatch.setattr(build_cache, "_MOST_ENTRIES", 2)
    wrong = []

    def work(worker):
        for round_ in range(30):
            key = str((worker + round_) % 4)
            made = program(tmp_path / f"made{worker}", key * 50)
            copy = tmp_path / f"copy{worker}"
            found = cache.fetch(key, copy)
            if found is None:
                cache.keep(key, made, {"key": key})
            elif found != {"key": key} or copy.read_text() != key * 50:
                wrong.append(key)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    names = [path.name for path in cache.folder.iterdir()]
    assert not [name for name in names if name.startswith(".")]


def test_a_cache_that_cannot_be_written_keeps_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    cache = BuildCache(tmp_path / "file" / "cache")
    cache.keep("key", program(tmp_path / "made"), {})
    assert cache.fetch("key", tmp_path / "model") is None


# The key


@pytest.fixture(scope="module")
def design():
    return build_array(load_robot("machado_2r"), width=12)


def test_equal_designs_have_one_key(design):
    again = build_array(load_robot("machado_2r"), width=12)
    assert key_of(design, "icarus", ()) == key_of(again, "icarus", ())


def test_everything_counts(design, monkeypatch):
    operation = design.operations[-1]
    changed = (*design.operations[:-1], dataclasses.replace(operation, start=operation.start + 1))
    keys = {
        key_of(design, "icarus", ()),
        key_of(design, "verilator", ()),
        key_of(design, "icarus", ("-O0",)),
        key_of(dataclasses.replace(design, module="other"), "icarus", ()),
        key_of(dataclasses.replace(design, operations=changed), "icarus", ()),
    }
    monkeypatch.setattr(build_key, "_surroundings", lambda simulator: ("newer tools",))
    assert len(keys | {key_of(design, "icarus", ())}) == 6


def test_sources_and_tools_are_among_the_surroundings(tmp_path):
    assert {build_key._digest(name) for name in build_key._SOURCES} <= set(
        build_key._surroundings("icarus")
    )
    assert any("iverilog" in text for text in build_key._surroundings("icarus"))


def test_what_words_do_not_tell_is_refused():
    with pytest.raises(TypeError, match="ndarray"):
        key_of((np.zeros(3),), "icarus", ())


# In a simulation


def test_a_machine_from_the_cache_is_the_same(design, cache, tmp_path, monkeypatch):
    arm = load_robot("machado_2r")
    encoded = encode(design, vars(random_trajectory(arm, 8, 1)))
    played = stimulus(design, encoded, 0.2, 1)
    built = Simulation(design, "icarus", tmp_path / "first", cache=cache)
    first = built.play(played)

    def compiler(*_):
        raise AssertionError("it is compiled again")

    monkeypatch.setattr(simulator, "netlist_of", compiler)
    found = Simulation(design, "icarus", tmp_path / "second", cache=cache)
    assert found.state == built.state
    second = found.play(played)
    for name in ("ready", "valid", "accepted", "outputs"):
        np.testing.assert_array_equal(getattr(first, name), getattr(second, name))
    with pytest.raises(AssertionError, match="compiled again"):
        Simulation(design, "icarus", tmp_path / "waves", cache=cache, waves=True)
    with pytest.raises(AssertionError, match="compiled again"):
        Simulation(design, "icarus", tmp_path / "none")


def test_no_cache_is_no_cache(tmp_path, monkeypatch):
    from torqueflow.cli import main as cli

    own_cache(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back
    arguments = ["simulate", "machado_2r", "--points", "3", "--width", "12"]
    builds = Path(tmp_path, "torqueflow", "builds")
    for more, kept in ((["--no-cache"], False), ([], True)):
        with pytest.raises(SystemExit) as ended:
            cli.main([*arguments, *more])
        assert ended.value.code == 0
        assert builds.exists() is kept


# Verilator's own part


SWITCHES = """
# VM_TIMING = 1
VM_TIMING = 0
VM_TRACE = {trace}
VM_GLOBAL_FAST += \\
  verilated \\
  verilated_vpi \\

"""
"""What decides how Verilator's own part is compiled, as its makefiles have it."""


def compiled(folder, cache, trace=0, made=("verilated.o", "verilated_vpi.o")):
    """What a make in a fresh folder finds there: it makes what is missing."""
    folder.mkdir()
    (folder / "Vtop_classes.mk").write_text(SWITCHES.format(trace=trace))
    with library_lent(folder, cache):
        there = sorted(path.name for path in folder.glob("*.o"))
        for name in set(made) - set(there):
            (folder / name).write_text(f"{name} {trace}")
    return there


def test_verilators_own_part_is_compiled_once(cache, tmp_path):
    assert compiled(tmp_path / "first", cache) == []
    assert compiled(tmp_path / "second", cache) == ["verilated.o", "verilated_vpi.o"]
    assert (tmp_path / "second" / "verilated_vpi.o").read_text() == "verilated_vpi.o 0"
    makefile = (tmp_path / "second" / "Vtop_classes.mk").stat().st_mtime_ns
    assert (tmp_path / "second" / "verilated.o").stat().st_mtime_ns >= makefile
    assert compiled(tmp_path / "traced", cache, trace=1) == []
    assert compiled(tmp_path / "again", cache, trace=1) == ["verilated.o", "verilated_vpi.o"]
    assert (tmp_path / "again" / "verilated.o").read_text() == "verilated.o 1"


def test_other_tools_compile_it_anew(cache, tmp_path, monkeypatch):
    compiled(tmp_path / "first", cache)
    monkeypatch.setattr(verilated, "tool_surroundings", lambda simulator: ("another compiler",))
    assert compiled(tmp_path / "second", cache) == []


def test_what_does_not_compile_is_not_kept(cache, tmp_path):
    compiled(tmp_path / "first", cache, made=("verilated.o",))
    assert compiled(tmp_path / "second", cache) == ["verilated.o"]
    with pytest.raises(RuntimeError, match="stopped"), library_lent(tmp_path / "second", cache):
        raise RuntimeError("stopped")
    assert len(list(cache.folder.iterdir())) == 2


def test_verilator_names_its_part_as_is_expected(tmp_path):
    """Makefiles as they are written today, and what they say is compiled."""
    (tmp_path / "top.v").write_text("module top(input a, output b); assign b = a; endmodule\n")
    with tools_on_path():
        command = ["verilator", "--cc", "--exe", "--vpi", "--Mdir", "build", "top.v", "main.cpp"]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    told = (tmp_path / "build" / "Vtop_classes.mk").read_text()
    for name in ("verilated", "verilated_vpi"):
        assert f"\n  {name} \\\n" in told
    for name in ("VM_TRACE", "VM_TIMING", "VM_COVERAGE"):
        assert f"\n{name} = 0\n" in told
