"""What is dropped, snapped or rounded before anything has bits is counted, and not far off."""

import dataclasses

import numpy as np
import pytest

from dataflow.build import state_of
from dataflow.computations.catalogue import COMPUTATIONS
from dataflow.computations.inverse_dynamics import inverse_dynamics_with
from dataflow.computations.surroundings import Extras, random_outside
from dataflow.errors.pointwise import true_values
from dataflow.errors.reference import (
    neglected_by_outputs,
    reference_error,
)
from dataflow.errors.system import error_system
from dataflow.graph.distances import neglected_distances
from dataflow.graph.scalar import Tracer
from dataflow.lowering.request import Request
from golden.connectivity import BASE
from golden.coupling import coupling_matrix
from golden.frame_motion import (
    FrameMotion,
    Wrench,
    across_body,
    body_wrench,
    carried,
    spin_of,
)
from golden.generators import random_robot
from golden.joint import Actuator, Following
from golden.load import load_robot
from golden.loaded import payload_wrench
from golden.newton_euler import inverse_dynamics, recursion
from golden.rigid_body import RigidBody
from golden.surroundings import Surroundings
from golden.trajectory import random_states
from golden.vectors import ZERO, vector

EVERY = pytest.mark.parametrize("algorithm", ["newton-euler", "lagrangian"])


def motion(states):
    """States as the arrays that the ports name."""
    return {"q": states.q, "qd": states.qd, "qdd": states.qdd}


def state(robot, algorithm="newton-euler", width=18):
    return state_of(Request(robot, COMPUTATIONS[algorithm], width=width), "formatted")


def graph_values(found, states):
    """The torques by the graph's equations, on floats, shape (points, outputs)."""
    system = error_system(found)
    ports = {f"{name}{i + 1}": columns[:, i]
             for name, columns in states.items() for i in range(columns.shape[1])}  # fmt: skip
    values = true_values(system, ports)
    return np.stack([values[node] for node in system.outputs.values()], axis=-1)


def distances(robot, algorithm):
    """By how much each torque's graph may be off the exact robot."""
    return neglected_by_outputs(state(robot, algorithm, 24))


def turned_a_little(robot, angle):
    """The same arm, a right angle of each link off by ``angle``."""
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
    links = [dataclasses.replace(link, rotation=link.rotation @ turn) for link in robot.links]
    return dataclasses.replace(robot, links=tuple(links))


@EVERY
def test_what_is_snapped_to_a_right_angle_is_counted(algorithm):
    """Half of what is snapped: far more than rounding, and no coefficient shows it."""
    exact = load_robot("puma560")
    off = turned_a_little(exact, 5e-13)
    states = motion(random_states(off, 300, 1))
    found = graph_values(state(off, algorithm), states)
    distance = np.max(np.abs(found - inverse_dynamics(off, **states)), axis=0)
    assert np.all(distance <= distances(off, algorithm))
    counted = distances(off, algorithm) - distances(exact, algorithm)
    assert np.all(distance[:3] > 5e-12)
    assert np.all(distance <= counted)


@EVERY
def test_what_cancels_and_is_cleaned_away_is_counted(algorithm):
    """A centre of mass beside the axis by less than what counts as noise of the inertia."""
    exact = load_robot("machado_2r")
    links = list(exact.links)
    aside = links[1].center_of_mass + np.array([0.0, 2e-14, 0.0])
    links[1] = dataclasses.replace(links[1], center_of_mass=aside)
    off = dataclasses.replace(exact, links=tuple(links))
    cleaned = state(off, algorithm).graph.nodes
    assert [n.terms for n in cleaned] == [n.terms for n in state(exact, algorithm).graph.nodes]
    states = motion(random_states(off, 300, 1))
    moved = np.abs(inverse_dynamics(off, **states) - inverse_dynamics(exact, **states))
    counted = distances(off, algorithm) - distances(exact, algorithm)
    assert np.all(np.max(moved, axis=0) > 1e-13)
    assert np.all(np.max(moved, axis=0) <= counted)


def test_a_coefficient_that_is_dropped_is_counted():
    tracer = Tracer()
    x, y, z = (tracer.input(name, reach) for name, reach in (("x", 8.0), ("y", 4.0), ("z", 2.0)))
    kept = tracer.keep("kept", x + y * 9e-15)
    product = tracer.keep("product", kept * z)
    both = (product + 3e-15 * x) * 2.0
    tracer.output("out", both + z)
    index = tracer.graph.outputs["out"]
    (node,) = (n for n in tracer.graph.nodes if n.name == "out")
    assert [t.factors for t in node.terms] == [(2,), (product.single()[1],)]
    assert node.neglected == pytest.approx(2.0 * 3e-15 * 8.0, rel=0.3)
    assert node.neglected >= 2.0 * 3e-15 * 8.0
    found = neglected_distances(tracer.graph, 0.0)[index]
    assert found >= 2.0 * (2.0 * 9e-15 * 4.0 + 3e-15 * 8.0)


def test_terms_that_cancel_leave_what_they_are_off():
    tracer = Tracer()
    x, z = tracer.input("x", 8.0), tracer.input("z", 1.0)
    tracer.output("out", 0.1 * x + 0.2 * x - 0.3 * x + z)
    (node,) = (n for n in tracer.graph.nodes if n.name == "out")
    assert len(node.terms) == 1
    left = abs(0.1 + 0.2 - 0.3)
    assert 0.0 < left * 8.0 <= node.neglected < 1e-14


@pytest.mark.parametrize(
    "dropped",
    [
        lambda x: x + x * (-1.0 + 5e-15),  # by a sum
        lambda x: (x * 1e-7) * 5e-8,  # by a product with a constant
        lambda x: x * 5e-15,  # as a constant
        lambda x: (x + 1.0) * 5e-15 - 5e-15,
    ],
)
def test_each_way_of_dropping_is_counted(dropped):
    tracer = Tracer()
    x, z = tracer.input("x", 8.0), tracer.input("z", 1.0)
    tracer.output("out", dropped(x) + z)
    (node,) = (n for n in tracer.graph.nodes if n.name == "out")
    assert len(node.terms) == 1
    assert 0.99 * 8.0 * 5e-15 <= node.neglected <= 1.5 * 8.0 * 5e-15


def test_constants_of_forward_dynamics_are_counted():
    """What M and the bias are off is carried through the pivots; no coefficient shows it."""
    exact = first_links(load_robot("puma560"), 3)
    off = turned_a_little(exact, 5e-13)
    states = COMPUTATIONS["forward-actuators"].states(off, random_states(off, 300, 1))
    found = graph_values(state(off, "forward-actuators", 24), states)
    golden = COMPUTATIONS["forward-actuators"].reference(off, states)
    distance = np.max(np.abs(found - golden), axis=0)
    both = [reference_error(state(each, "forward-actuators", 24)) for each in (off, exact)]
    assert np.all(distance > 1e-12)
    assert np.all(distance <= both[0] - both[1])
    assert np.all(both[0] <= 1e-6)


def first_links(robot, count):
    """The arm without the links beyond."""
    return dataclasses.replace(robot, links=robot.links[:count])


def test_a_reciprocal_is_off_by_what_it_divides_by():
    tracer = Tracer()
    x = tracer.input("x", 1.0)
    divisor = tracer.keep("divisor", x * 0.5 + 1.0 + 9e-15 * x)
    tracer.output("out", tracer.reciprocal("inverse", divisor, 0.5) * x)
    found = neglected_distances(tracer.graph, 0.0)
    inverse = next(n.index for n in tracer.graph.nodes if n.name == "inverse")
    assert found[inverse] >= 9e-15 / 0.25
    assert found[inverse] < 1e-13


def in_long_double(robot, q, qd, qdd):
    """Golden's recursion with 64 bits of fraction."""
    base = FrameMotion(ZERO, ZERO, vector(robot.base_rotation.T @ -robot.gravity))
    columns = [[c.astype(np.longdouble) for c in values.T] for values in (q, qd, qdd)]
    tau, _ = recursion(robot, base, *columns, BASE, Wrench(ZERO, ZERO))
    return tau


@pytest.mark.parametrize("name", ["puma560", "stanford", 3, 5])
def test_goldens_own_rounding_is_counted(name):
    rng = np.random.default_rng(7)
    robot = load_robot(name) if isinstance(name, str) else random_robot(rng, name, base=True)
    found = state(robot)
    bound = reference_error(found) - neglected_by_outputs(found)
    states = motion(random_states(robot, 4000, 2))
    distance = np.abs(inverse_dynamics(robot, **states) - in_long_double(robot, **states))
    assert np.all(np.max(distance, axis=0) <= bound)
    assert np.any(np.max(distance, axis=0) >= 1e-6 * bound)
    proved = [found.operations.knowledge[i].error for i in found.outputs.values()]
    assert np.all(bound <= 1e-4 * np.array(proved))


def loaded_in_long_double(robot, states, extras):
    """Golden's results with all that acts, with 64 bits of fraction, shape (points, outputs)."""
    exact = {name: values.astype(np.longdouble) for name, values in states.items()}
    coupling = coupling_matrix(robot)
    follows = [link.joint.follows for link in robot.links]
    q, qd, qdd = (exact[name] @ coupling.T for name in ("q", "qd", "qdd"))
    q = q + np.array([0.0 if each is None else each.offset for each in follows])
    zero = np.zeros(len(q), dtype=np.longdouble)
    if robot.base_body is not None:
        names = ("base_omega", "base_alpha", "base_acceleration")
        motion = FrameMotion(*(tuple(exact[name].T) for name in names))
    else:
        falling = exact["gravity"].T if "gravity" in exact else [g + zero for g in robot.gravity]
        motion = FrameMotion((zero,) * 3, (zero,) * 3, tuple(-each for each in falling))
    mounted, _ = across_body(robot.base_rotation, robot.base_translation, motion)

    def held(here):
        found = Wrench((zero,) * 3, (zero,) * 3)
        if "payload" in exact:
            found += payload_wrench(exact["payload"], here)
        if "wrench" in exact:
            found += Wrench(tuple(exact["wrench"].T[:3]), tuple(exact["wrench"].T[3:]))
        return found

    tip = robot.index(extras.link) if {"payload", "wrench"} & set(exact) else BASE
    state = tuple(q.T), tuple(qd.T), tuple(qdd.T)
    tau, carries = recursion(robot.uncoupled, mounted, *state, tip, held)
    if extras.actuators:
        tau = tau + np.stack([motor_torque(link, qd[:, i], qdd[:, i])
                              for i, link in enumerate(robot.links)], axis=-1)  # fmt: skip
    results = list((tau @ coupling).T)
    if robot.base_body is not None:
        wrench = carried(robot.base_rotation, robot.base_translation, carries)
        spin = spin_of(motion.omega, motion.alpha)
        wrench = body_wrench(robot.base_body, motion, spin) + wrench
        results += [*wrench.force, *wrench.moment]
    return np.stack(results, axis=-1)


def motor_torque(link, rate, push):
    """G^2 (Jm qdd + B qd) + |G| Tc, with 64 bits of fraction."""
    motor, one = link.joint.actuator, np.longdouble(1.0)
    gear = abs(one * motor.gear_ratio)
    coulomb = np.where(rate > 0, motor.coulomb_positive * one,
                       np.where(rate < 0, motor.coulomb_negative * one, 0 * one))  # fmt: skip
    return gear**2 * (motor.motor_inertia * push + motor.viscous_friction * rate) + gear * coulomb


def with_motors(robot):
    """Motors whose torques, and so their roundings, dwarf the arm's."""
    motor = Actuator(-5730.0, 0.31, 17.0, 3.1e5, -2.7e5)
    links = [
        dataclasses.replace(link, joint=dataclasses.replace(link.joint, actuator=motor))
        for link in robot.links
    ]
    return dataclasses.replace(robot, links=tuple(links))


def loaded_robot(kind):
    robot = load_robot("machado_2r")
    if kind == "motors":
        return with_motors(robot), Extras(actuators=True)
    if kind == "motors of followers":
        return with_motors(loaded_robot("follower")[0]), Extras(actuators=True)
    if kind == "follower":
        links = list(robot.links)
        follows = Following(0, -1.7, 0.3)
        links[1] = dataclasses.replace(
            links[1], joint=dataclasses.replace(links[1].joint, follows=follows)
        )
        return dataclasses.replace(robot, links=tuple(links)), Extras()
    limits = dict.fromkeys((f.name for f in dataclasses.fields(Surroundings)), 20.0)
    robot = dataclasses.replace(robot, surroundings=Surroundings(**limits))
    if kind == "free":
        body = RigidBody(4.0, np.array([0.1, 0.2, -0.1]), np.diag([0.3, 0.4, 0.5]))
        return dataclasses.replace(robot, base_body=body), Extras()
    return robot, Extras(ports=("payload", "wrench", "gravity"))


@pytest.mark.parametrize("kind", ["follower", "free", "ports", "motors", "motors of followers"])
def test_rounding_of_golden_with_all_that_acts_is_counted(kind):
    robot, extras = loaded_robot(kind)
    computation = inverse_dynamics_with("newton-euler", extras)
    found = state_of(Request(robot, computation), "formatted")
    bound = reference_error(found) - neglected_by_outputs(found)
    trajectory = random_states(robot, 60, 3)
    trajectory = dataclasses.replace(trajectory, beside=random_outside(robot, extras, 60, 4))
    states = computation.states(robot, trajectory)
    exact = loaded_in_long_double(robot, states, extras)
    distance = np.abs(computation.reference(robot, states) - exact).astype(float).max(axis=0)
    assert np.all(distance <= bound)
    assert np.any(distance > 1e-5 * bound)
    proved = [found.operations.knowledge[i].error for i in found.outputs.values()]
    assert np.all(bound <= 1e-6 * np.array(proved))
