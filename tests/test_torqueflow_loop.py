"""The core in a control loop: robot, controller, delay, and the command around them."""

import dataclasses
import functools
import json
import math
import xml.etree.ElementTree as ElementTree
from importlib.metadata import distribution

import numpy as np
import pytest

from dataflow.build import build_array
from golden.load import load_robot, robot_names
from golden.newton_euler import inverse_dynamics
from golden.rigid_body import RigidBody, joined
from golden.trajectory import Trajectory, random_states
from torqueflow.loop.control import Setting, computed_torque, tracked, without_dynamics
from torqueflow.loop.cores import Float64, emulated, in_rtl
from torqueflow.loop.reference import reference

pytest.importorskip("mujoco")

from torqueflow.loop.plant import Plant

PANDA = "cmeel.prefix/share/example-robot-data/robots/panda_description/urdf/panda.urdf"


def rows(trajectory):
    return zip(trajectory.q, trajectory.qd, trajectory.qdd, strict=True)


@pytest.mark.parametrize("name", robot_names())
def test_the_plant_is_the_robot(name):
    robot = load_robot(name)
    plant = Plant(robot)
    for state in rows(random_states(robot, 10, 1)):
        golden = inverse_dynamics(robot, *state)
        assert np.allclose(plant.torques(*state), golden, atol=1e-9 * np.abs(golden).max())


@pytest.mark.parametrize("name", robot_names())
def test_a_load_is_a_mass_on_the_end(name):
    robot = load_robot(name)
    *others, last = robot.links
    end = RigidBody(2.0, np.zeros(3), np.zeros((3, 3)))
    body = joined([RigidBody(last.mass, last.center_of_mass, last.inertia), end])
    heavy = dataclasses.replace(
        last, mass=body.mass, center_of_mass=body.center_of_mass, inertia=body.inertia
    )
    loaded = dataclasses.replace(robot, links=(*others, heavy))
    plant = Plant(robot)
    plant.pick_up(2.0)
    for state in rows(random_states(robot, 5, 2)):
        golden = inverse_dynamics(loaded, *state)
        assert np.allclose(plant.torques(*state), golden, atol=1e-9 * np.abs(golden).max())
    plant.pick_up(0.0)
    assert np.allclose(plant.torques(*state), inverse_dynamics(robot, *state), atol=1e-8)


def test_energy_is_kept_in_a_free_swing():
    robot = load_robot("machado_2r")
    plant = Plant(robot)
    plant.start(np.array([0.3, 0.5]), np.zeros(2))
    plant._mujoco.mj_energyPos(plant.model, plant.data)

    def energy():
        mujoco = plant._mujoco
        mujoco.mj_forward(plant.model, plant.data)
        mujoco.mj_energyPos(plant.model, plant.data)
        mujoco.mj_energyVel(plant.model, plant.data)
        return float(plant.data.energy.sum())

    before = energy()
    plant.move(np.zeros(2), 0.5, 500)
    assert np.abs(plant.qd).max() > 0.1
    assert energy() == pytest.approx(before, abs=1e-6)


def loop(robot, law, **setting):
    usual = {"rate": 500.0, "delay": 0.0, "bandwidth": 2 * math.pi * 10}
    motion = reference(robot, 0.3, 500.0, 1)
    return tracked(Plant(robot), law, motion, Setting(**usual | setting), lambda: None)


def test_what_a_loop_makes_of_torques():
    """Dynamics beat none, delay and load cost, encoders cost, more bits do not."""
    robot = load_robot("machado_2r")
    law = computed_torque(Float64(robot), 2 * math.pi * 10)
    exact = loop(robot, law)
    assert exact.largest < 2e-3
    assert loop(robot, without_dynamics(robot, 2 * math.pi * 10)).largest > 2 * exact.largest
    assert loop(robot, law, delay=0.005).largest > 1.5 * exact.largest
    assert loop(robot, law, load=3.0, load_at=0.1).largest > 1.5 * exact.largest
    assert loop(robot, law, encoder_bits=10).rms > 2 * exact.rms
    coarse = computed_torque(emulated(build_array(robot, width=12)), 2 * math.pi * 10)
    fine = computed_torque(emulated(build_array(robot, width=24)), 2 * math.pi * 10)
    assert loop(robot, fine).errors == pytest.approx(exact.errors, abs=1e-6)
    assert np.abs(loop(robot, coarse).errors - exact.errors).max() > 1e-6


@pytest.mark.parametrize("delay", [0.0, 0.0005, 0.002, 0.0031, 0.0079])
def test_torques_act_after_their_delay(delay):
    """Against when a recorded plant was told to let them act."""
    robot = load_robot("machado_2r")
    limit = robot.torque_limits[0]
    motion = Trajectory(*np.zeros((3, 12, 2)))
    commands = iter(range(100))

    class Recorded(Plant):
        clock, acted = 0.0, ()

        def move(self, torques, seconds, steps):
            if seconds > 0.0:
                self.acted = (*self.acted, (self.clock, torques[0]))
            self.clock += seconds

    def law(*_):
        return np.full(2, min(next(commands), limit))

    plant = Recorded(robot)
    tracked(plant, law, motion, Setting(500.0, delay, 10.0), lambda: None)
    first = {}
    for at, torque in plant.acted:
        first.setdefault(torque, at)
    # Command 0 is there from the start; command k is looked for at (k - 1) periods.
    for torque, at in first.items():
        if torque >= 1:
            assert at == pytest.approx((torque - 1) * 0.002 + delay, abs=1e-9)


def test_the_reference_is_a_motion_within_limits():
    robot = load_robot("puma560")
    motion = reference(robot, 3.0, 200.0, 4)
    assert motion.points == 600
    assert np.all(np.abs(motion.qd) <= robot.velocity_limits)
    assert np.all(np.abs(motion.qdd) <= robot.acceleration_limits)
    rates = np.diff(motion.q, axis=0) * 200.0
    middle = (motion.qd[1:] + motion.qd[:-1]) / 2
    # A piece begins where the last ended, and takes that point once more.
    assert np.median(np.abs(rates - middle)) < 1e-3
    again = reference(robot, 3.0, 200.0, 4)
    assert np.array_equal(motion.q, again.q)


def test_the_rtl_gives_the_emulators_torques(tmp_path):
    robot = load_robot("machado_2r")
    design = build_array(robot, width=14, initiation_interval=4)
    core = emulated(design)
    with in_rtl(design, "icarus", tmp_path) as rtl:
        for state in rows(random_states(robot, 12, 3)):
            assert np.array_equal(rtl.torques(*state), core.torques(*state))
    assert rtl.clipped == core.clipped == 0


def test_a_latency_that_is_another_is_told(tmp_path):
    design = build_array(load_robot("machado_2r"), width=14)

    class Late(type(design)):
        latency = property(lambda self: 99)

    late = Late(**{f.name: getattr(design, f.name) for f in dataclasses.fields(design)})
    with (
        pytest.raises(RuntimeError, match=f"a result took {design.latency} cycles, not 99"),
        in_rtl(late, "icarus", tmp_path) as rtl,
    ):
        rtl.torques(np.zeros(2), np.zeros(2), np.zeros(2))


@pytest.fixture
def run(command_line, monkeypatch, tmp_path):
    """Run `loop` in a folder of its own: (exit status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    return functools.partial(command_line, "loop")


def test_the_command_tells_errors_and_delay(run, tmp_path):
    status, out, err = run(
        "machado_2r", "--core", "emulator", "--seconds", 0.2, "--rate", 500, "--clock", 50,
        "--delay", 10, "--widths", "12,24", "--json", "loop.json", "--picture", "loop.svg",
    )  # fmt: skip
    assert (status, err) == (0, "")
    report = json.loads((tmp_path / "loop.json").read_text())
    assert report["delay_us"] == pytest.approx(report["latency_cycles"] / 50 + 10)
    assert report["phase_degrees"] == pytest.approx(360 * 10 * report["delay_us"] * 1e-6)
    for row in (report, report["float64"], report["no_feedforward"], *report["widths"]):
        assert 0 < row["tracking_error_rms"] < row["tracking_error_max"]
    assert [row["width"] for row in report["widths"]] == [12, 24]
    assert report["core"] == "emulator"
    assert "no feed-forward" in out
    assert ElementTree.parse(tmp_path / "loop.svg").getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--core", "abacus"), "--core: 'abacus'; allowed: emulator, rtl"),
        (("--algorithm", "forward"), "--algorithm: 'forward'; allowed: newton-euler, lagrangian"),
        (("--seconds", "0"), "--seconds: 0; allowed: above 0, up to 600"),
        (("--seconds", "nan"), "--seconds: nan"),
        (("--rate", "5"), "--rate: 5; allowed: 10 to 100000"),
        (("--clock", "-1"), "--clock: -1"),
        (("--delay", "-1"), "--delay: -1; allowed: 0 to 1e+06"),
        (("--bandwidth", "0"), "--bandwidth: 0"),
        (("--load", "inf"), "--load: inf"),
        (("--noise", "4"), "--noise: 4; allowed: 8 to 32"),
        (("--widths", "10:12"), "--widths: 10; allowed: 12 to 28"),
        (("--seed", "-2"), "--seed: -2"),
        (("--algorithm", "inverse-derivatives"), "'inverse-derivatives'; allowed: newton"),
        (("--picture", "loop.png"), "--picture: 'loop.png'; allowed: a name that ends in .svg"),
        (("--json", "no/loop.json"), "no/loop.json: its folder does not exist"),
    ],
)
def test_what_is_refused(run, tmp_path, options, message):
    status, out, err = run("machado_2r", *options)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err
    assert not list(tmp_path.iterdir())


@pytest.mark.filterwarnings("ignore::common.errors.InputWarning")
def test_robots_that_no_loop_is_for(run, tmp_path):
    file = distribution("example-robot-data").locate_file(PANDA)
    limits = ("--acceleration-limit", 5, "--velocity-limit", 2, "--torque-limit", 90)
    status, out, err = run(file, *limits)
    assert (status, out) == (2, "")
    assert err.splitlines()[-1].endswith(
        "panda.urdf: joints follow others; allowed: joints that all have a coordinate"
    )
    status, out, err = run(file, "--free-base")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "--free-base: the controller holds joints alone; allowed: a base that stands" in err
    assert not list(tmp_path.iterdir())


def test_mujoco_that_is_missing_is_told(run, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "mujoco", None)
    status, _, err = run("machado_2r", "--core", "emulator")
    assert (status, err.count("\n")) == (2, 1)
    assert "MuJoCo is not installed; allowed: pip install 'torqueflow[mujoco]'" in err
