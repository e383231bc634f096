"""What each right side of `grammar.lark` gives: the functions have the names used there.

They get the tokens and nodes of the right side that are not dropped, in order; None for an
optional part that is not written.
"""

# ruff: noqa: D103, ANN401 -- what a function gives is said in `occam.parsed`, what it gets in the grammar

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from common.place import Place
from occam import parsed
from occam.parsed import Expression, Process, Specification
from occam.parsing.libraries import Library, unfolded
from occam.parsing.tokens import Token

Tagged: TypeAlias = tuple[Token, tuple[parsed.Item, ...]]


def items(*nodes: Any) -> tuple[Any, ...]:
    return nodes


def _without_libraries(
    parts: tuple[Specification | Library | Process, ...],
) -> Iterator[Specification | Process]:
    for part in parts:
        if isinstance(part, Library):
            yield from part.specifications
        else:
            yield part


def source(*parts: Specification | Library | Process) -> parsed.Source:
    """Return a source; nothing may follow its process. The place of an empty one is not known."""
    specifications: list[Specification] = []
    process: Process | None = None
    for part in _without_libraries(parts):
        if process is not None:
            part.place.fail(
                "more after the process of the source", "one process at the end; SEQ joins several"
            )
        if isinstance(part, Specification):
            specifications.append(part)
        else:
            process = part
    first = specifications[0] if specifications else process
    place = first.place if first else Place("", 1, 1)
    return parsed.Source(place, tuple(specifications), process)


def specified_part(specification: Specification | Library, part: Any) -> Any:
    """Put a specification before a choice, option, variant or alternative."""
    return replace(part, specifications=(*unfolded(specification), *part.specifications))


# Processes


def specified(specification: Specification | Library, process: Process) -> Process:
    for one in reversed(unfolded(specification)):
        process = parsed.Specified(one.place, one, process)
    return process


def skip(word: Token) -> parsed.Skip:
    return parsed.Skip(word.place)


def stop(word: Token) -> parsed.Stop:
    return parsed.Stop(word.place)


def assignment(
    targets: tuple[Expression, ...], values: tuple[Expression, ...]
) -> parsed.Assignment:
    return parsed.Assignment(targets[0].place, targets, values)


def instance(name: Token, actuals: tuple[Expression, ...]) -> parsed.Instance:
    return parsed.Instance(name.place, name.text, actuals)


def sequence(word: Token, processes: tuple[Process, ...]) -> parsed.Sequence:
    return parsed.Sequence(word.place, None, processes)


def replicated_sequence(
    word: Token, replicator: parsed.Replicator, process: Process
) -> parsed.Sequence:
    return parsed.Sequence(word.place, replicator, (process,))


def parallel(word: Token, processes: tuple[Process, ...]) -> parsed.Parallel:
    return parsed.Parallel(word.place, False, None, processes)


def replicated_parallel(
    word: Token, replicator: parsed.Replicator, process: Process
) -> parsed.Parallel:
    return parsed.Parallel(word.place, False, replicator, (process,))


def priority_parallel(word: Token, processes: tuple[Process, ...]) -> parsed.Parallel:
    return parsed.Parallel(word.place, True, None, processes)


def replicated_priority_parallel(
    word: Token, replicator: parsed.Replicator, process: Process
) -> parsed.Parallel:
    return parsed.Parallel(word.place, True, replicator, (process,))


def while_(word: Token, condition: Expression, process: Process) -> parsed.While:
    return parsed.While(word.place, condition, process)


def placed_parallel(
    word: Token, replicator: parsed.Replicator | None, parts: tuple[Process, ...]
) -> parsed.PlacedParallel:
    return parsed.PlacedParallel(word.place, replicator, parts)


def processor(
    word: Token, number: Expression, type_: Token | None, process: Process
) -> parsed.Processor:
    return parsed.Processor(word.place, number, type_ and type_.text, process)


def replicator(name: Token, _: Token, start: Expression, count: Expression) -> parsed.Replicator:
    return parsed.Replicator(name.place, name.text, start, count)


# Input and output


def input(channel: Expression, taken: tuple[parsed.Item, ...]) -> parsed.Input:
    return parsed.Input(channel.place, channel, taken)


def delayed_input(timer: Expression, _: Token, time: Expression) -> parsed.DelayedInput:
    return parsed.DelayedInput(timer.place, timer, time)


def output(channel: Expression, sent: tuple[parsed.Item, ...]) -> parsed.Output:
    return parsed.Output(channel.place, channel, sent)


def counted_item(count: Expression, array: Expression) -> parsed.CountedItem:
    return parsed.CountedItem(count.place, count, array)


def tagged(tag: Token, *taken: parsed.Item) -> Tagged:
    return tag, taken


def variant(head: Tagged, process: Process) -> parsed.Variant:
    tag, taken = head
    return parsed.Variant(tag.place, (), tag.text, taken, process)


def case_input(
    channel: Expression, _: Token, variants: tuple[parsed.Variant, ...]
) -> parsed.CaseInput:
    return parsed.CaseInput(channel.place, channel, variants)


def short_case_input(channel: Expression, word: Token, head: Tagged) -> parsed.CaseInput:
    return case_input(channel, word, (variant(head, parsed.Skip(head[0].place)),))


# Choice


def choice(condition: Expression, process: Process) -> parsed.GuardedChoice:
    return parsed.GuardedChoice(condition.place, (), condition, process)


def conditional(
    word: Token,
    replicator: parsed.Replicator | None,
    choices: tuple[parsed.GuardedChoice | parsed.Conditional, ...],
) -> parsed.Conditional:
    return parsed.Conditional(word.place, replicator, choices)


def option(values: tuple[Expression, ...], process: Process) -> parsed.Option:
    return parsed.Option(values[0].place, (), values, process)


def else_option(word: Token, process: Process) -> parsed.Option:
    return parsed.Option(word.place, (), None, process)


def selection(
    word: Token, selector: Expression, options: tuple[parsed.Option, ...]
) -> parsed.Selection:
    return parsed.Selection(word.place, selector, options)


def alternation(
    word: Token,
    replicator: parsed.Replicator | None,
    alternatives: tuple[parsed.Guard | parsed.Alternation, ...],
) -> parsed.Alternation:
    priority = word.kind == "PRI"
    return parsed.Alternation(word.place, priority, replicator, alternatives)


def guard(taken: parsed.Input | parsed.DelayedInput, process: Process) -> parsed.Guard:
    return parsed.Guard(taken.place, (), None, taken, process)


def conditional_guard(
    condition: Expression, taken: parsed.Input | parsed.DelayedInput, process: Process
) -> parsed.Guard:
    return parsed.Guard(condition.place, (), condition, taken, process)


def skip_guard(condition: Expression, word: Token, process: Process) -> parsed.Guard:
    return parsed.Guard(condition.place, (), condition, skip(word), process)


def case_guard(taken: parsed.CaseInput) -> parsed.Guard:
    return parsed.Guard(taken.place, (), None, taken, None)


def conditional_case_guard(condition: Expression, taken: parsed.CaseInput) -> parsed.Guard:
    return parsed.Guard(condition.place, (), condition, taken, None)


def short_case_guard(
    channel: Expression, word: Token, head: Tagged, process: Process
) -> parsed.Guard:
    return case_guard(case_input(channel, word, (variant(head, process),)))


def conditional_short_case_guard(
    condition: Expression, channel: Expression, word: Token, head: Tagged, process: Process
) -> parsed.Guard:
    taken = case_input(channel, word, (variant(head, process),))
    return conditional_case_guard(condition, taken)
