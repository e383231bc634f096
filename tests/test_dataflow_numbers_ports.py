import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.build import build_array
from dataflow.numbers.ports import decode_inputs, decode_outputs, encode
from golden.robot import Joint, JointType, Link, Robot
from tests.designs import motion

WIDTH = 12
STEP = 2.0 * math.pi / 2**WIDTH


def joint(kind, position, velocity, acceleration):
    return Joint(kind, 0.0, (-position, position), velocity, acceleration, 100.0)


def arm():
    """A turning joint and a slider whose limits need different formats."""
    turn = joint(JointType.REVOLUTE, math.pi, 2.0, 5.0)
    slide = joint(JointType.PRISMATIC, 0.4, 0.5, 100.0)
    turned = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    links = [Link(j, turned, np.full(3, 0.1), 1.0, np.zeros(3), np.eye(3)) for j in (turn, slide)]
    return Robot("arm", "", tuple(links))


DESIGN = build_array(arm(), width=WIDTH)
FRACTIONS = [12, 12, 9, 11, 8, 4]  # q1 (of a turn), q2, qd1, qd2, qdd1, qdd2


def one(port, value, **options):
    """The integer on one port with zeros on all others."""
    columns = np.zeros(6)
    columns[port] = value
    return encode(DESIGN, motion(*columns.reshape(3, 1, 2)), **options).integers[0, port]


def test_formats_hold_the_limits_and_little_more():
    assert [p.format.fraction for p in DESIGN.inputs] == FRACTIONS
    assert {p.format.width for p in DESIGN.inputs} == {WIDTH}
    assert [p.unit for p in DESIGN.inputs] == ["turn", "m", "rad/s", "m/s", "rad/s2", "m/s2"]
    assert [p.name for p in DESIGN.inputs] == ["q1", "q2", "qd1", "qd2", "qdd1", "qdd2"]
    assert [p.joint for p in DESIGN.inputs] == [1, 2, 1, 2, 1, 2]


@pytest.mark.parametrize(
    ("angle", "integer"),
    [
        (0.0, 0),
        (math.pi / 2, 1024),
        (-math.pi / 2, -1024),
        (math.pi, -2048),
        (-math.pi, -2048),
        (math.nextafter(math.pi, 0.0), -2048),
        (math.nextafter(-math.pi, 0.0), -2048),
        (math.pi - 0.49 * STEP, -2048),
        (math.pi - 0.51 * STEP, 2047),
        (math.pi + 0.51 * STEP, -2047),
        (-math.pi - 0.51 * STEP, 2047),
        (1.5 * math.pi, -1024),
        (2.0 * math.pi, 0),
        (200.0 * math.pi + 5 * STEP, 5),
        (-2000.0 * math.pi - 5 * STEP, -5),
    ],
)
def test_angles_wrap(angle, integer):
    assert one(0, angle) == integer


@given(st.floats(-1e5, 1e5))
def test_an_angle_is_rounded_to_the_nearest_pattern_of_any_turn(angle):
    integer = one(0, angle)
    assert -2048 <= integer <= 2047
    off = math.remainder(angle - integer * STEP, 2.0 * math.pi)
    assert abs(off) <= 0.5 * STEP + 1e-10


@given(st.integers(1, 5), st.data())
def test_other_values_are_rounded_to_nearest_half_to_even(port, data):
    resolution = 2.0 ** -FRACTIONS[port]
    steps = data.draw(st.floats(-2048.0, 2047.0))
    assert one(port, steps * resolution) == round(steps)  # Python's round is half to even
    half = data.draw(st.integers(-2048, 2046)) + 0.5
    assert one(port, half * resolution) == 2 * round(half / 2)


@pytest.mark.parametrize("width", [12, 18, 28])
def test_every_pattern_comes_back(width):
    design = build_array(arm(), width=width)
    rng = np.random.default_rng(width)
    low = [p.format.lowest for p in design.inputs]
    high = [p.format.highest for p in design.inputs]
    integers = rng.integers(low, high, (1000, 6), endpoint=True)
    integers[:2] = low, high
    q, qd, qdd = decode_inputs(design, integers).values()
    assert q.shape == qd.shape == qdd.shape == (1000, 2)
    again = encode(design, motion(q, qd, qdd))
    np.testing.assert_array_equal(again.integers, integers)
    assert again.clipped == 0


def test_inputs_are_decoded_in_their_units():
    states = decode_inputs(DESIGN, np.array([[1024, 1024, 512, -1024, 256, -16]]))
    q, qd, qdd = states["q"], states["qd"], states["qdd"]
    np.testing.assert_allclose(q, [[math.pi / 2, 0.25]])
    np.testing.assert_array_equal(qd, [[1.0, -0.5]])
    np.testing.assert_array_equal(qdd, [[1.0, -1.0]])


def test_torques_are_decoded_by_each_ports_own_format():
    fractions = [p.format.fraction for p in DESIGN.outputs]
    assert fractions[0] != fractions[1]
    torques = decode_outputs(DESIGN, np.array([[[3, -5]]]))
    np.testing.assert_array_equal(
        torques, [[[3 * 2.0 ** -fractions[0], -5 * 2.0 ** -fractions[1]]]]
    )
    assert [p.unit for p in DESIGN.outputs] == ["N m", "N"]


@pytest.mark.parametrize(
    ("port", "value", "message"),
    [
        (1, 0.51, "points.csv row 1, joint 2, q2: 0.51 m; allowed: -0.5 to 0.499756 m"),
        (2, 4.0, "points.csv row 1, joint 1, qd1: 4 rad/s; allowed: -4 to 3.99805 rad/s"),
        (3, -1.01, "points.csv row 1, joint 2, qd2: -1.01 m/s; allowed: -1 to 0.999512 m/s"),
        (4, 8.0, "points.csv row 1, joint 1, qdd1: 8 rad/s2; allowed: -8 to 7.99609 rad/s2"),
        (5, -1e308, "points.csv row 1, joint 2, qdd2: -1e+308 m/s2; allowed: -128 to 127.938 m/s2"),
    ],
)
def test_a_value_beyond_its_format_is_named(port, value, message):
    with pytest.raises(InputError) as error:
        one(port, value, source="points.csv")
    assert str(error.value) == message + " (--clip saturates)"


@pytest.mark.parametrize("port", [1, 2, 3, 4, 5])
def test_the_limit_is_where_rounding_leaves_the_format(port):
    resolution = 2.0 ** -FRACTIONS[port]
    assert one(port, 2047.49 * resolution) == 2047
    assert one(port, -2048.5 * resolution) == -2048
    for steps in (2047.5, -2048.51):
        with pytest.raises(InputError, match=DESIGN.inputs[port].name):
            one(port, steps * resolution)


def test_the_first_wrong_row_is_named():
    qd = np.zeros((5, 2))
    qd[2:, 1] = 7.0
    with pytest.raises(InputError, match=r"^trajectory row 3, joint 2, qd2: 7 m/s"):
        encode(DESIGN, motion(np.zeros((5, 2)), qd, np.zeros((5, 2))))


def test_clipping_saturates_and_counts():
    q = np.array([[100.0, 0.1], [0.0, 9.0], [0.0, -9.0]])
    qd = np.array([[4.0, 0.0], [-4.0, 0.0], [-1e308, 1e308]])
    encoded = encode(DESIGN, motion(q, qd, np.zeros((3, 2))), clip=True)
    assert encoded.clipped == 5  # both slides, all of the last row's rates, 4.0 but not -4.0
    np.testing.assert_array_equal(encoded.integers[:, 1], [round(0.1 * 2**12), 2047, -2048])
    np.testing.assert_array_equal(encoded.integers[:, 2], [2047, -2048, -2048])
    np.testing.assert_array_equal(encoded.integers[:, 3], [0, 0, 2047])


@pytest.mark.parametrize("clip", [False, True])
@pytest.mark.parametrize("port", range(6))
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_refused_even_with_clipping(value, port, clip):
    name = DESIGN.inputs[port].name
    unit = DESIGN.inputs[port].unit.replace("turn", "rad")
    with pytest.raises(InputError) as error:
        one(port, value, clip=clip)
    place = f"trajectory row 1, joint {1 + port % 2}, {name}"
    assert str(error.value).startswith(f"{place}: {value} {unit}; allowed: ")
    assert ("any finite angle" in error.value.allowed) == (port == 0)


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        (((3, 1), (3, 1), (3, 1)), r"q has shape \(3, 1\); allowed: \(3, 2\)"),
        (((3, 1), (3, 3), (3, 2)), r"q has shape \(3, 1\)"),
        (((3, 2), (4, 2), (3, 2)), r"qd has shape \(4, 2\); allowed: \(3, 2\)"),
        (((3, 2), (3, 2), (2,)), r"qdd has shape \(1, 2\); allowed: \(3, 2\)"),
        (((1, 3, 2), (1, 3, 2), (1, 3, 2)), r"q has shape \(1, 3, 2\); allowed: \(1, 2\)"),
    ],
)
def test_wrong_shapes_are_named(shapes, message):
    with pytest.raises(InputError, match=message):
        encode(DESIGN, motion(*(np.zeros(shape) for shape in shapes)))


def test_one_state_and_no_state_are_batches_too():
    assert encode(DESIGN, motion([0.0, 0.1], [0.0, 0.0], [1.0, 0.0])).integers.shape == (1, 6)
    empty = encode(DESIGN, motion(*np.zeros((3, 0, 2))))
    assert empty.integers.shape == (0, 6)
    assert empty.clipped == 0


def test_a_missing_array_is_named():
    with pytest.raises(InputError, match=r"^trajectory: has no qd; allowed: q, qd, qdd$"):
        encode(DESIGN, {"q": np.zeros((3, 2)), "qdd": np.zeros((3, 2))})


@pytest.mark.parametrize("port", [1, 2, 3, 4, 5])
def test_the_proof_knows_of_what_is_rounded_up_to_the_lowest_pattern(port):
    """A value nearly half a step beyond it is accepted, so it counts as a magnitude."""
    furthest = -2048.499 * 2.0 ** -FRACTIONS[port]
    assert one(port, furthest) == -2048
    index = DESIGN.inputs[port].operation
    assert DESIGN.knowledge[index].magnitude >= abs(furthest)
