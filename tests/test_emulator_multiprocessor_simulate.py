"""Programs on the machine: every schedule is legal, computes golden's torques, and is bounded."""

import dataclasses
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.tasks.bounds import bounds
from dataflow.tasks.link_state import viscous_damping
from dataflow.tasks.memory import Memory, ReadTooEarly
from dataflow.tasks.newton_euler_tasks import GRAPHS, newton_euler_graph, torques
from dataflow.tasks.policies import cp_misf
from emulator.multiprocessor.engine import Activity
from emulator.multiprocessor.local_queues import VERSION_4, VERSION_5
from emulator.multiprocessor.machine import Contention, Machine, StatementSeconds
from emulator.multiprocessor.schedules import SCHEDULES, plan
from emulator.multiprocessor.simulate import LocalProgram, SharedProgram, simulate
from golden.generators import random_robot
from golden.newton_euler import inverse_dynamics
from tests.task_graphs import five_joints, paper_like, point, random_graphs

IDEAL = Machine("ideal", 1.0)
REAL = Machine(
    "real", 1.0, StatementSeconds(0.7, 0.8, 0.4), contention=Contention(0.3, 0.9, 0.1)
)  # fmt: skip
EVERY_SCHEDULE = pytest.mark.parametrize("schedule", SCHEDULES)


def check(graph, machine, outcome):
    """Every task once, none before what it needs, none beside another on one process."""
    assert sorted(run.task for run in outcome.runs) == sorted(graph.by_number)
    at = {run.task: run for run in outcome.runs}
    assert all(at[a].end <= at[b].start + 1e-9 for a, b in graph.arcs)
    for queue in outcome.queues:
        assert all(at[a].end <= at[b].start + 1e-9 for a, b in itertools.pairwise(queue))
    least = bounds(graph, graph.durations(machine.operation_seconds), outcome.processes)
    assert outcome.seconds >= least.best - 1e-9
    arithmetic = graph.operations * machine.operation_seconds
    assert outcome.spent(Activity.ARITHMETIC) >= arithmetic - 1e-9


@EVERY_SCHEDULE
@pytest.mark.parametrize("machine", [IDEAL, REAL], ids=["ideal", "real"])
@pytest.mark.parametrize("processors", [1, 3])
def test_schedules_of_the_papers_graph(schedule, machine, processors):
    graph = paper_like("55")
    planned = plan(graph, machine, schedule, processors)
    check(graph, machine, simulate(graph, machine, planned.program, processors))


@EVERY_SCHEDULE
@settings(max_examples=20)
@given(graph=random_graphs(), processors=st.integers(1, 4), seed=st.integers(0, 9))
def test_schedules_of_graphs_by_chance(schedule, graph, processors, seed):
    for machine in (IDEAL, REAL):
        planned = plan(graph, machine, schedule, processors, seed)
        outcome = simulate(graph, machine, planned.program, processors, seed, Memory())
        check(graph, machine, outcome)


@pytest.mark.parametrize("kind", GRAPHS)
@pytest.mark.parametrize("schedule", ["dynamic", "static", "local", "cp-misf", "largest-first"])
@pytest.mark.parametrize("joints", ["RRRRR", "RPRPR", "PPP"])
def test_torques_are_goldens_whoever_computes_them(kind, schedule, joints):
    robot = random_robot(np.random.default_rng(7), len(joints), joint_types=joints, actuators=True)
    state = point(robot)
    graph = newton_euler_graph(robot, kind, *state)
    memory = Memory()
    planned = plan(graph, REAL, schedule, 3, counts_tasks=kind == "per-link")
    simulate(graph, REAL, planned.program, 3, 1, memory)
    expected = inverse_dynamics(robot, *state) + viscous_damping(robot) * state[1]
    error = np.abs(torques(memory.values, robot.n) - expected)
    assert np.all(error <= 1e-9 * np.maximum(1.0, np.abs(expected)))


@pytest.mark.parametrize("schedule", ["dynamic", "cp-misf"])
def test_a_missing_arc_is_noticed_as_a_value_read_too_early(schedule):
    robot = five_joints()
    graph = newton_euler_graph(robot, "52", *point(robot))
    # (7/2) no longer waits for (9/3), the moment n of link 3, only for the force f.
    torn = dataclasses.replace(graph, arcs=tuple(a for a in graph.arcs if a != (29, 17)))
    program = plan(torn, REAL, schedule, 4).program
    with pytest.raises(ReadTooEarly, match=r"task 17 \(7/2\) reads n\[3\] before it is written"):
        simulate(torn, REAL, program, 4, memory=Memory())


@EVERY_SCHEDULE
def test_an_ideal_machine_loses_no_time_on_one_process(schedule):
    graph = paper_like("95")
    planned = plan(graph, IDEAL, schedule, 1)
    outcome = simulate(graph, IDEAL, planned.program, 1)
    assert outcome.seconds == graph.operations == outcome.spent(Activity.ARITHMETIC)


def test_on_an_ideal_machine_lists_take_what_their_schedule_says():
    graph = paper_like("55")
    for processors in (2, 3, 4):
        schedule = cp_misf(graph, graph.durations(1.0), processors)
        outcome = simulate(graph, IDEAL, LocalProgram(schedule.queues), processors)
        assert outcome.seconds == pytest.approx(schedule.makespan)
        assert outcome.queues == schedule.queues


STATEMENT = Machine("statements only", 1e-30, StatementSeconds(1.0, 1.0, 1.0))


@pytest.mark.parametrize(
    ("program", "kind", "statements"),
    [
        # A task: until, call, spinlock, if, entries, head, task, spinunlock, if, case, call of
        # SchedSuccessors: 11. An arc: for, call, spinlock, pred, if, spinunlock: 6. A task that
        # becomes ready: call, spinlock, entries, tail, t, spinunlock, SemaphoreCount: 7. The entry
        # is ready; the exit's last statement is case.
        (SharedProgram(), "52", 52 * 11 - 1 + 92 * 6 + 51 * 7),
        # Version 1 keeps the link beside the task, two statements; and spinlock, pred, spinunlock
        # for each task but the exit.
        (SharedProgram(counts_tasks=True), "per-link", 115 * 12 - 1 + 154 * 6 + 114 * 8 + 114 * 3),
        # A task: until, call, task, if, link, if, case, call, if, point, count: 11; the exit ends
        # after case, the seventh. An arc: for, spinlock, pred, spinunlock: 4.
        (LocalProgram((paper_like("52").in_order,), VERSION_4), "52", 51 * 11 + 7 + 92 * 4),
        # until, task, if, if, case, point, count: 7; an arc: call, spinlock, pred, spinunlock: 4.
        (LocalProgram((paper_like("52").in_order,), VERSION_5), "52", 51 * 7 + 5 + 92 * 4),
    ],
)
def test_statements_of_one_process(program, kind, statements):
    graph = paper_like(kind)
    assert simulate(graph, STATEMENT, program, 1).seconds == pytest.approx(statements)


def test_locks_of_one_process():
    graph = paper_like("52")
    # A lock to look for a task, one for each arc, one for each task that becomes ready.
    assert simulate(graph, REAL, SharedProgram(), 1).locks_taken == 52 + 92 + 51
    assert simulate(graph, REAL, LocalProgram((graph.in_order,)), 1).locks_taken == 92


def test_the_rule_of_version_5_counts_down_nothing_in_the_own_list():
    graph = paper_like("52")
    one = LocalProgram((graph.in_order,), VERSION_5, skips_own=True)
    assert simulate(graph, REAL, one, 1).locks_taken == 0
    queues = cp_misf(graph, graph.durations(1.0), 3).queues
    owner = {task: p for p, queue in enumerate(queues) for task in queue}
    across = sum(owner[a] != owner[b] for a, b in graph.arcs)
    program = LocalProgram(queues, VERSION_5, skips_own=True)
    outcome = simulate(graph, REAL, program, 3, memory=Memory())
    assert outcome.locks_taken == across
    check(graph, REAL, outcome)


def test_queues_of_their_own_are_filled_as_assigned():
    graph = paper_like("52")
    assignment = {task: task % 3 for task in graph.by_number}
    outcome = simulate(graph, REAL, SharedProgram(assignment), 3)
    assert outcome.assignment == assignment


def test_equal_seeds_give_equal_passes_and_others_do_not():
    graph = paper_like("95")
    runs = [simulate(graph, REAL, SharedProgram(), 4, seed).runs for seed in (1, 1, 2)]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_polling_alone_makes_four_processes_slower_than_one():
    # Version 1's shape, out of the model: little to share, and everybody asks for the queue.
    graph, program = paper_like("per-link"), SharedProgram(counts_tasks=True)
    busy = dataclasses.replace(
        REAL, statement_seconds=StatementSeconds(0.7, 0.7, 0.7), contention=Contention(0.3, 0.9)
    )
    times = [simulate(graph, busy, program, n).seconds for n in (1, 2, 4)]
    assert times[1] < times[0] < times[2]
    quiet = dataclasses.replace(busy, contention=Contention(0.3, 0.0))
    assert simulate(graph, quiet, program, 4).seconds < times[0]


def test_lists_that_would_wait_for_ever_are_refused():
    graph = paper_like("52")
    with pytest.raises(InputError, match="stands before task"):
        simulate(graph, REAL, LocalProgram((graph.in_order[::-1],)), 1)


def test_more_processes_than_tasks():
    graph = paper_like("52")
    for schedule in ("dynamic", "cp-misf"):
        outcome = simulate(graph, REAL, plan(graph, REAL, schedule, 64).program, 64)
        assert outcome.processes == 64
        check(graph, REAL, outcome)


def test_an_unknown_schedule_is_refused():
    with pytest.raises(InputError, match=r"--schedule: 'fifo' is unknown; allowed: dynamic, stat"):
        plan(paper_like("52"), IDEAL, "fifo", 2)


def test_what_a_schedule_knows_of_its_optimum():
    graph = paper_like("55")
    assert plan(graph, IDEAL, "dynamic", 3).optimal is None
    assert plan(graph, IDEAL, "df-ihs", 3).optimal is True
    found = plan(graph, IDEAL, "optimum", 3)
    assert (found.optimal, found.bound) == (True, 446)
