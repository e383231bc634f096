"""Random trees, printed as occam and parsed back, give the same trees."""

from dataclasses import fields, is_dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from common.place import Place
from occam import parsed as s
from occam.parsing.parser import parse_text

HERE = Place("x.occ", 1, 1)
PRIMITIVES = ["BOOL", "BYTE", "INT", "INT16", "INT32", "INT64", "REAL32", "REAL64"]
DYADIC = ["+", "-", "*", "/", "\\", "PLUS", "MINUS", "TIMES", "/\\", "\\/", "><", "<<", ">>"]
DYADIC += ["=", "<>", "<", ">", "<=", ">=", "AFTER", "AND", "OR"]


def anywhere(node):
    """The same tree, everything at one place."""
    if is_dataclass(node) and not isinstance(node, Place):
        return replace(
            node, **{field.name: anywhere(getattr(node, field.name)) for field in fields(node)}
        )
    if isinstance(node, tuple):
        return tuple(map(anywhere, node))
    return HERE if isinstance(node, Place) else node


# Expressions as text


def operand(node):
    """An expression as it stands beside an operator."""
    text = printed(node)
    needs_brackets = isinstance(node, s.Dyadic | s.Monadic | s.Conversion | s.Limit)
    return f"({text})" if needs_brackets else text


def printed(node):
    match node:
        case s.Literal(_, _, text, type_):
            return text if type_ is None else f"{text}({type_.name})"
        case s.Name(_, text):
            return text
        case s.Subscript(_, base, index):
            return f"{printed(base)}[{printed(index)}]"
        case s.Slice(_, base, start, count):
            limits = (f" FROM {printed(start)}" if start else "") + (
                f" FOR {printed(count)}" if count else ""
            )
            return f"[{printed(base)}{limits}]"
        case s.Table(_, items):
            return f"[{commas(items)}]"
        case s.Monadic(_, operator, inner):
            return f"{operator} {operand(inner)}"
        case s.Dyadic(_, operator, left, right):
            return f"{operand(left)} {operator} {operand(right)}"
        case s.Conversion(_, type_, mode, inner):
            return f"{type_.name} {mode} {operand(inner)}"
        case s.Limit(_, positive, type_):
            return f"{'MOSTPOS' if positive else 'MOSTNEG'} {type_.name}"
        case s.Call(_, function, arguments):
            return f"{function} ({commas(arguments)})"
        case s.CountedItem(_, count, array):
            return f"{printed(count)}::{printed(array)}"
    raise TypeError(node)


def commas(items, sign=", "):
    return sign.join(map(printed, items))


# Processes as lines


def inside(lines):
    return [f"  {line}" for line in lines]


def replicated(word, replicator):
    if replicator is None:
        return word
    return f"{word} {replicator.name} = {printed(replicator.start)} FOR {printed(replicator.count)}"


def specification(node):
    match node:
        case s.Declaration(_, type_, names):
            return [f"{type_.name} {', '.join(name.text for name in names)}:"]
        case s.Abbreviation(_, value, type_, name, expression):
            words = ["VAL"] * value + ([type_.name] if type_ else []) + [name.text]
            return [f"{' '.join(words)} IS {printed(expression)}:"]
    raise TypeError(node)


def part(node, head, body):
    specified = [line for each in node.specifications for line in specification(each)]
    return [*specified, head, *body]


def lines(node):
    match node:
        case s.Skip():
            return ["SKIP"]
        case s.Stop():
            return ["STOP"]
        case s.Assignment(_, targets, values):
            return [f"{commas(targets)} := {commas(values)}"]
        case s.Input(_, channel, items):
            return [f"{printed(channel)} ? {commas(items, '; ')}"]
        case s.Output(_, channel, items):
            return [f"{printed(channel)} ! {commas(items, '; ')}"]
        case s.DelayedInput(_, timer, time):
            return [f"{printed(timer)} ? AFTER {printed(time)}"]
        case s.Instance(_, procedure, actuals):
            return [f"{procedure} ({commas(actuals)})"]
        case s.Sequence(_, replicator, processes):
            return [replicated("SEQ", replicator), *all_inside(processes)]
        case s.Parallel(_, priority, replicator, processes):
            return [
                replicated("PRI PAR" if priority else "PAR", replicator),
                *all_inside(processes),
            ]
        case s.While(_, condition, process):
            return [f"WHILE {printed(condition)}", *inside(lines(process))]
        case s.Specified(_, specified, process):
            return [*specification(specified), *lines(process)]
        case s.Conditional(_, replicator, choices):
            return part(node, replicated("IF", replicator), all_inside(choices))
        case s.GuardedChoice(_, _, condition, process):
            return part(node, printed(condition), inside(lines(process)))
        case s.Selection(_, selector, options):
            return [f"CASE {printed(selector)}", *all_inside(options)]
        case s.Option(_, _, values, process):
            return part(node, "ELSE" if values is None else commas(values), inside(lines(process)))
        case s.Alternation(_, priority, replicator, alternatives):
            head = replicated("PRI ALT" if priority else "ALT", replicator)
            return part(node, head, all_inside(alternatives))
        case s.Guard(_, _, condition, taken, process):
            head = "" if condition is None else f"{printed(condition)} & "
            return part(node, head + lines(taken)[0], inside(lines(process)))
    raise TypeError(node)


def all_inside(nodes):
    return inside([line for node in nodes for line in lines(node)])


# Random trees

names = st.sampled_from(["a", "b.1", "seq", "so.write.nl", "X"])
primitives = st.builds(s.PrimitiveNode, st.just(HERE), st.sampled_from(PRIMITIVES))
literals = st.one_of(
    st.builds(
        s.Literal,
        st.just(HERE),
        st.just("integer"),
        st.one_of(st.integers(0, 2**40).map(str), st.integers(0, 2**32).map("#{:X}".format)),
        st.none() | primitives,
    ),
    st.builds(
        s.Literal,
        st.just(HERE),
        st.just("real"),
        st.sampled_from(["0.5", "1.0E-3", "25.0E+10"]),
        st.none() | primitives,
    ),
    st.builds(
        s.Literal,
        st.just(HERE),
        st.just("byte"),
        st.sampled_from(["'a'", "'*''", "' '"]),
        st.none(),
    ),
    st.builds(s.Literal, st.just(HERE), st.just("boolean"), st.sampled_from(["TRUE", "FALSE"])),
)
name_nodes = st.builds(s.Name, st.just(HERE), names)


def elements_of(expressions):
    """Variables: names, their elements and slices."""
    return st.recursive(
        name_nodes,
        lambda inner: st.one_of(
            st.builds(s.Subscript, st.just(HERE), inner, expressions),
            st.builds(s.Slice, st.just(HERE), inner, expressions, expressions),
        ),
        max_leaves=2,
    )


def larger(inner):
    several = st.lists(inner, max_size=3).map(tuple)
    return st.one_of(
        elements_of(inner),
        st.builds(s.Dyadic, st.just(HERE), st.sampled_from(DYADIC), inner, inner),
        st.builds(
            s.Monadic, st.just(HERE), st.sampled_from(["-", "MINUS", "NOT", "~", "SIZE"]), inner
        ),
        st.builds(
            s.Conversion, st.just(HERE), primitives, st.sampled_from(["", "ROUND", "TRUNC"]), inner
        ),
        st.builds(s.Limit, st.just(HERE), st.booleans(), primitives),
        st.builds(s.Call, st.just(HERE), names, several),
        st.builds(s.Table, st.just(HERE), several.filter(len)),
    )


expressions = st.recursive(st.one_of(literals, name_nodes), larger, max_leaves=8)
small = st.recursive(st.one_of(literals, name_nodes), larger, max_leaves=3)
elements = elements_of(small)
replicators = st.none() | st.builds(s.Replicator, st.just(HERE), names, small, small)
specifications = st.one_of(
    st.builds(
        s.Declaration,
        st.just(HERE),
        primitives,
        st.lists(st.builds(s.NewName, st.just(HERE), names), min_size=1, max_size=2).map(tuple),
    ),
    st.builds(
        s.Abbreviation,
        st.just(HERE),
        st.booleans(),
        st.none() | primitives,
        st.builds(s.NewName, st.just(HERE), names),
        small,
    ),
)
before = st.lists(specifications, max_size=2).map(tuple)
inputs = st.builds(
    s.Input,
    st.just(HERE),
    elements,
    st.lists(
        elements | st.builds(s.CountedItem, st.just(HERE), elements, elements),
        min_size=1,
        max_size=2,
    ).map(tuple),
)
delays = st.builds(s.DelayedInput, st.just(HERE), elements, small)
actions = st.one_of(
    st.just(s.Skip(HERE)),
    st.just(s.Stop(HERE)),
    st.builds(
        s.Assignment,
        st.just(HERE),
        st.lists(elements, min_size=1, max_size=2).map(tuple),
        st.lists(small, min_size=1, max_size=2).map(tuple),
    ),
    inputs,
    delays,
    st.builds(
        s.Output,
        st.just(HERE),
        elements,
        st.lists(
            small | st.builds(s.CountedItem, st.just(HERE), small, small), min_size=1, max_size=2
        ).map(tuple),
    ),
    st.builds(s.Instance, st.just(HERE), names, st.lists(small, max_size=2).map(tuple)),
)


@st.composite
def constructs(draw, inner):
    """One construct around others; with a replicator SEQ and PAR hold exactly one."""
    kind = draw(st.sampled_from(["SEQ", "PAR", "WHILE", "IF", "CASE", "ALT", "spec"]))
    replicator = draw(replicators)
    count = 1 if replicator is not None else draw(st.integers(0, 3))
    processes = tuple(draw(inner) for _ in range(max(count, 1)))
    if kind == "SEQ":
        return s.Sequence(HERE, replicator, processes[:count])
    if kind == "PAR":
        return s.Parallel(HERE, draw(st.booleans()), replicator, processes[:count])
    if kind == "WHILE":
        return s.While(HERE, draw(small), processes[0])
    if kind == "spec":
        return s.Specified(HERE, draw(specifications), processes[0])
    if kind == "CASE":
        values = st.none() | st.lists(small, min_size=1, max_size=2).map(tuple)
        options = tuple(s.Option(HERE, draw(before), draw(values), each) for each in processes)
        return s.Selection(HERE, draw(small), options)
    if kind == "IF":
        choices = tuple(
            s.GuardedChoice(HERE, draw(before), draw(small), each) for each in processes
        )
        nested = s.Conditional(HERE, replicator, choices, draw(before))
        return s.Conditional(HERE, None, (nested, *choices))
    taken = st.one_of(
        st.tuples(st.none() | small, inputs | delays), st.tuples(small, st.just(s.Skip(HERE)))
    )
    guards = tuple(s.Guard(HERE, draw(before), *draw(taken), each) for each in processes)
    nested = s.Alternation(HERE, draw(st.booleans()), replicator, guards, draw(before))
    return s.Alternation(HERE, draw(st.booleans()), None, (*guards, nested))


processes = st.recursive(actions, constructs, max_leaves=5)


@given(expressions)
def test_expressions_printed_are_parsed_back(tree):
    source = parse_text(f"VAL x IS {printed(tree)}:")
    assert anywhere(source.specifications[0].expression) == tree


@settings(max_examples=60)
@given(processes)
def test_processes_printed_are_parsed_back(tree):
    text = "\n".join(["PROC p ()", *inside(lines(tree)), ":"])
    assert anywhere(parse_text(text).specifications[0].body) == tree
