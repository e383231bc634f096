"""Small arms for the tests of the Boolean hybrid."""

from golden.toml import robot_file

_HEAD = 'name = "{name}"\ndescription = "test"\ngravity = [0, -9.81, 0]\n'

_LINK = """
[[links]]
dh = {{ a = {a}, alpha = {alpha}, d = 0, theta = {theta} }}
mass = {mass}
center_of_mass = [{centre}, 0, {height}]
inertia = [{inertia}, {inertia}, {inertia}, 0, 0, 0]
[links.joint]
type = "{kind}"
position_limits = [{lower}, {upper}]
velocity_limit = {velocity}
acceleration_limit = {acceleration}
torque_limit = {torque}
"""

_RIGHT = 1.5707963267948966
_TURN = {"kind": "revolute", "lower": -3.141592653589793, "upper": 3.141592653589793}
_USUAL = {
    "a": 0.5, "alpha": 0, "theta": 0, "mass": 2, "centre": -0.2, "height": 0, "inertia": 0.01,
    "velocity": 1, "acceleration": 2, "torque": 64,
}  # fmt: skip


def arm(name, *links, tail=""):
    """An arm of links given by what differs from the usual one."""
    text = _HEAD.format(name=name)
    text += "".join(_LINK.format(**(_USUAL | _TURN | link)) for link in links)
    return robot_file.parse(text + tail, f"{name}.toml")


def planar_3r():
    """Three parallel axes in a vertical plane, with limits that are no powers of two."""
    return arm(
        "planar 3R",
        {"torque": 90, "velocity": 1.3},
        {"torque": 50, "a": 0.4},
        {"torque": 30, "a": 0.3, "acceleration": 2.7},
    )


def prismatic_revolute():
    """A slide that lifts a pendulum; its range is not symmetric."""
    slide = {"kind": "prismatic", "lower": 0, "upper": 0.8, "alpha": _RIGHT, "a": 0.1, "torque": 80}
    return arm("P-R", slide, {})


def revolute_prismatic():
    """An arm that turns in a vertical plane and grows: a slide in its inertia and in gravity."""
    turn = {"alpha": _RIGHT, "a": 0, "theta": _RIGHT, "centre": 0.05}
    slide = {"kind": "prismatic", "lower": -0.3, "upper": 0.3, "a": 0, "centre": 0.02}
    return arm("R-P", turn, slide | {"height": 0.4})


def upright():
    """One axis along gravity with all mass on it: nothing but its inertia, so one term each."""
    return arm("upright", {"alpha": _RIGHT, "a": 0, "centre": 0, "inertia": 0.5})


def spatial():
    """Three axes that are not parallel: harmonics of twice an angle, and of differences."""
    return arm("spatial", {"alpha": _RIGHT}, {"a": 0.4, "height": 0.1}, {"alpha": 0.3})


def two_slides():
    """A turning column, a lift and a boom, as in cylindrical arms."""
    slide = {"kind": "prismatic", "lower": -0.5, "upper": 0.5, "a": 0}
    column = {"a": 0, "alpha": -_RIGHT, "height": 0.1}
    return arm("two slides", column, slide | {"alpha": _RIGHT}, slide | {"height": 0.3})


def motorised(motor):
    """One link with an actuator."""
    tail = "[links.actuator]\n" + "".join(f"{key} = {value}\n" for key, value in motor.items())
    return arm("motorised", {}, tail=tail)


def lift():
    """A slide along gravity: its weight is a term of no input at all."""
    slide = {"kind": "prismatic", "lower": -1, "upper": 1, "a": 0, "centre": 0}
    return arm("lift", slide, tail="[base]\nrpy = [-1.5707963267948966, 0, 0]\n")


ARMS = (planar_3r, prismatic_revolute, revolute_prismatic, upright, lift)
