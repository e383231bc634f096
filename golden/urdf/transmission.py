"""Gear ratios, from the <transmission> elements beside a robot's joints."""

from __future__ import annotations

from common.errors import InputError
from common.numerals import INFINITE, NUMBER
from golden.urdf.xml_elements import Element, number_of, warn

_ALLOWED = "motor turns per joint turn, a finite number, not 0"


def reduction(joint: Element) -> float | None:
    """Return the gear ratio between a joint and its motor; None where no file says one.

    That of the one transmission, from one motor to one joint, that names the joint: its
    <mechanicalReduction>, inside the actuator as ROS controllers have it, or beside it. Of
    differentials and other couplings none is taken. Words where a number should stand, as templates
    leave them, say none, with a warning.

    Raises
    ------
    InputError
        A ratio is 0 or not finite, or a joint has two transmissions.
    """
    robot, name = joint.parent, joint.attributes.get("name")
    if robot is None:
        return None
    own = [each for each in robot.all("transmission") if _is_of(each, name)]
    ratios = [element for each in own for element in _reductions(each)]
    if len(ratios) > 1:
        problem = f"a second ratio of joint {name!r}"
        raise InputError(ratios[1].place(), problem, "one <mechanicalReduction> a joint")
    if not ratios:
        return None
    if _is_word(ratios[0].content):
        warn(ratios[0].place(), f"{ratios[0].content!r} is no number: taken as a ratio of 1")
        return None
    value = number_of(ratios[0].content, ratios[0].place(), _ALLOWED)
    if value == 0:
        raise InputError(ratios[0].place(), "0", _ALLOWED)
    return value


def _is_word(text: str) -> bool:
    """Return whether a text is a word that is no number at all."""
    return text.isidentifier() and not NUMBER.fullmatch(text) and not INFINITE.fullmatch(text)


def _is_of(transmission: Element, joint: str | None) -> bool:
    """Return whether a transmission is simple, and the joint's."""
    joints, motors = transmission.all("joint"), transmission.all("actuator")
    return len(joints) == 1 and len(motors) <= 1 and joints[0].attributes.get("name") == joint


def _reductions(transmission: Element) -> list[Element]:
    places = (transmission, *transmission.all("actuator"), *transmission.all("joint"))
    return [found for place in places for found in place.all("mechanicalReduction")]
