import pytest

from dataflow.build import build
from dataflow.cells.choices import shared_cells, tables_of_phase
from dataflow.cells.delays import read_widths
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.lowering.request import Request
from dataflow.lowering.steps import SCHEDULED
from dataflow.operators import UnitKind
from dataflow.timing.registers import quick_registers
from dataflow.topologies import RING
from golden.load import load_robot


def ring(name, interval):
    """A ring whose operations are not dealt to units yet: made in a tenth of the time."""
    return build(Request(load_robot(name), NEWTON_EULER, RING, 18, interval), SCHEDULED)


@pytest.mark.parametrize(("interval", "tables"), [(2, 1), (16, 1), (17, 2), (24, 2), (64, 4)])
def test_a_table_knows_sixteen_cycles_of_the_interval(interval, tables):
    assert tables_of_phase(interval) == tables


def shared(design, bound=None):
    (stage,) = design.stages
    if bound is None:
        bound = quick_registers(design.operations, stage.name, design.initiation_interval)
    return shared_cells(design, stage, bound, read_widths(design))


def test_where_nothing_is_shared_nothing_is_chosen():
    design = ring("machado_2r", 1)
    assert shared(design, {}) == shared(design, {}) + shared(design, {})  # zero


def test_registers_for_values_that_wait_and_adders_are_among_it():
    design = ring("machado_2r", 4)
    widths = {}
    for o in design.operations:
        if o.operator.unit is UnitKind.ADDER:
            widths[o.unit] = max(o.format.width, widths.get(o.unit, 0))
    without = shared(design, {})
    assert without.flip_flops >= sum(widths.values())
    assert shared(design).flip_flops > without.flip_flops


def test_a_register_of_its_own_for_each_reading_is_dearer():
    design = ring("machado_2r", 8)
    bound = quick_registers(design.operations, "ring", 8)
    apart = {reading: number for number, reading in enumerate(bound)}
    assert shared(design, apart).luts > shared(design, bound).luts
    assert shared(design, apart).flip_flops > shared(design, bound).flip_flops
