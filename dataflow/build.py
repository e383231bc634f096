"""From a robot to a design: trace, simplify, format with proof, schedule."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

import numpy as np

from common.errors import InputError
from dataflow.design import Design, Port, divided_into_stages
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import JointFrameLink, joint_frame_links, regrouped
from dataflow.equations.recursions import ALGORITHMS
from dataflow.equations.vector import PlaneRotation
from dataflow.graph.graph import Graph, Node
from dataflow.graph.scalar import Tracer
from dataflow.graph.simplify import simplified
from dataflow.lowering.draft import Draft, FormatError
from dataflow.lowering.lowering import Lowering, Rules
from dataflow.numbers.formats import Format, TrigonometricFormat, integer_bits
from dataflow.operators import Operator, Target
from dataflow.timing.schedule import most_urgent_first, with_fewest_registers
from dataflow.timing.units import ARRAY_SHARES, RING_SHARES, Sharing, Units
from golden.robot import Joint, JointType, Robot

WIDTHS = range(12, 29)
"""Widths that a design may have: below, torques drown; above, sums pass the emulator's 64 bits."""

_INTERVALS = range(1, 1025)
"""Initiation intervals that a design may have, in cycles."""

DEFAULT_WIDTH = 18
"""The width of an FPGA's multiplier."""


def build_array(
    robot: Robot,
    algorithm: str = "newton-euler",
    width: int = DEFAULT_WIDTH,
    initiation_interval: int = 1,
    target: Target | None = None,
) -> Design:
    """The array of one stage a link, forward and back.

    Parameters
    ----------
    algorithm
        A key of `dataflow.equations.recursions.ALGORITHMS`.
    width
        Bits of every port and of every factor of a product.
    initiation_interval
        Cycles from one set of inputs to the next. Above 1, a stage's products share multipliers.

    Raises
    ------
    InputError
        If an option is outside what is possible.
    """
    graph, formats = _checked_graph(robot, algorithm, width, initiation_interval)
    sharing = Sharing(initiation_interval, ARRAY_SHARES)
    return _design_of(robot, algorithm, graph, formats, width, sharing, target or Target())


def build_ring(
    robot: Robot,
    algorithm: str = "newton-euler",
    width: int = DEFAULT_WIDTH,
    initiation_interval: int | None = None,
    target: Target | None = None,
) -> Design:
    """The ring: one stage that serves all links in turn, forward and back.

    Its results come round to its own inputs. Products with variables and constants, additions,
    sines and cosines share units over the whole arm. Parameters and errors as for `build_array`;
    without an initiation interval it is twice the number of links, so that the ring has the units
    that a stage of the array has on average.
    """
    interval = 2 * robot.n if initiation_interval is None else initiation_interval
    graph, formats = _checked_graph(robot, algorithm, width, interval)
    nodes = [dataclasses.replace(node, stage="ring") for node in graph.nodes]
    sharing = Sharing(interval, RING_SHARES)
    one_stage = Graph(nodes, graph.outputs)
    return _design_of(robot, algorithm, one_stage, formats, width, sharing, target or Target())


def _checked_graph(
    robot: Robot, algorithm: str, width: int, interval: int
) -> tuple[Graph, dict[str, Format]]:
    """The simplified graph and the inputs' formats, if the options make sense."""
    if algorithm not in ALGORITHMS:
        raise InputError("--algorithm", repr(algorithm), ", ".join(ALGORITHMS))
    if width not in WIDTHS:
        raise InputError("--width", f"{width} bits", f"{WIDTHS.start} to {WIDTHS.stop - 1}")
    if interval not in _INTERVALS:
        allowed = f"{_INTERVALS.start} to {_INTERVALS.stop - 1} cycles"
        raise InputError("--ii", str(interval), allowed)
    formats = port_formats(robot, width)
    return traced(robot, algorithm, formats), formats


def _design_of(
    robot: Robot,
    algorithm: str,
    graph: Graph,
    formats: dict[str, Format],
    width: int,
    sharing: Sharing,
    target: Target,
) -> Design:
    """Formats with proof, units and schedule for a graph."""
    trigonometry = TrigonometricFormat.for_width(width)

    def lowered(units: Units, order: Sequence[Node] | None = None) -> Lowering:
        lowering = Lowering(graph, formats, Rules(width), trigonometry, Draft(target, units))
        lowering.run(order)
        return lowering

    units = Units(sharing)
    try:
        lowering = lowered(units)
        if sharing.interval > 1:
            # Again, with the fewest units that have room for all that was counted. Neither order
            # is always the better one.
            orders = (
                graph.nodes,
                most_urgent_first(graph, lowering.results, lowering.draft.operations),
            )
            tried = [lowered(units.fewest(), order) for order in orders]
            lowering = min(tried, key=lambda found: found.draft.end)
    except FormatError as error:
        raise InputError(f"robot {robot.name}", str(error), "another --width") from error
    results = {name: lowering.results[node] for name, node in graph.outputs.items()}
    outputs = tuple(results.values())
    operations = with_fewest_registers(tuple(lowering.draft.operations), outputs)
    ports = {o.name: o.index for o in operations if o.operator is Operator.PORT}
    return Design(
        robot=robot.name,
        algorithm=algorithm,
        initiation_interval=sharing.interval,
        trigonometry=trigonometry,
        operations=operations,
        knowledge=tuple(lowering.draft.known),
        stages=divided_into_stages(operations, outputs),
        inputs=tuple(
            Port(name, joint, ports[name], formats[name], unit)
            for name, joint, unit in _input_names(robot)
        ),
        outputs=tuple(
            Port(name, i, index, operations[index].format, _torque_unit(robot.joints[i - 1]))
            for i, (name, index) in enumerate(results.items(), start=1)
        ),
    )


def _input_names(robot: Robot) -> list[tuple[str, int, str]]:
    """Name, joint and unit of every input: all q, then all qd, then all qdd."""
    names = []
    for prefix, derivative in (("q", ""), ("qd", "/s"), ("qdd", "/s2")):
        for i, joint in enumerate(robot.joints, start=1):
            unit = "m" if joint.type is JointType.PRISMATIC else "rad"
            names.append(
                (f"{prefix}{i}", i, unit + derivative if unit + derivative != "rad" else "turn")
            )
    return names


def _torque_unit(joint: Joint) -> str:
    """N m for a torque, N for a force."""
    return "N m" if joint.type is JointType.REVOLUTE else "N"


def port_formats(robot: Robot, width: int) -> dict[str, Format]:
    """Formats of the inputs: binary angles, and for the rest what holds the robot's limits."""
    formats = {}
    for i, joint in enumerate(robot.joints, start=1):
        largest_position = float(np.max(np.abs(joint.position_limits)))
        formats[f"q{i}"] = (
            Format(width, width)
            if joint.type is JointType.REVOLUTE
            else _format_for(largest_position, width)
        )
        formats[f"qd{i}"] = _format_for(joint.velocity_limit, width)
        formats[f"qdd{i}"] = _format_for(joint.acceleration_limit, width)
    return formats


def _format_for(limit: float, width: int) -> Format:
    """The finest format in which plus and minus ``limit``, rounded to nearest, can be written."""
    form = Format(width, width - integer_bits(limit))
    if round(math.ldexp(limit, form.fraction)) > form.highest:
        return Format(width, form.fraction - 1)
    return form


def traced(robot: Robot, algorithm: str, formats: dict[str, Format]) -> Graph:
    """The graph of all torques, simplified with the robot's constants."""
    chain = regrouped(joint_frame_links(robot))
    tracer = Tracer()
    drives = [_drive(tracer, i, link, formats) for i, link in enumerate(chain, start=1)]

    def enter(stage: str) -> None:
        tracer.stage = stage

    torques = ALGORITHMS[algorithm](tracer, chain, drives, robot.gravity, enter)
    for i, torque in enumerate(torques, start=1):
        tracer.stage = f"backward_{i}"
        tracer.output(f"tau{i}", torque)
    return simplified(tracer.graph)


def _drive(tracer: Tracer, i: int, link: JointFrameLink, formats: dict[str, Format]) -> Drive:
    """Joint ``i``'s inputs, each with the largest magnitude that its port admits."""
    tracer.stage = f"forward_{i}"
    values = {}
    reach = {}
    for prefix in ("q", "qd", "qdd"):
        form = formats[f"{prefix}{i}"]
        reach[prefix] = math.ldexp(1.0, form.width - 1 - form.fraction)
        values[prefix] = tracer.input(f"{prefix}{i}", reach[prefix])
    motion = Drive(values["qd"], values["qdd"], reach["qd"], reach["qdd"])
    if link.revolute:
        rotation = PlaneRotation(*tracer.cosine_and_sine(values["q"], str(i)))
        return dataclasses.replace(motion, rotation=rotation)
    return dataclasses.replace(motion, slide=values["q"], slide_bound=reach["q"])
