"""A processor's blocks cut into pieces: what needs no message first, then what each one allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from dataflow.graph.expression_values import needed
from dataflow.tasks.blocks import JACOBIAN, Equations
from dataflow.tasks.operation_times import OperationTimes
from dataflow.tasks.pieces import Message, Piece


@dataclass
class _Progress:
    """What a processor knows while its pieces are cut."""

    known: set[int]
    pieces: list[Piece] = field(default_factory=list)


@dataclass
class Cutting:
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
