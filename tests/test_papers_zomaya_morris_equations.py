"""The equations of Zomaya and Morris give golden's torques; run with counters, tables 2 and 3."""

import numpy as np
import pytest

from papers.catalogue import paper
from papers.counting import Count, Tally
from papers.figures import printed_figures
from papers.polynomial import parse
from papers.zomaya_morris import counts
from papers.zomaya_morris.equations import Boundary, LinkNumbers, general, semi_customised
from papers.zomaya_morris.modules import shortest_pass
from tests.chain_numbers import chain

PRINTED = {f.key: f.printed for f in printed_figures(paper("zomaya_morris"))}


def numbers(arm):
    """Links and boundary in the papers' numbers, from golden's frames."""
    links = []
    for i, link in enumerate(arm.robot.links):
        a = arm.transforms[i]
        sine, cosine = a[2, 1], a[2, 2]
        p = a[:3, :3].T @ a[:3, 3]
        links.append(
            LinkNumbers(
                cosine=a[0, 0], sine=a[1, 0], cosine_alpha=cosine, sine_alpha=sine,
                a=p[0], d=p[1] * sine + p[2] * cosine, mass=link.mass,
                center=list(link.center_of_mass), inertia=link.inertia.tolist(),
                rate=arm.qd[i], acceleration=arm.qdd[i],
            )
        )  # fmt: skip
    base = Boundary(
        zero=0.0, z0=[0.0, 0.0, 1.0], gravity=list(-arm.robot.gravity), tip=np.eye(3).tolist(),
        force=[0.0] * 3, moment=[0.0] * 3,
    )  # fmt: skip
    return links, base


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_both_forms_give_golden_s_torques(seed):
    arm = chain(seed)
    links, base = numbers(arm)
    expected = pytest.approx(arm.torques, rel=1e-9, abs=1e-9)
    assert general(links, base) == expected
    assert semi_customised(links, base, diagonal=False) == expected
    assert semi_customised(links, base, diagonal=True) == expected  # its tensors are


@pytest.mark.parametrize(
    ("table", "form", "rows"),
    [
        ("table_2", "general", None),
        ("table_3", "dense", None),
        ("table_3", "diagonal", {"N": "N, diagonal J", "total": "total, diagonal J"}),
    ],
)
def test_each_equation_takes_the_printed_operations(table, form, rows):
    found = counts.polynomials(form)
    assert len(found) == (12 if form == "general" else 9)
    for name, (multiplications, additions) in found.items():
        row = name if rows is None else rows.get(name)
        if row is not None:
            told = [PRINTED[table, row, column] for column in counts_columns()]
            assert [multiplications, additions] == [parse(str(text)) for text in told]


def counts_columns():
    return "multiplications", "additions and subtractions"


def test_40n_and_32n_are_what_p1_computes_and_no_slave_computes_more():
    loads = {module: counts.module_load(module) for module in counts.MODULES}
    assert [str(each) for each in loads["P1"]] == ["40n", "32n"]
    totals = {module: m(1) + a(1) for module, (m, a) in loads.items()}
    assert max(totals, key=totals.get) == "P1"
    whole = counts.polynomials("diagonal")["total"]
    assert sum(totals.values()) == sum(each(1) for each in whole)


def test_waiting_comes_between_the_load_and_one_processor():
    found = shortest_pass(6)
    assert found.load == 72 * 6
    one = sum(int(each(6)) for each in counts.polynomials("diagonal")["total"])
    assert found.load < found.best <= found.in_order < one
    # A chain of one link waits for nothing but its own equations.
    assert shortest_pass(1).in_order < found.in_order / 3


def test_a_counter_tells_products_sums_and_signs_apart():
    tally = Tally()
    a, b = Count(tally), tally.number()
    assert isinstance(-(a * b) + (a - b), Count)
    tally.mark("one")
    tally.mark("none")
    one, none = tally.named["one"], tally.named["none"]
    assert (one.multiplications, one.additions, one.signs) == (1, 2, 1)
    assert none.total == none.signs == 0
    assert tally.total.total == 3
