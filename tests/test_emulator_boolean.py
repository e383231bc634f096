import numpy as np
import pytest

from common.errors import InputError
from dataflow.boolean.forms import Form, in_form
from dataflow.boolean.hybrid import build_hybrid
from dataflow.boolean.quantiser import InputCode
from dataflow.boolean.rules import Rules
from dataflow.boolean.tables import OutputCode
from emulator.boolean import BooleanTorques, run_boolean
from golden.load import load_robot
from golden.trajectory import random_states
from tests.boolean_arms import ARMS, planar_3r, prismatic_revolute


def hybrid(robot=planar_3r, precision=5, **rules):
    return build_hybrid(robot(), Rules(precision=precision, **rules))


def states(made, robot, points=2000):
    return made.on_ports(random_states(robot(), points, 4))


def by_hand(made, row):
    """One state's torques in plain Python, from terms, middles and codes that are not used."""
    torques = []
    for each in made.sums:
        total = 0
        for table in each.tables:
            at = {}
            for word, bits in zip(table.words, table.sized.word_bits, strict=True):
                quantiser = made.quantisers[word.port.name]
                integer = int(row[[p.name for p in made.inputs].index(word.port.name)])
                cell = int(quantiser.cells(np.array([integer]))[0]) >> (quantiser.bits - bits)
                at[word.port.name] = word.middles(bits)[cell]
            value = float(table.sized.term(at)) if table.sized.output_bits else 0.0
            number = int(np.floor(value / table.sized.resolution + 0.5))
            half = 1 << table.sized.output_bits >> 1
            total += max(-half, min(half - 1, number)) * len(table.sized.term.names)
        torques.append(total)
    return torques


@pytest.mark.parametrize("robot", ARMS)
def test_torques_are_those_computed_by_hand(robot):
    made = hybrid(robot)
    inputs = states(made, robot, 40)
    assert BooleanTorques(made).torques(inputs).tolist() == [by_hand(made, row) for row in inputs]


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize(
    "codes", [(InputCode.BINARY, OutputCode.GRAY), (InputCode.GRAY, OutputCode.TWOS)]
)
def test_all_forms_and_codes_give_the_same_torques(form, codes):
    made = hybrid(input_code=codes[0], output_code=codes[1], precision=4)
    logic = in_form(made.tables, form, "isop")
    inputs = states(made, planar_3r)
    plain = BooleanTorques(hybrid(precision=4)).torques(inputs)
    assert np.array_equal(BooleanTorques(made, logic).torques(inputs), plain)


def test_a_batch_may_be_of_any_length():
    made = hybrid(prismatic_revolute)
    inputs = states(made, prismatic_revolute, 40_000)
    emulator = BooleanTorques(made)
    whole = emulator.torques(inputs)
    assert np.array_equal(emulator.torques(inputs[16_380:16_390]), whole[16_380:16_390])
    assert emulator.torques(inputs[:0]).shape == (0, 2)


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (np.zeros((3, 5), dtype=int), r"shape \(3, 5\)"),
        (np.zeros((3, 9)), "float64"),
        (np.full((2, 9), 1 << 17), r"row 1, q1: 131072; allowed: -131072 to 131071"),
    ],
)
def test_inputs_that_are_not_the_ports_are_refused(inputs, message):
    with pytest.raises(InputError, match=message):
        BooleanTorques(hybrid()).torques(inputs)


def test_torques_come_after_the_latency_and_in_order():
    made = hybrid(prismatic_revolute)
    inputs = states(made, prismatic_revolute, 6)
    always = np.ones(20, dtype=bool)
    run = run_boolean(BooleanTorques(made), inputs, always, always)
    assert made.latency == made.depth + 1
    assert run.timeline.accepted.tolist() == list(range(6))
    assert run.timeline.delivered.tolist() == [c + made.latency for c in range(6)]
    assert np.array_equal(run.delivered, BooleanTorques(made).torques(inputs))
    assert np.array_equal(run.shown[made.latency : made.latency + 6], run.delivered)


def test_the_papers_arm_needs_four_cycles_and_scaled_inputs_one_more():
    assert build_hybrid(load_robot("machado_2r"), Rules()).latency == 4
    assert hybrid().scales
    assert hybrid().latency == 5
    assert hybrid(stages=1).latency == 4
