"""Packets and registers under random stalls, by cocotbext-axi: every set right, once, in order."""

import dataclasses
import json

import numpy as np
import pytest

from common.errors import InputError
from dataflow.build import build_array
from dataflow.computations.inverse_dynamics import inverse_dynamics_with
from dataflow.computations.surroundings import Extras
from emulator.systolic import SystolicArray
from golden.generators import planar
from hdl.bus.axi_machine import AxiMachine
from hdl.bus.axi_plan import COUNTERS, IDENTITY, INPUTS, OUTPUTS, VALUES, AxiPlan, axi_sheet
from hdl.flat_ports import converted
from hdl.payloads import words
from hdl.simulate.simulator import Simulation
from tests.axi_bench import CAME, PLAYED
from torqueflow.report.bench_vectors import bench_vectors

TOP = "machine_axi"
OKAY, SLVERR = 0, 2


@pytest.fixture(scope="module")
def design():
    return dataclasses.replace(build_array(planar(1), width=12), module=TOP)


def packets(integers, ports, beat_bits):
    count = -(-sum(port.format.width for port in ports) // beat_bits) * beat_bits // 8
    return [row.tobytes().ljust(count, b"\0")[:count].hex() for row in words(integers, ports)]


def played(design, tmp_path, beat_bits, stall, spoil=lambda given: given, vectors=None, **more):
    inputs, outputs = vectors or bench_vectors(design, 40)
    part = AxiPlan(design, beat_bits)
    simulation = Simulation(design, "icarus", tmp_path, netlist=converted(AxiMachine(part), TOP))
    places = [design.inputs.index(port) for port in part.streamed]
    given = spoil(packets(inputs[:, places], part.streamed, part.beats_in))
    task = {"stall": stall, "packets": given, "expected": 40, "writes": [], "reads": [], **more}
    (tmp_path / "played").write_text(json.dumps(task))
    paths = {PLAYED: str(tmp_path / "played"), CAME: str(tmp_path / "came")}
    simulation.run("tests.axi_bench", paths, tmp_path / "came")
    found = json.loads((tmp_path / "came").read_text())
    assert found["packets"] == packets(outputs, design.outputs, part.beats_out)
    assert found["left"] == 0
    return found


@pytest.mark.parametrize(
    ("beat_bits", "stall"),
    [(0, 0.0), (32, 0.4), (64, 0.3), pytest.param(128, 0.35, marks=pytest.mark.slow)],
)
def test_every_set_comes_once_and_in_order(design, tmp_path, beat_bits, stall):
    reads = [0, 8, COUNTERS, COUNTERS + 4, COUNTERS + 8, INPUTS, OUTPUTS, 0x7FC]
    writes = [[0, 1], [0x800, 5]]
    found = played(design, tmp_path, beat_bits, stall, reads=reads, writes=writes)
    shapes = [p.format.width | (p.format.fraction & 0xFF) << 8 for p in design.inputs[:1]]
    result = design.outputs[0].format
    shapes.append(result.width | (result.fraction & 0xFF) << 8)
    assert [word for word, _ in found["read"][:7]] == [
        IDENTITY, design.latency, 40, 40, 0, *shapes,
    ]  # fmt: skip
    assert [answer for _, answer in found["read"]] == [OKAY] * 7 + [SLVERR]
    assert found["writes"] == [SLVERR, SLVERR]


def test_packets_of_a_wrong_length_are_dropped_whole_and_counted(design, tmp_path):
    def spoil(given):
        short, long = given[3][:8], given[4] + given[5]
        return [short, *given[:7], long, short, *given[7:]]

    found = played(design, tmp_path, 32, 0.3, spoil, reads=[COUNTERS + 8, COUNTERS])
    assert [word for word, _ in found["read"]] == [3, 40]


def carrier():
    """An arm that knows how much it may carry."""
    robot = planar(2)
    limits = dataclasses.replace(
        robot.surroundings, payload_mass=2.0, payload_first_moment=0.5, payload_inertia=0.2,
        gravity=10.0,
    )  # fmt: skip
    return dataclasses.replace(robot, surroundings=limits)


@pytest.mark.slow
@pytest.mark.parametrize(("beat_bits", "stall"), [(0, 0.3), (32, 0.2), (128, 0.5)])
def test_inputs_that_are_held_are_what_was_last_written(tmp_path, beat_bits, stall):
    computation = inverse_dynamics_with("newton-euler", Extras(ports=("payload", "gravity")))
    design = build_array(carrier(), computation, width=12)
    design = dataclasses.replace(design, module=TOP)
    part = AxiPlan(design, beat_bits)
    inputs, _ = bench_vectors(design, 40)
    assert len(part.held) == 10 + 3  # mass, its moments of both orders; gravity
    writes, reads = [], []
    for k, port in enumerate(part.held):
        place, at = design.inputs.index(port), VALUES + 4 * k
        inputs[:, place] = inputs[1 + k, place]
        word = int(inputs[0, place]) & 0xFFFF_FFFF
        writes += [[at, word ^ 0x155], [at, word]]  # the second one holds
        reads.append(at)
    vectors = inputs, SystolicArray(design).outputs(inputs)
    found = played(
        design, tmp_path, beat_bits, stall, vectors=vectors, writes=writes, reads=reads
    )  # fmt: skip
    assert found["writes"] == [OKAY] * len(writes)
    assert found["read"] == [[word, OKAY] for _, word in writes[1::2]]
    # Other values in the registers would have come to other torques.
    other = inputs.copy()
    other[:, [design.inputs.index(port) for port in part.held]] = 0
    assert np.any(SystolicArray(design).outputs(other) != vectors[1])


def test_the_sheet_s_fields_are_one_after_the_other(design):
    told = axi_sheet(AxiPlan(design, 32), TOP)
    ends = [field["bits"] for field in told["input"]["fields"]]
    assert ends == [[11, 0], [23, 12], [35, 24]]
    assert told["input"]["beats"] == 2


def test_a_beat_of_no_such_width_is_refused(design):
    with pytest.raises(InputError, match="48"):
        AxiPlan(design, 48)
