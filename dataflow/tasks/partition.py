"""Blocks on processors: what each computes in which order, and the least that must be sent.

Schäfer and Schiehlen (1992), section 4: communication vectors with a minimum of data, and blocks
that are independent of them computed in advance. A value is sent once to a processor, and only if
that one reads it. A block that waits for messages is cut into pieces: what needs none of them comes
first, then what the first to arrive allows, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from dataflow.graph.expressions import needed
from dataflow.tasks.assignment import PROCESSORS_MAXIMUM, Assignment, check_assignment
from dataflow.tasks.blocks import JACOBIAN, Equations
from dataflow.tasks.operation_times import OperationTimes

ROOT = 0
"""The processor that gives states and takes results."""

STATE = "state"
"""The array of what the root gives."""

SHARED = "shared"
"""The array of a processor's own values that several of its pieces read."""


@dataclass(frozen=True)
class Message:
    """Values of one array that one processor sends another in every cycle.

    Attributes
    ----------
    array
        `STATE`, `JACOBIAN` or the block.
    values
        Nodes, in the array's order.
    """

    sender: int
    receiver: int
    array: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Piece:
    """A part of a block, computed without a pause.

    Attributes
    ----------
    block, part
        The parts of a block on a processor are counted from 1.
    results
        The values of the block's array that it computes, as its readers see them.
    shared
        Nodes that later pieces of the processor read, and nobody else.
    waits
        Messages that it is the first piece to read.
    known
        All nodes that need not be computed here.
    """

    block: str
    part: int
    results: tuple[int, ...]
    shared: tuple[int, ...]
    waits: tuple[Message, ...]
    known: frozenset[int]

    def computed(self, equations: Equations) -> list[int]:
        """Return the nodes that it computes, operands first; numbers and names among them."""
        targets = [equations.defined(i) for i in self.results]
        return needed(equations.graph.nodes, [*targets, *self.shared], self.known)


@dataclass(frozen=True)
class Partition:
    """The equations on processors.

    Attributes
    ----------
    pieces
        Of each processor, in order.
    messages
        From processor to processor, those with the root among them.
    arrays
        Nodes of each array that messages or pieces name, in order.
    """

    equations: Equations
    assignment: Assignment
    pieces: Mapping[int, tuple[Piece, ...]]
    messages: tuple[Message, ...]
    arrays: Mapping[str, tuple[int, ...]]

    @property
    def processors(self) -> tuple[int, ...]:
        """Those that compute, ascending."""
        return tuple(self.pieces)

    @property
    def head(self) -> int:
        """The processor that is wired to the root: the one that has the last block."""
        return self.assignment[self.result]

    @property
    def result(self) -> str:
        """The block that the root takes."""
        return self.equations.result


@dataclass
class _Progress:
    """What a processor knows while its pieces are cut."""

    known: set[int]
    pieces: list[Piece] = field(default_factory=list)


def partition(
    equations: Equations,
    assignment: Assignment,
    times: OperationTimes,
    sent_jacobian: Mapping[tuple[int, int], frozenset[int]] | None = None,
    order: Mapping[int, Sequence[str]] | None = None,
    most: int = PROCESSORS_MAXIMUM,
) -> Partition:
    """Return the equations cut for processors.

    Parameters
    ----------
    sent_jacobian
        Elements of J that go from one processor to another instead of being computed again.
    order
        Of the blocks of a processor; by default the one first that the longest work waits for.
    most
        Processors that there may be: more than `PROCESSORS_MAXIMUM` where messages are handed on.

    Raises
    ------
    InputError
        The assignment is none.
    """
    check_assignment(assignment, blocks=tuple(equations.results), most=most)
    blocks = [block for block in equations.results if equations.arrays[block]]
    ranks = _ranks(equations, blocks, times)
    jacobian = {pair: values for pair, values in (sent_jacobian or {}).items() if values}
    ordered = {
        number: _ordered(blocks, assignment, ranks, number, order)
        for number in sorted({assignment[block] for block in blocks})
    }
    arrays = dict(equations.arrays) | {STATE: equations.state}
    arrays[JACOBIAN] = _jacobian_array(equations, jacobian)
    messages = _messages(equations, assignment, blocks, jacobian, arrays)
    cut = _Cutting(equations, arrays, messages, ranks, times)
    pieces = {number: cut.processor(number, names) for number, names in ordered.items()}
    head = assignment[equations.result]
    states = _state_messages(equations, head, pieces, messages, arrays)
    result = Message(head, ROOT, equations.result, arrays[equations.result])
    return Partition(equations, assignment, pieces, (*states, *messages, result), arrays)


def _ranks(equations: Equations, blocks: Sequence[str], times: OperationTimes) -> dict[str, float]:
    """Return for each block how long it and the longest work behind it take, alone."""
    reads = {block: equations.reads(block) for block in blocks}
    ranks: dict[str, float] = {}
    for block in reversed(blocks):
        targets = [equations.defined(i) for i in equations.arrays[block]]
        own = times.of(equations.graph.nodes, needed(equations.graph.nodes, targets))
        behind = [ranks[other] for other in blocks if block in reads[other]]
        ranks[block] = own + max(behind, default=0.0)
    return ranks


def _ordered(
    blocks: Sequence[str],
    assignment: Assignment,
    ranks: Mapping[str, float],
    number: int,
    order: Mapping[int, Sequence[str]] | None,
) -> tuple[str, ...]:
    own = [block for block in blocks if assignment[block] == number]
    if order is not None and number in order:
        return tuple(block for block in order[number] if block in own)
    return tuple(sorted(own, key=lambda block: -ranks[block]))


def _jacobian_array(
    equations: Equations, sent: Mapping[tuple[int, int], frozenset[int]]
) -> tuple[int, ...]:
    wanted: frozenset[int] = frozenset().union(*sent.values())
    elements = dict.fromkeys(i for body in equations.jacobian for i in body)
    return tuple(i for i in elements if i in wanted)


def _messages(
    equations: Equations,
    assignment: Assignment,
    blocks: Sequence[str],
    jacobian: Mapping[tuple[int, int], frozenset[int]],
    arrays: Mapping[str, tuple[int, ...]],
) -> tuple[Message, ...]:
    """Return what blocks need of other processors: each value once a receiver."""
    nodes = equations.graph.nodes
    found: list[Message] = []
    for (sender, receiver), values in sorted(jacobian.items()):
        here = [b for b in blocks if assignment[b] == receiver]
        read = set(needed(nodes, [equations.defined(i) for b in here for i in arrays[b]]))
        own = {i for (other, _), given in jacobian.items() if other == receiver for i in given}
        had = {i for m in found if m.receiver == receiver for i in m.values}
        wanted = (_not_hidden(equations, here, values) & read) - own - had
        chosen = tuple(i for i in arrays[JACOBIAN] if i in wanted)
        if chosen:
            found.append(Message(sender, receiver, JACOBIAN, chosen))
    for source in blocks:
        for receiver in sorted({assignment[block] for block in blocks} - {assignment[source]}):
            here = [b for b in blocks if assignment[b] == receiver and b != source]
            targets = [equations.defined(i) for b in here for i in arrays[b]]
            read = set(needed(nodes, targets))
            handed = tuple(i for i in arrays[source] if i in read)
            if handed:
                found.append(Message(assignment[source], receiver, source, handed))
    return tuple(found)


def _not_hidden(equations: Equations, blocks: Iterable[str], values: frozenset[int]) -> set[int]:
    """Return those of some values that blocks still read when all of them are given."""
    nodes = equations.graph.nodes
    targets = [equations.defined(i) for b in blocks for i in equations.arrays[b]]
    inner = needed(nodes, targets, values)
    return {operand for i in inner for operand in nodes[i].operands} & values


@dataclass
class _Cutting:
    """Cuts the blocks of processors into pieces."""

    equations: Equations
    arrays: Mapping[str, tuple[int, ...]]
    messages: tuple[Message, ...]
    ranks: Mapping[str, float]
    times: OperationTimes

    def processor(self, number: int, blocks: Sequence[str]) -> tuple[Piece, ...]:
        """Return the pieces of one processor."""
        incoming = [m for m in self.messages if m.receiver == number]
        awaited = {i for m in incoming for i in m.values}
        progress = _Progress(known=set(self.equations.state))
        sent = self._jacobian_results(number)
        if sent:
            self._add(progress, JACOBIAN, 1, sent, (), ())
        later = [self._targets(block) for block in blocks]
        for place, block in enumerate(blocks):
            beyond = [t for targets in later[place + 1 :] for t in targets]
            self._block(progress, block, incoming, awaited, beyond)
        return self._shared(progress.pieces)

    def _jacobian_results(self, number: int) -> tuple[int, ...]:
        sent = {
            i for m in self.messages if m.sender == number and m.array == JACOBIAN
            for i in m.values
        }  # fmt: skip
        return tuple(i for i in self.arrays[JACOBIAN] if i in sent)

    def _targets(self, block: str) -> list[int]:
        return [self.equations.defined(i) for i in self.arrays[block]]

    def _block(
        self,
        progress: _Progress,
        block: str,
        incoming: Sequence[Message],
        awaited: set[int],
        beyond: list[int],
    ) -> None:
        """Cut one block by the messages that it is the first to read, soonest first."""
        nodes, targets = self.equations.graph.nodes, self._targets(block)
        read = set(needed(nodes, targets, progress.known))
        waits = [m for m in incoming if read.intersection(m.values)]
        # What less work goes before arrives earlier.
        waits.sort(key=lambda m: (-self.ranks.get(m.array, float("inf")), m.sender))
        done: set[int] = set()
        part = 0
        for count in range(len(waits) + 1):
            missing = {i for m in waits[count:] for i in m.values} - progress.known
            ready = self._independent(targets, progress.known, missing)
            last = count == len(waits)
            results = tuple(
                i for i in self.arrays[block]
                if i not in done and (last or self.equations.defined(i) in ready)
            )  # fmt: skip
            frontier = () if last else self._frontier(targets, ready, progress.known)
            new = tuple(i for i in frontier if self._is_work(i))
            if not last and self._is_little(results, new, progress.known, waits[:count]):
                continue
            part += 1
            taken = [m for m in waits[:count] if not progress.known.issuperset(m.values)]
            self._add(progress, block, part, results, new, taken)
            done.update(results)

    def _independent(self, targets: Sequence[int], known: set[int], missing: set[int]) -> set[int]:
        """Return the nodes on the way to targets that do not depend on missing ones."""
        nodes = self.equations.graph.nodes
        waiting: set[int] = set(missing)
        found = set()
        for i in needed(nodes, targets, known):
            if i in missing or waiting.intersection(nodes[i].operands):
                waiting.add(i)
            else:
                found.add(i)
        return found

    def _frontier(
        self, targets: Sequence[int], ready: set[int], known: set[int]
    ) -> tuple[int, ...]:
        """Return the ready nodes that others read which are not: what early pieces hand on."""
        nodes = self.equations.graph.nodes
        late = [i for i in needed(nodes, targets, known) if i not in ready]
        return tuple(sorted({o for i in late for o in nodes[i].operands if o in ready}))

    def _is_little(
        self,
        results: Sequence[int],
        shared: Sequence[int],
        known: set[int],
        waits: Iterable[Message],
    ) -> bool:
        """Tell whether a piece takes less than the start of a message: it is no gain then."""
        nodes = self.equations.graph.nodes
        targets = [*(self.equations.defined(i) for i in results), *shared]
        given = known | {i for m in waits for i in m.values}
        return self.times.of(nodes, needed(nodes, targets, given)) < self.times.message

    def _is_work(self, index: int) -> bool:
        return not self.equations.graph.nodes[index].kind.is_leaf

    def _add(
        self,
        progress: _Progress,
        block: str,
        part: int,
        results: tuple[int, ...],
        shared: tuple[int, ...],
        taken: Iterable[Message],
    ) -> None:
        waits = tuple(taken)
        known = progress.known | {i for m in waits for i in m.values}
        piece = Piece(block, part, results, shared, waits, frozenset(known))
        progress.pieces.append(piece)
        computed = piece.computed(self.equations)
        progress.known = known | set(results)
        progress.known |= {i for i in computed if self._is_work(i)}

    def _shared(self, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
        """Let each piece hand on just what later ones read, and know just what was handed on."""
        found: list[Piece] = []
        computed = [set(filter(self._is_work, piece.computed(self.equations))) for piece in pieces]
        nodes = self.equations.graph.nodes
        for place, piece in enumerate(pieces):
            own = {self.equations.defined(i) for i in piece.results}
            read: set[int] = set()
            for later in range(place + 1, len(pieces)):
                read |= {o for i in computed[later] for o in nodes[i].operands}
                read |= {self.equations.defined(i) for i in pieces[later].results}
            keep = (computed[place] & read) - own
            handed = tuple(sorted(keep))
            found.append(
                Piece(piece.block, piece.part, piece.results, handed, piece.waits, piece.known)
            )
        return tuple(found)


def _state_messages(
    equations: Equations,
    head: int,
    pieces: Mapping[int, tuple[Piece, ...]],
    messages: Sequence[Message],
    arrays: Mapping[str, tuple[int, ...]],
) -> tuple[Message, ...]:
    """Return the states that go to the head and on from there: what anybody reads."""
    nodes = equations.graph.nodes
    read: dict[int, set[int]] = {}
    for number, own in pieces.items():
        inner = {i for piece in own for i in piece.computed(equations)}
        operands = {o for i in inner for o in nodes[i].operands}
        targets = {equations.defined(i) for piece in own for i in piece.results}
        read[number] = (inner | operands | targets) & set(equations.state)
    everything: set[int] = set().union(*read.values())
    found = [Message(ROOT, head, STATE, tuple(i for i in arrays[STATE] if i in everything))]
    for number in pieces:
        values = tuple(i for i in arrays[STATE] if i in read[number])
        if number != head and values:
            found.append(Message(head, number, STATE, values))
    return tuple(found)
