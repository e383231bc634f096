# amaranth: UnusedElaboratable=no
import dataclasses
import functools
import random
from fractions import Fraction
from math import floor

import numpy as np
import pytest
from amaranth.hdl import ClockDomain, Fragment, Module, signed
from amaranth.sim import Simulator
from hypothesis import given, settings
from hypothesis import strategies as st

from dataflow.build import build_array
from dataflow.design import Design, Port, Stage
from dataflow.multiples.adder_graph import AdderGraph
from dataflow.numbers.formats import Format, Rounding, TrigonometricFormat, width_of
from dataflow.operation import Operation
from dataflow.operators import Operator, Target
from emulator.systolic import SystolicArray
from golden.generators import planar, random_robot
from golden.load import load_robot
from hdl.stage import StagePipeline

ROBOTS = {
    "planar": lambda: planar(2),
    "machado": lambda: load_robot("machado_2r"),
    "RP": lambda: random_robot(np.random.default_rng(3), 2, joint_types="RP", actuators=True),
    "puma": lambda: load_robot("puma560"),
}


@functools.cache
def array_of(robot, interval, width=14, algorithm="newton-euler"):
    return SystolicArray(build_array(ROBOTS[robot](), algorithm, width, interval))


def random_inputs(design, points, seed):
    rng = np.random.default_rng(seed)
    ends = [(p.format.lowest, p.format.highest) for p in design.inputs]
    inputs = np.stack([rng.integers(*e, points, endpoint=True) for e in ends], axis=1)
    inputs[1], inputs[2], inputs[3] = *np.array(ends).T, 0
    return inputs


def watched(design, stage, values, starts):
    """What was seen of each operation, when, and what it should have been.

    ``values[index][k]`` belongs to the set that enters in cycle ``starts[k]``. Every input holds
    its value in the one cycle of its readiness, and chance in all others.
    """
    part = StagePipeline(design, stage)
    m = Module()  # a stage of mere wiring has no clock of its own
    m.domains.sync = ClockDomain()
    m.submodules.part = part
    sim = Simulator(m)
    sim.add_clock(1e-6)
    rng = random.Random(7)
    due, shown = {}, {}
    for k, start in enumerate(starts):
        for index in stage.inputs:
            due[index, start + design.operations[index].ready] = int(values[index][k])
        for operation in stage.operations:
            shown.setdefault(start + operation.ready, []).append((operation.index, k))
    outputs = set(stage.outputs)
    expected, seen = [], []

    def port(ctx, index):
        return ctx.get(getattr(part, f"o_{design.operations[index].name}"))

    async def process(ctx):
        for cycle in range(max(shown) + 1):
            if design.initiation_interval > 1:
                ctx.set(part.phase, cycle % design.initiation_interval)
            for index in stage.inputs:
                operation = design.operations[index]
                form = operation.format
                value = due.get((index, cycle), rng.randint(form.lowest, form.highest))
                if operation.operator is Operator.CONSTANT:
                    value = operation.constant
                ctx.set(getattr(part, f"i_{operation.name}"), value)
            for index, k in shown.get(cycle, ()):
                expected.append((cycle, index, int(values[index][k])))
                seen.append((cycle, index, ctx.get(part.values[index])))
                if index in outputs:
                    expected.append(("o", cycle, index, int(values[index][k])))
                    seen.append(("o", cycle, index, port(ctx, index)))
            await ctx.tick()

    sim.add_testbench(process)
    sim.run()
    return expected, seen


def entering(interval, points, seed):
    """Cycles in which sets enter: back to back first, then with gaps."""
    rng = random.Random(seed)
    cycle, starts = 0, []
    for k in range(points):
        starts.append(cycle)
        cycle += interval * (1 if k < points // 2 else rng.choice([1, 1, 2, 3, 7]))
    return starts


@pytest.mark.parametrize("interval", [1, 2, 3])
@pytest.mark.parametrize("robot", ["planar", "machado", "RP"])
def test_every_operation_holds_its_number_in_its_cycle(robot, interval):
    array = array_of(robot, interval)
    design = array.design
    values = array.node_values(random_inputs(design, 24, seed=interval))
    for stage in design.stages:
        starts = entering(interval, 24, seed=interval)
        expected, seen = watched(design, stage, values, starts)
        assert any(e[0] == "o" for e in expected)
        assert seen == expected, stage.name


def test_a_lagrangian_stage():
    array = array_of("RP", 2, algorithm="lagrangian")
    design = array.design
    values = array.node_values(random_inputs(design, 16, seed=9))
    for stage in design.stages:
        expected, seen = watched(design, stage, values, entering(2, 16, seed=9))
        assert seen == expected, stage.name


@pytest.mark.parametrize(("interval", "name"), [(1, "forward_2"), (4, "backward_3")])
def test_a_stage_of_the_puma(interval, name):
    array = array_of("puma", interval, width=18)
    design = array.design
    values = array.node_values(random_inputs(design, 8, seed=2))
    (stage,) = (s for s in design.stages if s.name == name)
    assert len(stage.operations) > 20
    expected, seen = watched(design, stage, values, entering(interval, 8, seed=2))
    assert seen == expected


@pytest.mark.parametrize("interval", [2, 3, 5])
def test_products_share_the_units_they_were_given(interval):
    design = array_of("RP", interval).design
    for stage in design.stages:
        part = StagePipeline(design, stage)
        submodules = [name for _, name, _ in Fragment.get(part, None).subfragments]
        units = {o.unit for o in stage.operations if o.operator is Operator.MULTIPLY}
        assert None not in units
        assert sum(name.startswith("multiplier_") for name in submodules) == len(units)


def test_ports_are_those_of_the_stage():
    design = array_of("RP", 1).design
    for stage in design.stages:
        part = StagePipeline(design, stage)
        assert not hasattr(part, "phase")
        for prefix, indices in (("i", stage.inputs), ("o", stage.outputs)):
            names = {f"{prefix}_{design.operations[k].name}" for k in indices}
            members = {n for n in part.signature.members if n.startswith(f"{prefix}_")}
            assert members == names
            for k in indices:
                operation = design.operations[k]
                shape = getattr(part, f"{prefix}_{operation.name}").shape()
                assert shape == signed(operation.format.width)


# One operation alone, of any shape.

FORMATS = st.builds(Format, st.integers(2, 12), st.integers(-5, 16))
LATE = st.integers(0, 6)


def rounded(number, fraction, rounding):
    scaled = number * Fraction(2) ** fraction
    return floor(scaled + Fraction(1, 2)) if rounding is Rounding.HALF_UP else floor(scaled)


def aligned(integer, form, fraction):
    return Fraction(floor(integer * Fraction(2) ** (fraction - form.fraction))) / (
        Fraction(2) ** fraction
    )


def number(integer, form):
    return Fraction(integer) * Fraction(2) ** -form.fraction


def exact(operator, forms, integers, sum_fraction, constant, constant_fraction):
    """The words of `dataflow.operation` in fractions."""
    if operator is Operator.MULTIPLY:
        return number(integers[0], forms[0]) * number(integers[1], forms[1])
    if operator is Operator.SCALE:
        return number(integers[0], forms[0]) * constant / Fraction(2) ** constant_fraction
    terms = [aligned(i, f, sum_fraction) for i, f in zip(integers, forms, strict=True)]
    if operator is Operator.NEGATE:
        return -terms[0]
    return terms[0] + terms[1] if operator is Operator.ADD else terms[0] - terms[1]


@settings(max_examples=80)
@given(
    st.sampled_from(
        [Operator.ADD, Operator.SUBTRACT, Operator.NEGATE, Operator.MULTIPLY, Operator.SCALE]
    ),
    st.tuples(FORMATS, FORMATS),
    st.tuples(LATE, LATE),
    st.integers(0, 3),
    st.integers(-6, 18),
    st.integers(1, 300),
    st.integers(0, 8),
    st.integers(0, 9),
    st.sampled_from([(1, None), (2, None), (3, None), (2, 0), (3, 0)]),
    st.integers(0, 999),
)
def test_any_operation_with_late_operands(
    operator, forms, ready, slack, sum_fraction, constant, constant_fraction, cut, sharing, seed
):
    interval, unit = sharing
    if operator is Operator.SCALE and constant.bit_count() == 1:
        unit = None  # mere wiring has no unit
    unary = operator in (Operator.NEGATE, Operator.SCALE)
    forms, ready = (forms[:1], ready[:1]) if unary else (forms, ready)
    start = max(ready) + slack
    rng = random.Random(seed)
    points = [tuple(rng.choice([f.lowest, f.highest, -1, 0]) for f in forms) for _ in range(8)]
    points += [tuple(rng.randint(f.lowest, f.highest) for f in forms) for _ in range(8)]
    ends = [[f.lowest, f.highest, 0] for f in forms]
    corners = [(a, b) for a in ends[0] for b in ends[-1]]
    if operator is Operator.MULTIPLY:
        fraction, rounding = sum(f.fraction for f in forms) - cut, Rounding.TRUNCATE
    elif operator is Operator.SCALE:
        fraction = forms[0].fraction + constant_fraction - cut
        rounding = Rounding.TRUNCATE
    else:
        fraction = sum_fraction - cut
        rounding = Rounding.HALF_UP if cut else Rounding.EXACT

    def result(integers):
        value = exact(operator, forms, integers, sum_fraction, constant, constant_fraction)
        return rounded(value, fraction, rounding)

    reach = [result(c[: len(forms)]) for c in corners]
    form = Format(width_of(min(reach), max(reach)), fraction)
    ports = [
        Operation(k, f"x{k}", "", Operator.PORT, (), f, Rounding.EXACT, start=r, ready=r)
        for k, (f, r) in enumerate(zip(forms, ready, strict=True))
    ]
    index = len(ports)
    operation = Operation(
        index, "y", "s", operator, tuple(range(index)), form, rounding, sum_fraction,
        constant if operator is Operator.SCALE else 0,
        constant_fraction if operator is Operator.SCALE else 0,
        start, start + operator.latency(Target(), constant, shared=unit is not None), unit,
    )  # fmt: skip
    stage = Stage("s", (operation,), tuple(range(index)), (index,))
    design = Design(
        "one", "none", interval, TrigonometricFormat.for_width(12), (*ports, operation), (),
        (stage,), (), (),
    )  # fmt: skip
    values = [[p[k] for p in points] for k in range(index)] + [[result(p) for p in points]]
    expected, seen = watched(design, stage, values, entering(interval, len(points), seed))
    assert seen == expected


@pytest.mark.parametrize("late", [0, 1, 5])
def test_sine_and_cosine_of_one_angle_read_in_two_cycles(late):
    form = TrigonometricFormat.for_width(12)
    kinds = ((Operator.SINE, 0), (Operator.COSINE, late))
    port = Operation(0, "q1", "", Operator.PORT, (), Format(12, 12), Rounding.EXACT)
    turning = tuple(
        Operation(
            k, which.value.name, "s", which, (0,), form.format, Rounding.EXACT, start=start,
            ready=start + 5,
        )
        for k, (which, start) in enumerate(kinds, start=1)
    )  # fmt: skip
    stage = Stage("s", turning, (0,), (1, 2))
    outputs = tuple(Port(o.name, 1, o.index, o.format, "N m") for o in turning)
    inputs = (Port("q1", 1, 0, port.format, "turn"),)
    design = Design("one", "none", 1, form, (port, *turning), (), (stage,), inputs, outputs)
    angles = np.arange(-2048, 2048, 53)[:, None]
    values = SystolicArray(design).node_values(angles)
    expected, seen = watched(design, stage, values, range(len(angles)))
    assert seen == expected


@pytest.mark.parametrize(
    "target", [Target(multiply=4), Target(add=2), Target(trigonometry=6), Target(multiply=2)]
)
def test_a_design_with_latencies_of_other_parts_is_refused(target):
    design = build_array(planar(2), width=12, target=target)

    def build():
        return [StagePipeline(design, stage) for stage in design.stages]

    with pytest.raises(ValueError, match="is scheduled to take"):
        build()


def test_an_operation_that_is_ready_too_early_is_refused():
    design = array_of("planar", 1).design
    stage = design.stages[0]
    first = next(o for o in stage.operations if o.operator is Operator.ADD)
    wrong = dataclasses.replace(first, ready=first.ready - 1)
    operations = tuple(wrong if o is first else o for o in stage.operations)
    with pytest.raises(ValueError, match=first.name):
        StagePipeline(design, dataclasses.replace(stage, operations=operations))


def test_adders_that_take_other_cycles_than_planned_are_refused():
    design = dataclasses.replace(array_of("RP", 1).design)
    late = [
        dataclasses.replace(
            each, graph=AdderGraph(tuple(dataclasses.replace(s, level=4) for s in each.graph.sums))
        )
        for each in design.multiples
        if each.graph.adders == 1
    ]
    design.__dict__["multiples"] = tuple(late)
    (stage,) = (
        s for s in design.stages if design.operations[late[0].operations[0]] in s.operations
    )
    with pytest.raises(ValueError, match="ready in another cycle"):
        StagePipeline(design, stage)
