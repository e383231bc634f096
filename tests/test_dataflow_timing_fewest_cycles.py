import random

import pytest

from dataflow.build import build_array, build_ring, state_of
from dataflow.computations.derivatives import INVERSE_DERIVATIVES
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.lowering.request import Request
from dataflow.numbers.formats import Format, Rounding
from dataflow.operation import Operation
from dataflow.operators import Operator, Target, UnitKind
from dataflow.timing.annealing import Sharers
from dataflow.timing.fewest_cycles import (
    pays,
    shortest_end,
    with_adders_that_may_pay,
    with_fewest_cycles,
    with_one_unit_more,
)
from dataflow.timing.jobs import Jobs
from dataflow.timing.justification import justified, latest, soonest
from dataflow.timing.units import ARRAY_SHARES, RING_SHARES, Sharing
from dataflow.topologies import ARRAY, RING
from golden.load import load_robot

ADDER, MULTIPLIER = ("ring", UnitKind.ADDER), ("ring", UnitKind.MULTIPLIER)


def operations_of(*given):
    """Operations from pairs of operator and operands, started as soon as operands are there."""
    made = []
    for index, (operator, operands) in enumerate(given):
        start = max((made[o].ready for o in operands), default=0)
        ready = start + operator.latency(Target(), 0, shared=True)
        form = Format(18, 10)
        made.append(
            Operation(
                index, f"o{index}", "ring", operator, operands, form, Rounding.EXACT,
                start=start, ready=ready,
            )
        )  # fmt: skip
    return tuple(made)


def jobs_of(operations, outputs, interval, **limits):
    names = {"adder": ADDER, "multiplier": MULTIPLIER}
    sharing = Sharing(interval, RING_SHARES)
    return Jobs(operations, outputs, sharing, {names[key]: n for key, n in limits.items()})


def random_jobs(seed, interval, count=60):
    """Sums and products of two earlier values, on the fewest units, placed one after the other."""
    rng = random.Random(seed)
    given = [(Operator.PORT, ())] * 4
    for index in range(4, count):
        operator = rng.choice((Operator.ADD, Operator.MULTIPLY))
        given.append((operator, (rng.randrange(index), rng.randrange(max(0, index - 9), index))))
    operations = operations_of(*given)
    used = {operand for o in operations for operand in o.operands}
    outputs = [o.index for o in operations if o.index not in used]
    counts = [
        sum(o.operator is kind for o in operations) for kind in (Operator.ADD, Operator.MULTIPLY)
    ]
    adders, multipliers = (-(-n // interval) for n in counts)
    jobs = jobs_of(operations, outputs, interval, adder=adders, multiplier=multipliers)
    starts = soonest(jobs, list(range(len(jobs))))
    operations = jobs.operations(starts)
    return jobs_of(operations, outputs, interval, adder=adders, multiplier=multipliers)


def assert_holds(jobs, starts):
    """Operands come first, and no unit is asked for twice in an interval."""
    for job, operands in enumerate(jobs.before):
        assert starts[job] >= 0
        for operand in operands:
            assert starts[operand] + jobs.latency[operand] <= starts[job]
    used = {}
    for job, kind in enumerate(jobs.kind):
        if kind is not None:
            slot = kind, starts[job] % jobs.interval
            used[slot] = used.get(slot, 0) + 1
    assert all(count <= jobs.limits[kind] for (kind, _), count in used.items())


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("interval", [2, 5, 12])
def test_found_schedules_hold_and_are_no_longer(seed, interval):
    jobs = random_jobs(seed, interval)
    assert_holds(jobs, jobs.starts)
    which, starts = with_fewest_cycles([jobs])
    assert which == 0
    assert_holds(jobs, starts)
    assert shortest_end(jobs) <= jobs.end(starts) <= jobs.end(jobs.starts)


def test_a_product_that_much_waits_for_goes_first():
    """One multiplier; the last product alone is followed by a chain, and the list has it last."""
    product, add = Operator.MULTIPLY, Operator.ADD
    given = [(Operator.PORT, ())] + [(product, (0, 0))] * 6 + [(add, (6, 6)), (add, (7, 7))]
    operations = operations_of(*given)
    outputs = [1, 2, 3, 4, 5, 8]
    jobs = jobs_of(operations, outputs, 12, adder=1, multiplier=1)
    listed = soonest(jobs, list(range(len(jobs))))
    assert jobs.end(listed) == 5 + 3 + 2
    placed = jobs_of(jobs.operations(listed), outputs, 12, adder=1, multiplier=1)
    _, starts = with_fewest_cycles([placed])
    # The sixth product starts in cycle 5 at the earliest, and takes three.
    assert placed.end(starts) == shortest_end(placed) == 8
    assert_holds(placed, starts)


def test_the_shortest_end_counts_units():
    """Of seven products on two multipliers the last starts in cycle 3; a sum follows each."""
    given = [(Operator.PORT, ())] + [(Operator.MULTIPLY, (0, 0))] * 7
    given += [(Operator.ADD, (i, i)) for i in range(1, 8)]
    jobs = jobs_of(operations_of(*given), range(8, 15), 20, adder=7, multiplier=2)
    assert shortest_end(jobs) == 3 + 3 + 1
    assert shortest_end(jobs.limited({ADDER: 1, MULTIPLIER: 7})) == 3 + 6 + 1


def test_the_candidate_that_ends_first_is_taken():
    slow, fast = random_jobs(1, 5, 80), random_jobs(2, 5, 20)
    which, starts = with_fewest_cycles([slow, fast])
    assert which == 1
    assert_holds(fast, starts)


def test_of_equal_ends_the_first_stays_as_it_is():
    jobs = random_jobs(3, 2)
    _, starts = with_fewest_cycles([jobs])
    again = jobs_of(jobs.operations(starts), [], 2)
    again.last, again.limits = jobs.last, jobs.limits
    which, found = with_fewest_cycles([again, again])
    assert jobs.end(starts) == shortest_end(jobs)
    assert (which, found) == (0, starts)


@pytest.mark.parametrize("seed", range(4))
def test_both_ways_of_placing_keep_data_and_units(seed):
    jobs = random_jobs(seed, 4)
    starts = jobs.starts
    late = latest(jobs, jobs.against_order(starts), jobs.end(starts))
    first = min(late)
    assert_holds(jobs, [start - first for start in late])
    assert jobs.end(late) <= jobs.end(starts)
    assert_holds(jobs, justified(jobs, starts))


def test_no_moves_find_nothing_where_units_are_short():
    jobs = random_jobs(1, 4)
    tight = jobs.limited({ADDER: 1, MULTIPLIER: 1})
    assert Sharers(tight).annealed(jobs.earliest(), jobs.end(jobs.earliest()), 5) is None


def test_sine_and_cosine_of_an_angle_are_one_job():
    given = [(Operator.PORT, ()), (Operator.SINE, (0,)), (Operator.COSINE, (0,))]
    given.append((Operator.MULTIPLY, (1, 2)))
    jobs = jobs_of(operations_of(*given), [3], 4, adder=1, multiplier=1)
    assert len(jobs) == 2
    sine, cosine, product = jobs.operations([2, 9])[1:]
    assert sine.start == cosine.start == 2
    assert sine.unit == cosine.unit == 0
    assert product.start == 9


def turns(count, interval, sums=0):
    """Products four cycles apart, each of which waits for a sum with the one before; more sums."""
    given = [(Operator.PORT, ())]
    for _ in range(count):
        given += [(Operator.MULTIPLY, (len(given) - 1,) * 2), (Operator.ADD, (len(given),) * 2)]
    given += [(Operator.ADD, (2 * count + more,) * 2) for more in range(sums)]
    limits = {MULTIPLIER: -(-count // interval)}
    sharing = Sharing(interval, ARRAY_SHARES)
    jobs = Jobs(operations_of(*given), [len(given) - 1], sharing, limits)
    placed = jobs.operations(soonest(jobs, range(len(jobs))))
    return Jobs(placed, [len(given) - 1], sharing, limits)


def test_a_unit_more_is_given_where_fewer_do_better_at_a_longer_interval():
    """Three products meet in one of two cycles, which two units have no room for; not of three."""
    jobs = turns(3, 2)
    assert jobs.limits == {MULTIPLIER: 2}
    _, starts = with_fewest_cycles([jobs])
    assert jobs.end(starts) == 13
    longer = jobs.one_cycle_longer()
    assert (longer.interval, longer.limits) == (3, {MULTIPLIER: 1})
    assert jobs.limits == {MULTIPLIER: 2}
    which, richer, starts = with_one_unit_more([turns(3, 2, sums=1), jobs], 13)
    assert (which, richer.interval, richer.limits) == (1, 2, {MULTIPLIER: 3})
    assert_holds(richer, starts)
    assert richer.end(starts) == 12


def test_no_unit_is_given_for_nothing():
    assert with_one_unit_more([turns(3, 2)], 12) is None  # no schedule is shorter
    # Of four products four meet, as many as there are with two units more.
    assert with_one_unit_more([turns(4, 2)], 17) is None
    # One unit does them at an interval of 3 as at 2: nothing was added.
    assert with_one_unit_more([turns(2, 2)], 9) is None


def test_an_adder_more_may_pay_where_it_is_what_the_end_waits_for():
    """Twelve sums of one value on an adder end in cycle 12, on two in cycle 6."""
    given = [(Operator.PORT, ())] + [(Operator.ADD, (0, 0))] * 12
    jobs = jobs_of(operations_of(*given), range(1, 13), 12, adder=1)
    assert with_adders_that_may_pay(jobs).limits == {ADDER: 2}
    assert jobs.limits == {ADDER: 1}
    # A seventh takes no cycle away, nor does a thirteenth.
    for adders in (6, 12):
        enough = jobs.limited({ADDER: adders})
        assert with_adders_that_may_pay(enough).limits == {ADDER: adders}
    products = [(Operator.PORT, ())] + [(Operator.MULTIPLY, (0, 0))] * 12
    jobs = jobs_of(operations_of(*products), range(1, 13), 12, multiplier=1)
    assert with_adders_that_may_pay(jobs).limits == {MULTIPLIER: 1}


def test_what_pays_is_a_twenty_fifth():
    assert pays(96, 100)
    assert not pays(97, 100)


@pytest.mark.slow
def test_pumas_ring_of_derivatives_has_the_seventh_adder_that_pays():
    """At 128 six need 135 cycles; at 64 a thirteenth would save a cycle or two of 74."""
    robot = load_robot("puma560")
    made = [
        state_of(Request(robot, INVERSE_DERIVATIVES, RING, 18, k, Target()), "shared").operations
        for k in (64, 128)
    ]
    assert [found.units.limits[ADDER] for found in made] == [12, 7]
    assert made[1].end + 1 <= 132


@pytest.mark.parametrize("name", ["puma560", "iiwa14"])
def test_latency_of_inverse_dynamics_does_not_rise_at_short_intervals(name):
    """At two, units that are just enough took a cycle more than fewer at three."""
    robot = load_robot(name)
    ends = [
        state_of(Request(robot, NEWTON_EULER, ARRAY, 18, k, Target()), "shared").operations.end
        for k in (3, 2)
    ]
    assert ends[1] <= ends[0]


@pytest.mark.parametrize("build", [build_array, build_ring])
def test_latency_never_rises_with_added_units(build):
    """From the longest interval to the shortest a machine has ever more units."""
    robot = load_robot("machado_2r")
    latencies = [build(robot, "newton-euler", 14, k).latency for k in (12, 6, 3, 2)]
    assert latencies == sorted(latencies, reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("topology", "intervals"), [(ARRAY, (48, 24, 12, 8, 5, 1)), (RING, (128, 64, 48, 32, 24))]
)
@pytest.mark.parametrize("name", ["puma560", "iiwa14"])
def test_latency_of_derivatives_does_not_rise_with_added_units(name, topology, intervals):
    robot = load_robot(name)
    requests = [Request(robot, INVERSE_DERIVATIVES, topology, 18, k, Target()) for k in intervals]
    ends = [state_of(request, "shared").operations.end for request in requests]
    assert ends == sorted(ends, reverse=True)
