"""`torqueflow simulate`: checks that fall short, errors beyond their bounds, attacks."""

import functools
import re
from pathlib import Path

import numpy as np
import pytest

from dataflow.build import state_of
from dataflow.errors.bounds import OutputBound, output_bounds
from dataflow.numbers.ports import decode_outputs, encode
from emulator.systolic import SystolicArray
from golden.newton_euler import inverse_dynamics
from hdl.simulate import simulator as hdl_simulator
from tests.simulated import arm, design, report, request, spoilable
from torqueflow.report import error_report, simulation


@pytest.fixture
def run(command_line, monkeypatch, tmp_path):
    """Run `simulate` in a folder of its own: (exit status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    return functools.partial(command_line, "simulate")


@pytest.fixture
def emulated(monkeypatch):
    return spoilable(monkeypatch)


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
