from dataflow.timing.board import Links, Slots, enter, first_cycle, last_cycle, leave
from tests.boards import chains, rows_of


def test_links_stand_by_job():
    links = Links.of([[], [(0, 3)], [(0, 5), (1, 2)]])
    assert links == ([0, 0, 1, 3], [0, 0, 1], [3, 5, 2])


def test_slots_name_who_starts_in_each():
    board = chains(3, 2, 3, 3)
    slots = Slots.of(board, [0, 1, 0, 4, 3, 5])
    assert rows_of(slots) == [[0, 2, 4], [1, 3], [5]]
    assert slots.excess(board._replace(limit=[1])) == 3
    leave(slots, 0, 0)
    leave(slots, 2, 5)
    enter(slots, 2, 0)
    assert rows_of(slots) == [[2, 4], [1, 3], [0]]
    assert slots.excess(board._replace(limit=[1])) == 2


def test_the_first_and_the_last_cycle_are_what_data_leave():
    board = chains(1, 3, 8, 1)
    starts = [2, 3, 5]
    assert [first_cycle(board, starts, job) for job in range(3)] == [0, 3, 4]
    assert [last_cycle(board, starts, 9, job) for job in range(3)] == [2, 4, 8]
    late = board._replace(head=[4, 4, 4], tail=[6, 6, 6])
    assert [first_cycle(late, starts, job) for job in range(3)] == [4, 4, 4]
    assert [last_cycle(late, starts, 9, job) for job in range(3)] == [2, 3, 3]
