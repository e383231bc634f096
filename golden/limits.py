"""Limits of joints that a robot's file does not tell: asked for, and filled in."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Collection, Mapping

from common.caution import caution
from common.errors import InputError
from golden.joint import TIME_TO_FULL_SPEED, UNKNOWN, Joint
from golden.robot import Robot

LIMITS = ("position_limits", "velocity_limit", "acceleration_limit", "torque_limit")
"""The limits of a joint, by the names that `Joint` and robot files give them."""


@dataclasses.dataclass(frozen=True)
class Limits:
    """What is told of a joint's limits beside its robot's file; None where nothing is.

    As `Joint` has them: (lower, upper), and positive numbers in SI units.
    """

    position_limits: tuple[float, float] | None = None
    velocity_limit: float | None = None
    acceleration_limit: float | None = None
    torque_limit: float | None = None


NOTHING = Limits()
"""No limit is told."""


def unknown_limits(joint: Joint) -> tuple[str, ...]:
    """Return the names of the limits that nobody has told, in the order of `LIMITS`."""
    return tuple(name for name in LIMITS if not _is_known(getattr(joint, name)))


def require_limits(robot: Robot, needed: Collection[str] = LIMITS) -> None:
    """Raise InputError unless every joint has the needed limits, names out of `LIMITS`.

    The message names the joints, the limits and the options that give them.
    """
    missing: dict[str, list[str]] = {}
    for name, joint in zip(robot.joint_names, robot.joints, strict=True):
        for limit in unknown_limits(joint):
            if limit in needed:
                missing.setdefault(limit, []).append(name)
    if missing:
        problem = "; ".join(f"no {_in_words(limit)} of {_few(missing[limit])}" for limit in missing)
        options = [f"--{limit.replace('_', '-')}" for limit in missing if limit != LIMITS[0]]
        allowed = " or ".join(["--limits FILE (see robots --limits-template)", *options])
        raise InputError(robot.name, problem, allowed)


def with_limits(robot: Robot, told: Mapping[str, Limits], rest: Limits = NOTHING) -> Robot:
    """Return the robot with limits from elsewhere.

    Parameters
    ----------
    told
        By the name of a joint, as `Robot.joint_names` has it; they replace the file's.
    rest
        For all joints that have none yet. Its position limits are for prismatic joints alone:
        an angle always has some.

    For a robot of which nothing was assumed yet (`golden.load.load_robot` with `assume=False`):
    what was assumed counts as its file's. What still lacks then, `with_assumptions` gives.
    """
    links = list(robot.links)
    for name, i in zip(robot.joint_names, robot.leaders, strict=True):
        link = robot.links[i]
        joint = _replaced(link.joint, told.get(name, NOTHING))
        missing = unknown_limits(joint)
        joint = _replaced(joint, Limits(**{limit: getattr(rest, limit) for limit in missing}))
        links[i] = dataclasses.replace(link, joint=joint)
    return dataclasses.replace(robot, links=tuple(links))


def with_assumptions(robot: Robot, place: str) -> Robot:
    """Return the robot with an acceleration limit wherever only the velocity's is told.

    Full speed after `TIME_TO_FULL_SPEED` is assumed, which the robot's `sources` then say. `place`
    is the robot's file or name, for the warning.

    Warns
    -----
    InputWarning
        A joint with a coordinate of its own needed it.
    """
    lacking = [i for i, link in enumerate(robot.links) if _lacks_acceleration(link.joint)]
    if not lacking:
        return robot
    links, sources = list(robot.links), robot.sources
    for i in lacking:
        acceleration = links[i].joint.velocity_limit / TIME_TO_FULL_SPEED
        joint = dataclasses.replace(links[i].joint, acceleration_limit=acceleration)
        links[i] = dataclasses.replace(links[i], joint=joint)
    names = zip(robot.joint_names, robot.leaders, strict=True)
    if led := [name for name, i in names if i in lacking]:
        speed = f"full speed {TIME_TO_FULL_SPEED:g} s after rest"
        sources += (f"assumption: {speed} (acceleration limits of {', '.join(led)})",)
        caution(f"{place}: no acceleration limits: {speed} is assumed")
    return dataclasses.replace(robot, links=tuple(links), sources=sources)


def _lacks_acceleration(joint: Joint) -> bool:
    return joint.acceleration_limit == UNKNOWN and joint.velocity_limit < UNKNOWN


def _replaced(joint: Joint, limits: Limits) -> Joint:
    given = {name: getattr(limits, name) for name in LIMITS}
    return dataclasses.replace(
        joint, **{name: value for name, value in given.items() if value is not None}
    )


def _is_known(limit: float | tuple[float, float]) -> bool:
    return all(map(math.isfinite, limit if isinstance(limit, tuple) else (limit,)))


def _in_words(limit: str) -> str:
    return limit.replace("_", " ")


def _few(names: list[str]) -> str:
    return ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
