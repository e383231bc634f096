"""The occam tables of the PUMA 560 against golden's robot, every number in single precision."""

import ast
import re

import numpy as np
import pytest

from golden.load import load_robot
from papers.programs import INCLUDES

SOURCE = INCLUDES / "puma560.inc"
DEFINITION = re.compile(
    r"^VAL (?:(?:\[\d+\])*REAL32|INT) ([\w.]+) IS(.*?):$", re.MULTILINE | re.DOTALL
)
ROBOT = load_robot("puma560")
LINKS = ROBOT.links


def tables():
    text = "\n".join(line.split("--")[0].rstrip() for line in SOURCE.read_text().splitlines())
    return {
        name: np.array(ast.literal_eval(body.replace("(REAL32)", "").strip()))
        for name, body in DEFINITION.findall(text)
    }


TABLES = tables()


def behind_a_blank(values):
    """Put zeros at index 0: links count from 1."""
    values = np.asarray(values)
    return np.concatenate([np.zeros((1, *values.shape[1:])), values])


def twists():
    return [np.arctan2(link.rotation[2, 1], link.rotation[2, 2]) for link in LINKS]


def lengths():
    """The origin of each link in its own axes, from the last link's origin."""
    return [link.rotation.T @ link.translation for link in LINKS]


def second_moments():
    """Zalzala's (20) as the integral of r r(T) over each link, about its origin."""
    return [
        np.trace(link.inertia) / 2 * np.eye(3)
        - link.inertia
        + link.mass * np.outer(link.center_of_mass, link.center_of_mass)
        for link in LINKS
    ]


def carried_moments():
    """First moments about origin i-1: the link's own, and all beyond put at its origin."""
    moments = []
    for i, (link, p) in enumerate(zip(LINKS, lengths(), strict=True)):
        beyond = sum(other.mass for other in LINKS[i + 1 :])
        moments.append(link.mass * (p + link.center_of_mass) + beyond * p)
    return moments


EXPECTED = {
    "dh.a": lambda: [p[0] for p in lengths()],
    "dh.d": lambda: [link.translation[2] for link in LINKS],
    "sin.alpha": lambda: np.sin(twists()),
    "cos.alpha": lambda: np.cos(twists()),
    "m": lambda: [link.mass for link in LINKS],
    "p": lengths,
    "s": lambda: [link.center_of_mass for link in LINKS],
    "J": lambda: [link.inertia for link in LINKS],
    "J.diagonal": lambda: [np.diag(link.inertia) for link in LINKS],
    "m.r.star": lambda: [link.mass * link.center_of_mass for link in LINKS],
    "J.star": second_moments,
    "c.star": carried_moments,
}


@pytest.mark.parametrize("name", EXPECTED)
def test_each_number_is_golden_s_in_single_precision(name):
    expected = behind_a_blank(EXPECTED[name]())
    # Right angles leave 6e-17 in golden's sines; nothing else here is below 1e-9.
    expected = np.where(np.abs(expected) < 1e-12, 0.0, expected)
    assert TABLES[name].shape == expected.shape
    spacing = np.spacing(np.abs(expected).astype(np.float32))
    # A sum of products may round either way in its last double bit, then in its last single bit.
    exact = name not in {"c.star", "J.star", "m.r.star"}
    allowed = 0 if exact else spacing
    difference = np.abs(TABLES[name].astype(np.float32) - expected.astype(np.float32))
    assert (difference <= allowed).all()


def test_gravity_is_golden_s():
    assert (
        TABLES["gravity"].astype(np.float32).tolist() == ROBOT.gravity.astype(np.float32).tolist()
    )
    assert float(TABLES["g"]) == -ROBOT.gravity[2]


def test_no_number_is_unchecked():
    assert set(TABLES) == {*EXPECTED, "g", "gravity"}


def test_what_the_customised_programs_rely_on_holds():
    """semi_customised.inc writes out the twists of links 1 to 6 and takes tensors for diagonal."""
    assert np.rint(np.degrees(twists())).tolist() == [90, 0, -90, 90, -90, 0]
    for link in LINKS:
        assert np.array_equal(link.inertia, np.diag(np.diag(link.inertia)))
        assert link.joint.offset == 0
