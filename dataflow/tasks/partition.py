"""Blocks on processors: what each computes in which order, and the least that must be sent.

Schäfer and Schiehlen (1992), section 4: communication vectors with a minimum of data, and blocks
that are independent of them computed in advance. A value is sent once to a processor, and only if
that one reads it. A block that waits for messages is cut into pieces: what needs none of them comes
first, then what the first to arrive allows, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dataflow.graph.expression_values import needed
from dataflow.tasks.assignment import PROCESSORS_MAXIMUM, Assignment, check_assignment
from dataflow.tasks.blocks import JACOBIAN, Equations
from dataflow.tasks.cutting import Cutting
from dataflow.tasks.operation_times import OperationTimes
from dataflow.tasks.pieces import ROOT, STATE, Message, Partition, Piece


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
    cut = Cutting(equations, arrays, messages, ranks, times)
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
