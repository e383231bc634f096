"""Inverse dynamics traced: an algorithm's link steps with what acts on the robot beside.

By the plain equations, with constants that know how far the exact ones may be, and with economies.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable

from dataflow.computations.computation import Inputs, Trace
from dataflow.computations.drives import traced_turns
from dataflow.computations.followers import folded, gathered_torques, traced_drives
from dataflow.computations.framed_links import FramedLinks, base_link, framed_links
from dataflow.computations.motors import driven
from dataflow.computations.surroundings import Extras, base_motion, held_wrench
from dataflow.equations.drive import Drive
from dataflow.equations.economies import ECONOMIES, Economy
from dataflow.equations.joint_frames import joint_frame_links
from dataflow.equations.link_deviations import with_deviations
from dataflow.equations.newton_euler import LinkMotion, Wrench, link_wrench, total
from dataflow.equations.newton_euler import base_motion as resting_base
from dataflow.equations.parallel_axes import group_heads, with_parallel_frames
from dataflow.equations.recursions import ALGORITHMS, EnterStage, Held, newton_euler_from
from dataflow.equations.short_newton_euler import base_wrench, short_torques_from
from dataflow.equations.vector import Real
from dataflow.graph.scalar import Tracer
from golden.robot import Robot
from golden.surroundings import BASE_WRENCH


def torque_trace(
    algorithm: str, extras: Extras, robot: Robot, tracer: Tracer, inputs: Inputs
) -> None:
    """Run an algorithm's link steps in the joints' frames, inertia regrouped."""
    robot = folded(robot) if robot.is_coupled else robot
    _trace_links(algorithm, extras, robot, framed_links(robot), tracer, inputs)


def counting_trace(
    algorithm: str, extras: Extras, parallel: bool, robot: Robot, tracer: Tracer, inputs: Inputs
) -> None:
    """Run the textbook's steps with constants that know how far the exact ones may be.

    Other ways to write the equations give the same torques for the same constants, so what these
    being off makes of the torques is the same for all that have these links.
    """
    robot = folded(robot) if robot.is_coupled else robot
    framed = framed_links(robot, parallel)
    framed = dataclasses.replace(framed, links=with_deviations(robot, framed.links))
    _trace_links(algorithm, extras, robot, framed, tracer, inputs)


def _trace_links(
    algorithm: str,
    extras: Extras,
    robot: Robot,
    framed: FramedLinks,
    tracer: Tracer,
    inputs: Inputs,
) -> None:
    links, enter = framed.links, _stages(tracer)
    drives = traced_drives(robot, tracer, inputs, links)
    if robot.base_body is None and not extras.ports:
        torques = ALGORITHMS[algorithm](tracer, links, drives, robot.gravity, enter)
    else:
        start, held = _outside(robot, extras, framed, tracer, inputs)
        torques, carried = newton_euler_from(tracer, links, drives, start, enter, held)
        if robot.base_body is not None:
            enter("backward_0")
            body = base_link(framed)
            _give_base(tracer, total(tracer, 0, link_wrench(tracer, 0, body, start), carried))
    _give(robot, extras, tracer, drives, torques)


def _stages(tracer: Tracer) -> EnterStage:
    def enter(stage: str) -> None:
        tracer.stage = stage

    return enter


def _give(
    robot: Robot, extras: Extras, tracer: Tracer, drives: list[Drive], torques: list[Real]
) -> None:
    """Make torques the outputs, with what motors add."""
    if extras.actuators:
        torques = driven(robot, tracer, drives, torques)
    for i, torque in enumerate(gathered_torques(robot, torques)):
        tracer.stage = f"backward_{robot.leaders[i] + 1}"
        tracer.output(f"tau{i + 1}", torque)


def economies_of(robot: Robot) -> tuple[str, ...]:
    """Return the names of the economies that a robot may profit from.

    Sums of angles are those of ports: a follower's is none.
    """
    links = with_parallel_frames(joint_frame_links(robot))
    parallel = any(head != i for i, head in enumerate(group_heads(links)))
    grouped = (Economy.PARALLEL_AXES, Economy.HEAD)
    allowed = parallel and not robot.is_coupled
    return tuple(each.name for each in ECONOMIES if allowed or each not in grouped)


def short_trace(extras: Extras, names: frozenset[str]) -> Trace:
    """Return the trace of Newton-Euler with economies, given by name."""
    economies = [Economy[name] for name in names]

    def trace(robot: Robot, tracer: Tracer, inputs: Inputs) -> None:
        robot = folded(robot) if robot.is_coupled else robot
        framed = framed_links(robot, parallel := Economy.PARALLEL_AXES in economies)
        links, enter = framed.links, _stages(tracer)
        drives = traced_drives(robot, tracer, inputs, links)
        turns = traced_turns(tracer, inputs, links, drives) if parallel else drives
        start, held = _outside(robot, extras, framed, tracer, inputs)
        torques, carried = short_torques_from(
            tracer, links, drives, turns, start, enter, economies, held
        )
        if robot.base_body is not None:
            enter("backward_0")
            _give_base(tracer, base_wrench(tracer, base_link(framed), start, carried, economies))
        _give(robot, extras, tracer, drives, torques)

    return trace


def _outside(
    robot: Robot, extras: Extras, framed: FramedLinks, tracer: Tracer, inputs: Inputs
) -> tuple[LinkMotion, Held]:
    """Return the base's motion, and what links hold."""
    held: dict[int, Callable[[LinkMotion], Wrench]] = {}
    if {"payload", "wrench"} & set(extras.ports):
        i = robot.index(extras.link)
        frame = framed.frames[i]
        held[i] = functools.partial(held_wrench, robot, tracer, inputs, extras, i, frame)
    base = base_motion(robot, tracer, inputs, extras)
    return resting_base(robot.gravity) if base is None else base, held


def _give_base(tracer: Tracer, wrench: Wrench) -> None:
    """Make a base's wrench the outputs."""
    parts = (*wrench.force.components, *wrench.moment.components)
    for name, part in zip(BASE_WRENCH.columns, parts, strict=True):
        tracer.output(name, part)
