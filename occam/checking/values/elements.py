"""Names, subscripts and slices: what can stand on the left of an assignment, and more."""

from __future__ import annotations

from common.place import Place
from occam import parsed, typed
from occam.checking.context import Context
from occam.checking.values import constant_tables, operators
from occam.checking.values.links import placed
from occam.language import predefined
from occam.language.types import ArrayType, ChannelType, Primitive, Protocol, TimerType, is_data
from occam.layout.places import root


def element(context: Context, node: parsed.Expression) -> typed.Expression:
    """Return an element of any type: a variable, channel, timer, constant or part of one."""
    return placed(context, unplaced(context, node))


def unplaced(context: Context, node: parsed.Expression) -> typed.Expression:
    """Return an element as it was declared, before its processor's links are looked at."""
    match node:
        case parsed.Name():
            return _name(context, node)
        case parsed.Subscript():
            return _subscript(context, node)
        case parsed.Slice():
            return _slice(context, node)
    return context.expression(node)


def _name(context: Context, node: parsed.Name) -> typed.Expression:
    entity = context.names.find(node.text, node.place)
    place = node.place
    match entity:
        case typed.Constant(type=type_, value=value):
            return typed.Constant(place, type_, value)
        case typed.ConstantTable(type=type_, data=data):
            return typed.ConstantTable(place, type_, data)
        case typed.ChannelTable():
            return entity
        case typed.Procedure() | predefined.Signature(results=()):
            place.fail(f"{node.text} is a procedure", "a variable, constant or channel")
        case typed.Function() | predefined.Signature():
            place.fail(f"{node.text} is a function", f"a call, {node.text} (...)")
        case Protocol():
            place.fail(f"{node.text} is a protocol", "a variable, constant or channel")
    return typed.Variable(place, entity.type, entity)


def _subscript(context: Context, node: parsed.Subscript) -> typed.Expression:
    base = unplaced(context, node.base)
    whole = _array_type(base, node.place, "subscript")
    index = _integer(context, node.index, "a subscript")
    if isinstance(index, typed.Constant):
        if not context.decided or isinstance(base, typed.ConstantTable):
            _check_subscript(index, whole)
        if isinstance(base, typed.ConstantTable):
            return constant_tables.element(node.place, base, index.value)
        if isinstance(base, typed.ChannelTable) and not context.decided:
            return base.channels[index.value]
    in_range = whole.length is not None and _surely_below(index, whole.length)
    return typed.Element(node.place, whole.element, base, index, in_range)


def _check_subscript(index: typed.Constant, whole: ArrayType) -> None:
    if index.value < 0 or (whole.length is not None and index.value >= whole.length):
        allowed = "0 and more" if whole.length is None else f"0 to {whole.length - 1}"
        index.place.fail(f"subscript {index.value} of a {whole}", allowed)


def _surely_below(index: typed.Expression, length: int) -> bool:
    """Tell whether INMOS's compiler omits the check: constants, and indices in a known range."""
    match index:
        case typed.Constant(value=value):
            return 0 <= value < length
        case typed.Variable(symbol=typed.Index(range=(first, last))):
            return first >= 0 and last < length
    return False


def _slice(context: Context, node: parsed.Slice) -> typed.Expression:
    base = unplaced(context, node.base)
    whole = _array_type(base, node.place, "slice")
    start: typed.Expression = typed.Constant(node.place, Primitive.INT, 0)
    if node.start is not None:
        start = _integer(context, node.start, "the start of a slice")
    if node.count is not None:
        count = _integer(context, node.count, "the count of a slice")
    else:
        count = operators.binary(node.place, "-", _length(base, whole), start)
    known = _check_slice(node, whole, start, count)
    length = count.value if isinstance(count, typed.Constant) else None
    if isinstance(base, typed.ConstantTable) and known is not None:
        return constant_tables.part(node.place, base, *known)
    in_range = known is not None and whole.length is not None
    return typed.Slice(node.place, ArrayType(length, whole.element), base, start, count, in_range)


def _check_slice(
    node: parsed.Slice, whole: ArrayType, start: typed.Expression, count: typed.Expression
) -> tuple[int, int] | None:
    """Refuse what is surely outside; return start and count if both are constant."""
    first = start.value if isinstance(start, typed.Constant) else None
    number = count.value if isinstance(count, typed.Constant) else None
    length = whole.length
    if first is not None and (first < 0 or (length is not None and first > length)):
        start.place.fail(f"a slice of a {whole} from {first}", f"starts from 0 to {length}")
    if number is not None and (number < 0 or (length is not None and number > length)):
        allowed = "counts of 0 and more" if length is None else f"counts from 0 to {length}"
        count.place.fail(f"a slice of {number} elements of a {whole}", allowed)
    if first is None or number is None:
        return None
    if length is not None and first + number > length:
        node.place.fail(
            f"a slice of {number} elements from {first} of a {whole}",
            f"at most {length - first} elements from there",
        )
    return first, number


def _array_type(base: typed.Expression, place: Place, what: str) -> ArrayType:
    if not isinstance(base.type, ArrayType):
        place.fail(f"a {what} of what is no array but {base.type}", "an array")
    return base.type


def _integer(context: Context, node: parsed.Expression, what: str) -> typed.Expression:
    value = context.expression(node)
    if value.type is not Primitive.INT:
        node.place.fail(f"{what} is of type {value.type}", "an INT")
    return value


def _length(base: typed.Expression, whole: ArrayType) -> typed.Expression:
    if whole.length is not None:
        return typed.Constant(base.place, Primitive.INT, whole.length)
    return typed.SizeOf(base.place, Primitive.INT, base)


def target(context: Context, node: parsed.Expression) -> typed.Expression:
    """Return a variable, or part of one, that may be given a value."""
    found = element(context, node)
    base = root(found)
    name = base.symbol.name if isinstance(base, typed.Variable) else ""
    match base:
        case typed.Variable(symbol=typed.Index()):
            problem = f"the replicator's index {name} cannot be changed"
        case typed.Variable(symbol=typed.Parameter(value=True)):
            problem = f"{name} is a VAL parameter"
        case typed.Variable(symbol=typed.Abbreviated(value=True)):
            problem = f"{name} is a VAL abbreviation"
        case typed.Variable() if is_data(found.type):
            return found
        case typed.Variable():
            problem = f"{name} is of type {found.type}"
        case _:
            problem = "this is a constant or an expression"
    node.place.fail(problem, "a variable, or an element or slice of one")


def channel(context: Context, node: parsed.Expression) -> tuple[typed.Expression, Protocol]:
    """Return a channel and its protocol."""
    found = element(context, node)
    if not isinstance(found.type, ChannelType):
        node.place.fail(f"communication on what is of type {found.type}", "a channel")
    return found, found.type.protocol


def timer(context: Context, node: parsed.Expression) -> typed.Expression:
    """Return a timer."""
    found = element(context, node)
    if not isinstance(found.type, TimerType):
        node.place.fail(f"? AFTER on what is of type {found.type}", "a TIMER")
    return found
