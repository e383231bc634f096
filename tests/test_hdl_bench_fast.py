"""A compiled bench passes a right machine, and finds each wrong word and each wrong cycle."""

import dataclasses
import json

import numpy as np
import pytest

import hdl.bench.fast as fast
from dataflow.beats import planned_beats, with_beats
from dataflow.build import build_array
from emulator.systolic.beats import beat_words
from golden.generators import planar
from hdl.bench.fast import FastBench
from hdl.payloads import bits, with_tags, words
from tests.test_hdl_bench_files import port
from torqueflow.cli.main import main
from torqueflow.report.bench_vectors import bench_vectors

SETS = 500


@pytest.fixture(scope="module")
def design():
    return build_array(planar(1), width=12)


@pytest.fixture(scope="module")
def bench(design, tmp_path_factory):
    return FastBench(design, tmp_path_factory.mktemp("fast"))


@pytest.fixture(scope="module")
def vectors(design):
    return bench_vectors(design, SETS)


@pytest.mark.parametrize("stall", [0.0, 0.4])
def test_a_right_machine_passes_however_its_sets_come(bench, vectors, design, stall):
    inputs, outputs = vectors
    pieces = [(inputs[:7], outputs[:7]), (inputs[7:], outputs[7:])]
    tally = bench.play(pieces, stall, seed=3)
    assert (tally.sets, tally.wrong, tally.astray) == (SETS, 0, 0)
    assert tally.latency == design.latency
    assert (tally.cycles == SETS + design.latency) == (stall == 0.0)


def test_each_wrong_word_is_found_and_the_first_are_told(bench, vectors):
    inputs, outputs = vectors
    wrong = outputs.copy()
    wrong[41:49, 0] ^= 1
    tally = bench.play([(inputs, wrong)])
    assert (tally.sets, tally.wrong, tally.astray) == (SETS, 8, 0)
    assert [line.split(": ")[1] for line in tally.told] == [
        f"set {42 + k} is wrong" for k in range(5)
    ]


def test_no_sets_are_no_fault(bench):
    tally = bench.play([])
    assert (tally.sets, tally.wrong, tally.astray, tally.latency) == (0, 0, 0, None)


def test_what_makes_the_batches_may_fail(bench, vectors):
    def broken():
        yield vectors
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        bench.play(broken())


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["ready", "valid"])
def test_a_wrong_handshake_is_found(design, vectors, fault, tmp_path, monkeypatch):
    """The machine never takes a set; or it shows results that are not there."""
    original = fast.verilog_of
    signal, value = {"ready": ("in_ready", 0), "valid": ("out_valid", 1)}[fault]

    def faulty(netlist):
        text, marks = original(netlist), f"assign {signal} = "
        before, after = text.split(marks, 1)
        return before + marks + f"{value};" + after.split(";", 1)[1]

    monkeypatch.setattr(fast, "verilog_of", faulty)
    tally = FastBench(design, tmp_path).play([vectors])
    assert tally.astray > 0
    assert tally.sets == (0 if fault == "ready" else SETS)


def test_words_have_the_first_port_in_the_lowest_bits():
    ports = (port("a", 20), port("b", 30), port("c", 28))
    rows = np.array([[-1, 1, -2], [5, -(2**29), 2**27 - 1]])
    for row, found in zip(rows, words(rows, ports), strict=True):
        a, b, c = (int(x) & ((1 << w) - 1) for x, w in zip(row, (20, 30, 28), strict=True))
        whole = a | b << 20 | c << 50
        assert found.tolist() == [whole >> 32 * k & 0xFFFFFFFF for k in range(3)]


@pytest.mark.parametrize(("width", "tag_bits"), [(78, 0), (78, 1), (78, 18), (78, 50), (64, 33)])
def test_a_tag_stands_above_its_payload(width, tag_bits):
    rng = np.random.default_rng(tag_bits)
    below = [int(x) for x in rng.integers(0, 1 << 62, 9)]
    tags = [int(x) & ((1 << tag_bits) - 1) for x in rng.integers(0, 1 << 62, 9)]

    def rows(numbers, bits):
        count = -(-bits // 32)
        split = [[x >> 32 * k & 0xFFFFFFFF for k in range(count)] for x in numbers]
        return np.array(split, dtype=np.uint32).reshape(len(numbers), count)

    found = with_tags(rows(below, width), width, rows(tags, tag_bits), tag_bits)
    whole = [low | tag << width for low, tag in zip(below, tags, strict=True)]
    np.testing.assert_array_equal(found, rows(whole, width + tag_bits))


@pytest.mark.slow
def test_each_wrong_beat_is_found(tmp_path):
    """Of 300 sets of eight beats: one whose data is wrong, one its tag, one its last."""
    design = build_array(planar(2), "inverse-derivatives", 18, 8)
    beats = planned_beats(design, "words", 6)
    count = len(beats.beats)
    inputs, outputs = bench_vectors(design, 300)
    rng = np.random.default_rng(1)
    tags = rng.integers(0, 64, (300, 1), dtype=np.uint32)
    given = with_tags(words(inputs, design.inputs), bits(design.inputs), tags, 6)
    due = beat_words(beats, outputs, tags)
    bench = FastBench(design, tmp_path, beats=beats)
    right = bench.play_words([(given, due.reshape(300, -1))], 0.3, 5)
    assert (right.sets, right.wrong, right.astray) == (300, 0, 0)
    due[7, 3, 0] ^= 1 << 9
    due[100, 0, 1] ^= 1 << 6
    due[200, count - 1, 1] ^= 1
    wrong = bench.play_words([(given, due.reshape(300, -1))], 0.0, 5)
    assert (wrong.sets, wrong.wrong, wrong.astray) == (300, 3, 0)
    assert [line.split(": ")[1] for line in wrong.told] == [
        f"set {k} is wrong" for k in (8, 101, 201)
    ]


def simulated(*options, status):
    with pytest.raises(SystemExit) as ended:
        main(["simulate", "machado_2r", "--fast", *options])
    assert ended.value.code == status


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--simulator", "icarus"), "--simulator: 'icarus' beside --fast; allowed: verilator"),
        (("--waves", "w.vcd"), "--waves: given beside --fast"),
        (("--every-point", "--json", "/dev/null"), "--every-point: given beside --fast"),
        (("--points", "0"), "--points: 0; allowed: 1 to 10000000000"),
    ],
)
def test_what_a_compiled_bench_does_not_do_is_refused(options, said, capsys):
    simulated(*options, status=2)
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.slow
def test_a_fast_run_reports_what_a_run_by_cocotb_does(tmp_path, capsys):
    simulated("--points", "200000", "--stall", "0.1", "--json", str(tmp_path / "r"), status=0)
    report = json.loads((tmp_path / "r").read_text())
    assert (report["bit_mismatches"], report["cycle_mismatches"]) == (0, 0)
    assert report["points"] == 200_000
    assert report["latency_cycles"] == 17
    for output in report["outputs"]:
        assert 0.2 < output["error_max"] / output["error_bound"] < 1
        assert output["error_rms"] < output["error_max"]


def test_a_design_s_contract_is_in_the_bench(design):
    later = dataclasses.replace(design, initiation_interval=7)
    assert f"INTERVAL = 7, DEPTH = {later.queue_depth};" in fast.fast_bench(later)
    assert "BEATS = 1;" in fast.fast_bench(later)
    slow = dataclasses.replace(design, initiation_interval=1)
    beats = planned_beats(design, "set", 6)
    beats = dataclasses.replace(beats, beats=beats.beats * 5)
    text = fast.fast_bench(slow, beats)
    assert f"DEPTH = {with_beats(slow, beats).queue_depth};" in text
    assert "BEATS = 5;" in text
    given, due = bits(design.inputs) + 6, bits(design.outputs) + 1 + 6
    assert f"INPUT_WORDS = ({given} + 31) / 32, OUTPUT_WORDS = ({due} + 31) / 32;" in text
