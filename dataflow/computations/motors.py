"""What the motors behind the gears add to a motion's torques."""

from __future__ import annotations

from dataflow.equations.drive import Drive
from dataflow.equations.vector import Real
from dataflow.graph.scalar import Tracer
from golden.robot import Actuator, Robot


def driven(robot: Robot, tracer: Tracer, drives: list[Drive], torques: list[Real]) -> list[Real]:
    """Return the torques with what the motors behind the gears add: `golden.actuators`."""
    result = list(torques)
    for i, (link, drive) in enumerate(zip(robot.links, drives, strict=True)):
        if link.joint.actuator is not None:
            tracer.stage = f"backward_{i + 1}"
            result[i] = result[i] + _motor(tracer, link.joint.actuator, drive, str(i + 1))
    return result


def _motor(tracer: Tracer, actuator: Actuator, drive: Drive, name: str) -> Real:
    """Return G^2 Jm qdd + G^2 B qd + |G| Tc."""
    gear = abs(actuator.gear_ratio)
    added = drive.acceleration * (gear**2 * actuator.motor_inertia)
    added = added + drive.rate * (gear**2 * actuator.viscous_friction)
    coulomb = gear * actuator.coulomb_positive, gear * actuator.coulomb_negative
    if any(coulomb):
        forwards, backwards = tracer.directions(drive.rate, name)
        added = added + forwards * coulomb[0] + backwards * coulomb[1]
    return added
