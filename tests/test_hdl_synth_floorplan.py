"""Every multiplier block gets a place of its own, near what it works with."""

import numpy as np
import pytest

from dataflow.build import build_array, build_ring
from dataflow.operators import SINGLE
from dataflow.timing.blocks import with_spare_blocks
from golden.load import load_robot
from hdl.synth import floorplan
from hdl.synth.annealing import cost
from hdl.synth.devices import DEVICES
from hdl.synth.floorplan import annealed, device_netlist, floorplanned, places
from hdl.synth.harness import harness_netlist
from hdl.synth.plan import Plan
from hdl.synth.sites import SITES


@pytest.fixture(autouse=True)
def few_plans(monkeypatch):
    """One, for time."""
    monkeypatch.setattr(floorplan, "PLANS", 1)


def arm(**options):
    return build_array(load_robot("machado_2r"), **options)


def places_in(netlist):
    """Each block of an RTLIL netlist, by the name it has when flat, and its place if any."""
    found, module, place = {}, "", None
    for line in netlist.splitlines():
        words = line.split()
        if words[:1] == ["module"]:
            module = words[1].split(".", 1)[-1]
        elif words[:2] == ["attribute", r"\BEL"]:
            place = words[2].strip('"')
        elif words == ["cell", r"\MULT18X18D", r"\block"]:
            found[f"{module}.block"] = place
            place = None
    return found


@pytest.mark.parametrize(
    "design",
    [arm(), with_spare_blocks(arm(target=SINGLE), 99, 18), arm(initiation_interval=2)],
)
def test_the_plan_has_the_netlists_blocks(design):
    found = places_in(harness_netlist(design))
    assert Plan(design).blocks.keys() == found.keys()
    assert len(found) > 7


@pytest.mark.parametrize("device", SITES)
def test_a_device_has_as_many_places_as_blocks(device):
    places = SITES[device].names()
    assert len(dict(places)) == len({where for _, where in places}) == DEVICES[device].multipliers


def test_what_it_does_not_know_stays_as_it_is():
    netlist = harness_netlist(arm())
    other = netlist.replace(r"cell \MULT18X18D \block", r"cell \MULT18X18D \another", 1)
    assert floorplanned(netlist, arm(), "ice40-up5k") == netlist
    assert floorplanned(other, arm(), "ecp5-25f") == other
    ring = build_ring(load_robot("machado_2r"))
    assert floorplanned(netlist, ring, "ecp5-25f") == netlist


def test_the_cheapest_of_some_plans_counts(monkeypatch):
    costs = []

    def told(places, ends, links):
        costs.append((cost(places, ends, links), places[: len(plan.blocks)].copy()))
        return costs[-1][0]

    monkeypatch.setattr(floorplan, "PLANS", 5)
    monkeypatch.setattr(floorplan, "MOVES", 300)
    monkeypatch.setattr(floorplan, "cost", told)
    plan = Plan(arm())
    spots = np.array([place for _, place in SITES["ecp5-25f"].names()], dtype=float)
    taken = annealed(plan, spots, 1)
    assert len({found for found, _ in costs}) == 5
    assert (spots[taken] == min(costs, key=lambda found: found[0])[1]).all()


def test_too_many_blocks_are_refused():
    plan = Plan(arm())
    plan.blocks |= {f"further_{k}": k for k in range(28)}
    with pytest.raises(ValueError, match="do not fit on 28 sites"):
        places(plan, SITES["ecp5-25f"], 1)


@pytest.mark.slow  # compiles the annealing
def test_every_block_gets_a_place_of_its_own_and_the_slowest_way_is_short():
    netlist = device_netlist(arm(), DEVICES["ecp5-85f"])
    places = places_in(netlist)
    where = dict(SITES["ecp5-85f"].names())
    assert len(set(places.values()) & where.keys()) == len(places) == len(Plan(arm()).blocks)
    told = [line for line in netlist.splitlines(keepends=True) if "BEL" not in line]
    assert "".join(told) == harness_netlist(arm())
    # Ten blocks that a chip 126 columns wide could have anywhere stand within a fifth of it.
    at = np.array([where[place] for place in places.values()])
    assert (np.ptp(at, axis=0) <= (26, 24)).all()


@pytest.mark.slow
def test_the_same_seed_gives_the_same_places():
    plan, spots = Plan(arm()), np.array([w for _, w in SITES["ecp5-25f"].names()], dtype=float)
    first, again, other = (annealed(plan, spots, seed) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()
