"""Gear ratios and armatures of URDF files become motors."""

import numpy as np
import pytest

from common.errors import InputError, InputWarning
from golden.actuators import actuator_torque
from golden.urdf.robot import parse

FILE = """<robot name="r"><link name="o"/><link name="a"><inertial><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="j" type="revolute"><parent link="o"/><child link="a"/>
<limit lower="-1" upper="1" velocity="3" effort="5" acceleration="2"/>{dynamics}</joint>
{transmission}</robot>"""
ROS = """<transmission name="t"><type>transmission_interface/SimpleTransmission</type>
<joint name="j"><hardwareInterface>x</hardwareInterface></joint>
<actuator name="m"><mechanicalReduction> -50 </mechanicalReduction></actuator></transmission>"""
PR2 = """<transmission type="pr2"><actuator name="m"/><joint name="j"/>
<mechanicalReduction>-50.0</mechanicalReduction></transmission>"""
DYNAMICS = '<dynamics damping="0.5" friction="2" armature="0.25"/>'


def motor(transmission="", dynamics=""):
    robot = parse(FILE.format(transmission=transmission, dynamics=dynamics).encode(), "r.urdf")
    return robot.links[0].joint.actuator, robot


@pytest.mark.parametrize("transmission", [ROS, PR2])
def test_a_ratio_is_the_motors(transmission):
    found, robot = motor(transmission, DYNAMICS)
    assert found.gear_ratio == -50
    assert found.motor_inertia == pytest.approx(0.25 / 2500)
    torque = actuator_torque(robot, np.array([[3.0], [-3.0]]), np.array([[2.0], [2.0]]))
    np.testing.assert_allclose(torque[:, 0], [0.5 + 1.5 + 2.0, 0.5 - 1.5 - 2.0])


def test_an_armature_alone_is_a_motor():
    found, _ = motor(dynamics='<dynamics armature="0.25"/>')
    assert (found.gear_ratio, found.motor_inertia) == (1, 0.25)
    assert motor()[0] is None


def test_a_transmission_of_several_joints_or_of_another_tells_nothing():
    both = ROS.replace("</joint>", '</joint><joint name="k"/>')
    assert motor(both)[0] is None
    assert motor(ROS.replace('"j"', '"k"'))[0] is None
    assert motor(ROS.replace("<mechanicalReduction> -50 </mechanicalReduction>", ""))[0] is None


def test_a_word_for_a_ratio_as_templates_leave_it_is_warned_of():
    with pytest.warns(InputWarning, match="<mechanicalReduction>: 'reduction' is no number: taken"):
        assert motor(ROS.replace("-50", "reduction"), DYNAMICS)[0].gear_ratio == 1


@pytest.mark.parametrize(
    ("transmission", "dynamics", "problem"),
    [
        (ROS.replace("-50", "0"), "", "<mechanicalReduction>: 0; allowed: motor turns"),
        (ROS.replace("-50", "5O"), "", "<mechanicalReduction>: '5O' is not a number"),
        (ROS.replace("-50", "nan"), "", "'nan' is not finite"),
        (ROS + PR2, "", "a second ratio of joint 'j'"),
        ("", '<dynamics armature="-1"/>', "armature: -1.0 is less than 0"),
    ],
)
def test_bad_ratios(transmission, dynamics, problem):
    with pytest.raises(InputError, match=problem):
        motor(transmission, dynamics)
