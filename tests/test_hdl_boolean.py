"""The hybrid's hardware: parts at every pattern, the machine against its emulator."""

import numpy as np
import pytest
from amaranth.hdl import Module, Signal
from amaranth.sim import Simulator

from dataflow.boolean.forms import Form, in_form
from dataflow.boolean.hybrid import build_hybrid
from dataflow.boolean.quantiser import InputCode, Quantiser, encoded, words_of
from dataflow.boolean.rules import Rules
from dataflow.boolean.tables import OutputCode
from dataflow.build import build_array
from emulator.boolean import BooleanTorques, run_boolean
from golden.load import load_robot
from golden.trajectory import random_states
from hdl.boolean.logic import TermLogic, cuts
from hdl.boolean.machine import boolean_netlist, boolean_sheet
from hdl.boolean.quantise import Quantise, pattern, word_bits
from hdl.machine import layout
from hdl.simulate.simulator import Simulation
from hdl.simulate.stimulus import Stimulus
from tests.boolean_arms import lift, planar_3r, prismatic_revolute, revolute_prismatic


def clocked(part, inputs, latency):
    """What a part of one input answers, each value `latency` cycles later."""
    sim = Simulator(part)
    got = []

    async def bench(context):
        for cycle in range(len(inputs) + latency):
            if cycle < len(inputs):
                context.set(part.i, int(inputs[cycle]))
            if latency == 0:
                await context.delay(1e-9)
            if cycle >= latency:
                got.append(int(context.get(part.o)))
            if latency:
                await context.tick()

    if latency:
        sim.add_clock(1e-6)
    sim.add_testbench(bench)
    sim.run()
    return got


@pytest.mark.parametrize("name", ["q1", "qd1", "qd2", "qdd3", "slide"])
@pytest.mark.parametrize("bits", [1, 6])
def test_quantisers_give_the_cell_of_every_integer(name, bits):
    words = words_of(planar_3r(), 10) | {"slide": words_of(prismatic_revolute(), 10)["q1"]}
    quantiser = Quantiser(words[name], bits)
    form = quantiser.word.port.format
    integers = np.arange(form.lowest, form.highest + 1)
    assert clocked(Quantise(quantiser), integers, 0) == quantiser.cells(integers).tolist()


@pytest.mark.parametrize("code", InputCode)
@pytest.mark.parametrize("even", [False, True])
def test_words_are_coded_as_the_table_wants_them(code, even):
    cell = Signal(5)
    m = Module()
    out = Signal(3 - even)
    m.d.comb += out.eq(pattern([word_bits(cell, 5, 3, code, even=even)]))
    got = []

    async def bench(context):
        for value in range(32):
            context.set(cell, value)
            await context.delay(1e-9)
            got.append(int(context.get(out)))

    sim = Simulator(m)
    sim.add_testbench(bench)
    sim.run()
    assert got == encoded(np.arange(32) >> 2, 3, code, even=even).tolist()


def small_tables():
    made = build_hybrid(load_robot("machado_2r"), Rules(actuators=True))
    return {t.name: t for t in made.tables if t.sized.input_bits <= 9}


@pytest.mark.parametrize("name", ["T13", "T15", "T23"])
@pytest.mark.parametrize(
    ("form", "stages"),
    [(Form.DIAGRAM, 0), (Form.DIAGRAM, 1), (Form.DIAGRAM, 3), (Form.PRODUCTS, 0),
     (Form.PRODUCTS, 2), (Form.TABLE, 1), (Form.TABLE, 2)],
)  # fmt: skip
def test_terms_are_their_tables_at_every_pattern(name, form, stages):
    table = small_tables()[name]
    logic = in_form([table], form, "isop")[table.digest]
    part = TermLogic(logic, table.sized.input_bits, table.sized.output_bits, stages)
    every = np.arange(1 << table.sized.input_bits)
    assert clocked(part, every, stages) == table.patterns.tolist()


def test_stages_divide_a_diagrams_levels():
    assert cuts(16, 0) == cuts(16, 1) == [0]
    assert cuts(15, 2) == [6, 0]
    assert cuts(15, 4) == [9, 6, 3, 0]


CASES = [
    (prismatic_revolute, 4, Form.DIAGRAM, InputCode.GRAY, OutputCode.TWOS, 2),
    (revolute_prismatic, 4, Form.TABLE, InputCode.BINARY, OutputCode.TWOS, 1),
    (planar_3r, 4, Form.PRODUCTS, InputCode.GRAY, OutputCode.GRAY, 3),
    (lift, 6, Form.DIAGRAM, InputCode.GRAY, OutputCode.TWOS, 1),
]


def played(robot, made, logic, folder, simulator, points, seed=3):
    """A simulation under stalls and resets beside the emulator: mismatches, and what came."""
    rng = np.random.default_rng(seed)
    cycles = 3 * points
    inputs = made.on_ports(random_states(robot, points, seed))
    inputs[::7] = np.where(inputs[::7] < 0, [p.format.lowest for p in made.inputs],
                           [p.format.highest for p in made.inputs])  # fmt: skip
    valid, ready = rng.random((2, cycles)) > 0.3
    reset = np.zeros(cycles, dtype=bool)
    reset[[cycles // 3, cycles // 2, cycles // 2 + 1]] = True
    simulation = Simulation(made, simulator, folder, netlist=boolean_netlist(made, logic))
    record = simulation.play(Stimulus(inputs, valid, ready, reset))
    run = run_boolean(BooleanTorques(made, logic), inputs, valid, ready, reset)
    timeline, awake = run.timeline, ~reset
    handshakes = (
        (record.ready != timeline.input_ready)
        | (record.valid != timeline.output_valid)
        | (record.accepted != timeline.input_transfer)
    ) & awake
    shown = record.valid & timeline.output_valid
    bits = (record.outputs != run.shown)[shown].sum() + record.unknown.sum()
    return int(handshakes.sum()), int(bits), len(run.delivered)


@pytest.mark.parametrize(("robot", "precision", "form", "code", "output", "stages"), CASES)
def test_the_machine_is_its_emulator_to_the_bit_and_the_cycle(
    robot, precision, form, code, output, stages, tmp_path
):
    rules = Rules(precision, 0, code, output, stages=stages)
    made = build_hybrid(robot(), rules)
    logic = in_form(made.tables, form, "isop")
    handshakes, bits, delivered = played(robot(), made, logic, tmp_path, "icarus", 150)
    assert (handshakes, bits) == (0, 0)
    assert delivered > 100


@pytest.mark.slow
@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
@pytest.mark.parametrize("form", [Form.DIAGRAM, Form.TABLE])
def test_the_papers_arm_is_its_emulator_to_the_bit_and_the_cycle(simulator, form, tmp_path):
    robot = load_robot("machado_2r")
    made = build_hybrid(robot, Rules(actuators=True))
    logic = in_form(made.tables, form)
    handshakes, bits, delivered = played(robot, made, logic, tmp_path, simulator, 300)
    assert (handshakes, bits) == (0, 0)
    assert delivered > 200


def test_there_is_no_multiplier():
    for robot in (load_robot("machado_2r"), planar_3r()):
        made = build_hybrid(robot, Rules(precision=4))
        netlist = boolean_netlist(made, in_form(made.tables, Form.TABLE))
        assert "$mul" not in netlist
        assert "$add" in netlist


def test_one_circuit_serves_terms_that_are_equal_functions_of_the_same_inputs():
    made = build_hybrid(load_robot("machado_2r"), Rules(precision=4, actuators=True))
    names = [t.name for t in made.tables]
    by_name = {t.name: t for t in made.tables}
    assert by_name["T16"].digest == by_name["T25"].digest
    netlist = boolean_netlist(made, in_form(made.tables, Form.TABLE))
    built = {name for name in names if f"term_{name}" in netlist}
    assert built == set(names) - {"T25"}  # T12 and T21 are one table, but of other inputs


def test_ports_are_those_of_an_arithmetic_array():
    robot = load_robot("machado_2r")
    made, array = build_hybrid(robot, Rules()), build_array(robot)
    assert [(p.name, p.format, p.unit) for p in made.inputs] == [
        (p.name, p.format, p.unit) for p in array.inputs
    ]
    assert layout(made.inputs) == layout(array.inputs)


def test_the_sheet_tells_what_a_step_of_the_torque_is():
    made = build_hybrid(load_robot("machado_2r"), Rules())
    sheet = boolean_sheet(made)
    assert sheet["latency_cycles"] == 4
    fields = sheet["output"]["fields"]
    assert [f["resolution"] for f in fields] == [400 / 2**10, 200 / 2**10]
    assert [f["unit"] for f in fields] == ["N m", "N m"]
