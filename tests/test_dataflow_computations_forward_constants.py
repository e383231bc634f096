"""What constants being off makes of M and the bias is counted, and not far off."""

import dataclasses

import numpy as np

from dataflow.computations.forward_constants import Distances, distances_of_constants
from dataflow.computations.forward_dynamics import proved_bounds
from dataflow.computations.solved_rounding import solved_rounding
from golden.equations_of_motion import coriolis_torque, gravity_torque, mass_matrix
from golden.load import load_robot
from golden.trajectory import random_states


def turned(robot, angle):
    """The same arm, its links' right angles off by an angle that is snapped away."""
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
    links = [dataclasses.replace(link, rotation=link.rotation @ turn) for link in robot.links]
    return dataclasses.replace(robot, links=tuple(links))


def reaches_of(robot):
    """Magnitudes beyond those of the states."""
    return {"q": np.full(robot.n, 4.0), "qd": np.full(robot.n, 10.0), "tau": np.full(robot.n, 1e3)}


def test_each_part_makes_the_accelerations_bound_larger():
    robot = load_robot("machado_2r")
    none, some = np.zeros((2, 2)), np.full((2, 2), 1e-9)
    bounds = proved_bounds(robot, [0.0, 0.0], np.zeros(2))

    def bound(mass, bias):
        found = solved_rounding(robot, reaches_of(robot), bounds, Distances(mass, bias))
        return found.accelerations.error

    assert np.all(bound(some, none[0]) > 1.001 * bound(none, none[0]))
    assert np.all(bound(none, some[0]) > 1.001 * bound(none, none[0]))


def test_what_is_snapped_moves_m_and_the_bias_by_no_more_than_is_counted():
    exact = load_robot("puma560")
    off = turned(exact, 5e-13)
    counted = distances_of_constants(off, reaches_of(off))
    plain = distances_of_constants(exact, reaches_of(exact))
    states = random_states(off, 200, 1)
    mass = mass_matrix(off, states.q) - mass_matrix(exact, states.q)
    moved = np.max(np.abs(mass), axis=0)
    assert np.max(moved) > 1e-13
    assert np.all(moved <= counted.mass)
    assert np.max(counted.mass - plain.mass) > 1e-13
    assert np.all(counted.mass <= 1e4 * np.max(moved))
    biases = [
        coriolis_torque(each, states.q, states.qd) + gravity_torque(each, states.q)
        for each in (off, exact)
    ]
    fell = np.max(np.abs(biases[0] - biases[1]), axis=0)
    assert np.max(fell) > 1e-12
    assert np.all(fell <= counted.bias)
    assert np.max(counted.bias - plain.bias) > 1e-12
