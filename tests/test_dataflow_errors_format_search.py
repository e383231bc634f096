"""The search among formats: what it gives back keeps the limits and saves what it says."""

import dataclasses
import functools

import numpy as np
import pytest

from dataflow.computations.catalogue import computation_named
from dataflow.errors import word_lengths
from dataflow.errors.choices import choices_of
from dataflow.errors.device import taken
from dataflow.errors.format_search import FormatSearch
from dataflow.errors.grid_bound import planned
from dataflow.errors.sensitivities import sensitivities
from dataflow.errors.system import error_system
from dataflow.errors.tape_writer import tape_of
from dataflow.errors.target import ErrorTarget, narrowest, proved
from dataflow.lowering.request import Request
from golden.load import load_robot


@functools.cache
def found():
    """A design of two joints that keeps a ten-thousandth of each limit."""
    request = Request(load_robot("machado_2r"), computation_named("newton-euler"))
    return narrowest(request, ErrorTarget(1e-4), 1)


@functools.cache
def parts():
    """Choices of it, and what the proof is expected to see where half as much again is allowed."""
    system = error_system(found().state)
    bounds = np.array([each.bound for each in found().bounds])
    return choices_of(found().state), word_lengths._prospects(found(), system, 1.5 * bounds)


def searched(prospects, moves=2000, seed=1):
    return FormatSearch(found().state, parts()[0], prospects, seed).run(moves, 20.0)


def expected_errors(dropped):
    """What the proof is expected to see with these bits dropped, summed up anew."""
    choices, prospects = parts()
    errors = prospects.errors.copy()
    for v in choices.values:
        before = v.noise(v.dropped, v.guard_dropped)
        after = v.noise(dropped.values.get(v.name, 0), dropped.guards.get(v.name, 0))
        more = abs(after.centre) + after.radius - abs(before.centre) - before.radius
        errors += more * prospects.slopes[v.node]
    for c in choices.coefficients:
        bits = [bits for bits, _ in c.candidates]
        now = bits.index(dropped.constants.get(c.name, 0))
        more = (c.off(now) - c.off(c.present)) * prospects.reaches[c.operand]
        errors += more * prospects.slopes[c.node]
    return errors


def test_what_is_dropped_keeps_the_limits_and_saves():
    _, prospects = parts()
    dropped = searched(prospects)
    assert np.all(expected_errors(dropped) <= prospects.limits * (1.0 + 1e-9))
    after = proved(word_lengths._without(found().request, dropped), 0)
    assert taken(after.state).footprint < 0.97 * taken(found().state).footprint


def test_a_seed_tells_what_is_found():
    _, prospects = parts()
    assert searched(prospects, 500) == searched(prospects, 500)
    assert searched(prospects, 500) != searched(prospects, 500, seed=2)


def test_nothing_is_dropped_that_makes_noise_where_no_error_is_left():
    _, prospects = parts()
    none = dataclasses.replace(prospects, limits=prospects.errors.copy())
    dropped = searched(none)
    assert np.all(expected_errors(dropped) <= prospects.errors * (1.0 + 1e-9))


def test_what_no_error_depends_on_goes_to_its_fewest_bits():
    choices, prospects = parts()
    free = dataclasses.replace(prospects, slopes=np.zeros_like(prospects.slopes))
    dropped = searched(free, 20_000)
    values = [v for v in choices.values if not v.products]
    gone = [dropped.values.get(v.name, 0) == v.most for v in values]
    assert sum(gone) > 0.5 * len(gone)


def test_the_expected_errors_are_the_proofs():
    """At the worst positions that were looked at they are its bounds; elsewhere less."""
    _, prospects = parts()
    bounds = [each.bound for each in found().bounds]
    errors = prospects.errors.reshape(len(bounds), -1)
    assert np.max(errors, axis=1) == pytest.approx(bounds)
    assert np.min(errors) > 0.0


def test_a_nodes_slope_is_what_a_unit_of_its_noise_adds_to_the_proof():
    system = error_system(found().state)
    name = next(iter(system.outputs))
    told = sensitivities(found().state, system, name)
    spreads = np.array([node.spread for node in system.nodes])
    node = int(np.argmax(np.max(told.slopes, axis=1) * spreads))
    base = np.max(told.known + spreads @ told.slopes)
    loud = {origin: 2.0 * radius for origin, radius in system.nodes[node].radius.items()}
    nodes = list(system.nodes)
    nodes[node] = dataclasses.replace(nodes[node], radius=loud)
    after = proof_error(dataclasses.replace(system, nodes=tuple(nodes)), name)
    grown = float(np.max(told.slopes[node])) * spreads[node]
    assert after - proof_error(system, name) == pytest.approx(grown, rel=0.2)
    assert base == pytest.approx(proof_error(system, name), rel=0.1)


def proof_error(system, name):
    """The proof's error, as it is expected to be without its grid's factor."""
    return planned(tape_of(system, name, frozenset()), 1e6).expected
