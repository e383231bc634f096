"""What cannot be proved to fit is not built, and told with a state that threatens it."""

import math
import re

import numpy as np
import pytest

from common.errors import UnprovedError
from dataflow.build import state_of
from dataflow.computations.catalogue import computation_named
from dataflow.graph.scalar import Tracer
from dataflow.lowering.request import Request
from dataflow.lowering.steps import STEPS
from dataflow.lowering.threat import threat
from dataflow.numbers.formats import Format
from golden.load import load_robot
from torqueflow.cli import main as cli

PORTS = {"x": Format(18, 15), "y": Format(18, 16), "q": Format(18, 18)}


def node_named(graph, name):
    return next(node.index for node in graph.nodes if node.name == name)


def test_the_state_is_the_one_with_the_largest_value():
    tracer = Tracer()
    x, y = tracer.input("x", 4.0), tracer.input("y", 2.0)
    tracer.output("out", tracer.keep("product", x * y) + x)
    value, state = threat(tracer.graph, PORTS, node_named(tracer.graph, "product"))
    assert value == pytest.approx(state["x"] * state["y"])
    assert abs(value) == pytest.approx(8.0, rel=1e-4)


def test_of_a_divisor_it_is_the_smallest_value():
    tracer = Tracer()
    x = tracer.input("x", 4.0)
    divisor = tracer.keep("divisor", x * 0.5 + 3.0)
    tracer.output("out", tracer.reciprocal("r", divisor, 1.0) * x)
    value, state = threat(tracer.graph, PORTS, node_named(tracer.graph, "r"))
    assert value == pytest.approx(1.0, rel=1e-3)
    assert state["x"] == pytest.approx(-4.0, rel=1e-3)


def test_a_state_far_from_harm_is_not_taken():
    """Of an angle the whole circle is looked at."""
    tracer = Tracer()
    angle, x = tracer.input("q", 0.5), tracer.input("x", 4.0)
    cosine, _ = tracer.cosine_and_sine(angle, "1")
    tracer.output("out", tracer.keep("part", cosine * x))
    value, state = threat(tracer.graph, PORTS, node_named(tracer.graph, "part"))
    assert abs(value) > 3.9
    assert value == pytest.approx(math.cos(state["q"]) * state["x"])


def test_forward_dynamics_of_stanford_in_18_bits_are_not_built():
    request = Request(load_robot("stanford"), computation_named("forward"))
    with pytest.raises(UnprovedError, match=r"no hardware: r_1: what it divides by") as told:
        state_of(request, STEPS[-1].name)
    state = dict(re.findall(r"(\w+)=([-+.\de]+)", str(told.value)))
    assert len(state) == 18
    assert all(np.isfinite(float(value)) for value in state.values())


def test_the_status_is_1_and_nothing_is_written(tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["verilog", "stanford", "--algorithm", "forward", "-o", str(tmp_path / "new")])
    assert ended.value.code == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "r_1" in told
    assert "q2=" in told
    assert not (tmp_path / "new").exists()
