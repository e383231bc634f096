"""Every model of example-robot-data, as it is: what Pinocchio finds, or the reason in docs."""

import re
import warnings
import xml.etree.ElementTree as ET
from importlib.metadata import distribution
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

from common.errors import InputError, InputWarning
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from tests.pinocchio_robots import model_positions, states

TABLE = Path(__file__).parent.parent / "docs" / "example-robots.md"
POINTS = 100
MOST_REFUSED = 0.05


def models():
    """The wheel's URDF files by their path below its folder of robots."""
    files = [file for file in distribution("example-robot-data").files if file.suffix == ".urdf"]
    return {str(file).partition("/robots/")[2]: Path(file.locate()) for file in files}


def rows():
    """The table in docs: by file, the number of coordinates and of joints, or the reason."""
    found = re.findall(
        r"^\| `(.+\.urdf)` \| (\S*) \| (\S*) \| (.*) \|$", TABLE.read_text("utf-8"), re.M
    )
    return {
        file: (coordinates, joints, reason.strip("`"))
        for file, coordinates, joints, reason in found
    }


def quietly(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        return load_robot(path)


TAKEN = sorted(file for file, row in rows().items() if row[0])
REFUSED = sorted(file for file, row in rows().items() if not row[0])


def test_the_table_has_every_model():
    assert set(rows()) == set(models())


def test_nearly_all_that_move_are_taken():
    moving = [file for file in REFUSED if "no joint moves" not in rows()[file][2]]
    assert len(moving) <= MOST_REFUSED * (len(moving) + len(TAKEN))


@pytest.mark.parametrize("file", REFUSED)
def test_the_reason_is_the_message(file):
    with pytest.raises(InputError) as caught:
        quietly(models()[file])
    assert rows()[file][2] in str(caught.value)


def couplings(path, names):
    """K and c of the model's joints, straight from its file."""
    mimics = {
        joint.get("name"): joint.find("mimic")
        for joint in ET.parse(path).getroot().findall("joint")
        if joint.get("type") != "fixed"
    }
    k, c = np.zeros((len(mimics), len(names))), np.zeros(len(mimics))
    for i, name in enumerate(mimics):
        ratio = 1.0
        while (mimic := mimics[name]) is not None:
            c[i] += ratio * float(mimic.get("offset", 0))
            ratio *= float(mimic.get("multiplier", 1))
            name = mimic.get("joint")  # on to who leads
        k[i, names.index(name)] = ratio
    return list(mimics), k, c


@pytest.mark.parametrize("file", TAKEN)
def test_a_model_agrees_with_pinocchio(file):
    path = models()[file]
    robot, model = quietly(path), pin.buildModelFromUrdf(str(path))
    joints, k, c = couplings(path, robot.joint_names)
    assert rows()[file][:2] == (str(robot.n), str(model.nv))
    assert len(joints) == model.nv
    speeds = [model.idx_vs[model.getJointId(name)] for name in joints]
    data = model.createData()
    q, qd, qdd = states(robot.n, POINTS, 1)
    expected = np.empty((POINTS, robot.n))
    for i in range(POINTS):
        v, a = np.zeros((2, model.nv))
        v[speeds], a[speeds] = k @ qd[i], k @ qdd[i]
        tau = pin.rnea(model, data, model_positions(model, joints, k @ q[i] + c), v, a)
        expected[i] = tau[speeds] @ k
    found = inverse_dynamics(robot, q, qd, qdd)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * np.abs(expected).max())
