"""The four Lagrangian formulations give golden's torques; counted, they meet table 4 where told."""

from dataclasses import replace

import numpy as np
import pytest

from golden.robot import Robot
from papers.polynomial import parse
from papers.zalzala_morris.formulation_counts import FORMULATIONS, formulation_counts
from papers.zalzala_morris.formulations import (
    Link,
    Numbers,
    hollerbach_3x3,
    hollerbach_4x4,
    uicker_kahn,
    waters,
)
from tests.chain_numbers import ROBOT, chain

NUMBERS = Numbers(0.0, 2.0)


def links(arm, size):
    """The arm's links with matrices of a size."""
    found = []
    for i, link in enumerate(arm.robot.links):
        a, q = arm.transforms[i][:size, :size], arm.operators[i][:size, :size]
        inertia = arm.pseudo_inertias[i] if size == 4 else arm.second_moments[i]
        center = np.append(link.center_of_mass, 1.0)[:size]
        p = arm.transforms[i][:3, 3]
        offset = arm.transforms[i][:3, :3].T @ p
        found.append(
            Link(
                a=a.tolist(), da=(q @ a).tolist(), dda=(q @ q @ a).tolist(),
                inertia=inertia.tolist(), center=center.tolist(), mass=link.mass,
                p=p.tolist(), offset=offset.tolist(), rate=arm.qd[i], acceleration=arm.qdd[i],
            )
        )  # fmt: skip
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_formulations_of_4x4_matrices_give_golden_s_torques(seed):
    arm = chain(seed)
    gravity = [*arm.robot.gravity, 0.0]
    expected = pytest.approx(arm.torques, rel=1e-9, abs=1e-9)
    assert uicker_kahn(links(arm, 4), gravity) == expected
    assert waters(links(arm, 4), gravity, NUMBERS) == expected
    assert hollerbach_4x4(links(arm, 4), gravity, NUMBERS) == expected


def test_the_form_of_3x3_matrices_is_exact_where_all_origins_are_one():
    still = np.zeros(3)
    ball = Robot(
        "ball", "", tuple(replace(link, translation=still) for link in ROBOT.links),
        gravity=ROBOT.gravity,
    )  # fmt: skip
    arm = chain(3, ball)
    found = hollerbach_3x3(links(arm, 3), list(ball.gravity), NUMBERS)
    assert found == pytest.approx(arm.torques, rel=1e-9, abs=1e-9)
    whole = chain(3)
    assert hollerbach_3x3(links(whole, 3), list(ROBOT.gravity), NUMBERS) != pytest.approx(
        whole.torques, rel=1e-3
    )


def test_powers_of_n_are_those_of_section_1():
    degrees = {name: formulation_counts(name)[0].degree for name in FORMULATIONS}
    assert list(degrees.values()) == [4, 2, 1, 1]


def test_what_meets_table_4():
    uicker, waters_ = formulation_counts("Uicker, Kahn"), formulation_counts("Waters")
    printed = parse("32 1/2 n^4"), parse("25n^4")
    assert [each.coefficients[4] for each in uicker] == [p.coefficients[4] for p in printed]
    assert waters_[0] == parse("106 1/2 n^2 + 620 1/2 n - 512")  # -212 in print or scan
    assert waters_[1].coefficients[2] == 82
    assert waters_[1](0) == -384
    assert [each(0) for each in formulation_counts("Hollerbach, 4x4")] == [-592, -464]


@pytest.mark.parametrize(
    ("name", "size"), [("Waters", 4), ("Hollerbach, 4x4", 4), ("Hollerbach, 3x3", 3)]
)
def test_the_print_has_two_sums_of_matrices_a_link_more(name, size):
    printed = {"Waters": 514, "Hollerbach, 4x4": 675, "Hollerbach, 3x3": 320}[name]
    slope = formulation_counts(name)[1].coefficients[1]
    assert printed - slope - 2 * size**2 in (0, 1)
