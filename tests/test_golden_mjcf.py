"""MJCF files: torques are MuJoCo's own, and parts, followers, limits and motors are understood."""

import numpy as np
import pytest

from common.errors import InputError, InputWarning
from golden import mjcf
from golden.free_base import free_base_dynamics
from golden.kinematics import link_pose
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.urdf.selection import Selection

mujoco = pytest.importorskip("mujoco")

ARM = """<mujoco model="odd">
<compiler angle="radian"/>
<option gravity="1 -2 -9"/>
<default><geom type="box" size="0.1 0.05 0.2" mass="1.5"/></default>
<worldbody>
 <geom type="plane" size="1 1 1" mass="0"/>
 <body name="stand" pos="0.1 0.2 0.3" euler="0.3 0.2 0.1"><geom/>
  <body name="upper" pos="0 0 0.5" quat="0.7 0.1 -0.5 0.5">
   <joint name="pan" axis="1 2 3" pos="0.1 -0.05 0.2" range="-1 2" limited="true" ref="0.4"
     damping="0.3" frictionloss="0.2" armature="0.05"/>
   <joint name="lift" type="slide" axis="0 1 1" pos="0.2 0 0" ref="0.1" range="-1 1" limited="true"/>
   <joint name="roll" axis="0 0 1"/>
   <geom pos="0.1 0.2 0" euler="1 0 0"/>
   <body name="plate" pos="0.2 0 0.1" euler="0.5 0 0"><geom mass="0.4"/>
    <body name="left" pos="0 0.1 0.2"><joint name="left" axis="0 1 0" pos="0 0 0.1"/><geom pos=".1 0 0"/></body>
    <body name="right" pos="0 -0.1 0.2" euler="0 0 1.5707963267948966"><joint name="right" type="slide" axis="1 0 0"/><geom/></body>
   </body>
  </body>
 </body>
</worldbody>
<actuator>
 <motor joint="pan" gear="50" ctrlrange="-2 1"/>
 <position joint="lift" kp="10" forcerange="-30 40"/>
</actuator>
</mujoco>"""  # noqa: E501
EQUAL = """<equality><joint joint1="right" joint2="left" polycoef="0.05 -0.4 {} 0 0"/>
</equality></mujoco>"""
WALKER = """<mujoco><worldbody><body name="torso" pos="0 0 1"><freejoint name="root"/>
<geom type="box" size="0.2 0.1 0.05" mass="4" pos="0.02 0.01 0"/>
<body name="leg" pos="0.1 0.1 0"><joint name="hip" axis="0 1 0" range="-1 1" limited="true"/>
<geom type="capsule" fromto="0 0 0 0.05 0 -0.3" size="0.03" mass="0.6"/></body>
<body name="arm" pos="-0.1 0.1 0"><joint name="shoulder" type="slide" axis="1 0 1"/>
<geom type="sphere" size="0.05" mass="0.3" pos="0 0.1 0"/></body></body></worldbody></mujoco>"""


def written(tmp_path, text, name="m.xml"):
    path = tmp_path / name
    path.write_text(text)
    return path


def bias(model, qpos, qvel, qacc):
    """M qacc + C + G without armature, as MuJoCo's recursion has them."""
    data, result = mujoco.MjData(model), np.zeros(model.nv)
    data.qpos[:], data.qvel[:], data.qacc[:] = qpos, qvel, qacc
    mujoco.mj_fwdPosition(model, data)
    mujoco.mj_fwdVelocity(model, data)
    data.qacc[:] = qacc
    mujoco.mj_rne(model, data, 1, result)
    return result


def test_torques_are_mujocos(tmp_path):
    robot = load_robot(written(tmp_path, ARM))
    assert robot.joint_names == ("pan", "lift", "roll", "left", "right")
    model = mujoco.MjModel.from_xml_string(ARM)
    q, qd, qdd = np.random.default_rng(1).uniform(-1.5, 1.5, (3, 20, 5))
    expected = [bias(model, *state) for state in zip(q, qd, qdd, strict=True)]
    np.testing.assert_allclose(inverse_dynamics(robot, q, qd, qdd), expected, rtol=0, atol=1e-9)


def test_frames_are_mujocos(tmp_path):
    path = written(tmp_path, ARM)
    robot = load_robot(path, Selection(tip="left"))
    model = mujoco.MjModel.from_xml_string(ARM)
    data = mujoco.MjData(model)
    data.qpos[:] = [0.3, -0.2, 0.9, 0.7, 0.0]
    mujoco.mj_forward(model, data)
    pose = link_pose(robot, data.qpos[:4])
    np.testing.assert_allclose(pose[:3, 3], data.body("left").xpos, atol=1e-12)
    np.testing.assert_allclose(pose[:3, :3].ravel(), data.body("left").xmat, atol=1e-12)


def test_limits_motors_and_gravity(tmp_path):
    robot = mjcf.load(written(tmp_path, ARM), Selection())
    assert robot.gravity.tolist() == [1, -2, -9]
    pan, lift, roll, *_ = robot.joints
    assert pan.position_limits == (-1, 2)
    assert (pan.torque_limit, lift.torque_limit) == (100, 40)
    assert (roll.torque_limit, roll.velocity_limit) == (np.inf, np.inf)
    assert roll.position_limits == (-np.pi, np.pi)
    motor = pan.actuator
    assert (motor.gear_ratio, motor.motor_inertia) == (1, 0.05)
    assert (motor.viscous_friction, motor.coulomb_positive) == (0.3, 0.2)
    assert lift.actuator is None
    assert robot.sources[0].startswith("MJCF file")


def test_an_equality_is_a_follower(tmp_path):
    robot = load_robot(written(tmp_path, ARM.replace("</mujoco>", EQUAL.format(0))))
    assert robot.joint_names == ("pan", "lift", "roll", "left")
    told = robot.links[-1].joint.follows
    assert (told.ratio, told.offset) == (-0.4, 0.05)


def test_a_curved_equality_is_warned_of(tmp_path):
    path = written(tmp_path, ARM.replace("</mujoco>", EQUAL.format(0.3)))
    with pytest.warns(InputWarning, match=r"m\.xml: joint 'right': is coupled by more than a"):
        assert load_robot(path).n == 5


def test_a_free_body_is_a_free_base(tmp_path):
    path = written(tmp_path, WALKER, "w.mjcf")
    robot = load_robot(path, Selection(free_base=True))
    assert robot.joint_names == ("hip", "shoulder")
    model = mujoco.MjModel.from_xml_string(WALKER)
    rng = np.random.default_rng(2)
    q, qd, qdd, omega, alpha, acceleration = (
        rng.uniform(-1, 1, k) for k in (2, 2, 2, 3, 3, 3)
    )  # the base is not turned, so its axes are the world's
    expected = bias(
        model, [0, 0, 1, 1, 0, 0, 0, *q], [0, 0, 0, *omega, *qd],
        [*np.add(acceleration, [0, 0, -9.81]), *alpha, *qdd],
    )  # fmt: skip
    tau, wrench = free_base_dynamics(robot, omega, alpha, acceleration, q, qd, qdd)
    np.testing.assert_allclose(tau, expected[6:], atol=1e-10)
    np.testing.assert_allclose(wrench, expected[:6], atol=1e-10)
    with pytest.warns(InputWarning, match=r"w\.mjcf: joint 'root': 'root' floats: the base moves"):
        assert load_robot(path).base_body.mass == robot.base_body.mass


FLOOR = '<worldbody><body name="shelf" pos="1 0 0"><geom size=".1"/></body>'
BALL = '<body name="cube" pos="1 0 1"><freejoint/><geom size=".1"/></body></worldbody>'


def test_a_scene_is_the_robot_in_it(tmp_path):
    """What is fixed in the world is no part of it; what lies loose is left out and told of."""
    alone = load_robot(written(tmp_path, WALKER), Selection(free_base=True))
    text = WALKER.replace("<worldbody>", FLOOR).replace("</worldbody>", BALL)
    path = written(tmp_path, text, "scene.xml")
    with pytest.warns(InputWarning, match="'cube' floats beside the robot: it is left out"):
        robot = load_robot(path, Selection(free_base=True))
    assert robot.joint_names == alone.joint_names
    assert robot.base_body.mass == alone.base_body.mass
    motion = [np.full(k, 0.3) for k in (3, 3, 3, 2, 2, 2)]
    for found, expected in zip(
        free_base_dynamics(robot, *motion), free_base_dynamics(alone, *motion), strict=True
    ):
        np.testing.assert_array_equal(found, expected)


def test_gravity_switched_off_is_none(tmp_path):
    text = ARM.replace('<option gravity="1 -2 -9"/>', '<option><flag gravity="disable"/></option>')
    assert load_robot(written(tmp_path, text)).gravity.tolist() == [0, 0, 0]


def test_springs_and_gravity_taken_away_are_told_of(tmp_path):
    text = ARM.replace('name="roll"', 'name="roll" stiffness="3"')
    with pytest.warns(InputWarning, match="springs of roll are passed over"):
        load_robot(written(tmp_path, text))
    text = ARM.replace('body name="plate"', 'body name="plate" gravcomp="1"')
    with pytest.warns(InputWarning, match="gravcomp is passed over"):
        load_robot(written(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("<mujoco>", "m.xml: XML parse error"),
        ("<mujoco><worldbody><body><joint/></body></worldbody></mujoco>", "mjMINVAL"),
        (
            '<mujoco><worldbody><body><joint name="b" type="ball"/><geom size=".1"/></body>'
            "</worldbody></mujoco>",
            "m.xml: joint 'b': is a ball: three degrees of freedom",
        ),
        ("<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>", "no joint moves"),
        ('<mujoco><include file="none.xml"/></mujoco>', "none.xml"),
    ],
)
def test_what_cannot_be_read_is_one_line(tmp_path, text, problem):
    with pytest.raises(InputError) as caught:
        load_robot(written(tmp_path, text))
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path))


def test_without_the_package_its_name_is_told(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "mujoco", None)
    with pytest.raises(
        InputError, match=r"whose reader is not installed; allowed: pip install .*mjcf"
    ):
        load_robot(written(tmp_path, ARM))


def test_a_urdf_file_called_xml_is_read_as_such(tmp_path):
    text = """<robot name="r"><link name="o"/><link name="a"/><joint name="j" type="revolute">
<parent link="o"/><child link="a"/><limit lower="-1" upper="1" velocity="3" effort="1"
acceleration="2"/></joint></robot>"""
    with pytest.warns(InputWarning, match="no moving link has"):
        assert load_robot(written(tmp_path, text)).joint_names == ("j",)
