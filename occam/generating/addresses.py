"""Addresses of elements and slices, and what is loaded from and stored at them.

A subscript is multiplied by the lengths behind it and added to the next (Horner), without looking
for common parts, as INMOS's compiler does it.
"""

from __future__ import annotations

from dataclasses import dataclass

from occam.generating import loading
from occam.generating.demands import REGISTERS, demand, operand_demand
from occam.generating.frame import Slot
from occam.generating.generator import Generator
from occam.generating.locations import Location, Subscript, locate, rank, scale, unit
from occam.generating.operands import Number, Operand, Value
from occam.layout.sizes import WORD_BYTES, size_in_bytes
from occam.typed import Constant, ConstantTable, Declared, Expression, Variable


@dataclass(frozen=True)
class Step:
    """A subscript ready to be loaded with what is free then; ``limit`` as in Subscript."""

    index: Operand
    depth: int
    limit: Operand | None
    count: Operand | None


@dataclass(frozen=True)
class Access:
    """A place whose address can be loaded without a register more than `demands` says.

    Attributes
    ----------
    location
        Where it lies.
    steps
        Its subscripts.
    slot
        The root itself, or a pointer to it (``indirect``); None for a channel placed at a link.
    word
        A word of the root (of a table of constants, of a placed channel) to begin with.
    """

    location: Location
    steps: tuple[Step, ...]
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


def prepare(g: Generator, e: Expression) -> Access:
    """Compute into temporaries what would take too many registers later."""
    location = locate(g, e)
    steps = tuple(_prepared(g, i, subscript) for i, subscript in enumerate(location.subscripts))
    root = location.root
    if isinstance(root, ConstantTable):
        return Access(location, steps, g.pool.pointer(), True, g.pool.place(root.data))
    if isinstance(root, Constant):
        content = root.value.to_bytes(_constant_size(root), "little", signed=root.value < 0)
        return Access(location, steps, g.pool.pointer(), True, g.pool.place(content))
    if not isinstance(root, Variable):
        return Access(location, steps, loading.materialise(g, root), False, 0)
    symbol = root.symbol
    if isinstance(symbol, Declared) and symbol.address is not None:
        return Access(location, steps, None, False, symbol.address)
    home = g.homes[symbol]
    return Access(location, steps, home.slot, home.indirect, 0)


def _constant_size(e: Constant) -> int:
    return max(WORD_BYTES, size_in_bytes(e.type))


def _prepared(g: Generator, position: int, subscript: Subscript) -> Step:
    index, limit, count = subscript.index, subscript.limit, subscript.count
    step = Step(Value(index), subscript.depth, limit, count)
    if position == 0:
        return step
    free = REGISTERS - 1
    fits = demand(g, index).words <= free
    if limit is not None:
        fits = fits and operand_demand(g, limit).words < free
    known = count is None or (isinstance(count, Number) and isinstance(limit, Number))
    if known and fits:
        return step
    _load_step(g, step)
    return Step(loading.save(g), subscript.depth, None, None)


def _load_step(g: Generator, step: Step) -> None:
    """Push a subscript, checked."""
    if step.limit is None:
        loading.load_operands(g, [step.index])
    elif step.count is None:
        loading.load_operands(g, [step.index, step.limit])
        g.emit("csub0")
    elif isinstance(step.limit, Number) and isinstance(step.count, Number):
        loading.load_operands(g, [step.index, Number(step.limit.value - step.count.value + 1)])
        g.emit("csub0")
    else:
        loading.load_operands(g, [step.count, step.limit])
        g.emit("adc", 1)
        g.emit("csub0")
        loading.load_operands(g, [step.index, step.limit, step.count])
        g.emit("diff")
        g.emit("adc", 1)
        g.emit("csub0")


def _load_index(g: Generator, access: Access) -> None:
    """Push how many basic elements the subscripts go on."""
    root = access.location.root
    depth = 0
    for position, step in enumerate(access.steps):
        if position:
            _multiply(g, scale(g, root, depth, step.depth))
        _load_step(g, step)
        if position:
            g.emit("add")
        depth = step.depth
    _multiply(g, scale(g, root, depth, rank(root.type) - 1))


def _multiply(g: Generator, factors: list[Operand]) -> None:
    for factor in factors:
        multiply(g, factor)


def multiply(g: Generator, factor: Operand) -> None:
    """Multiply Areg by a length; by 4 it is `bcnt`."""
    if factor == Number(WORD_BYTES):
        g.emit("bcnt")
        return
    loading.load_operands(g, [factor])
    g.emit("prod")


def _load_root(g: Generator, access: Access, word: int) -> int:
    """Push the root's address, as far as that is free with some words added; return the rest."""
    if access.slot is None:
        g.emit("mint")
        if word:
            g.emit("ldnlp", word)
        return 0
    if access.indirect:
        g.load_slot(access.slot)
        return word
    g.slot_address(access.slot, word)
    return 0


def _push_indexed(g: Generator, access: Access) -> int:
    """Push the address but for some words, which are returned."""
    if not access.steps:
        return _load_root(g, access, access.first_word)
    _load_index(g, access)
    size = unit(access.location.root.type)
    doubles = size == 2 * WORD_BYTES
    if size == 2 or (doubles and not g.has_fpu):
        g.emit("ldc", 2)
        g.emit("prod")
    rest = _load_root(g, access, access.first_word)
    if size < WORD_BYTES:
        g.emit("bsub")
    else:
        g.emit("wsubdb" if doubles and g.has_fpu else "wsub")
    return rest


def push_address(g: Generator, access: Access) -> None:
    """Push the address of a place."""
    rest = _push_indexed(g, access)
    if rest:
        g.emit("ldnlp", rest)
    if access.odd_bytes:
        g.emit("adc", access.odd_bytes)


def fetch_word(g: Generator, access: Access, word: int = 0) -> None:
    """Push a word of a place."""
    if access.direct and access.slot is not None:
        g.load_slot(access.slot, access.first_word + word)
    else:
        g.emit("ldnl", _push_indexed(g, access) + word)


def put_word(g: Generator, access: Access, word: int = 0) -> None:
    """Store Areg in a word of a place."""
    if access.direct and access.slot is not None:
        g.store_slot(access.slot, access.first_word + word)
    else:
        g.emit("stnl", _push_indexed(g, access) + word)


def fetch_byte(g: Generator, access: Access) -> None:
    """Push a byte."""
    push_address(g, access)
    g.emit("lb")


def put_byte(g: Generator, access: Access) -> None:
    """Store the low byte of Areg."""
    push_address(g, access)
    g.emit("sb")


def fetch_half(g: Generator, access: Access) -> None:
    """Push two bytes, by way of a temporary; the upper ones are 0."""
    temporary = g.frame.allocate(1)
    g.emit("ldc", 0)
    g.store_slot(temporary)
    push_address(g, access)
    g.slot_address(temporary)
    g.emit("ldc", 2)
    g.emit("move")
    g.load_slot(temporary)


def put_half(g: Generator, access: Access) -> None:
    """Store the low two bytes of Areg, by way of a temporary."""
    temporary = g.frame.allocate(1)
    g.store_slot(temporary)
    push_address(g, access)
    g.slot_address(temporary)
    g.emit("rev")
    g.emit("ldc", 2)
    g.emit("move")


def fetch_real(g: Generator, access: Access, size: int) -> None:
    """Push a real of 4 or 8 bytes on the FPU's stack."""
    suffix = "sn" if size == WORD_BYTES else "db"
    whole = access.first_word == 0 or not access.indirect
    if access.steps and access.slot is not None and whole:
        _load_index(g, access)
        _load_root(g, access, access.first_word)
        g.emit(f"fpldnl{suffix}i")
    else:
        push_address(g, access)
        g.emit(f"fpldnl{suffix}")
