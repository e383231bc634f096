"""A small URDF file without a fault, and how tests put faults into it."""

import pytest

from common.errors import InputError
from golden.urdf.robot import parse

NOTHING = (
    '<inertial><mass value="0"/>'
    '<inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial>'
)


"""A body without mass: a link that weighs nothing, and says so."""


GOOD = """<?xml version="1.0"?>
<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <inertial>
      <origin xyz="0 0 0.1" rpy="0.1 0 0"/>
      <mass value="2"/>
      <inertia ixx="0.1" ixy="0.01" ixz="0" iyy="0.2" iyz="0" izz="0.15"/>
    </inertial>
  </link>
  <link name="rail">NOTHING</link>
  <link name="tool"/>
  <joint name="elbow" type="revolute">
    <parent link="base"/>
    <child link="upper"/>
    <origin xyz="0 0 0.5" rpy="0 0.3 0"/>
    <axis xyz="0 0 1"/>
    <limit lower="-2" upper="2.5" velocity="3" effort="50" acceleration="9"/>
    <dynamics damping="0.1" friction="0.2"/>
  </joint>
  <joint name="slide" type="prismatic">
    <parent link="upper"/>
    <child link="rail"/>
    <limit lower="0" upper="0.5" velocity="1" effort="70" acceleration="4"/>
  </joint>
  <joint name="mount" type="fixed">
    <parent link="rail"/>
    <child link="tool"/>
  </joint>
</robot>
""".replace("NOTHING", NOTHING)


AXIS = '<axis xyz="0 0 1"/>'


ELBOW = '<limit lower="-2" upper="2.5" velocity="3" effort="50" acceleration="9"/>'


SLIDE = '<limit lower="0" upper="0.5" velocity="1" effort="70" acceleration="4"/>'


INERTIA = '<inertia ixx="0.1" ixy="0.01" ixz="0" iyy="0.2" iyz="0" izz="0.15"/>'


FREE = '<joint name="b" type="continuous"><parent link="{}"/><child link="b"/>' + (
    '<limit velocity="1" effort="1" acceleration="1"/></joint><link name="b">'
    + NOTHING
    + "</link></robot>"
)


def read(old="", new=""):
    assert old in GOOD
    return parse(GOOD.replace(old, new, 1).encode(), "arm.urdf")


def refused(text, *words):
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(InputError) as caught:
        parse(data, "arm.urdf")
    message = str(caught.value)
    assert message.startswith("arm.urdf")
    assert "\n" not in message
    assert caught.value.allowed
    for word in words:
        assert word in message
    return message
