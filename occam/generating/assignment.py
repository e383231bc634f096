"""Assignment: values of all types into variables, elements, slices and temporaries."""

from __future__ import annotations

from collections.abc import Sequence

from occam.generating import addresses, conversions, integers, loading, reals, wide
from occam.generating.demands import REGISTERS, address_demand, demand
from occam.generating.frame import Slot
from occam.generating.generator import Generator, Home
from occam.generating.locations import is_memory, is_plain, is_wide, length, on_fpu, rank
from occam.generating.operands import AddressOf, BytesOf, Number, Operand, Saved, Value
from occam.language.types import ArrayType, Primitive
from occam.layout.sizes import size_in_bytes, size_in_words
from occam.typed import Constant, Convert, Declared, Element, Expression, Slice, Table, Variable

_WORD_TARGETS = (Primitive.INT, Primitive.INT32)


def assign(g: Generator, target: Expression, value: Expression) -> None:
    """Store a value of any type."""
    with g.frame.scope():
        if isinstance(target.type, ArrayType):
            _assign_array(g, target, value)
        elif is_wide(g, target.type):
            _assign_wide(g, target, value)
        elif on_fpu(g, target.type) and not _moved_as_word(g, target, value):
            _assign_real(g, target, value)
        elif _rounded(g, value) and target.type in _WORD_TARGETS:
            assert isinstance(value, Convert)
            conversions.round_real(g, value)
            loading.load_address(g, target)
            conversions.store_rounded(g)
        else:
            _assign_word(g, target, Value(value))


def _moved_as_word(g: Generator, target: Expression, value: Expression) -> bool:
    return target.type is Primitive.REAL32 and is_plain(value)


def _rounded(g: Generator, value: Expression) -> bool:
    return isinstance(value, Convert) and on_fpu(g, value.operand.type)


def store_word(g: Generator, target: Expression, value: Operand) -> None:
    """Store an operand in a one-word element or variable."""
    _assign_word(g, target, value)


def _assign_word(g: Generator, target: Expression, value: Operand) -> None:
    room = address_demand(g, target).words < REGISTERS
    if room:
        loading.load_operands(g, [value])
        integers.store(g, target)
        return
    loading.load_operands(g, [AddressOf(target)])
    pointer = loading.save(g)
    loading.load_operands(g, [value])
    integers.store(g, _pointed(g, target, pointer))


def _pointed(g: Generator, e: Expression, pointer: Saved) -> Variable:
    """Return a variable of an expression's type that lies where a pointer says."""
    symbol = Declared("", e.place, e.type)
    lengths = []
    for dimension in range(rank(e.type)):
        one = length(e, dimension, g)
        if not isinstance(one, Number):
            loading.load_operands(g, [one])
            lengths.append(loading.save(g).slot)
    g.homes[symbol] = Home(pointer.slot, True, tuple(lengths))
    return Variable(e.place, e.type, symbol)


def _assign_real(g: Generator, target: Expression, value: Expression) -> None:
    """Store a real by way of the FPU; what was only copied is not looked at."""
    type_ = target.type
    assert isinstance(type_, Primitive)
    if address_demand(g, target).reals >= REGISTERS or address_demand(g, target).calls:
        loading.load_operands(g, [AddressOf(target)])
        target = _pointed(g, target, loading.save(g))
    reals.load(g, value)
    loading.load_address(g, target)
    if is_plain(value):
        g.emit("fpstnlsn" if type_ is Primitive.REAL32 else "fpstnldb")
    else:
        reals.store_at_address(g, type_)


def store_freal(g: Generator, target: Expression) -> None:
    """Store FAreg in a real, looking for errors first."""
    type_ = target.type
    assert isinstance(type_, Primitive)
    with g.frame.scope():
        if address_demand(g, target).reals < REGISTERS:
            loading.load_address(g, target)
            reals.store_at_address(g, type_)
            return
        slot = g.frame.allocate(size_in_words(type_))
        reals.store(g, slot, type_)
        assign(g, target, _temporary(g, target, slot))


def declare(g: Generator, symbol: Declared) -> None:
    """Clear a BOOL or BYTE variable: pointers to it write one byte only of its word."""
    if symbol.type in (Primitive.BOOL, Primitive.BYTE):
        g.emit("ldc", 0)
        g.store_slot(g.homes[symbol].slot)


def store_area(g: Generator, target: Expression) -> None:
    """Store Areg in a one-word element or variable."""
    with g.frame.scope():
        if address_demand(g, target).words < REGISTERS:
            integers.store(g, target)
        else:
            store_word(g, target, loading.save(g))


def _temporary(g: Generator, e: Expression, slot: Slot) -> Variable:
    """Return a variable of an expression's type that lies in a slot."""
    symbol = Declared("", e.place, e.type)
    g.homes[symbol] = Home(slot)
    return Variable(e.place, e.type, symbol)


def _assign_wide(g: Generator, target: Expression, value: Expression) -> None:
    home = g.homes[target.symbol] if isinstance(target, Variable) else None
    if home is not None and not home.indirect:
        wide.evaluate(g, value, home.slot)
        return
    words = wide.Words(g, value)
    if address_demand(g, target).words >= REGISTERS:
        loading.load_operands(g, [AddressOf(target)])
        target = _pointed(g, target, loading.save(g))
    access = addresses.prepare(g, target)
    for word in (0, 1):
        words.load(g, word)
        addresses.put_word(g, access, word)


def evaluate(g: Generator, e: Expression, slot: Slot) -> None:
    """Compute a value that is no array into the words of a slot."""
    with g.frame.scope():
        if is_wide(g, e.type):
            wide.evaluate(g, e, slot)
        elif on_fpu(g, e.type) and not (e.type is Primitive.REAL32 and is_plain(e)):
            assert isinstance(e.type, Primitive)
            reals.load(g, e)
            g.slot_address(slot)
            if is_plain(e):
                g.emit("fpstnlsn" if e.type is Primitive.REAL32 else "fpstnldb")
            else:
                reals.store_at_address(g, e.type)
        else:
            integers.load(g, e)
            g.store_slot(slot)


def fill(g: Generator, slot: Slot, e: Expression) -> None:
    """Put an array into a slot of its size."""
    _assign_array(g, _temporary(g, e, slot), e)


def _assign_array(g: Generator, target: Expression, value: Expression) -> None:
    if isinstance(value, Table) and _is_temporary(target):
        _fill_table(g, target, value)
        return
    _compare_lengths(g, target, value)
    size = _fixed_size(target, value)
    if _overlapping(target, value) and size is not None:
        slot = g.frame.allocate(-(-size // 4))
        _move(g, value, _temporary(g, target, slot), Number(size))
        value = _temporary(g, target, slot)
    bytes_ = Number(size) if size is not None else BytesOf(value)
    if size == 4 and _aligned(target) and _aligned(value):
        _copy_word(g, target, value)
    elif size != 0:
        _move(g, value, target, bytes_)


def _is_temporary(target: Expression) -> bool:
    root = target
    while isinstance(root, Element):
        root = root.base
    return isinstance(root, Variable) and root.symbol.name == ""


def _fill_table(g: Generator, target: Expression, value: Table) -> None:
    for index, item in enumerate(value.items):
        where = Constant(value.place, Primitive.INT, index)
        with g.frame.scope():
            assign(g, Element(item.place, item.type, target, where, True), item)


def _compare_lengths(g: Generator, target: Expression, value: Expression) -> None:
    """Set the error flag if lengths differ of which one is known at run time only."""
    if not g.range_checks:
        return
    for dimension in range(rank(target.type)):
        here, there = length(target, dimension, g), length(value, dimension, g)
        if here != there and not (isinstance(here, Number) and isinstance(there, Number)):
            loading.load_operands(g, [here, there])
            g.emit("diff")
            g.emit("ldc", 1)
            g.emit("csub0")


def _fixed_size(*sides: Expression) -> int | None:
    for side in sides:
        try:
            return size_in_bytes(side.type)
        except ValueError:
            continue
    return None


def _overlapping(target: Expression, value: Expression) -> bool:
    """Tell whether both may be parts of one array, but not the same part."""
    sliced = isinstance(target, Slice) or isinstance(value, Slice)
    return sliced and is_memory(value) and _root(target) is _root(value)


def _root(e: Expression) -> object:
    while isinstance(e, Element | Slice):
        e = e.base
    return e.symbol if isinstance(e, Variable) else e


def _aligned(e: Expression) -> bool:
    root = e
    while isinstance(root, Element | Slice):
        root = root.base
    base = root.type
    while isinstance(base, ArrayType):
        base = base.element
    return is_memory(e) and size_in_bytes(base) >= 4


def _copy_word(g: Generator, target: Expression, value: Expression) -> None:
    source, place = addresses.prepare(g, value), addresses.prepare(g, target)
    if address_demand(g, target).words >= REGISTERS:
        _move(g, value, target, Number(4))
        return
    addresses.fetch_word(g, source)
    addresses.put_word(g, place)


def _move(g: Generator, source: Expression, target: Expression, size: Operand) -> None:
    loading.load_operands(g, [AddressOf(source), AddressOf(target), size])
    g.emit("move")


def assign_all(g: Generator, targets: Sequence[Expression], values: Sequence[Expression]) -> None:
    """Store all values after all have been computed."""
    if len(targets) == 1:
        assign(g, targets[0], values[0])
    elif _in_registers(g, targets, values):
        loading.load_operands(g, [Value(value) for value in values])
        for target in reversed(targets):
            integers.store(g, target)
    else:
        _by_temporaries(g, targets, values)


def _in_registers(
    g: Generator, targets: Sequence[Expression], values: Sequence[Expression]
) -> bool:
    """Tell whether the registers hold all values while they are stored one by one."""
    local = all(
        isinstance(target, Variable)
        and not g.homes[target.symbol].indirect
        and g.homes[target.symbol].slot.frame is g.frame
        and size_in_words(target.type) == 1
        and not isinstance(target.type, ArrayType)
        for target in targets
    )
    if not local or len(targets) > REGISTERS:
        return False
    return all(
        (not on_fpu(g, value.type) or is_plain(value)) and not demand(g, value).calls
        for value in values
    )


def _by_temporaries(
    g: Generator, targets: Sequence[Expression], values: Sequence[Expression]
) -> None:
    """Compute all values but the last into temporaries; what is constant needs none."""
    with g.frame.scope():
        kept: list[Expression] = []
        for target, value in zip(targets, values, strict=True):
            if isinstance(value, Constant):
                kept.append(value)
                continue
            size = _fixed_size(value, target)
            if size is None:
                value.place.fail("the length is only known at run time", "one of known length")
            slot = g.frame.allocate(-(-size // 4))
            temporary = _temporary(g, target if _open(value) else value, slot)
            assign(g, temporary, value)
            kept.append(temporary)
        for target, one in zip(targets, kept, strict=True):
            assign(g, target, one)


def _open(e: Expression) -> bool:
    try:
        size_in_bytes(e.type)
    except ValueError:
        return True
    return False
