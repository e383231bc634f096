"""What is true of credit and queue in every cycle: an invariant that induction needs, and no more.

It speaks of registers inside the parts, so it is bound to them by name.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Array, Cat, Module, Mux, Signal
from amaranth.lib.wiring import In

from hdl.proofs.order import PAYLOAD_BITS, Flow, OrderObserver, Watch


class OrderInvariant(OrderObserver):
    """An `OrderObserver` whose ``bad`` is high in every state outside the invariant too.

    If it is low in one cycle it is low in the next, whatever the environment does; it is low after
    reset; so it is low for good.
    """

    def registers(self) -> dict[str, tuple[str, Any]]:
        """Return members by the registers that they stand for: their names, what they are."""
        position, level = In(range(self.ring)), In(range(self.places + 1))
        return {
            "credit.count": ("credit_count", In(range(self.credit + 1))),
            "credit.given": ("given", In(1)),
            "queue.level": ("level", level), "queue.held": ("held", In(1)),
            "queue.single": ("single", In(1)),
            "queue.first": ("first", position), "queue.free": ("free", position),
            **{f"queue.memory[{k}]": (f"word_{k}", In(PAYLOAD_BITS)) for k in range(self.ring)},
        }  # fmt: skip

    def judged(self, m: Module, flow: Flow, watch: Watch) -> Any:
        """Return whether all is lost, or the state is none that there can be."""
        return watch.bad | Cat(*self._outside(m, flow, watch)).any()

    def _outside(self, m: Module, flow: Flow, watch: Watch) -> list[Any]:
        """Return each way in which a state can be outside the invariant."""
        words = Array(getattr(self, f"word_{k}") for k in range(self.ring))
        shown = flow.queue.o.payload
        ahead = self._ahead(m, flow)
        return [
            # What was taken and has not left is in the pipeline or in the queue, and is paid for.
            *self._miscounted(flow, ahead),
            watch.count != ahead[0] + flow.under_way[0],
            watch.count + self.credit_count + self.given != self.credit,
            flow.store != flow.under_way[-1],
            # The queue is a ring.
            self.level > self.places,
            self.first >= self.ring,
            self.free != self._around(self.first + self.level),
            self.held != (self.level != 0),
            self.single != (self.level == 1),
            self.held & (shown != words[self.first]),
            # What waits is still shown.
            watch.waited & (~self.held | (shown != watch.before)),
            # The watched set is where its number says.
            watch.watched & (watch.ahead >= watch.count),
            *self._elsewhere(m, flow, watch, words, ahead),
            # Whoever was under way when silence began has come on by a step a cycle since.
            *(
                (watch.quiet == k) & (self.level == 0) & ~flow.under_way[k:].any()
                for k in range(1, self.depth + 4)
            ),
        ]

    def _ahead(self, m: Module, flow: Flow) -> list[Signal]:
        """Return registers that count the sets ahead of each of the pipeline's steps.

        Sums over the pipeline would say the same. But that they move on with the sets a solver
        would have to find out in every case anew; of these it compares each with the next.
        """
        most = range(self.depth + self.places + 2)
        ahead = [Signal(most, name=f"ahead_{k}") for k in range(self.depth)]
        behind = ahead[0] + flow.under_way[0]
        for count, before in zip(ahead, (behind, *ahead), strict=False):
            m.d.sync += count.eq(before - flow.left)
        return ahead

    def _miscounted(self, flow: Flow, ahead: list[Signal]) -> list[Any]:
        """Return for each step whether its count is not that of the next, and the set in that."""
        steps = [ahead[k] + flow.under_way[k] for k in range(1, self.depth)]
        return [count != right for count, right in zip(ahead, (*steps, self.level), strict=True)]

    def _elsewhere(
        self, m: Module, flow: Flow, watch: Watch, words: Array[Any], ahead: list[Signal]
    ) -> list[Any]:
        """Return for each place whether the watched set should be there and is not."""
        queued = watch.ahead < self.level
        there = Signal(range(self.ring))
        m.d.comb += there.eq(self._around(self.first + watch.ahead))
        wrong = [watch.watched & queued & (words[there] != watch.word)]
        for k, step in enumerate(flow.steps):
            here = flow.under_way[k] & (ahead[k] == watch.ahead)
            wrong.append(watch.watched & here & (step != watch.word))
        return wrong

    def _around(self, place: Any) -> Any:
        """Return a place of the ring, from one that may be beyond its end once."""
        return Mux(place >= self.ring, place - self.ring, place)
