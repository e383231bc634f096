"""The ten tasks of a link as machine code, for joints that turn."""

from __future__ import annotations

from typing import NamedTuple

from common.arrays import Reals
from papers.zeng_egan.today.atomics import compiled

Vector = tuple[float, float, float]


class Arm(NamedTuple):
    """What `LinkState` says of each link, a link a row."""

    turn: Reals
    axis: Reals
    offset: Reals
    turn_beyond: Reals
    offset_beyond: Reals
    centre: Reals
    mass: Reals
    inertia: Reals
    speed: Reals
    acceleration: Reals
    damping: Reals


@compiled
def _cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@compiled
def _transform(m: Reals, v: Vector) -> Vector:
    return (
        m[0, 0] * v[0] + m[0, 1] * v[1] + m[0, 2] * v[2],
        m[1, 0] * v[0] + m[1, 1] * v[1] + m[1, 2] * v[2],
        m[2, 0] * v[0] + m[2, 1] * v[1] + m[2, 2] * v[2],
    )


@compiled
def _sum(a: Vector, b: Vector) -> Vector:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


@compiled
def _vector(row: Reals) -> Vector:
    return (row[0], row[1], row[2])


@compiled
def do_task(arm: Arm, values: Reals, task: int) -> None:
    """Carry out task k + 10 (i - 1), which writes ``values[i, k - 1]``; 0 and the exit do nothing.

    ``values`` has shape (n + 2, 10, 3); rows 0 and n + 1 are the base and what is beyond the tip.
    """
    i, k = (task - 1) // 10 + 1, (task - 1) % 10 + 1
    if task == 0 or i > arm.mass.shape[0]:
        return
    j = i - 1
    w, dw, dv = _vector(values[i, 0]), _vector(values[i, 1]), _vector(values[i, 2])
    before = _vector(values[i - 1, 0])
    if k == 1:
        found = _transform(arm.turn[j], _sum(before, (0.0, 0.0, arm.speed[j])))
    elif k == 2:
        rate = _sum(_vector(values[i - 1, 1]), (0.0, 0.0, arm.acceleration[j]))
        rate = _sum(rate, _cross(before, (0.0, 0.0, arm.speed[j])))
        found = _transform(arm.turn[j], rate)
    elif k == 3:
        offset = _vector(arm.offset[j])
        across = _sum(_cross(dw, offset), _cross(w, _cross(w, offset)))
        found = _sum(across, _transform(arm.turn[j], _vector(values[i - 1, 2])))
    elif k == 4:
        centre = _vector(arm.centre[j])
        total = _sum(_sum(_cross(dw, centre), _cross(w, _cross(w, centre))), dv)
        found = (arm.mass[j] * total[0], arm.mass[j] * total[1], arm.mass[j] * total[2])
    elif k == 5:
        spin = _cross(w, _transform(arm.inertia[j], w))
        found = _sum(_transform(arm.inertia[j], dw), spin)
    elif k == 6:
        beyond = _transform(arm.turn_beyond[j], _vector(values[i + 1, 5]))
        found = _sum(beyond, _vector(values[i, 3]))
    elif k == 7:
        lever = _cross(_vector(arm.offset_beyond[j]), _vector(values[i + 1, 5]))
        found = _transform(arm.turn_beyond[j], _sum(_vector(values[i + 1, 8]), lever))
    elif k == 8:
        reach = _sum(_vector(arm.offset[j]), _vector(arm.centre[j]))
        found = _cross(reach, _vector(values[i, 3]))
    elif k == 9:
        found = _sum(_sum(_vector(values[i, 6]), _vector(values[i, 7])), _vector(values[i, 4]))
    else:
        n, axis = _vector(values[i, 8]), _vector(arm.axis[j])
        effort = n[0] * axis[0] + n[1] * axis[1] + n[2] * axis[2]
        found = (effort + arm.damping[j] * arm.speed[j], 0.0, 0.0)
    values[i, k - 1, 0], values[i, k - 1, 1], values[i, k - 1, 2] = found
