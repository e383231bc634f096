import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dataflow.design import Design, Port, divided_into_stages
from dataflow.numbers.formats import Format, Rounding, TrigonometricFormat
from dataflow.numbers.knowledge import Knowledge
from dataflow.operation import Operation
from dataflow.operators import Operator
from emulator.systolic import SystolicArray

TRIGONOMETRY = TrigonometricFormat.for_width(12)


def port(index, form):
    return Operation(index, f"in{index}", "", Operator.PORT, (), form, Rounding.EXACT)


def constant(index, integer, form):
    return Operation(
        index, f"c{index}", "s", Operator.CONSTANT, (), form, Rounding.EXACT, constant=integer
    )


def design_of(*operations, knowledge=None):
    """A design whose last operation is its output."""
    known = knowledge or [
        Knowledge(o.constant, o.constant, 0.0, 0.0)
        if o.operator is Operator.CONSTANT
        else Knowledge(o.format.lowest, o.format.highest, 0.0, 0.0)
        for o in operations
    ]
    last = operations[-1].index
    inputs = [o for o in operations if o.operator is Operator.PORT]
    return Design(
        robot="tiny",
        algorithm="none",
        initiation_interval=1,
        trigonometry=TRIGONOMETRY,
        operations=tuple(operations),
        knowledge=tuple(known),
        stages=divided_into_stages(tuple(operations), (last,)),
        inputs=tuple(Port(o.name, 1, o.index, o.format, "m") for o in inputs),
        outputs=(Port("tau1", 1, last, operations[last].format, "N"),),
    )


def value(integer, form):
    return integer * Fraction(2) ** -form.fraction


def floored(number, fraction):
    """The number without what lies behind its first ``fraction`` bits, towards minus infinity."""
    scale = Fraction(2) ** fraction
    return Fraction(math.floor(number * scale)) / scale


def expected(operation, operands):
    """The contract's table, on true fractions; None if the result is not exact but should be."""
    at = [floored(x, operation.sum_fraction) for x in operands]
    factor = operation.constant * Fraction(2) ** -operation.constant_fraction
    exact = {
        Operator.MULTIPLY: lambda: operands[0] * operands[1],
        Operator.SCALE: lambda: operands[0] * factor,
        Operator.ADD: lambda: at[0] + at[1],
        Operator.SUBTRACT: lambda: at[0] - at[1],
        Operator.NEGATE: lambda: -at[0],
        Operator.SUM_3: lambda: at[0] + at[1] + at[2],
        Operator.SUM_2_1: lambda: at[0] + at[1] - at[2],
        Operator.SUM_1_2: lambda: at[0] - at[1] - at[2],
    }[operation.operator]()
    scaled = exact * Fraction(2) ** operation.format.fraction
    if operation.rounding is Rounding.HALF_UP:
        return math.floor(scaled + Fraction(1, 2))
    return math.floor(scaled)


def integers_of(form):
    ends = st.sampled_from([form.lowest, form.highest, 0, max(form.lowest, -1)])
    return ends | st.integers(form.lowest, form.highest)


FORMATS = st.builds(Format, st.integers(1, 20), st.integers(-6, 24))
THREES = [Operator.SUM_3, Operator.SUM_2_1, Operator.SUM_1_2]
SUMS = [Operator.ADD, Operator.SUBTRACT, Operator.NEGATE, *THREES]


@st.composite
def cases(draw):
    """An operation on ports and a few rows of inputs."""
    operator = draw(st.sampled_from([*SUMS, Operator.MULTIPLY, Operator.SCALE]))
    arity = 1 if operator in (Operator.NEGATE, Operator.SCALE) else 3 if operator in THREES else 2
    forms = [draw(FORMATS) for _ in range(arity)]
    same = arity == 2 and draw(st.booleans()) and draw(st.booleans())
    operands = (0, 0) if same else tuple(range(arity))
    forms = forms[:1] if same else forms
    sum_fraction = draw(st.integers(-6, 26)) if operator in SUMS else 0
    factor = draw(st.integers(-(2**12), 2**12)) if operator is Operator.SCALE else 0
    factor_fraction = draw(st.integers(-4, 16)) if operator is Operator.SCALE else 0
    if operator in SUMS:
        exact = sum_fraction
    elif operator is Operator.SCALE:
        exact = forms[0].fraction + factor_fraction
    else:
        exact = sum(forms[o].fraction for o in operands)
    places = draw(st.integers(-5, 14))
    rounding = draw(st.sampled_from(list(Rounding))) if places <= 0 else draw(
        st.sampled_from([Rounding.TRUNCATE, Rounding.HALF_UP])
    )  # fmt: skip
    operation = Operation(
        len(forms), "result", "s", operator, operands, Format(60, exact - places), rounding,
        sum_fraction=sum_fraction, constant=factor, constant_fraction=factor_fraction,
    )  # fmt: skip
    rows = draw(st.lists(st.tuples(*map(integers_of, forms)), min_size=1, max_size=8))
    return forms, operation, rows


@given(cases())
def test_every_operator_as_on_true_fractions(case):
    forms, operation, rows = case
    design = design_of(*(port(i, form) for i, form in enumerate(forms)), operation)
    torques = SystolicArray(design).outputs(np.array(rows, dtype=np.int64))
    operands = [[value(row[o], forms[o]) for o in operation.operands] for row in rows]
    assert torques[:, 0].tolist() == [expected(operation, o) for o in operands]


@given(cases(), st.data())
def test_constant_operands_are_like_ports_that_never_change(case, data):
    forms, operation, rows = case
    assume(len(forms) == 2)
    fixed = data.draw(st.integers(0, 1))
    integer = rows[0][fixed]
    sources = [
        constant(i, integer, form) if i == fixed else port(i, form) for i, form in enumerate(forms)
    ]
    torques = SystolicArray(design_of(*sources, operation)).outputs(
        np.array([[row[1 - fixed]] for row in rows])
    )
    full = [[integer if i == fixed else row[i] for i in range(2)] for row in rows]
    want = [expected(operation, [value(x, f) for x, f in zip(r, forms, strict=True)]) for r in full]
    assert torques[:, 0].tolist() == want


@pytest.mark.parametrize(
    ("rounding", "integers", "results"),
    [
        (Rounding.TRUNCATE, [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6],
                            [-2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1]),
        (Rounding.HALF_UP, [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6],
                           [-1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1, 2]),
    ],
)  # fmt: skip
def test_quarters_are_rounded_as_one_counts_on_fingers(rounding, integers, results):
    scale = Operation(1, "r", "s", Operator.SCALE, (0,), Format(8, 0), rounding, constant=1)
    array = SystolicArray(design_of(port(0, Format(8, 2)), scale))
    assert array.outputs(np.array(integers)[:, None])[:, 0].tolist() == results


def test_addends_lose_their_low_bits_before_they_meet():
    # 0.75 + 0.75 with no fraction bits is 0, not 1; and -0.25 is -1.
    add = Operation(2, "r", "s", Operator.ADD, (0, 1), Format(8, 0), Rounding.EXACT, sum_fraction=0)
    array = SystolicArray(design_of(port(0, Format(8, 2)), port(1, Format(8, 2)), add))
    assert array.outputs([[3, 3], [-1, -1], [-1, 3]])[:, 0].tolist() == [0, -2, -1]


def test_negative_of_a_cut_operand_is_cut_first():
    negate = Operation(1, "r", "s", Operator.NEGATE, (0,), Format(8, 0), Rounding.EXACT)
    array = SystolicArray(design_of(port(0, Format(8, 1)), negate))
    assert array.outputs([[1], [-1], [3], [-3]])[:, 0].tolist() == [0, 1, -1, 2]


def test_output_may_be_a_port_or_a_constant():
    assert SystolicArray(design_of(port(0, Format(8, 0)))).outputs([[5], [-7]]).tolist() == [
        [5],
        [-7],
    ]
    two = design_of(port(0, Format(8, 0)), constant(1, -9, Format(5, 0)))
    assert SystolicArray(two).outputs([[5], [3]]).tolist() == [[-9], [-9]]
    assert SystolicArray(two).node_values([[5], [3]]).tolist() == [[5, 3], [-9, -9]]


def test_constants_alone_make_a_constant_result():
    add = Operation(3, "r", "s", Operator.ADD, (1, 2), Format(8, 1), Rounding.EXACT, sum_fraction=1)
    design = design_of(
        port(0, Format(8, 0)), constant(1, 3, Format(4, 0)), constant(2, 3, Format(4, 1)), add
    )
    assert SystolicArray(design).outputs([[0], [1]]).tolist() == [[9], [9]]


def test_dropping_bits_exactly_is_refused():
    scale = Operation(1, "odd", "s", Operator.SCALE, (0,), Format(8, 0), Rounding.EXACT, constant=1)
    with pytest.raises(ValueError, match="odd: 2 bits cannot be dropped exactly"):
        SystolicArray(design_of(port(0, Format(8, 2)), scale))


def test_sine_in_another_format_is_refused():
    sine = Operation(1, "odd", "s", Operator.SINE, (0,), Format(12, 9), Rounding.HALF_UP)
    with pytest.raises(ValueError, match=r"odd: Q3\.9 is not its table's format"):
        SystolicArray(design_of(port(0, Format(12, 12)), sine))


def product(left, right, fraction=0, rounding=Rounding.EXACT):
    operation = Operation(
        2, "wide", "s", Operator.MULTIPLY, (0, 1), Format(64, fraction), rounding
    )  # fmt: skip
    return design_of(port(0, Format(left, 0)), port(1, Format(right, 0)), operation)


def test_widest_product_that_fits_is_exact():
    low = -(2**31)
    assert SystolicArray(product(32, 32)).outputs([[low, low], [low, -low - 1]]).tolist() == [
        [2**62],
        [low * (-low - 1)],
    ]


@pytest.mark.parametrize(
    "design",
    [
        product(33, 32),
        product(32, 32, fraction=1),
        product(30, 30, fraction=5),
    ],
)
def test_whatever_may_pass_64_bits_is_refused(design):
    with pytest.raises(ValueError, match="wide: 65 bits are more than the emulator's 64"):
        SystolicArray(design)


@pytest.mark.parametrize(
    ("rounding", "fits"), [(Rounding.TRUNCATE, True), (Rounding.HALF_UP, False)]
)
def test_the_half_that_rounds_counts_too(rounding, fits):
    ends = Knowledge(0, 2**62, 0.0, 0.0)
    add = Operation(
        2, "wide", "s", Operator.ADD, (0, 1), Format(63, 0), rounding, sum_fraction=1
    )  # fmt: skip
    knowledge = [ends, Knowledge(0, 2**62 - 1, 0.0, 0.0), ends]
    design = design_of(port(0, Format(64, 1)), port(1, Format(64, 1)), add, knowledge=knowledge)
    if fits:
        assert SystolicArray(design).outputs([[2**62, 2**62 - 1]]).tolist() == [[2**62 - 1]]
    else:
        with pytest.raises(ValueError, match="wide"):
            SystolicArray(design)


def test_operand_that_is_moved_too_far_left_is_refused_even_if_it_cancels():
    subtract = Operation(
        2, "wide", "s", Operator.SUBTRACT, (0, 1), Format(60, 0), Rounding.TRUNCATE, sum_fraction=50
    )
    fixed = Knowledge(2**14, 2**14, 0.0, 0.0)
    with pytest.raises(ValueError, match="wide: 66 bits"):
        SystolicArray(
            design_of(
                port(0, Format(16, 0)),
                port(1, Format(16, 0)),
                subtract,
                knowledge=[fixed, fixed, Knowledge(0, 0, 0.0, 0.0)],
            )
        )
