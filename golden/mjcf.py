"""Robots from MJCF files, through MuJoCo's own reader (the optional package `mujoco`).

The compiled model is told again in URDF's elements, and read as such: parts of a robot, followers,
free bases and limits are then what they are there. A body's joints each turn about, or slide along,
an axis through a point of the body, from where they are at MuJoCo's reference.
"""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from common.inputs import check_input
from golden.robot import Robot
from golden.transforms import rotation_about, rpy_of
from golden.urdf.robot import LARGEST, robot_of
from golden.urdf.selection import Selection
from golden.urdf.xml_elements import Element, warn

_FREE, _BALL, _SLIDE = 0, 1, 2
_JOINT_EQUALITY = 2
_AFFINE = 2  # coefficients of a joint equality that make a follower
_ROOT = re.compile(rb"<\s*(mujoco|robot)\b")


class ModelElement(Element):
    """An element that stands in no line of the file."""

    def place(self, attribute: str = "") -> str:
        """Return where it, or one of its attributes, is: for messages."""
        return f"{self.file}: {self.title} {attribute}".rstrip()


def load(path: str | Path, selection: Selection) -> Robot:
    """Read a robot, or the selected part of it, from an MJCF file; gravity is the file's.

    Raises
    ------
    InputError
        MuJoCo is not installed or refuses the file, a joint is a ball, or what `golden.urdf` would
        refuse.

    Warns
    -----
    InputWarning
        As there; or joints are coupled by more than a straight line, or have springs, or bodies
        their gravity taken away.
    """
    file = str(path)
    check_input(path, "the path of an MJCF file", LARGEST)
    mujoco = _reader(file)
    try:
        model = mujoco.MjModel.from_xml_path(file)
    except ValueError as error:
        problem = " ".join(str(error).split())
        raise InputError(file, problem, "a model that MuJoCo takes") from None
    root = DescribedModel(model, file).root
    robot = robot_of(root, file, selection, kind="MJCF")
    off = model.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_GRAVITY
    _warn_of_what_helps(model, file)
    gravity = np.zeros(3) if off else np.array(model.opt.gravity, dtype=np.float64)
    return dataclasses.replace(robot, gravity=gravity)


def is_mjcf(path: Path) -> bool:
    """Return whether an XML file's root is MuJoCo's; False where it cannot be read."""
    try:
        found = _ROOT.search(path.read_bytes())
    except OSError:
        return False
    return found is not None and found[1] == b"mujoco"


def _warn_of_what_helps(model: Any, file: str) -> None:  # noqa: ANN401 (MuJoCo has no types)
    """Warn of springs and of gravity taken away: the torques are those of bodies alone."""
    springs = [
        str(model.joint(j).name or f"joint {j}") for j in np.flatnonzero(model.jnt_stiffness)
    ]
    if springs:
        warn(file, f"springs of {', '.join(springs)} are passed over")
    if model.body_gravcomp.any():
        warn(file, "gravcomp is passed over: torques carry every body's weight")


def _reader(file: str) -> ModuleType:
    try:
        import mujoco
    except ImportError:
        problem = "is MJCF, whose reader is not installed"
        raise InputError(file, problem, "pip install 'torqueflow[mjcf]', or URDF") from None
    return mujoco  # type: ignore[no-any-return]


class DescribedModel:
    """A compiled model as a URDF file's elements; `root` is the outermost."""

    def __init__(self, model: Any, file: str) -> None:  # noqa: ANN401 (MuJoCo has no types)
        self._model, self._file = model, file
        self.root = ModelElement("robot", {"name": Path(file).stem}, file, 0)
        self._links(["world"] + [self._body(i) for i in range(1, model.nbody)])
        for i in range(1, model.nbody):
            self._add_body(i)
        for i in range(model.neq):
            self._couple(i)

    def _body(self, i: int) -> str:
        return str(self._model.body(i).name or f"body {i}") if i else "world"

    def _joint(self, j: int) -> str:
        return str(self._model.joint(j).name or f"joint {j}")

    def _links(self, names: list[str]) -> None:
        for name in names:
            self._child(self.root, "link", name=name)

    def _child(self, parent: Element, tag: str, **attributes: str) -> Element:
        element = ModelElement(tag, attributes, self._file, 0, parent)
        parent.children.append(element)
        return element

    def _add_body(self, i: int) -> None:
        model, name = self._model, self._body(i)
        link = next(e for e in self.root.all("link") if e.attributes["name"] == name)
        self._add_inertial(link, i)
        joints = [j for j in range(model.njnt) if model.jnt_bodyid[j] == i]
        at, above = _pose(model.body_pos[i], model.body_quat[i]), self._body(model.body_parentid[i])
        for place, j in enumerate(joints):
            if model.jnt_type[j] == _BALL:
                place_ = f"{self._file}: joint {self._joint(j)!r}"
                raise InputError(place_, "is a ball: three degrees of freedom", "hinges and slides")
            if model.jnt_type[j] == _FREE:
                self._edge(self._joint(j), "floating", above, name, at)
                return
            turn, point = self._reference(j)
            alone = place == len(joints) - 1 and not point.any()
            below = name if alone else f"{name} ({self._joint(j)})"
            if not alone:
                self._add_empty(below)
            self._moving(j, above, below, at @ turn)
            above, at = below, _shift(-point)
        if above != name:
            self._edge(f"{name} (fixed)", "fixed", above, name, at)

    def _reference(self, j: int) -> tuple[Reals, Reals]:
        """Return where a joint's frame is in its body's at position 0, (4, 4), and its point."""
        model = self._model
        start, axis = float(model.qpos0[model.jnt_qposadr[j]]), model.jnt_axis[j]
        frame = _shift(model.jnt_pos[j])
        if model.jnt_type[j] == _SLIDE:
            frame = frame @ _shift(-start * axis)
        elif start:
            frame[:3, :3] = rotation_about(axis, -start)
        return frame, np.array(model.jnt_pos[j])

    def _moving(self, j: int, above: str, below: str, at: Reals) -> None:
        model = self._model
        slides = model.jnt_type[j] == _SLIDE
        limited = bool(model.jnt_limited[j])
        kind = "prismatic" if slides else "revolute" if limited else "continuous"
        edge = self._edge(self._joint(j), kind, above, below, at)
        self._child(edge, "axis", xyz=_numbers(model.jnt_axis[j]))
        limits = {"effort": repr(self._effort(j))}
        if limited:
            lower, upper = model.jnt_range[j]
            limits |= {"lower": repr(float(lower)), "upper": repr(float(upper))}
        self._child(edge, "limit", **limits)
        dof = model.jnt_dofadr[j]
        terms = {
            "damping": model.dof_damping, "friction": model.dof_frictionloss,
            "armature": model.dof_armature,
        }  # fmt: skip
        told = {name: repr(float(np.ravel(array[dof])[0])) for name, array in terms.items()}
        self._child(edge, "dynamics", **told)

    def _effort(self, j: int) -> float:
        """Return the largest force or torque that actuators give a joint; 0 where nothing says."""
        model, found = self._model, [0.0]
        if model.jnt_actfrclimited[j]:
            return float(np.abs(model.jnt_actfrcrange[j]).max())
        for a in range(model.nu):
            if model.actuator_trntype[a] != 0 or model.actuator_trnid[a, 0] != j:
                continue
            gear = abs(float(model.actuator_gear[a, 0]))
            plain = model.actuator_gaintype[a] == 0 and model.actuator_biastype[a] == 0
            if model.actuator_forcelimited[a]:
                found.append(gear * float(np.abs(model.actuator_forcerange[a]).max()))
            elif plain and model.actuator_ctrllimited[a]:
                gain = abs(float(model.actuator_gainprm[a, 0]))
                found.append(gear * gain * float(np.abs(model.actuator_ctrlrange[a]).max()))
        return max(found)

    def _edge(self, name: str, kind: str, above: str, below: str, at: Reals) -> Element:
        edge = self._child(self.root, "joint", name=name, type=kind)
        self._child(edge, "parent", link=above)
        self._child(edge, "child", link=below)
        self._child(edge, "origin", xyz=_numbers(at[:3, 3]), rpy=_numbers(rpy_of(at[:3, :3])))
        return edge

    def _add_inertial(self, link: Element, i: int) -> None:
        model = self._model
        turn = _pose(model.body_ipos[i], model.body_iquat[i])
        inertial = self._child(link, "inertial")
        self._child(
            inertial, "origin", xyz=_numbers(turn[:3, 3]), rpy=_numbers(rpy_of(turn[:3, :3]))
        )
        self._child(inertial, "mass", value=repr(float(model.body_mass[i])))
        xx, yy, zz = (repr(float(moment)) for moment in model.body_inertia[i])
        self._child(inertial, "inertia", ixx=xx, iyy=yy, izz=zz, ixy="0", ixz="0", iyz="0")

    def _add_empty(self, name: str) -> None:
        """Add a link between two joints of one body: it weighs nothing."""
        inertial = self._child(self._child(self.root, "link", name=name), "inertial")
        self._child(inertial, "mass", value="0")
        zeros = dict.fromkeys(("ixx", "iyy", "izz", "ixy", "ixz", "iyz"), "0")
        self._child(inertial, "inertia", **zeros)

    def _couple(self, i: int) -> None:
        """Add what a joint equality says, if it is a straight line between two joints."""
        model = self._model
        if model.eq_type[i] != _JOINT_EQUALITY or not model.eq_active0[i]:
            return
        first, second = int(model.eq_obj1id[i]), int(model.eq_obj2id[i])
        coefficients = model.eq_data[i, :5]
        follower = self._joint(first)
        joint = next(e for e in self.root.all("joint") if e.attributes["name"] == follower)
        if second < 0 or coefficients[_AFFINE:].any():
            warn(joint.place(), "is coupled by more than a straight line: it stays free")
            return
        start, leader_start = (float(model.qpos0[model.jnt_qposadr[j]]) for j in (first, second))
        offset, ratio = float(coefficients[0]), float(coefficients[1])
        self._child(
            joint, "mimic", joint=self._joint(second), multiplier=repr(ratio),
            offset=repr(start + offset - ratio * leader_start),
        )  # fmt: skip


def _pose(position: Reals, quaternion: Reals) -> Reals:
    """Return the (4, 4) transform of a position and a unit quaternion, w first."""
    w, x, y, z = quaternion / np.linalg.norm(quaternion)
    pose = _shift(position)
    pose[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return pose


def _shift(position: Reals) -> Reals:
    shifted = np.eye(4)
    shifted[:3, 3] = position
    return shifted


def _numbers(values: Reals) -> str:
    return " ".join(repr(float(value)) for value in values)
