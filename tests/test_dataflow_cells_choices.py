import pytest

from dataflow.cells.cells import Cells, total
from dataflow.cells.choices import shared_cells, tables_of_phase
from dataflow.cells.delays import read_widths
from dataflow.timing.registers import quick_registers
from tests.designs import made


@pytest.mark.parametrize(("interval", "tables"), [(2, 1), (16, 1), (17, 2), (24, 2), (64, 4)])
def test_a_table_knows_sixteen_cycles_of_the_interval(interval, tables):
    assert tables_of_phase(interval) == tables


def shared(design, find=quick_registers):
    interval, widths = design.initiation_interval, read_widths(design)
    return total(
        shared_cells(design, stage, find(design.operations, stage.name, interval), widths)
        for stage in design.stages
    )


def none_at_all(operations, stage, interval):
    return {}


def one_a_reading(operations, stage, interval):
    return {reading: k for k, reading in enumerate(quick_registers(operations, stage, interval))}


def test_where_nothing_is_shared_nothing_is_chosen():
    assert shared(made("machado_2r"), none_at_all) == Cells()


def test_registers_in_which_values_wait_are_among_it():
    design = made("puma560", interval=12)
    assert shared(design).flip_flops > shared(design, none_at_all).flip_flops


def test_a_register_of_its_own_for_each_reading_is_dearer():
    design = made("puma560", interval=12)
    apart, found = shared(design, one_a_reading), shared(design)
    assert apart.luts > found.luts
    assert apart.flip_flops > found.flip_flops
