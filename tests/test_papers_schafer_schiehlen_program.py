"""Generated programs: they compile everywhere, give golden's accelerations, need each message."""

import dataclasses

import numpy as np
import pytest

from common.errors import InputError
from dataflow.tasks.blocks import BLOCKS, equations_of
from dataflow.tasks.jacobian_exchange import best_partition
from dataflow.tasks.operation_times import OperationTimes
from dataflow.tasks.partition import partition
from golden.generators import random_robot
from golden.load import load_robot
from occam.program import Checks
from papers.generated.memory import check_memory
from papers.generated.naming import described
from papers.generated.program import Program
from papers.generated.root_text import printing_root
from papers.generated.running import (
    compiled,
    measured_program,
    run,
)
from papers.generated.worker_text import Extras
from papers.machine import MachineSettings, ProgramFailed
from papers.schafer_schiehlen.accuracy import accuracy, demo_states
from papers.schafer_schiehlen.forward_demo import PAPER_SETTINGS, all_accelerations
from tests.forward_equations import PAPER, cut

STATES = demo_states(load_robot("stanford"), 3, 5)


def small_cut():
    robot = random_robot(np.random.default_rng(2), 2, joint_types="RP")
    return best_partition(equations_of(robot, named=True), dict(zip(BLOCKS, PAPER, strict=True)))


@pytest.mark.slow
@pytest.mark.parametrize("part", ["T800", "T414"])
@pytest.mark.parametrize("checks", list(Checks))
def test_the_stanford_arms_text_compiles_in_every_mode(part, checks):
    for temporaries in ("array", "scalars"):
        program = measured_program(cut(*PAPER), temporaries)
        compiled(program.text(), MachineSettings(part=part, checks=checks))


def accelerations(found, temporaries="array", states=STATES, **settings):
    cycle = run(measured_program(found, temporaries), states, MachineSettings(**settings))
    return all_accelerations(found, cycle.results)


@pytest.mark.parametrize(
    ("part", "checks"), [*(("T800", each) for each in Checks), ("T414", Checks.HALT)]
)
def test_the_text_compiles_in_every_mode(part, checks):
    for temporaries in ("array", "scalars"):
        program = measured_program(small_cut(), temporaries)
        built = compiled(program.text(), MachineSettings(part=part, checks=checks))
        assert {node.type for node in built.network.nodes} == {part}
        assert len(built.images) == 4


def test_two_generations_are_equal():
    texts = {measured_program(cut(*PAPER), "array").text() for _ in range(2)}
    equations = equations_of(load_robot("stanford"), named=True)
    assignment = dict(zip(BLOCKS, PAPER, strict=True))
    again = partition(equations, assignment, OperationTimes())
    assert texts == {measured_program(again, "array").text()}


def test_processors_agree_to_the_bit_on_a_small_arm():
    robot = random_robot(np.random.default_rng(6), 3, joint_types="RPR", quarter_twists=True)
    equations, states = equations_of(robot, named=True), demo_states(robot, 3, 5)
    found = []
    for numbers in ((1, 1, 1, 1, 1), PAPER, (1, 2, 3, 4, 4)):
        assignment = dict(zip(BLOCKS, numbers, strict=True))
        mine = partition(equations, assignment, OperationTimes())
        found.append(accelerations(mine, states=states))
    np.testing.assert_array_equal(found[1], found[0])
    np.testing.assert_array_equal(found[2], found[0])
    np.testing.assert_array_equal(accelerations(mine, "scalars", states), found[0])


@pytest.mark.slow
def test_one_two_and_three_processors_agree_to_the_bit():
    alone = accelerations(cut(1, 1, 1, 1, 1))
    for numbers in (PAPER, (1, 1, 2, 2, 2), (1, 2, 3, 4, 4)):
        np.testing.assert_array_equal(accelerations(cut(*numbers)), alone)
    np.testing.assert_array_equal(accelerations(cut(*PAPER), "scalars"), alone)
    sent = best_partition(cut(*PAPER).equations, cut(*PAPER).assignment)
    np.testing.assert_array_equal(accelerations(sent), alone)


@pytest.mark.parametrize("form", ["jacobian", "recursive"])
def test_accelerations_are_goldens_as_far_as_roundings_explain(form):
    robots = [
        random_robot(np.random.default_rng(2), 2, joint_types="RP"),
        random_robot(np.random.default_rng(4), 4, parents=(-1, 0, 0, 2)),
    ]
    for robot in robots:
        equations = equations_of(robot, form)
        found = best_partition(equations, dict(zip(BLOCKS, PAPER, strict=True)))
        states = demo_states(robot, 2, 1)
        assert accuracy(robot, states, accelerations(found, states=states)).agrees


def test_an_acceleration_that_is_wrong_in_its_last_bits_is_told():
    robot = load_robot("stanford")
    right = accelerations(cut(*PAPER))
    assert accuracy(robot, STATES, right).agrees
    assert not accuracy(robot, STATES, right * (1 + 1e-4)).agrees


def test_a_t414_gives_what_a_t800_gives():
    one = cut(1, 1, 1, 1, 1, form="recursive", named=False)
    found = accelerations(one, states=STATES[:1], part="T414")
    np.testing.assert_allclose(found, accelerations(one, states=STATES[:1]), rtol=1e-6)


@pytest.mark.parametrize("array", ["k", "M", "state"])
def test_a_message_that_is_missing_is_noticed(array):
    whole = cut(*PAPER)
    lost = next(m for m in whole.messages if m.array == array and m.sender and m.receiver)
    program = measured_program(whole, "array")
    sign = "?" if array != "state" else "!"
    channel = f"c.{lost.sender}.to.{lost.receiver} {sign}"
    lines = program.text().splitlines()
    first = next(i for i, line in enumerate(lines) if line.strip().startswith(channel))
    lines[first] = lines[first].replace(lines[first].strip(), "SKIP")

    class Without(Program):
        def text(self):
            return "\n".join(lines) + "\n"

    without = Without(**{f.name: getattr(program, f.name) for f in dataclasses.fields(program)})
    with pytest.raises((ProgramFailed, InputError)):
        run(without, STATES, MachineSettings())


def test_messages_beside_work_need_their_priority():
    found = cut(1, 2, 3, 1, 1)
    states = STATES[:1]

    def cycle(priority):
        program = measured_program(found, "array", Extras(priority=priority))
        return run(program, states, MachineSettings()).microseconds

    assert cycle(False) > 1.2 * cycle(True)


@pytest.mark.slow
def test_what_is_left_on_processor_3_is_real():
    """Other work of 500 us costs the cycle nothing; 600 us does not fit."""
    found, states = cut(*PAPER), demo_states(load_robot("stanford"), 20, 1)

    def run_with(loops):
        program = measured_program(found, "array", Extras(loops=loops))
        return run(program, states, PAPER_SETTINGS)

    steps = measured_program(found, "array").steps()[3]
    waits = next(
        i for i, s in enumerate(steps) if s.work is None and "M" in [m.array for m in s.messages]
    )

    def work(cycle):
        return cycle.microseconds - cycle.left_microseconds()["P3"]

    def with_turns(before, after):
        """Other work where it waits: while M comes, and from sending L to the next state."""
        return run_with({(3, waits): before, (3, len(steps)): after})

    base, first, second = (
        work(with_turns(*turns)) for turns in ((300, 300), (400, 300), (300, 400))
    )
    turn_before, turn_after = (first - base) / 100, (second - base) / 100

    def with_work(microseconds):
        return with_turns(
            round(0.63 * microseconds / turn_before), round(0.37 * microseconds / turn_after)
        )

    free = run_with({})
    fits, does_not = with_work(500), with_work(600)
    assert work(fits) - work(free) == pytest.approx(500, abs=15)
    assert work(does_not) - work(free) == pytest.approx(600, abs=15)
    assert fits.microseconds == pytest.approx(free.microseconds, rel=0.005)
    assert does_not.microseconds > 1.02 * free.microseconds


def test_values_that_memory_cannot_hold_are_refused():
    check_memory(cut(*PAPER), "array")
    with pytest.raises(InputError, match=r"processor 1: \d+ values of 4 bytes in a memory of 2560"):
        check_memory(cut(*PAPER), "array", 2560)


def test_comments_name_body_and_quantity():
    assert described("JT2_x_5") == "body 5: J.T, column 2, x"
    assert described("omega_z_3") == "body 3: angular velocity z"
    assert described("M_2_1") == "mass matrix 2, 1"
    text = Program(
        "Title", cut(*PAPER), "array", lambda p, s: printing_root(p, s, STATES[:1])
    ).text()
    assert "-- body 4: angular velocity" in text
    assert "-- mass matrix 4, 2" in text
    assert max(map(len, text.splitlines())) <= 100
