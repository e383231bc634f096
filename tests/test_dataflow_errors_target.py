"""The least width, and the fewest bits, whose proved errors keep what was asked for."""

import dataclasses
import functools

import numpy as np
import pytest

from common.errors import InputError, UnprovedError
from dataflow.build import design_of
from dataflow.computations.catalogue import computation_named
from dataflow.errors import target as target_module
from dataflow.errors.bounds import output_bounds
from dataflow.errors.target import ErrorTarget, allowed_errors, narrowest, proved
from dataflow.errors.word_lengths import cheapest
from dataflow.lowering.request import Request
from dataflow.lowering.steps import lowered
from dataflow.numbers.ports import decode_outputs
from dataflow.timing.cost import delay_bits
from emulator.systolic import SystolicArray
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from tests.error_states import patterns_and_reals
from torqueflow.cli.main import main


def request_for(name, algorithm="newton-euler", width=18):
    return Request(load_robot(name), computation_named(algorithm), width=width)


@functools.cache
def least(name, text):
    return narrowest(request_for(name), ErrorTarget.read(text), 1)


@functools.cache
def cheap(name, text):
    return cheapest(request_for(name), ErrorTarget.read(text), 1)


@pytest.mark.parametrize(
    ("text", "size", "unit"),
    [
        ("1e-4", 1e-4, None),
        (" 0.001 ", 1e-3, None),
        ("0.01Nm", 0.01, "Nm"),
        ("0.01 N m", 0.01, "Nm"),
        ("2e-3 N*m", 2e-3, "Nm"),
        ("1 rad/s2", 1.0, "rad/s2"),
        (".5N", 0.5, "N"),
    ],
)
def test_targets_that_are_read(text, size, unit):
    assert ErrorTarget.read(text) == ErrorTarget(size, unit)


@pytest.mark.parametrize(
    "text", ["", "0", "-1e-4", "nan", "inf", "1e999", "Nm", "1..2", "1,5", "--"]
)
def test_targets_that_are_none(text):
    with pytest.raises(InputError, match="--torque-error"):
        ErrorTarget.read(text)


def test_a_share_is_of_each_limit_and_a_magnitude_the_same_for_all():
    request = request_for("machado_2r")
    assert allowed_errors(request, ErrorTarget(1e-4)) == pytest.approx([0.02, 0.01])
    assert allowed_errors(request, ErrorTarget(0.5, "Nm")) == [0.5, 0.5]


def test_a_unit_that_does_not_fit_names_the_joint():
    with pytest.raises(InputError, match=r"'Nm' does not fit joint 3, tau3, in N; allowed: N"):
        allowed_errors(request_for("stanford"), ErrorTarget(0.5, "Nm"))


@pytest.mark.parametrize("start", [12, 18, 28])
@pytest.mark.parametrize("text", ["1e-4", "1e-3", "0.2Nm"])
def test_the_least_width_keeps_the_target_and_one_bit_less_does_not(text, start):
    target = ErrorTarget.read(text)
    found = narrowest(request_for("machado_2r", width=start), target, 1)
    allowed = allowed_errors(found.request, target)
    assert found.keeps(allowed)
    assert [each.bound for each in found.bounds] == [
        each.bound for each in output_bounds(lowered(found.request), 1)
    ]
    less = dataclasses.replace(found.request, width=found.request.width - 1)
    assert not proved(less, 1).keeps(allowed)


def test_a_ten_thousandth_of_pumas_limits_takes_eighteen_bits():
    """With the proof of no effort it takes nineteen."""
    assert least("puma560", "1e-4").request.width == 18


def test_what_no_width_can_prove_is_told_with_the_joint_and_what_can_be():
    with pytest.raises(InputError, match=r"1e-09 of each limit cannot be proved of joint 1, tau1"):
        narrowest(request_for("machado_2r"), ErrorTarget(1e-9), 1)
    with pytest.raises(InputError) as told:
        narrowest(request_for("machado_2r"), ErrorTarget(1e-9), 1)
    can_be = float(str(told.value).split("allowed: ")[1].split()[0])
    assert narrowest(request_for("machado_2r"), ErrorTarget(can_be * 1.01), 1).request.width == 28


def test_what_no_width_can_build_is_told_with_the_value_and_a_state(monkeypatch):
    def refused(request, effort):
        raise UnprovedError("robot R", f"r_1 may vanish in {request.width} bits at q1=2", "more")

    monkeypatch.setattr(target_module, "proved", refused)
    with pytest.raises(UnprovedError, match="r_1 may vanish in 28 bits at q1=2"):
        narrowest(request_for("machado_2r"), ErrorTarget(1e-4), 1)


@pytest.mark.slow
def test_a_design_that_no_width_can_build_ends_with_status_one(capfd):
    options = ["--algorithm", "forward", "--torque-error", "1e-3", "--proof-effort", "0"]
    with pytest.raises(SystemExit) as ended:
        main(["simulate", "iiwa14", *options])
    told = capfd.readouterr().err
    assert ended.value.code == 1
    assert "what it divides by" in told
    assert "it comes to" in told
    assert " q1=" in told


def test_what_even_the_least_width_keeps():
    found = narrowest(request_for("machado_2r"), ErrorTarget(0.5), 1)
    assert found.request.width == 12


@pytest.mark.parametrize(
    ("name", "least_saved"),
    [("machado_2r", 0.01), pytest.param("puma560", 0.05, marks=pytest.mark.slow)],
)
def test_dropped_bits_keep_the_target_and_save_registers(name, least_saved):
    before, after = least(name, "1e-4"), cheap(name, "1e-4")
    assert after.keeps(allowed_errors(after.request, ErrorTarget(1e-4)))
    assert after.request.width == before.request.width
    designs = design_of(before.state), design_of(after.state)
    assert designs[0].latency == designs[1].latency
    saved = 1.0 - delay_bits(designs[1]) / delay_bits(designs[0])
    assert saved > least_saved
    widths = [sum(o.format.width for o in design.operations) for design in designs]
    assert widths[1] < 0.98 * widths[0]


@pytest.mark.parametrize("name", ["machado_2r", pytest.param("puma560", marks=pytest.mark.slow)])
def test_errors_of_a_design_with_dropped_bits_are_within_its_bounds(name):
    found = cheap(name, "1e-4")
    design, robot = design_of(found.state), load_robot(name)
    patterns, reals = patterns_and_reals(design, 4000, seed=9)
    q, qd, qdd = (np.stack([reals[f"{name}{i}"] for i in range(1, robot.n + 1)], axis=-1)
                  for name in ("q", "qd", "qdd"))  # fmt: skip
    fixed = decode_outputs(design, SystolicArray(design).outputs(patterns))
    errors = np.abs(fixed - inverse_dynamics(robot, q, qd, qdd)).max(axis=0)
    bounds = np.array([each.bound for each in found.bounds])
    assert np.all(errors <= bounds)
    assert np.all(errors > 0.1 * bounds)
