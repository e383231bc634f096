"""`torqueflow simulate`: the report, what follows the options, clipped inputs and large files."""

import functools
import re
import time
from importlib import resources
from importlib.metadata import version

import numpy as np
import pytest

from dataflow.build import build_array, build_ring
from dataflow.numbers.ports import decode_outputs, encode
from dataflow.operators import Operator
from emulator.systolic import SystolicArray
from golden.newton_euler import inverse_dynamics
from golden.trajectory import Trajectory, random_trajectory
from golden.trajectory_file import write_trajectory
from tests.simulated import arm, design, report, spoilable, without_time

KEYS = {
    "robot": str,
    "algorithm": str,
    "topology": str,
    "ii": int,
    "points": int,
    "simulator": str,
    "latency_cycles": int,
    "cycles_total": int,
    "bit_mismatches": int,
    "cycle_mismatches": int,
    "torque_error_max": list,
    "torque_error_rms": list,
    "torque_limit": list,
    "torque_error_relative": list,
    "operations": dict,
    "units": dict,
    "register_bits": int,
    "paper_timings": list,
    "wall_seconds": float,
}
"""What the contract promises, by key."""


@pytest.fixture
def run(command_line, monkeypatch, tmp_path):
    """Run `simulate` in a folder of its own: (exit status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    return functools.partial(command_line, "simulate")


@pytest.fixture
def emulated(monkeypatch):
    return spoilable(monkeypatch)


def test_the_report_keeps_the_contract(run):
    began = time.monotonic()
    status, out, err = run(
        "machado_2r", "--simulator", "icarus", "--points", 20, "--seed", 4, "--json", "report.json"
    )
    elapsed = time.monotonic() - began
    assert (status, err) == (0, "")
    data = report()
    for key, kind in KEYS.items():
        assert type(data[key]) is kind, key
    assert data["robot"] == "Machado 2R"
    assert (data["algorithm"], data["topology"]) == ("newton-euler", "array")
    assert (data["ii"], data["points"], data["simulator"]) == (1, 20, "icarus")
    assert data["latency_cycles"] == design().latency
    # Taken in cycles 0 to 19, delivered a latency later, and the last delivery counts.
    assert data["cycles_total"] == 19 + design().latency + 1
    assert (data["bit_mismatches"], data["cycle_mismatches"]) == (0, 0)
    assert data["torque_limit"] == [200, 100]

    motion = random_trajectory(arm(), 20, 4)
    integers = encode(design(), vars(motion)).integers
    torques = decode_outputs(design(), SystolicArray(design()).outputs(integers))
    errors = torques - inverse_dynamics(arm(), motion.q, motion.qd, motion.qdd)
    np.testing.assert_allclose(data["torque_error_max"], np.abs(errors).max(axis=0), rtol=1e-12)
    rms = np.sqrt((errors**2).mean(axis=0))
    np.testing.assert_allclose(data["torque_error_rms"], rms, rtol=1e-12)
    relative = np.abs(errors).max(axis=0) / [200, 100]
    np.testing.assert_allclose(data["torque_error_relative"], relative, rtol=1e-12)
    assert all(0 < r < 1e-4 for r in data["torque_error_relative"])

    kinds = [operation.operator for operation in design().operations]
    additions = [Operator.ADD, Operator.SUBTRACT, Operator.NEGATE, Operator.ANGLE_SUM]
    threes = [Operator.SUM_3, Operator.SUM_2_1, Operator.SUM_1_2]
    assert data["operations"] == {
        "multiply": kinds.count(Operator.MULTIPLY),
        "scale": kinds.count(Operator.SCALE),
        "add": sum(map(kinds.count, additions)) + 2 * sum(map(kinds.count, threes)),
    }
    # Each product has its multiplier, and each angle's sine and cosine have two.
    assert data["units"]["multiplier"] == kinds.count(Operator.MULTIPLY) + 2 * 2
    assert type(data["units"]["adder"]) is int
    assert data["units"]["adder"] >= data["operations"]["add"]
    assert data["register_bits"] > 18 * data["operations"]["multiply"]
    assert len(data["paper_timings"]) == 11
    assert not any("forward" in timing["system"] for timing in data["paper_timings"])
    for timing in data["paper_timings"]:
        keys = {"paper", "system", "seconds", "cycles", "arm", "basis", "source"}
        assert set(timing) == keys
        assert all(timing[key] for key in keys - {"cycles"})
        assert type(timing["seconds"]) is float
        assert (timing["cycles"] is not None) == timing["paper"].startswith("Zomaya")
    assert (data["seed"], data["stall"], data["trajectory"], data["width"]) == (4, 0.0, None, 18)
    assert data["versions"]["torqueflow"] == version("torqueflow")
    assert data["versions"]["cocotb"] == version("cocotb")
    assert "torque_rtl" not in data
    assert 0 < data["wall_seconds"] <= elapsed
    assert_printed(out, data)


def assert_printed(out, data):
    """The text says what the JSON says."""
    assert "\x1b" not in out
    words = re.sub(r" +", " ", out)
    for line in (
        "robot Machado 2R, 20 points",
        "array newton-euler, 18 bits, in icarus",
        f"latency {data['latency_cycles']} clock cycles, angles to torques",
        "initiation interval 1 clock cycle",
        f"total {data['cycles_total']} clock cycles",
        "RTL against emulator 0 bit mismatches, 0 cycle mismatches",
        "checks all hold",
        "Zomaya and Morris 1989, PUMA 560 PSCSNEA, four T800s 40000 2,000.00 us measured",
        "Zomaya and Morris 1989, PUMA 560 Newton-Euler, one T800 95200 4,760.00 us derived",
        "Zalzala and Morris 1989, PUMA 560 recursive Lagrangian, theory 680.00 us theory",
        f"torqueflow this array, latency at 20 MHz {data['latency_cycles']} 0.85 us simulated",
    ):
        assert f"{line}\n" in words
    for joint in (0, 1):
        largest, rms = (data[f"torque_error_{name}"][joint] for name in ("max", "rms"))
        assert f"\n{joint + 1} {largest:.2e} {rms:.2e} " in words


def test_every_point_is_in_the_report_on_request(run, emulated):
    command = ["machado_2r", "--points", 5, "--stall", 0.2, "--json", "report.json"]
    assert run(*command, "--every-point")[0] == 0
    data = report()
    motion = random_trajectory(arm(), 5, 1)
    golden = inverse_dynamics(arm(), motion.q, motion.qd, motion.qdd)
    np.testing.assert_allclose(data["torque_golden"], golden, rtol=1e-12)
    errors = np.abs(np.array(data["torque_rtl"]) - golden)
    np.testing.assert_allclose(errors.max(axis=0), data["torque_error_max"], rtol=1e-9)
    status, out, err = run("machado_2r", "--every-point")
    assert (status, out) == (2, "")
    assert err == "error: --every-point: given without --json; allowed: --json FILE beside it\n"


def test_a_ring_below_its_links_says_that_it_is_none(run, emulated):
    ring = ["machado_2r", "--topology", "ring", "--points", 5, "--json", "report.json"]
    for interval, told in ((1, True), (2, False)):
        out = " ".join(run(*ring, "--ii", interval)[1].split())
        assert ("an interval of 1 is below the 2 links" in out) is told
        assert ("is no ring" in out) is told
        assert bool(report()["notes"]) is told


CONFIGURATIONS = {
    "array": (["--ii", 1], lambda: design(14)),
    "array ii 3": (["--ii", 3], lambda: design(14, 3)),
    "ring": (["--topology", "ring"], lambda: build_ring(arm(), width=14)),
    "lagrangian": (["--algorithm", "lagrangian"], lambda: build_array(arm(), "lagrangian", 14)),
}


@pytest.mark.parametrize(
    "configuration",
    [
        "array ii 3",
        "ring",
        pytest.param("array", marks=pytest.mark.slow),
        pytest.param("lagrangian", marks=pytest.mark.slow),
    ],
)
def test_stalls_change_no_bit_and_no_promised_cycle(run, configuration):
    options, built = CONFIGURATIONS[configuration]
    common = ["--simulator", "icarus", "--points", 30, "--width", 14, "--json", "report.json"]
    status, out, err = run("machado_2r", *common, "--stall", 0.6, *options)
    assert (status, err) == (0, "")
    data, expected = report(), built()
    assert (data["bit_mismatches"], data["cycle_mismatches"]) == (0, 0)
    assert data["latency_cycles"] == expected.latency
    interval = expected.initiation_interval
    assert data["ii"] == interval
    assert data["cycles_total"] > 29 * interval + expected.latency + 1
    assert data["width"] == 14
    assert data["topology"] == configuration.split()[0].replace("lagrangian", "array")
    assert f"initiation interval   {interval} clock cycle" in out


def test_a_robot_by_path_with_windows_line_ends(run, emulated, tmp_path):
    text = (resources.files("golden.robots") / "machado_2r.toml").read_text("utf-8")
    (tmp_path / "my arm.toml").write_text(text, newline="\r\n")
    write_trajectory(tmp_path / "unix.csv", random_trajectory(arm(), 25, 1))
    unix = (tmp_path / "unix.csv").read_bytes()
    (tmp_path / "dos.csv").write_bytes(b"\xef\xbb\xbf" + unix.replace(b"\n", b"\r\n"))
    reports = []
    for robot, file in (("machado_2r", "unix.csv"), ("my arm.toml", "dos.csv")):
        status, _, err = run(robot, "--trajectory", file, "--json", "report.json")
        assert (status, err) == (0, "")
        reports.append(without_time(report()))
        assert reports[-1].pop("trajectory") == file
    assert reports[0] == reports[1]
    assert reports[0]["points"] == 25


def test_a_file_of_a_random_trajectory_gives_its_report(run, emulated, tmp_path):
    write_trajectory(tmp_path / "same.npz", random_trajectory(arm(), 40, 7))
    run("machado_2r", "--trajectory", "same.npz", "--seed", 7, "--json", "file.json")
    run("machado_2r", "--points", 40, "--seed", 7, "--json", "random.json")
    file, random = without_time(report("file.json")), without_time(report("random.json"))
    assert (file.pop("trajectory"), random.pop("trajectory")) == ("same.npz", None)
    assert file == random


def test_without_points_there_are_three_hundred(run, emulated):
    assert run("machado_2r", "--json", "report.json")[0] == 0
    assert report()["points"] == 300


@pytest.mark.parametrize(
    "other", [["--seed", 2], ["--points", 41], ["--width", 17], ["--stall", 0.5]]
)
def test_the_report_follows_the_options(run, emulated, other):
    reports = []
    for options in ([], [], other):
        run("machado_2r", "--points", 40, "--stall", 0.2, "--json", "report.json", *options)
        reports.append(without_time(report()))
    assert reports[0] == reports[1]
    assert reports[0] != reports[2]


def test_the_stalls_follow_the_seed(run, emulated, tmp_path):
    write_trajectory(tmp_path / "t.csv", random_trajectory(arm(), 20, 1))
    for seed in (1, 1, 2):
        run("machado_2r", "--trajectory", "t.csv", "--stall", 0.3, "--seed", seed)
    one, same, other = (
        (played.valid.tolist(), played.ready.tolist()) for played in emulated.stimuli
    )
    assert one == same != other


def test_clip_saturates_and_counts(run, emulated, tmp_path):
    motion = random_trajectory(arm(), 30, 1)
    qd, qdd = motion.qd.copy(), motion.qdd.copy()
    qd[3, 0], qd[4, 1], qdd[5, 1] = 2.5, -3.0, -100.0
    write_trajectory(tmp_path / "t.csv", Trajectory(motion.q, qd, qdd))
    status, out, err = run("machado_2r", "--trajectory", "t.csv", "--clip", "--json", "report.json")
    assert (status, err) == (0, "")
    assert report()["clipped"] == 3
    assert re.search(r"clipped +3 input values", out)
    assert (report()["bit_mismatches"], report()["cycle_mismatches"]) == (0, 0)
    (played,) = emulated.stimuli
    limits = [played.inputs[3, 2], played.inputs[4, 3], played.inputs[5, 5]]
    assert limits == [2**17 - 1, -(2**17), -(2**17)]
    qd[3, 0], qd[4, 1], qdd[5, 1] = 2 - 2**-16, -2, -2
    expected = encode(design(), {"q": motion.q, "qd": qd, "qdd": qdd}).integers
    np.testing.assert_array_equal(played.inputs, expected)


def test_nothing_to_clip(run, emulated):
    status, out, _ = run("machado_2r", "--points", 20, "--clip", "--json", "report.json")
    assert (status, report()["clipped"]) == (0, 0)
    assert "clipped" not in out


def test_the_waves_are_copied_piece_by_piece(run, emulated, tmp_path, monkeypatch):
    """A waveform may be larger than memory."""
    big = tmp_path / "big"
    big.write_bytes(b"$" * (1 << 20))

    class Whole(type(big)):
        def read_bytes(self):
            raise MemoryError

    emulated.waveform = Whole(big)
    status, _, _ = run("machado_2r", "--points", 5, "--waves", "w.vcd")
    assert status == 0
    assert (tmp_path / "w.vcd").read_bytes() == big.read_bytes()
