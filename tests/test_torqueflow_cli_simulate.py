"""`torqueflow simulate` on small arms in Icarus: its report, its checks and how it ends."""

import functools
import json
import re
import time
from importlib import resources
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

from dataflow.build import build_array, build_ring, state_of
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.errors.bounds import OutputBound, output_bounds
from dataflow.lowering.request import Request
from dataflow.numbers.ports import decode_outputs, encode
from dataflow.operators import Operator
from emulator.systolic import SystolicArray
from emulator.systolic import run as emulate
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import Trajectory, random_trajectory
from golden.trajectory_file import write_trajectory
from hdl.registers import StateBits
from hdl.simulate import simulator as hdl_simulator
from hdl.simulate.record import Record
from torqueflow.cli import simulate as command
from torqueflow.cli import simulate_run
from torqueflow.report import error_report, simulation

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


@functools.cache
def arm():
    return load_robot("machado_2r")


@functools.cache
def design(width=18, interval=1):
    return build_array(arm(), "newton-euler", width, interval)


def request():
    return Request(arm(), NEWTON_EULER)


@pytest.fixture
def run(command_line, monkeypatch, tmp_path):
    """Run `simulate` in a folder of its own: (exit status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    return functools.partial(command_line, "simulate")


class Emulated:
    """In the place of a simulation: the emulator's record, but for what `spoil` does to it."""

    waveform = Path("no waveform")
    state = StateBits(1, 2)
    spoil = staticmethod(lambda record, played: record)
    stimuli = ()

    def __init__(self, design, simulator, folder, **options):
        self.design = design

    def play(self, played):
        type(self).stimuli += (played,)
        ran = emulate(self.design, played.inputs, played.valid, played.ready, played.reset)
        line = ran.timeline
        record = Record(
            line.input_ready.copy(),
            line.output_valid.copy(),
            line.input_transfer.copy(),
            ran.shown.copy(),
            np.zeros(line.cycles, dtype=bool),
            {},
        )
        return self.spoil(record, played)


@pytest.fixture
def emulated(monkeypatch):
    """No simulator is run; the class that takes its place, to be spoilt."""

    class Mine(Emulated):
        pass

    monkeypatch.setattr(simulate_run, "Simulation", Mine)
    monkeypatch.setattr(command, "check_simulator", lambda simulator: None)
    return Mine


def report(path="report.json"):
    return json.loads(Path(path).read_text("utf-8"))


def without_time(data):
    return {key: value for key, value in data.items() if key != "wall_seconds"}


# The report


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


# Checks that fall short


def spoilt_bit(record, played):
    record.outputs[np.flatnonzero(record.valid)[3], 1] ^= 1
    return record


def late(record, played):
    record.valid[:] = np.roll(record.valid, 1)
    record.outputs[:] = np.roll(record.outputs, 1, axis=0)
    return record


def silent(record, played):
    record.valid[:] = False
    return record


@pytest.mark.parametrize(
    ("spoil", "bits", "cycles", "verdict"),
    [
        (spoilt_bit, [1], 0, "checks FELL SHORT: 1 bit mismatches"),
        (
            late,
            range(1, 19 * 2 + 1),  # neighbours may share a torque
            2,
            "2 cycle mismatches; latency 18, the design has a latency of 17",
        ),
        (silent, [20 * 2], 20, "no torques came, the design has a latency of 17"),
    ],
)
def test_a_fault_in_the_hardware_is_status_1(run, emulated, spoil, bits, cycles, verdict):
    emulated.spoil = staticmethod(spoil)
    status, out, err = run("machado_2r", "--points", 20, "--json", "report.json")
    assert (status, err) == (1, "")
    data = report()
    assert data["bit_mismatches"] in bits
    assert data["cycle_mismatches"] == cycles
    assert data["points"] == 20
    assert data["checks_hold"] is False
    assert data["shortfalls"]
    assert verdict in re.sub(r" +", " ", out)


def test_without_any_torque_there_is_no_error_to_tell(run, emulated):
    emulated.spoil = staticmethod(silent)
    assert run("machado_2r", "--points", 20, "--json", "report.json")[0] == 1
    data = report()
    assert data["latency_cycles"] is None
    for name in ("max", "rms", "relative"):
        assert data[f"torque_error_{name}"] == [None, None]


def test_an_error_beyond_its_bound_is_status_1(run, emulated, monkeypatch):
    monkeypatch.setattr(simulation, "error_bounds", lambda session: [1.0, 1e-9])
    status, out, _ = run("machado_2r", "--points", 20, "--json", "report.json")
    data = report()
    assert status == 1
    assert (data["bit_mismatches"], data["cycle_mismatches"]) == (0, 0)
    assert data["shortfalls"] == ["torque 2 beyond its error bound"]
    assert "FELL SHORT: torque 2 beyond its error bound" in out


@pytest.mark.parametrize("effort", [0, 1])
def test_the_bound_is_that_of_the_effort(run, emulated, effort):
    """Of no effort: the design's proof, and what lies between the graph and golden."""
    run("machado_2r", "--points", 20, "--proof-effort", effort, "--json", "report.json")
    bounds = output_bounds(state_of(request(), "retimed"), effort)
    proved = [design().knowledge[port.operation].error for port in design().outputs]
    found = report()["torque_error_bound"]
    assert found == [each.bound for each in bounds]
    assert all(e < b for e, b in zip(report()["torque_error_max"], found, strict=True))
    if effort == 0:
        np.testing.assert_allclose(found, proved, rtol=1e-6)
        assert all(b > p for b, p in zip(found, proved, strict=True))
        assert "error_budget" not in report()
    else:
        assert all(b < 0.8 * p for b, p in zip(found, proved, strict=True))


def test_an_attack_is_told_with_its_states_and_goes_on_in_its_file(run, emulated):
    options = ("--points", 20, "--attack", 0.2, "--attack-state", "a.npz", "--json", "report.json")
    status, out, err = run("machado_2r", *options)
    assert (status, err) == (0, "")
    first = report()
    found, bound = first["torque_error_attack"], first["torque_error_bound"]
    assert all(0.1 * b < e < b for e, b in zip(found, bound, strict=True))
    ratios = [b / e for e, b in zip(found, bound, strict=True)]
    assert first["attack"]["bound_over_attack"] == pytest.approx(ratios)
    for output, state in enumerate(first["attack"]["states"]):
        q, qd, qdd = ([state[f"{name}{i}"] for i in (1, 2)] for name in ("q", "qd", "qdd"))
        integers = encode(design(), {"q": q, "qd": qd, "qdd": qdd}).integers
        fixed = decode_outputs(design(), SystolicArray(design()).outputs(integers))[0]
        error = np.abs(fixed - inverse_dynamics(arm(), q, qd, qdd))[output]
        assert error == pytest.approx(found[output], rel=1e-6)
    assert "worst errors found" in out
    assert "worst for tau2: q1=" in out
    assert run("machado_2r", *options)[0] == 0
    assert report()["attack"]["rounds"] > first["attack"]["rounds"]


def test_an_attack_that_succeeds_is_status_1(run, emulated, monkeypatch):
    def broken(state, effort, told):
        return [OutputBound(1.0), OutputBound(1e-6)]

    monkeypatch.setattr(error_report, "output_bounds", broken)
    options = ("--points", 1, "--attack", 0.1, "--json", "report.json")
    status, out, _ = run("machado_2r", *options)
    assert status == 1
    assert "torque 2 was found beyond its error bound" in report()["shortfalls"]
    assert "torque 1" not in out.split("checks")[1].split("\n")[0]


def test_a_budget_adds_up_to_the_worst_at_its_state(run, emulated):
    run("machado_2r", "--points", 1, "--json", "report.json")
    budget = report()["error_budget"]
    assert budget["cut_bits"] > 0
    for bound, output in zip(report()["torque_error_bound"], budget["outputs"], strict=True):
        bias, spread = sum(output["bias"].values()), sum(output["spread"].values())
        assert output["worst"] == pytest.approx(abs(bias) + spread)
        assert 0.3 * bound < output["worst"] <= bound
        assert sum(output["stages"].values()) >= output["worst"]
        assert set(output["stages"]) <= {
            "ports",
            "forward_1",
            "forward_2",
            "backward_1",
            "backward_2",
        }
        assert output["worst_rounding_half_up"] != output["worst"]


def test_a_target_for_errors_chooses_the_width_and_drops_bits(run, emulated):
    options = ("--points", 20, "--torque-error", "1e-4", "--json", "report.json")
    status, out, err = run("machado_2r", *options)
    assert (status, err) == (0, "")
    data = report()
    assert data["width"] == 17
    assert data["dropped_bits"] > 0
    assert data["torque_error_target"] == "1e-4"
    bounds = zip(data["torque_error_bound"], data["torque_limit"], strict=True)
    assert all(bound <= 1e-4 * limit for bound, limit in bounds)
    assert "1e-4 is proved with 17 bits" in out


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--torque-error", "0"], "--torque-error: '0'; allowed: a share of each limit"),
        (["--torque-error", "1e-9"], "cannot be proved of joint 1, tau1"),
        (["--torque-error", "1N"], "'N' does not fit joint 1, tau1, in N m"),
        (["--proof-effort", "3"], "--proof-effort: 3; allowed: 0, 1, 2"),
        (["--proof-effort", "-1"], "--proof-effort: -1; allowed: 0, 1, 2"),
        (["--attack", "0"], "--attack: 0 s; allowed: more than 0, up to 86400 s"),
        (["--attack", "-2"], "--attack: -2 s"),
        (["--attack", "nan"], "--attack: nan s"),
        (["--attack", "inf"], "--attack: inf s"),
        (["--attack-state", "a.npz"], "--attack-state: given without --attack"),
        (["--attack", "1", "--attack-state", "none/a.npz"], "none"),
        (["--attack", "1", "--attack-state", "text"], "no saved attack"),
    ],
)
def test_what_an_attack_and_an_effort_may_be(run, emulated, options, told):
    Path("text").write_text("no attack\n")
    status, out, err = run("machado_2r", *options)
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
    assert [path.name for path in Path().iterdir()] == ["text"]


def test_a_fault_in_the_rtl_itself_is_status_1(run, monkeypatch):
    """One bit of a torque is inverted in the text that the simulator compiles."""
    original = hdl_simulator.verilog_of

    def faulty(netlist):
        text = original(netlist)
        pattern = r"assign out_payload = (.+);"
        wrong, changes = re.subn(pattern, r"assign out_payload = \1 ^ 8;", text)
        assert changes == 1
        return wrong

    monkeypatch.setattr(hdl_simulator, "verilog_of", faulty)
    status, out, err = run(
        "machado_2r", "--simulator", "icarus", "--points", 10, "--json", "report.json", "--no-cache"
    )
    assert (status, err) == (1, "")
    assert (report()["bit_mismatches"], report()["cycle_mismatches"]) == (10, 0)
    assert "FELL SHORT: 10 bit mismatches" in out


# Clipped inputs, large files


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
