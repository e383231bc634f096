import functools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.build import build_array
from dataflow.design import Port
from dataflow.numbers.formats import Format
from dataflow.operators import Operator
from emulator.systolic import NONE, run
from golden.generators import planar, random_robot
from hdl.payloads import known, packed, signed, unpacked
from hdl.simulate.simulator import Simulation
from hdl.simulate.stimulus import Stimulus, everything_ready

RTL = Path(__file__).parent / "rtl"


@functools.cache
def small():
    return build_array(planar(1), width=12)


def stand_in(monkeypatch, name):
    """Have the next simulation compile a file of tests/rtl in place of the array."""
    bits = small().outputs[0].format.width
    text = f"`define TORQUE_BITS {bits}\n" + (RTL / name).read_text()
    monkeypatch.setattr("hdl.simulate.simulator.verilog_of", lambda netlist: text)


def random_inputs(design, points, seed):
    rng = np.random.default_rng(seed)
    ends = np.array([(p.format.lowest, p.format.highest) for p in design.inputs])
    inputs = np.stack([rng.integers(*e, points, endpoint=True) for e in ends], axis=1)
    inputs[0], inputs[1], inputs[2] = ends[:, 0], ends[:, 1], 0
    return inputs


def test_a_run_in_icarus_agrees_with_the_emulator_in_every_cycle_and_node(tmp_path):
    robot = random_robot(np.random.default_rng(3), 2, joint_types="RP")
    design = build_array(robot, width=14, initiation_interval=2)
    rng = np.random.default_rng(11)
    cycles = 260
    inputs = random_inputs(design, 150, seed=11)
    valid, ready = rng.random((2, cycles)) < np.array([[0.8], [0.7]])
    reset = np.zeros(cycles, dtype=bool)
    reset[[90, 91, 92, 170]] = True
    nodes = [o for o in design.operations if o.operator is not Operator.PORT]
    probes = tuple(o.name for o in nodes)

    record = Simulation(design, "icarus", tmp_path / "s").play(
        Stimulus(inputs, valid, ready, reset, probes)
    )
    ran = run(design, inputs, valid, ready, reset)
    line = ran.timeline
    assert (line.lost != NONE).any()
    assert (line.delivered != NONE).sum() > 40
    running = ~reset
    np.testing.assert_array_equal(record.ready[running], line.input_ready[running])
    np.testing.assert_array_equal(record.valid[running], line.output_valid[running])
    np.testing.assert_array_equal(record.accepted, line.input_transfer)
    shown = line.output_valid
    np.testing.assert_array_equal(record.outputs[shown], ran.shown[shown])
    assert not record.unknown[running].any()
    assert list(record.probes) == list(probes)
    for node in nodes:
        values, visible = ran.visible(node.index)
        assert visible.sum() > 20, node.name
        seen = [record.probes[node.name][k] for k in np.flatnonzero(visible)]
        assert seen == values[visible].tolist(), node.name


def test_a_design_in_another_ones_folder_is_compiled_anew(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # and the folder may be relative
    folder = Path("here")
    inputs = random_inputs(small(), 12, seed=1)
    signals = everything_ready(60)
    for design in (small(), build_array(planar(1), width=12, initiation_interval=4)):
        simulation = Simulation(design, "icarus", folder)
        record = simulation.play(Stimulus(inputs, **signals))
        ran = run(design, inputs, **signals)
        np.testing.assert_array_equal(record.valid, ran.timeline.output_valid)
        np.testing.assert_array_equal(record.outputs, ran.shown)
    record = simulation.play(Stimulus(inputs[5:], **signals))  # a second run starts afresh
    np.testing.assert_array_equal(record.outputs, run(design, inputs[5:], **signals).shown)


def test_unknown_bits_are_told_not_guessed(tmp_path, monkeypatch):
    stand_in(monkeypatch, "unknown_bits.sv")
    simulation = Simulation(small(), "icarus", tmp_path)
    record = simulation.play(
        Stimulus(random_inputs(small(), 3, seed=1), **everything_ready(12), probes=("tau1",))
    )
    count = np.arange(12) % 3
    np.testing.assert_array_equal(record.valid, count != 1)
    np.testing.assert_array_equal(record.unknown, count == 2)
    np.testing.assert_array_equal(record.outputs[:, 0], np.where(count == 0, -5, 0))
    assert record.probes == {"tau1": [None if k == 2 else -5 for k in count]}
    assert record.accepted.tolist() == [True] * 3 + [False] * 9


@pytest.mark.parametrize("in_pytest", [True, False])
@pytest.mark.parametrize(
    ("name", "log"), [("stops_early.sv", "the tenth cycle"), ("unknown_ready.sv", "Traceback")]
)
def test_a_bench_that_ends_early_is_an_error_with_its_log(
    tmp_path, monkeypatch, name, log, in_pytest
):
    if not in_pytest:  # cocotb's runner asks, and judges the results only then
        monkeypatch.delenv("PYTEST_CURRENT_TEST")
    stand_in(monkeypatch, name)
    simulation = Simulation(small(), "icarus", tmp_path)
    (tmp_path / "record.npz").write_text("of an earlier run")
    with pytest.raises(RuntimeError, match="stopped early") as caught:
        simulation.play(Stimulus(random_inputs(small(), 3, seed=1), **everything_ready(30)))
    assert log in str(caught.value)
    assert not (tmp_path / "record.npz").exists()


def test_a_compiler_that_fails_is_an_error_with_its_log(tmp_path, monkeypatch):
    stand_in(monkeypatch, "no_verilog.sv")
    with pytest.raises(RuntimeError, match="compiler stopped early") as caught:
        Simulation(small(), "icarus", tmp_path)
    assert "syntax error" in str(caught.value)


def test_a_simulator_that_vanished_is_an_error(tmp_path):
    simulation = Simulation(small(), "icarus", tmp_path)
    (tmp_path / "build" / "sim.vvp").unlink()
    with pytest.raises(RuntimeError, match=r"sim\.vvp"):
        simulation.play(Stimulus(random_inputs(small(), 3, seed=1), **everything_ready(5)))


def test_waves_are_where_they_are_said_to_be(tmp_path):
    simulation = Simulation(small(), "icarus", tmp_path, waves=True)
    assert not simulation.waveform.exists()
    simulation.play(Stimulus(random_inputs(small(), 3, seed=1), **everything_ready(20)))
    assert simulation.waveform.suffix == ".fst"
    assert simulation.waveform.stat().st_size > 100


def test_no_cycles_give_an_empty_record(tmp_path):
    simulation = Simulation(small(), "icarus", tmp_path)
    empty = np.zeros((0, 3), dtype=np.int64)
    record = simulation.play(Stimulus(empty, **everything_ready(0), probes=("tau1",)))
    assert record.outputs.shape == (0, 1)
    assert record.ready.shape == record.valid.shape == record.unknown.shape == (0,)
    assert record.probes == {"tau1": []}


def test_an_unknown_simulator_builds_nothing(tmp_path):
    with pytest.raises(InputError, match="'modelsim'; allowed: verilator or icarus"):
        Simulation(small(), "modelsim", tmp_path / "s")
    assert not (tmp_path / "s").exists()


@pytest.mark.parametrize("name", ["q1", "nothing", ""])
def test_a_probe_that_no_stage_computes_is_refused(tmp_path, name):
    simulation = object.__new__(Simulation)  # needs no compiler
    simulation.design, simulation.folder = small(), tmp_path
    with pytest.raises(ValueError, match=f"computes '{name}'"):
        simulation.play(
            Stimulus(np.zeros((1, 3), dtype=np.int64), **everything_ready(3), probes=(name,))
        )


@st.composite
def payloads(draw):
    widths = draw(st.lists(st.integers(1, 30), min_size=1, max_size=9))
    ports = tuple(Port(f"x{k}", 1, k, Format(w, 0), "m") for k, w in enumerate(widths))
    row = st.tuples(*(st.integers(p.format.lowest, p.format.highest) for p in ports))
    return ports, draw(st.lists(row, max_size=4))


@given(payloads())
def test_a_payload_packed_and_unpacked_is_the_same(case):
    ports, rows = case
    total = sum(port.format.width for port in ports)
    integers = np.array(rows, dtype=np.int64).reshape(len(rows), len(ports))
    result = packed(integers, ports)
    assert result.shape == (len(rows), (total + 7) // 8)
    assert result.dtype == np.uint8
    for row, values in zip(result, rows, strict=True):
        word = int.from_bytes(row.tobytes(), "little")
        assert word < 1 << total
        assert unpacked(word, ports) == list(values)


def test_the_first_port_is_in_the_lowest_bits():
    ports = (Port("a", 1, 0, Format(4, 0), "m"), Port("b", 1, 1, Format(8, 0), "m"))
    assert packed(np.array([[-2, 3]]), ports).tolist() == [[0x3E, 0x00]]
    assert unpacked(0x03E, ports) == [-2, 3]
    assert unpacked(0xFF7, ports) == [7, -1]


@pytest.mark.parametrize(
    ("word", "width", "number"), [(0, 1, 0), (1, 1, -1), (7, 4, 7), (8, 4, -8), (15, 4, -1)]
)
def test_twos_complement(word, width, number):
    assert signed(word, width) == number


@pytest.mark.parametrize(
    ("bits", "answer"), [("0101", True), ("01x1", False), ("Z", False), ("1", True)]
)
def test_only_zeros_and_ones_are_known(bits, answer):
    assert known(bits) is answer
