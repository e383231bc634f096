"""Task graphs for tests: random ones, and those of the paper's arm."""

import dataclasses

import numpy as np
from hypothesis import strategies as st

from dataflow.tasks.graph import Task, connect
from dataflow.tasks.newton_euler_tasks import newton_euler_graph
from golden.load import load_robot
from golden.trajectory import random_states


@st.composite
def random_graphs(draw, most=9):
    """Up to ``most`` tasks of 0 to 9 operations, each reading earlier ones."""
    count = draw(st.integers(1, most))
    tasks = [Task(0, "entry", writes=("v0",))]
    for number in range(1, count + 1):
        read = draw(st.sets(st.integers(0, number - 1), max_size=3))
        operations = draw(st.integers(0, 9))
        reads = tuple(f"v{before}" for before in sorted(read))
        tasks.append(Task(number, f"({number})", reads, (f"v{number}",), operations))
    tasks.append(Task(count + 1, "exit"))
    return connect(tasks, 0, count + 1)


def five_joints():
    """The PUMA 560 without its last link: five joints that turn."""
    robot = load_robot("puma560")
    return dataclasses.replace(robot, links=robot.links[:5])


def point(robot, seed=0):
    """A state of an arm: q, qd, qdd, (n,) each."""
    states = random_states(robot, 1, seed)
    return states.q[0], states.qd[0], states.qdd[0]


def paper_like(kind):
    """A graph of five joints that turn."""
    still = np.zeros(5)
    return newton_euler_graph(five_joints(), kind, still, still, still)
