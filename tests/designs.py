"""Short ways to what several tests of designs need."""

import functools

from dataflow.build import build, state_of
from dataflow.computations.catalogue import computation_named
from dataflow.lowering.request import Request
from dataflow.lowering.steps import STEPS
from dataflow.topologies import ARRAY, TOPOLOGIES
from golden.load import load_robot


@functools.cache
def made(name, algorithm="newton-euler", interval=None, topology="array"):
    """A design of a robot with a name, 18 bits wide: made once for all files that ask for it."""
    computation = computation_named(algorithm)
    return build(Request(load_robot(name), computation, TOPOLOGIES[topology], 18, interval))


def states_after_each_step(request):
    """The state of the lowering by the name of the step that led to it: each step is run once."""
    states, state = {}, state_of(request, STEPS[0].name)
    for step in STEPS:
        state = step.run(state)
        states[step.name] = state
    return states


def simplified_graph(robot, algorithm, width, topology=ARRAY):
    """The graph that is given formats."""
    request = Request(robot, computation_named(algorithm), topology, width)
    return state_of(request, "simplified").graph


def motion(q, qd, qdd):
    """A motion's arrays by the names that ports have for them."""
    return {"q": q, "qd": qd, "qdd": qdd}
