"""The robot that a command works on: its name or file, which part of it, and its limits.

A command that takes a robot has one parameter of type `ChosenRobot` and stands under
`@takes_robot`, which makes the argument and the options below of it.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import math
from collections.abc import Callable, Collection
from typing import Annotated, Any, get_type_hints

import typer

from common.destinations import robot_file
from common.errors import InputError
from common.numerals import INFINITE, NUMBER
from golden.limits import Limits, require_limits, with_assumptions, with_limits
from golden.load import load_robot
from golden.robot import Robot
from golden.toml.limits_file import read_limits_file
from golden.urdf.selection import Selection
from torqueflow.cli.choices import complete_robot

STANDING = "a base that stands: --base LINK, --tip LINK, or the file's own root"
"""What is allowed where no base may move."""


@dataclasses.dataclass(frozen=True)
class ChosenRobot:
    """A robot as asked for on the command line: the fields are the options, as typed."""

    robot: Annotated[
        str,
        typer.Argument(
            help="A robot's name, or the path of a .toml, .urdf, .xacro or MJCF file.",
            autocompletion=complete_robot,
        ),
    ]
    xacro: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An argument of a xacro file; may be repeated."),
    ] = None
    tip: Annotated[
        str | None,
        typer.Option(
            metavar="LINK",
            help="Keep of a URDF file's robot the chain from the base to this link; other joints "
            "are held.",
        ),
    ] = None
    base: Annotated[
        str | None,
        typer.Option(
            metavar="LINK",
            help="Let this link of a URDF file be the base; what it does not carry is gone.",
        ),
    ] = None
    lock: Annotated[
        list[str] | None,
        typer.Option(
            metavar="JOINT=VALUE",
            help="Hold a joint of a URDF file at this position, in rad or m; may be repeated.",
        ),
    ] = None
    joints: Annotated[
        str | None,
        typer.Option(metavar="A,B,...", help="Let only these joints of a URDF file move."),
    ] = None
    free_base: Annotated[
        bool,
        typer.Option(
            "--free-base", help="Let the base of a URDF file's robot move, as an IMU shows it."
        ),
    ] = False
    gravity: Annotated[
        str | None,
        typer.Option(
            metavar="X,Y,Z", help="The acceleration of a free body in the base frame, in m/s2."
        ),
    ] = None
    limits: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A .toml file of joint limits, as `robots --limits-template` prints one.",
        ),
    ] = None
    velocity_limit: Annotated[
        float | None,
        typer.Option(help="The speed limit, in rad/s or m/s, of every joint that has none."),
    ] = None
    acceleration_limit: Annotated[
        float | None,
        typer.Option(
            help="The acceleration limit, in rad/s2 or m/s2, of every joint that no file gives "
            "one; without it full speed 0.2 s after rest is assumed where the speed limit is told."
        ),
    ] = None
    torque_limit: Annotated[
        float | None,
        typer.Option(help="The torque limit, in N m or N, of every joint that has none."),
    ] = None

    @property
    def inputs(self) -> dict[str, str | None]:
        """The files that are read, for `common.destinations.check_outputs`."""
        return {"the robot": robot_file(self.robot), "the limits": self.limits}

    def load(self, *, assume: bool = True) -> Robot:
        """Return the robot; raises `InputError`.

        Without ``assume`` an acceleration limit that nobody tells stays unknown.
        """
        robot = load_robot(self.robot, self.selection(), _arguments(self.xacro or []), assume=False)
        rest = Limits(
            velocity_limit=self._positive("velocity_limit"),
            acceleration_limit=self._positive("acceleration_limit"),
            torque_limit=self._positive("torque_limit"),
        )
        if self.gravity is not None:
            if robot.base_body is not None:
                problem = "given beside --free-base, whose acceleration has gravity in it"
                raise InputError("--gravity", problem, "one of the two")
            robot = robot.with_gravity(numbers("--gravity", self.gravity, (3,), "X,Y,Z in m/s2"))
        told: dict[str, Limits] = {}
        if self.limits is not None:
            told, outside = read_limits_file(self.limits, robot)
            robot = dataclasses.replace(robot, surroundings=outside)
        robot = with_limits(robot, told, rest)
        return with_assumptions(robot, self.robot) if assume else robot

    def load_for_hardware(self) -> Robot:
        """Return the robot, all of whose limits are known; raises `InputError`."""
        robot = self.load()
        require_limits(robot)
        return robot

    def refuse_options(self, problem: str, allowed: str) -> None:
        """Raise `InputError` if anything but the robot was given: where it is not read at all."""
        for field in dataclasses.fields(self)[1:]:
            if getattr(self, field.name):
                option = f"--{field.name.replace('_', '-')}"
                raise InputError(option, problem, allowed)

    def selection(self) -> Selection:
        """Return the part of the robot that is asked for."""
        joints = None if self.joints is None else tuple(names("--joints", self.joints))
        if joints is not None and len(set(joints)) < len(joints):
            raise InputError("--joints", repr(self.joints), "each joint once")
        locks = _locks(self.lock or [])
        return Selection(self.tip, self.base, locks, joints, self.free_base)

    def _positive(self, name: str) -> float | None:
        value: float | None = getattr(self, name)
        if value is not None and not 0 < value < float("inf"):
            option = f"--{name.replace('_', '-')}"
            raise InputError(option, f"{value:g}", "a finite number, more than 0")
        return value


LinkOption = Annotated[
    str | None,
    typer.Option(
        metavar="LINK",
        help="The link that is meant or that holds, by name or number.",
        show_default="a chain's last",
    ),
]


def chosen_link(robot: Robot, link: str | None, option: str = "--link") -> int:
    """Return the index of a link as typed: its name, its number counted from 1, or nothing."""
    known = [each.name for each in robot.links]
    if link is None and robot.is_chain:
        return len(known) - 1
    if link is not None and link in known:
        return known.index(link)
    if link is not None and link.isascii() and link.isdecimal() and 1 <= int(link) <= len(known):
        return int(link) - 1
    tips = ", ".join(known[i] or str(i + 1) for i in robot.tips)
    problem = f"no link {link!r}" if link else f"missing, and the tree ends in the links {tips}"
    named = ", ".join(filter(None, known))
    raise InputError(option, problem, f"1 to {len(known)}{named and f', or one of {named}'}")


def numbers(option: str, text: str, counts: Collection[int], allowed: str) -> list[float]:
    """Return numbers with commas between, as typed for an option; as many as one of the counts."""
    words = [word.strip() for word in text.split(",")]
    found = [float(word) for word in words if NUMBER.fullmatch(word)]
    if len(found) != len(words) or len(found) not in counts or not all(map(math.isfinite, found)):
        raise InputError(option, repr(text), allowed)
    return found


def takes_robot(command: Callable[..., int | None]) -> Callable[..., int | None]:
    """Return a command whose parameter of type `ChosenRobot` became an argument and options.

    The argument may be left out where the parameter may be None.
    """
    hints = get_type_hints(command, include_extras=True)
    fields = get_type_hints(ChosenRobot, include_extras=True)
    name = next(key for key, hint in hints.items() if hint in (ChosenRobot, ChosenRobot | None))

    @functools.wraps(command)
    def run(**given: Any) -> int | None:  # noqa: ANN401 (whatever the command's options are)
        return command(**{name: _chosen({key: given.pop(key) for key in fields})}, **given)

    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(command).parameters.values():
        if parameter.name == name:
            parameters += _robot_parameters(optional=parameter.default is None)
        else:
            parameters.append(_keyword(parameter.name, hints[parameter.name], parameter.default))
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _chosen(given: dict[str, Any]) -> ChosenRobot | None:
    if given["robot"] is not None:
        return ChosenRobot(**given)
    missing = "given without a robot", "a robot's name or file before it"
    ChosenRobot(**given).refuse_options(*missing)
    return None


def _robot_parameters(*, optional: bool) -> list[inspect.Parameter]:
    fields = get_type_hints(ChosenRobot, include_extras=True)
    argument, *options = dataclasses.fields(ChosenRobot)
    kind: object = fields[argument.name]
    if optional:
        kind = Annotated[str | None, fields[argument.name].__metadata__[0]]
    return [
        _keyword(argument.name, kind, None if optional else inspect.Parameter.empty),
        *(_keyword(option.name, fields[option.name], option.default) for option in options),
    ]


def _keyword(name: str, annotation: object, default: object) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=default, annotation=annotation)


def _locks(given: list[str]) -> dict[str, float]:
    locks: dict[str, float] = {}
    for text in given:
        name, sign, value = text.rpartition("=")
        if not sign or not name or not (NUMBER.fullmatch(value) or INFINITE.fullmatch(value)):
            raise InputError("--lock", repr(text), "JOINT=VALUE, a number in rad or m")
        if name in locks:
            raise InputError("--lock", f"{name!r} stands twice", "each joint once")
        locks[name] = float(value)
    return locks


def _arguments(given: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        name = name.removesuffix(":")  # as ROS writes it
        if not sign or not name:
            raise InputError("--xacro", repr(text), "NAME=VALUE")
        if name in found:
            raise InputError("--xacro", f"{name!r} stands twice", "each argument once")
        found[name] = value
    return found


def names(option: str, text: str) -> list[str]:
    """Return names with commas between, as typed for an option."""
    found = [name.strip() for name in text.split(",")]
    if not all(found):
        what = "joints" if option == "--joints" else option.removeprefix("--")
        raise InputError(option, repr(text), f"names of {what} with commas between")
    return found
