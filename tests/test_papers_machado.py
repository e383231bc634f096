"""Figure 1 of Machado and others against the rules, the print's faults, and the occam programs."""

import re
from pathlib import Path

import numpy as np
import pytest

from dataflow.boolean.forms import small_diagram
from dataflow.boolean.hybrid import build_hybrid
from dataflow.boolean.quantiser import words_of
from dataflow.boolean.rules import Rules
from dataflow.boolean.sizes import sum_bits
from dataflow.boolean.terms import torque_terms
from golden.kinematics import frames
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_states
from papers.machado import evaluating
from papers.machado.figure_1 import extremes, figure_1, is_the_papers
from papers.machado.jobs import Method, number_diagram
from papers.machado.structures import Structure, children, program
from papers.machado.times import Bench
from tests.boolean_arms import planar_3r, prismatic_revolute


@pytest.fixture(scope="module")
def rows():
    return {(row.term, row.quantity): row for row in figure_1()}


TERMS = ("T11", "T12", "T13", "T14", "T15", "T16", "T21", "T23", "T24", "T25")


def test_ranges_bits_and_inputs_are_printed_as_the_rules_give_them(rows):
    for term in TERMS:
        for quantity in ("range", "amplitude", "bits", "inputs"):
            assert rows[term, quantity].verdict == "equal", (term, quantity)
    for torque, inputs in (("T1", 48), ("T2", 40)):
        assert rows[torque, "inputs"].ours == inputs
        assert rows[torque, "inputs"].verdict == "equal"
        assert rows[torque, "term precision"].verdict == "equal"


def test_states_of_the_terms_are_printed_within_one(rows):
    for term in TERMS:
        for quantity in ("used", "unused"):
            row = rows[term, quantity]
            assert abs(row.printed - row.ours) < 1
            assert row.verdict in ("rounded", "cut", "within one")
        whole = 2 ** rows[term, "inputs"].ours
        assert rows[term, "used"].ours + rows[term, "unused"].ours == pytest.approx(whole)


def test_what_differs_is_what_the_readme_says(rows):
    differing = {key for key, row in rows.items() if row.verdict == "differs"}
    assert differing == {
        ("T1", "amplitude"), ("T1", "least"), ("T2", "used"), ("T2", "unused"),
    }  # fmt: skip


def test_fault_7a_the_torque_of_joint_1_is_symmetric_and_less_than_152_45():
    """q1 to pi - q1, q2 to -q2 and the accelerations' signs turned change T1's sign."""
    robot = load_robot("machado_2r")
    states = random_states(robot, 500, 1)
    q = np.stack([np.pi - states.q[:, 0], -states.q[:, 1]], axis=1)
    there = inverse_dynamics(robot, states.q, states.qd, states.qdd, actuators=True)
    mirrored = inverse_dynamics(robot, q, states.qd, -states.qdd, actuators=True)
    assert np.allclose(mirrored[:, 0], -there[:, 0], atol=1e-9)
    words = words_of(robot, 18)
    low, high = extremes(torque_terms(robot, actuators=True)[0], words)
    assert -low == pytest.approx(high, abs=1e-6)
    assert 152.4 < high < 152.45
    assert np.all(np.abs(there[:, 0]) <= high + 1e-3)


def test_fault_3_the_last_cosine_of_gravity_is_of_both_angles():
    """With C2 for C12, as printed, gravity would not be the slope of the potential energy."""
    robot = load_robot("machado_2r")
    q = np.array([0.7, 0.4])

    def energy(q):
        heights = frames(robot, q)[-robot.n :, 1, 3]
        return sum(9.8 * link.mass * y for link, y in zip(robot.links, heights, strict=True))

    step = np.array([0, 1e-6])
    slope = (energy(q + step) - energy(q - step)) / 2e-6
    zero = np.zeros(2)
    assert inverse_dynamics(robot, q, zero, zero)[1] == pytest.approx(slope, abs=1e-6)
    assert slope == pytest.approx(49 * np.cos(q.sum()), abs=1e-6)
    assert abs(slope - 49 * np.cos(q[1])) > 20


def test_fault_2_the_figures_n_is_the_ms_of_the_equation(rows):
    robot = load_robot("machado_2r")
    counts = [sum(t.sized.term.copies for t in s.tables)
              for s in build_hybrid(robot, Rules(actuators=True)).sums]  # fmt: skip
    assert counts == [6, 6]
    assert {sum_bits(count) for count in counts} == {2}
    assert robot.n == 2  # by chance: n = 2 would fit the joints as well


def test_one_table_is_printed_with_two_numbers_of_states(rows):
    hybrid = build_hybrid(load_robot("machado_2r"), Rules(actuators=True))
    tables = {t.name: t for t in hybrid.tables}
    assert tables["T12"].digest == tables["T21"].digest
    assert (rows["T12", "used"].printed, rows["T21", "used"].printed) == (1475, 1474)
    assert rows["T12", "used"].ours == rows["T21", "used"].ours


def test_no_input_pattern_is_free():
    """Unused states are shares of output codes: every input pattern has its number."""
    for table in build_hybrid(load_robot("machado_2r"), Rules(actuators=True)).tables:
        bits = dict(zip((w.port.name for w in table.words), table.sized.word_bits, strict=True))
        names = list(bits)
        axes = np.meshgrid(*(np.arange(1 << bits[n]) for n in names), indexing="ij")
        reached = table.addresses(dict(zip(names, axes, strict=True)), bits)
        assert len(np.unique(reached)) == 1 << table.sized.input_bits


def test_the_readme_names_every_fault_of_the_print():
    text = (Path(evaluating.__file__).parent / "README.md").read_text()
    for words in ("(7a)", "C12", "(9)", "(10)", "10^12", "1474", "169.3", "n = 2", "don't-care"):
        assert words in text
    table = re.findall(r"^\| (.*?) \|", text, re.M)
    assert len(table) > 12


def test_the_arm_is_known_by_its_name():
    assert is_the_papers(load_robot("machado_2r"))
    assert not is_the_papers(planar_3r())


# The programs. A bench raises if a torque is not the emulator's to the bit, or golden's.


@pytest.fixture(scope="module")
def bench():
    return Bench.of(load_robot("machado_2r"), Rules(precision=5, actuators=True), 3)


@pytest.mark.parametrize("part", ["T414", "T800"])
@pytest.mark.parametrize("method", Method)
def test_programs_give_the_emulators_torques(bench, part, method):
    run = bench.boolean(method, part, Structure.SHARED, 1)
    assert run.seconds > 0
    assert run.memory > 0


@pytest.mark.parametrize("structure", Structure)
@pytest.mark.parametrize("processors", [2, 5, 8])
def test_networks_give_the_emulators_torques(bench, structure, processors):
    bench.boolean(Method.PRODUCTS, "T800", structure, processors)
    bench.boolean(Method.TABLE, "T800", structure, processors)


@pytest.mark.parametrize("part", ["T414", "T800"])
def test_real_arithmetic_gives_goldens_torques(bench, part):
    bench.arithmetic(part)


def test_programs_of_an_arm_with_scaled_inputs():
    other = Bench.of(prismatic_revolute(), Rules(precision=4), 3)
    other.boolean(Method.NUMBER_DIAGRAM, "T800", Structure.PIPELINE, 3)
    other.arithmetic("T800")


def test_a_wrong_torque_is_told(bench, monkeypatch):
    source, data = program(bench.hybrid, Method.TABLE, Structure.SHARED, 1)
    wrong = source.replace("torques[0] := (", "torques[0] := 1 + (")
    assert wrong != source
    monkeypatch.setattr("papers.machado.times.program", lambda *_: (wrong, data))
    with pytest.raises(RuntimeError, match="table on 1 T800 gave other torques"):
        bench.boolean(Method.TABLE, "T800", Structure.SHARED, 1)


def test_the_tree_reaches_everybody_once():
    reached = [c for node in range(8) for c in children(node, 8)]
    assert sorted(reached) == list(range(1, 8))


def test_numbers_of_a_term_need_fewer_nodes_together_than_bit_by_bit():
    tables = build_hybrid(load_robot("machado_2r"), Rules(actuators=True)).tables
    for table in tables:
        if table.name in ("T12", "T24"):
            together = number_diagram(table)
            assert together.nodes < small_diagram(table).nodes
            every = np.arange(len(table.values))
            assert np.array_equal(together.walked(every)[0], table.patterns)


@pytest.mark.slow
def test_the_verdicts_of_the_readme():
    """At the paper's bits: which is faster, and what more processors are good for."""
    full = Bench.of(load_robot("machado_2r"), Rules(actuators=True), 8)
    for part in ("T414", "T800"):
        arithmetic = full.arithmetic(part).seconds
        at = {
            (method, k): full.boolean(method, part, Structure.SHARED, k).seconds
            for method in Method
            for k in (1, 8)
        }
        assert at[Method.TABLE, 1] < arithmetic
        assert at[Method.PRODUCTS, 1] > 100 * arithmetic
        assert (at[Method.NUMBER_DIAGRAM, 1] < arithmetic) is (part == "T414")
        assert at[Method.BIT_DIAGRAM, 1] > arithmetic
        assert at[Method.TABLE, 8] > at[Method.TABLE, 1]
        assert at[Method.PRODUCTS, 1] / at[Method.PRODUCTS, 8] > 6
