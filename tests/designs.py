"""Short ways to what several tests of designs need."""

from dataflow.build import state_of
from dataflow.computations.catalogue import computation_named
from dataflow.lowering.request import Request
from dataflow.topologies import ARRAY


def simplified_graph(robot, algorithm, width, topology=ARRAY):
    """The graph that is given formats."""
    request = Request(robot, computation_named(algorithm), topology, width)
    return state_of(request, "simplified").graph


def motion(q, qd, qdd):
    """A motion's arrays by the names that ports have for them."""
    return {"q": q, "qd": qd, "qdd": qdd}
