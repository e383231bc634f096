"""Boards of jobs, for tests of what moves on them."""

from dataflow.timing.board import Board, Links


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


def rows_of(slots):
    """The jobs of each row in turn, found forward and backward alike."""
    found = []
    for first, count in zip(slots.first, slots.count, strict=True):
        forward, backward, job = [], [], first
        for _ in range(count):
            forward.append(int(job))
            job = slots.later[job]
        assert job == first
        for _ in range(count):
            job = slots.sooner[job]
            backward.append(int(job))
        assert backward[::-1] == forward
        found.append(forward)
    return found
