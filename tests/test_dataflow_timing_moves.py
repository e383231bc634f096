import math

import numpy as np
import pytest

from dataflow.timing import moves
from dataflow.timing.moves import Board, Links, Mover, moved


def chains(count, length, interval, units):
    """Jobs in chains, each of one kind and of one cycle, with as many free cycles as a chain."""
    jobs = range(count * length)
    places = [job % length for job in jobs]
    before = [[(job - 1, 1)] if place else [] for job, place in zip(jobs, places, strict=True)]
    after = [[(job + 1, 1)] if place < length - 1 else [] for job, place in enumerate(places)]
    return Board(
        [0] * len(jobs), [units], places, [length - place for place in places],
        Links.of(before), Links.of(after), interval,
    )  # fmt: skip


def assert_settled(board, starts, end):
    """Units are enough, and each job keeps its distance."""
    used = np.zeros((len(board.limit), board.interval), dtype=int)
    for job, start in enumerate(starts):
        used[board.kind[job], start % board.interval] += 1
        assert board.head[job] <= start <= end - board.tail[job]
        for link in range(board.before.first[job], board.before.first[job + 1]):
            assert starts[board.before.job[link]] + board.before.cycles[link] <= start
    assert np.all(used <= np.array(board.limit)[:, None])


def test_links_stand_by_job():
    links = Links.of([[], [(0, 3)], [(0, 5), (1, 2)]])
    assert links == ([0, 0, 1, 3], [0, 0, 1], [3, 5, 2])


@pytest.mark.parametrize("seed", range(3))
def test_jobs_settle_where_units_are_just_enough(seed):
    board = chains(6, 4, 8, 3)
    found = Mover(board).settled(board.head, 8, 5000, 0.12, seed)
    assert_settled(board, found, 8)


def test_too_few_units_or_no_room_settle_nothing():
    board = chains(6, 4, 8, 3)
    assert Mover(board._replace(limit=[2])).settled(board.head, 8, 5000, 0.12, 1) is None
    assert Mover(board).settled(board.head, 4, 5000, 0.12, 1) is None


def test_what_has_units_enough_stays():
    board = chains(6, 4, 8, 6)
    assert Mover(board).settled(board.head, 8, 5000, 0.12, 1) == board.head


def test_a_job_without_a_kind_stays():
    board = chains(6, 4, 8, 3)
    board.kind[0] = -1
    found = Mover(board).settled(board.head, 8, 5000, 0.12, 1)
    assert found[0] == 0
    assert found != board.head


def test_machine_code_makes_the_interpreters_moves():
    board = chains(9, 5, 11, 5)
    plain = list(board.head), list(range(45)), [9] * 5 + [0] * 6
    rows = [np.array(each) for each in plain]
    rest = 20, 11, 400, math.exp(-4)
    left = moved(board, *plain, *rest, np.random.default_rng(7))
    code = moves._compiled()
    assert code(board.as_arrays(), *rows, *rest, np.random.default_rng(7)) == left < 20
    assert plain[0] == rows[0].tolist() != board.head
    assert plain[2] == rows[2].tolist()


def test_many_moves_are_made_by_machine_code(monkeypatch):
    board = chains(6, 4, 8, 3)
    plain = Mover(board).settled(board.head, 8, 3000, 0.12, 2)
    monkeypatch.setattr(moves, "_FEW", 0)
    assert Mover(board).settled(board.head, 8, 3000, 0.12, 2) == plain
    monkeypatch.setattr(moves, "moved", None)
    assert Mover(board).settled(board.head, 8, 3000, 0.12, 2) == plain
