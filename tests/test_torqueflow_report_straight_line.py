"""Straight-line C computes what the graph does."""

import shutil

import numpy as np
import pytest

from dataflow.computations.derivatives import INVERSE_DERIVATIVES
from dataflow.graph.scalar import Tracer
from golden.load import load_robot
from golden.trajectory import random_states
from tests.designs import simplified_graph
from torqueflow.report.straight_line import computed_in_c, straight_line_c


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_pumas_derivatives_are_goldens():
    robot = load_robot("puma560")
    graph = simplified_graph(robot, "inverse-derivatives", 18)
    motion = random_states(robot, 20, 1)
    states = {"q": motion.q, "qd": motion.qd, "qdd": motion.qdd}
    names = [node.name for node in graph.nodes if node.source.value == "input"]
    columns = {f"{a}{i + 1}": states[a][:, i] for a in states for i in range(robot.n)}
    found, microseconds = computed_in_c(graph, np.stack([columns[n] for n in names], axis=1))
    expected = INVERSE_DERIVATIVES.reference(robot, states)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11 * np.abs(expected).max())
    assert microseconds > 0.0


def test_a_direction_has_no_c():
    tracer = Tracer()
    forwards, _ = tracer.directions(tracer.input("x", 1.0), "x")
    tracer.output("out", forwards)
    with pytest.raises(ValueError, match="no arithmetic"):
        straight_line_c(tracer.graph)
