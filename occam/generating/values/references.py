"""Places whose addresses can be loaded: what takes too many registers has been computed before."""

from __future__ import annotations

from dataclasses import dataclass

from occam.generating.frame.workspace import Slot
from occam.generating.generator import Generator
from occam.generating.values.demands import REGISTERS, demand, operand_demand
from occam.generating.values.loading import load_operands, materialise, save
from occam.generating.values.locations import ArrayStep, Location, locate
from occam.generating.values.operands import Number, Operand, WordOf
from occam.layout.sizes import WORD_BYTES, size_in_bytes
from occam.typed import Constant, ConstantTable, Declared, Expression, Variable


@dataclass(frozen=True)
class PreparedStep:
    """An `ArrayStep` ready to be loaded with what is free then."""

    index: Operand
    depth: int
    limit: Operand | None
    count: Operand | None


@dataclass(frozen=True)
class Reference:
    """A place whose address can be loaded without a register more than `demands` says.

    Attributes
    ----------
    location
        Where it lies.
    steps
        The steps from the root.
    slot
        The root itself, or a pointer to it (``indirect``); None for a channel placed at a link.
    word
        A word of the root (of a table of constants, of a placed channel) to begin with.
    """

    location: Location
    steps: tuple[PreparedStep, ...]
    slot: Slot | None
    indirect: bool
    word: int

    @property
    def direct(self) -> bool:
        """Whether it lies in a slot, at a place known before the program runs."""
        return self.slot is not None and not self.indirect and not self.steps

    @property
    def first_word(self) -> int:
        """Words from the root that can be added to any address."""
        return self.word + self.location.offset // WORD_BYTES

    @property
    def odd_bytes(self) -> int:
        """Bytes to be added after that."""
        return self.location.offset % WORD_BYTES


def prepare(g: Generator, e: Expression) -> Reference:
    """Compute into temporaries what would take too many registers later."""
    location = locate(g, e)
    steps = tuple(_prepared(g, i, step) for i, step in enumerate(location.steps))
    root = location.root
    if isinstance(root, ConstantTable):
        return Reference(location, steps, g.pool.pointer(), True, g.pool.place(root.data))
    if isinstance(root, Constant):
        content = root.value.to_bytes(_constant_size(root), "little", signed=root.value < 0)
        return Reference(location, steps, g.pool.pointer(), True, g.pool.place(content))
    if not isinstance(root, Variable):
        return Reference(location, steps, materialise(g, root), False, 0)
    symbol = root.symbol
    if isinstance(symbol, Declared) and symbol.address is not None and symbol not in g.homes:
        return Reference(location, steps, None, False, symbol.address)
    home = g.homes[symbol]
    return Reference(location, steps, home.slot, home.indirect, 0)


def _constant_size(e: Constant) -> int:
    return max(WORD_BYTES, size_in_bytes(e.type))


def _prepared(g: Generator, position: int, wanted: ArrayStep) -> PreparedStep:
    index, limit, count = wanted.index, wanted.limit, wanted.count
    step = PreparedStep(WordOf(index), wanted.depth, limit, count)
    if position == 0:
        return step
    free = REGISTERS - 1
    fits = demand(g, index).words <= free
    if limit is not None:
        fits = fits and operand_demand(g, limit).words < free
    known = count is None or (isinstance(count, Number) and isinstance(limit, Number))
    if known and fits:
        return step
    load_step(g, step)
    return PreparedStep(save(g), wanted.depth, None, None)


def load_step(g: Generator, step: PreparedStep) -> None:
    """Push a subscript, checked."""
    if step.limit is None:
        load_operands(g, [step.index])
    elif step.count is None:
        load_operands(g, [step.index, step.limit])
        g.emit("csub0")
    elif isinstance(step.limit, Number) and isinstance(step.count, Number):
        load_operands(g, [step.index, Number(step.limit.value - step.count.value + 1)])
        g.emit("csub0")
    elif isinstance(step.limit, Number):
        _load_sliced(g, step, step.count, step.limit.value)
    else:
        load_operands(g, [step.count, step.limit])
        g.emit("adc", 1)
        g.emit("csub0")
        load_operands(g, [step.index, step.limit, step.count])
        g.emit("diff")
        g.emit("adc", 1)
        g.emit("csub0")


def _load_sliced(g: Generator, step: PreparedStep, count: Operand, limit: int) -> None:
    """Push the start of a slice of an array of known length, checked with its count."""
    index = step.index
    if isinstance(index, WordOf) and isinstance(index.expression, Constant):
        start = index.expression.value
        load_operands(g, [count, Number(limit - start + 1)])
        g.emit("csub0")
        load_operands(g, [index])
        return
    load_operands(g, [count, Number(limit + 1)])
    g.emit("csub0")
    load_operands(g, [index, Number(limit + 1), count])
    g.emit("diff")
    g.emit("csub0")
