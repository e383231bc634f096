"""PAR: processes side by side, each with a workspace of its own below the parent's.

W0 and W1 of the parent are the join: where to go on, and how many processes have not ended; each
ends with ``endp`` on the parent's address. All but the last are started; the last one runs as the
parent, its Wptr moved. The processes of a replicated PAR share one copy of the code: each has the
parent's address and the index in words of its own workspace, and the parent, which starts them,
is one more that ends.

In PRI PAR the first process is run at high priority. Who ends last goes on as the parent, so the
parent makes itself a process of low priority again. As in INMOS's occam, PRI PAR is for processes
of low priority. Where errors halt, code that runs at high priority sets halt-on-error again
wherever it may have waited: the processor clears it when it interrupts a process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from occam import typed
from occam.generating.code import Label
from occam.generating.frame.homes import Home
from occam.generating.frame.survey import survey_of
from occam.generating.frame.vector_space import VectorSpace
from occam.generating.frame.workspace import WAITING_WORDS, Frame, Slot
from occam.generating.generator import Generator, total
from occam.generating.processes.loops import loop

_JOIN_WORDS = 2


def parallel(g: Generator, p: typed.Parallel) -> None:
    """Generate a PAR, a PRI PAR or a replicated PAR."""
    if p.replicator is not None:
        _replicated(g, p, p.replicator, p.processes[0])
    elif p.priority and len(p.processes) == 2:
        _by_priority(g, p.processes)
    elif len(p.processes) == 1:
        g.process(p.processes[0])
    elif p.processes:
        _side_by_side(g, p.processes)


def _side_by_side(g: Generator, parts: Sequence[typed.Process]) -> None:
    frames = _frames(g, len(parts))
    labels = [Label("branch") for _ in parts]
    joined = Label("join")
    _set_join(g, len(parts), joined)
    for frame, label in zip(frames[:-1], labels[:-1], strict=True):
        _start(g, label, frame)
    g.emit("ajw", _negative(frames[-1].distance))
    _branch(g, parts[-1], frames[-1])
    for part, frame, label in zip(parts[:-1], frames[:-1], labels[:-1], strict=True):
        g.code.place(label)
        _branch(g, part, frame)
    g.code.place(joined)
    g.resumed()


def _by_priority(g: Generator, parts: Sequence[typed.Process]) -> None:
    high, low = _frames(g, 2)
    label, joined = Label("high priority"), Label("join")
    _set_join(g, 2, joined)
    g.code.address(label)
    g.emit("ldlp", _negative(high.distance))
    g.emit("stnl", -1)
    g.emit("ldlp", _negative(high.distance))
    g.emit("runp")
    g.emit("ajw", _negative(low.distance))
    _branch(g, parts[1], low)
    g.code.place(label)
    before, g.at_high_priority = g.at_high_priority, True
    g.resumed()
    _branch(g, parts[0], high)
    g.at_high_priority = before
    g.code.place(joined)
    g.emit("ldlp", 0)
    g.emit("adc", 1)
    g.emit("runp")
    g.emit("stopp")


def _set_join(g: Generator, count: int, joined: Label) -> None:
    g.frame.reserve(_JOIN_WORDS)
    g.emit("ldc", count)
    g.emit("stl", 1)
    g.code.address(joined)
    g.emit("stl", 0)


def _start(g: Generator, label: Label, frame: Frame) -> None:
    after = Label("after startp")
    g.code.difference(after, label)
    g.emit("ldlp", _negative(frame.distance))
    g.emit("startp")
    g.code.place(after)


def _branch(g: Generator, p: typed.Process, frame: Frame) -> None:
    """Generate one process of the PAR; its end is the PAR's."""
    parent = g.frame
    with g.inside(frame):
        g.process(p)
        g.frame_address(parent)
        g.emit("endp")


def _frames(g: Generator, count: int) -> list[Frame]:
    """Lay the workspaces of processes out below the parent's, and their vector space above."""
    parent, space = g.frame, g.vector_spaces.get(g.frame)
    frames: list[Frame] = []
    taken: list[Callable[[], int]] = []
    filled: list[Callable[[], int]] = []
    for number in range(count):
        frame = Frame(f"{parent.name}, process {number + 1}", parent)
        frame.distance = total([*taken, frame.size])
        taken += [frame.size, frame.below]
        if space is not None:
            g.vector_spaces[frame] = VectorSpace(space.pointer, total([space.end, *filled]))
            filled.append(g.vector_spaces[frame].total)
        frames.append(frame)
    parent.need_below(total(taken))
    if space is not None:
        space.need(total(filled))
    return frames


def _negative(distance: Callable[[], int] | None) -> Callable[[], int]:
    assert distance is not None
    return lambda: -distance()


def _replicated(
    g: Generator, p: typed.Parallel, replicator: typed.Replicator, body: typed.Process
) -> None:
    assert isinstance(replicator.count, typed.Constant)
    count = replicator.count.value
    if count == 0:
        return
    parent = g.frame
    frame = Frame(f"{parent.name}, replicated process", parent)
    index, link = frame.allocate(1), frame.allocate(1)
    frame.link = link
    label, joined = Label("branch"), Label("join")

    def stride() -> int:
        return frame.size() + frame.below()

    parent.need_below(lambda: WAITING_WORDS + count * stride())
    with parent.scope():
        block = parent.allocate(2)
        workspace = _Stepping(g, parent.allocate(1), lambda: -stride())
        space = _vector_space(g, frame, body, count)
        _set_join(g, count + 1, joined)
        g.load(replicator.start)
        g.store_slot(block)
        g.emit("ldlp", lambda: -WAITING_WORDS - frame.size())
        g.store_slot(workspace.slot)
        g.emit("ldc", count)
        g.store_slot(block, 1)
        with loop(g, block):
            g.load_slot(block)
            workspace.store_in(index)
            g.emit("ldlp", 0)
            workspace.store_in(link)
            if space is not None:
                g.load_slot(space.slot)
                workspace.store_in(g.vector_spaces[frame].pointer)
                space.step()
            after = Label("after startp")
            g.code.difference(after, label)
            g.load_slot(workspace.slot)
            g.emit("startp")
            g.code.place(after)
            workspace.step()
        g.emit("ldlp", 0)
        g.emit("endp")
    g.code.place(label)
    g.homes[replicator.index] = Home(index)
    _branch(g, body, frame)
    g.code.place(joined)
    g.resumed()


class _Stepping:
    """A pointer that steps from one process's workspace or vector space to the next's."""

    def __init__(self, g: Generator, slot: Slot, stride: Callable[[], int]) -> None:
        self.g = g
        self.slot = slot
        self.stride = stride

    def store_in(self, word: Slot) -> None:
        """Store Areg in a word of the workspace pointed at."""
        self.g.load_slot(self.slot)
        self.g.emit("stnl", word.offset)

    def step(self) -> None:
        """Go on to the next."""
        self.g.load_slot(self.slot)
        self.g.emit("ldnlp", self.stride)
        self.g.store_slot(self.slot)


def _vector_space(g: Generator, frame: Frame, body: typed.Process, count: int) -> _Stepping | None:
    """Give each of the processes vector space, if they use any; point at the first one's."""
    outer = g.vector_spaces.get(g.frame)
    if outer is None or not survey_of(body).vectors:
        return None
    inner = g.vector_spaces[frame] = VectorSpace(frame.allocate(1))
    outer.need(lambda: count * inner.total())
    space = _Stepping(g, g.frame.allocate(1), inner.total)
    g.load_slot(outer.pointer)
    g.emit("ldnlp", outer.end)
    g.store_slot(space.slot)
    return space
