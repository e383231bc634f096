import math

import numpy as np
import pytest

from dataflow.timing import moves
from dataflow.timing.board import Slots
from dataflow.timing.moves import Mover, exchanged, moved
from tests.boards import chains, rows_of


def assert_settled(board, starts, end):
    """Units are enough, and each job keeps its distance."""
    used = np.zeros((len(board.limit), board.interval), dtype=int)
    for job, start in enumerate(starts):
        used[board.kind[job], start % board.interval] += 1
        assert board.head[job] <= start <= end - board.tail[job]
        for link in range(board.before.first[job], board.before.first[job + 1]):
            assert starts[board.before.job[link]] + board.before.cycles[link] <= start
    assert np.all(used <= np.array(board.limit)[:, None])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("exchanges", [0.0, 0.2])
def test_jobs_settle_where_units_are_just_enough(seed, exchanges):
    board = chains(6, 4, 8, 3)
    found = Mover(board).settled(board.head, 8, 5000, 0.12, exchanges, seed)
    assert_settled(board, found, 8)


def test_too_few_units_or_no_room_settle_nothing():
    board = chains(6, 4, 8, 3)
    assert Mover(board._replace(limit=[2])).settled(board.head, 8, 5000, 0.12, 0.0, 1) is None
    assert Mover(board).settled(board.head, 4, 5000, 0.12, 0.0, 1) is None


def test_what_has_units_enough_stays():
    board = chains(6, 4, 8, 6)
    assert Mover(board).settled(board.head, 8, 5000, 0.12, 0.0, 1) == board.head


def test_a_job_without_a_kind_stays():
    board = chains(6, 4, 8, 3)
    board.kind[0] = -1
    found = Mover(board).settled(board.head, 8, 5000, 0.12, 0.0, 1)
    assert found[0] == 0
    assert found != board.head


def test_an_exchange_takes_two_slots_or_nothing():
    """Two products, each with a sum, on a unit of four cycles."""
    board = chains(2, 2, 4, 1)._replace(head=[0, 1, 1, 2])
    starts = [0, 1, 2, 3]
    slots = Slots.of(board, starts)
    rng = np.random.default_rng(1)
    assert exchanged(board, starts, slots, 1, 2, 4, rng)
    assert starts == [0, 2, 1, 3]
    assert rows_of(slots) == [[0], [2], [1], [3]]
    # The second product may start from cycle 1 on, so it cannot have the first's slot.
    assert not exchanged(board, starts, slots, 0, 1, 4, rng)
    assert starts == [0, 2, 1, 3]
    assert rows_of(slots) == [[0], [2], [1], [3]]


@pytest.mark.parametrize("seed", range(3))
def test_slots_stay_what_the_starts_say(seed):
    board = chains(9, 5, 11, 4)
    starts, slots = list(board.head), Slots.of(board, board.head)
    before = slots.excess(board)
    left = moved(
        board, starts, list(range(45)), slots, before, 12, 700, math.exp(-3), 0.2,
        np.random.default_rng(seed),
    )  # fmt: skip
    assert left == slots.excess(board) < before
    assert list(map(sorted, rows_of(slots))) == list(map(sorted, rows_of(Slots.of(board, starts))))
    for job, start in enumerate(starts):
        assert board.head[job] <= start <= 12 - board.tail[job]
        assert job % 5 == 0 or starts[job - 1] + 1 <= start


def test_machine_code_makes_the_interpreters_moves():
    board = chains(9, 5, 11, 5)
    plain, slots = list(board.head), Slots.of(board, board.head)
    row, rows = np.array(plain), slots.as_arrays()
    rest = slots.excess(board), 11, 400, math.exp(-4), 0.3
    left = moved(board, plain, list(range(45)), slots, *rest, np.random.default_rng(7))
    code = moves._compiled()
    drawn = np.arange(45)
    assert code(board.as_arrays(), row, drawn, rows, *rest, np.random.default_rng(7)) == left < 20
    assert plain == row.tolist() != board.head
    assert rows_of(slots) == rows_of(rows)


def test_many_moves_are_made_by_machine_code(monkeypatch):
    board = chains(6, 4, 8, 3)
    plain = Mover(board).settled(board.head, 8, 3000, 0.12, 0.2, 2)
    monkeypatch.setattr(moves, "_FEW", 0)
    assert Mover(board).settled(board.head, 8, 3000, 0.12, 0.2, 2) == plain
    monkeypatch.setattr(moves, "moved", None)
    assert Mover(board).settled(board.head, 8, 3000, 0.12, 0.2, 2) == plain
