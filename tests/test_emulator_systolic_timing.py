import functools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.build import build_array
from dataflow.design import Design, Port
from dataflow.numbers.formats import Format, Rounding, TrigonometricFormat
from dataflow.operation import Operation
from dataflow.operators import Operator
from emulator.systolic import NONE, handshake
from golden.load import load_robot


@functools.cache
def design_of(depth, interval):
    """An array of nothing but its timing."""
    form = Format(8, 0)
    source = Operation(0, "q1", "", Operator.PORT, (), form, Rounding.EXACT)
    result = Operation(1, "tau1", "s", Operator.NEGATE, (0,), form, Rounding.EXACT, ready=depth)
    return Design(
        "tiny", "none", interval, TrigonometricFormat.for_width(12), (source, result), (), (),
        (Port("q1", 1, 0, form, "m"),), (Port("tau1", 1, 1, form, "N"),),
    )  # fmt: skip


def slow(design, valid, ready, reset):
    """The contract once more, as hardware would do it: a shift register and a list for a queue.

    Per cycle: offered, ready, valid, the set shown; and what became of each set.
    """
    depth, capacity = max(1, design.operations[1].ready), design.queue_depth
    pipeline = [None] * (depth + 1)
    queue, fate, rows = [], {}, []
    offering = False
    count = 0
    for cycle in range(len(valid)):
        offering = offering or valid[cycle]
        if reset[cycle]:
            for number in [*pipeline, *queue]:
                if number is not None:
                    fate[number] = ("lost", cycle)
            pipeline, queue, count = [None] * (depth + 1), [], 0
            rows.append((offering, False, False, NONE))
            continue
        occupied = len(queue) + sum(number is not None for number in pipeline)
        can_take = occupied < capacity and count % design.initiation_interval == 0
        shown = queue[0] if queue else NONE
        rows.append((offering, can_take, bool(queue), shown))
        entering = None
        if queue and ready[cycle]:
            fate[queue.pop(0)] = ("delivered", cycle)
        if offering and can_take:
            entering, offering = len(fate), False
            fate[entering] = ("under way", cycle)
        pipeline = [entering, *pipeline[:-1]]
        if pipeline[-1] is not None:
            queue.append(pipeline[-1])
            pipeline[-1] = None
        count += 1
    return rows, fate


def flags(length):
    return st.lists(st.booleans(), min_size=length, max_size=length)


@st.composite
def patterns(draw):
    """Signals of one length, some dense, some sparse, resets rare."""
    length = draw(st.integers(0, 120))
    valid, ready = (
        [draw(st.booleans())] * length if draw(st.booleans()) else draw(flags(length))
        for _ in range(2)
    )
    reset = [False] * length
    for cycle in draw(st.lists(st.integers(0, max(0, length - 1)), max_size=4 if length else 0)):
        for high in range(cycle, min(length, cycle + draw(st.integers(1, 4)))):
            reset[high] = True
    return valid, ready, reset


DESIGNS = st.builds(design_of, st.integers(0, 12), st.integers(1, 5))


@given(DESIGNS, patterns())
def test_every_signal_as_a_shift_register_and_a_queue_have_it(design, signals):
    valid, ready, reset = signals
    rows, fate = slow(design, valid, ready, reset)
    line = handshake(design, valid, ready, reset)
    ours = zip(
        line.input_valid.tolist(), line.input_ready.tolist(), line.output_valid.tolist(),
        line.front.tolist(), strict=True,
    )  # fmt: skip
    assert list(ours) == rows
    assert line.accepted.tolist() == [
        c for c, (offered, can_take, *_) in enumerate(rows) if offered and can_take
    ]
    for what, cycles in (("delivered", line.delivered), ("lost", line.lost)):
        want = [c if kind == what else NONE for kind, c in (fate[k] for k in range(len(fate)))]
        assert cycles.tolist() == want
    assert line.under_way.tolist() == [k for k in fate if fate[k][0] == "under way"]


@given(DESIGNS, patterns())
def test_nothing_is_lost_without_reset_and_order_is_kept(design, signals):
    valid, ready, _ = signals
    line = handshake(design, valid, ready)
    assert np.all(line.lost == NONE)
    delivered = line.delivered[line.delivered != NONE]
    assert np.all(np.diff(delivered) >= 1)
    # Those not delivered are the last ones.
    assert np.all(line.delivered[len(delivered) :] == NONE)
    np.testing.assert_array_equal(np.flatnonzero(line.output_transfer), delivered)
    np.testing.assert_array_equal(np.flatnonzero(line.input_transfer), line.accepted)
    np.testing.assert_array_equal(line.under_way, np.arange(len(delivered), len(line.accepted)))


@given(DESIGNS, patterns())
def test_credit_is_what_is_not_under_way(design, signals):
    line = handshake(design, *signals)
    for cycle in range(line.cycles):
        gone = np.where(line.delivered != NONE, line.delivered, line.lost)
        inside = (line.accepted < cycle) & ((gone == NONE) | (gone >= cycle))
        assert 0 <= inside.sum() <= design.queue_depth
        assert line.credit[cycle] == design.queue_depth - inside.sum()


@given(DESIGNS, patterns())
def test_offers_and_outputs_stay_until_taken(design, signals):
    line = handshake(design, *signals)
    for cycle in range(1, line.cycles):
        if line.input_valid[cycle - 1] and not line.input_transfer[cycle - 1]:
            assert line.input_valid[cycle]
        waits = line.output_valid[cycle - 1] and not line.output_transfer[cycle - 1]
        if waits and not line.reset[cycle]:
            assert line.output_valid[cycle]
            assert line.front[cycle] == line.front[cycle - 1]


@given(DESIGNS, patterns(), st.integers(0, 5))
def test_a_reset_starts_the_contract_afresh(design, signals, before):
    valid, ready, _ = signals
    alone = handshake(design, valid, ready)
    busy = [True] * before
    line = handshake(
        design, [*busy, False, *valid], [*busy, False, *ready], [*[False] * before, True]
        + [False] * len(valid),
    )  # fmt: skip
    if line.input_valid[before]:  # then it goes on being offered, after the reset too
        valid = [True, *valid[1:]] if valid else []
        alone = handshake(design, valid, ready)
    for name in ("input_valid", "input_ready", "output_valid", "credit"):
        np.testing.assert_array_equal(getattr(line, name)[before + 1 :], getattr(alone, name))


@pytest.mark.parametrize("interval", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("algorithm", ["newton-euler", "lagrangian"])
def test_real_arrays_never_wait_by_themselves(interval, algorithm):
    design = build_array(load_robot("puma560"), algorithm, initiation_interval=interval)
    assert_full_throughput(design)


@pytest.mark.parametrize("interval", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4, 5, 6, 7, 23])
def test_no_array_waits_by_itself(interval, depth):
    assert_full_throughput(design_of(depth, interval))


def assert_full_throughput(design):
    cycles = 20 * (design.latency + design.initiation_interval)
    always = np.ones(cycles, dtype=bool)
    line = handshake(design, always, always)
    np.testing.assert_array_equal(line.accepted, np.arange(0, cycles, design.initiation_interval))
    arrival = line.accepted + design.latency
    np.testing.assert_array_equal(line.delivered, np.where(arrival < cycles, arrival, NONE))


def test_latency_of_a_lone_set():
    design = design_of(depth=4, interval=3)
    valid = np.zeros(20, dtype=bool)
    valid[4] = True
    line = handshake(design, valid, np.ones(20, dtype=bool))
    # Offered in 4, taken in 6 (a multiple of 3), written into the queue in 10, delivered in 11.
    assert np.flatnonzero(line.input_valid).tolist() == [4, 5, 6]
    assert line.accepted.tolist() == [6]
    assert line.delivered.tolist() == [11]


def test_a_stopped_consumer_lets_exactly_the_credit_in():
    design = design_of(depth=5, interval=1)
    assert design.queue_depth == 7
    ready = np.zeros(40, dtype=bool)
    ready[30] = True
    line = handshake(design, np.ones(40, dtype=bool), ready)
    # The delivery in 30 gives its credit back from 31 on.
    assert line.accepted.tolist() == [*range(7), 31]
    assert line.delivered.tolist() == [30] + [NONE] * 7
    assert line.credit[[0, 1, 7, 30, 31, 32]].tolist() == [7, 6, 0, 0, 1, 0]
    assert np.flatnonzero(line.output_valid).tolist() == list(range(6, 40))


def test_reset_loses_what_is_under_way_and_queued_but_not_what_is_offered():
    design = design_of(depth=3, interval=2)
    reset = np.zeros(16, dtype=bool)
    reset[5:8] = True
    line = handshake(design, np.ones(16, dtype=bool), np.ones(16, dtype=bool), reset)
    # Taken in 0 and delivered in 4; in 2 and 4 lost; the count starts again in 8.
    assert line.accepted.tolist() == [0, 2, 4, 8, 10, 12, 14]
    assert line.delivered.tolist() == [4, NONE, NONE, 12, 14, NONE, NONE]
    assert line.lost.tolist() == [NONE, 5, 5, NONE, NONE, NONE, NONE]
    assert line.under_way.tolist() == [5, 6]
    assert line.input_valid.all()
    assert not line.input_ready[5:8].any()


def test_set_of_age_counts_from_the_transfer_and_ends_with_the_reset():
    design = design_of(depth=4, interval=1)
    valid = np.zeros(14, dtype=bool)
    valid[[1, 2, 6]] = True
    reset = np.zeros(14, dtype=bool)
    reset[4] = True
    line = handshake(design, valid, np.ones(14, dtype=bool), reset)
    nothing = [NONE] * 14
    assert line.set_of_age(0).tolist() == [NONE, 0, 1, NONE, NONE, NONE, 2, *nothing[7:]]
    assert line.set_of_age(2).tolist() == [NONE, NONE, NONE, 0, *nothing[4:8], 2, *nothing[9:]]
    assert line.set_of_age(4).tolist() == [*nothing[:10], 2, *nothing[11:]]
    assert line.set_of_age(20).tolist() == nothing


def test_a_producer_may_run_out_of_sets():
    always = np.ones(20, dtype=bool)
    line = handshake(design_of(2, 1), always, always, sets=3)
    assert line.accepted.tolist() == [0, 1, 2]
    assert np.flatnonzero(line.input_valid).tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("valid", "ready", "reset", "message"),
    [
        ([1, 0], [1], None, "lengths 2, 1 and 2"),
        ([1, 0], [1, 1], [0], "lengths 2, 2 and 1"),
        ([[1, 0]], [1, 1], None, r"valid: shape \(1, 2\)"),
        ([1, 0], [1, 2], None, "ready, cycle 1: 2; allowed: true and false"),
        ([1, 0], [1, 0.5], None, "ready, cycle 1: 0.5"),
        (["1", "0"], [1, 0], None, "valid, cycle 0: 1"),
    ],
)
def test_wrong_signals_are_named(valid, ready, reset, message):
    with pytest.raises(InputError, match=message):
        handshake(design_of(2, 1), valid, ready, reset)
