"""What each right side of `grammar.lark` gives: the functions have the names used there.

They get the tokens and nodes of the right side that are not dropped, in order; None for an
optional part that is not written.
"""

# ruff: noqa: D103, ANN401 -- what a function gives is said in syntax.py, what it gets in the grammar

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

from common.place import Place
from occam import syntax
from occam.parsing.tokens import Token
from occam.syntax import Expression, Process, Specification

Tagged: TypeAlias = tuple[Token, tuple[syntax.Item, ...]]


def items(*nodes: Any) -> tuple[Any, ...]:
    return nodes


def source(*parts: Specification | Process) -> syntax.Source:
    """Return a source; nothing may follow its process. The place of an empty one is not known."""
    specifications: list[Specification] = []
    process: Process | None = None
    for part in parts:
        if process is not None:
            part.place.fail(
                "more after the process of the source", "one process at the end; SEQ joins several"
            )
        if isinstance(part, Specification):
            specifications.append(part)
        else:
            process = part
    place = parts[0].place if parts else Place("", 1, 1)
    return syntax.Source(place, tuple(specifications), process)


def specified_part(specification: Specification, part: Any) -> Any:
    """Put a specification before a choice, option, variant or alternative."""
    return replace(part, specifications=(specification, *part.specifications))


# Processes


def specified(specification: Specification, process: Process) -> syntax.Specified:
    return syntax.Specified(specification.place, specification, process)


def skip(word: Token) -> syntax.Skip:
    return syntax.Skip(word.place)


def stop(word: Token) -> syntax.Stop:
    return syntax.Stop(word.place)


def assignment(
    targets: tuple[Expression, ...], values: tuple[Expression, ...]
) -> syntax.Assignment:
    return syntax.Assignment(targets[0].place, targets, values)


def instance(name: Token, actuals: tuple[Expression, ...]) -> syntax.Instance:
    return syntax.Instance(name.place, name.text, actuals)


def sequence(word: Token, processes: tuple[Process, ...]) -> syntax.Sequence:
    return syntax.Sequence(word.place, None, processes)


def replicated_sequence(
    word: Token, replicator: syntax.Replicator, process: Process
) -> syntax.Sequence:
    return syntax.Sequence(word.place, replicator, (process,))


def parallel(word: Token, processes: tuple[Process, ...]) -> syntax.Parallel:
    return syntax.Parallel(word.place, False, None, processes)


def replicated_parallel(
    word: Token, replicator: syntax.Replicator, process: Process
) -> syntax.Parallel:
    return syntax.Parallel(word.place, False, replicator, (process,))


def priority_parallel(word: Token, processes: tuple[Process, ...]) -> syntax.Parallel:
    return syntax.Parallel(word.place, True, None, processes)


def replicated_priority_parallel(
    word: Token, replicator: syntax.Replicator, process: Process
) -> syntax.Parallel:
    return syntax.Parallel(word.place, True, replicator, (process,))


def while_(word: Token, condition: Expression, process: Process) -> syntax.While:
    return syntax.While(word.place, condition, process)


def placed_parallel(
    word: Token, replicator: syntax.Replicator | None, parts: tuple[Process, ...]
) -> syntax.PlacedParallel:
    return syntax.PlacedParallel(word.place, replicator, parts)


def processor(
    word: Token, number: Expression, type_: Token | None, process: Process
) -> syntax.Processor:
    return syntax.Processor(word.place, number, type_ and type_.text, process)


def replicator(name: Token, _: Token, start: Expression, count: Expression) -> syntax.Replicator:
    return syntax.Replicator(name.place, name.text, start, count)


# Input and output


def input(channel: Expression, taken: tuple[syntax.Item, ...]) -> syntax.Input:
    return syntax.Input(channel.place, channel, taken)


def delayed_input(timer: Expression, _: Token, time: Expression) -> syntax.DelayedInput:
    return syntax.DelayedInput(timer.place, timer, time)


def output(channel: Expression, sent: tuple[syntax.Item, ...]) -> syntax.Output:
    return syntax.Output(channel.place, channel, sent)


def counted_item(count: Expression, array: Expression) -> syntax.CountedItem:
    return syntax.CountedItem(count.place, count, array)


def tagged(tag: Token, *taken: syntax.Item) -> Tagged:
    return tag, taken


def variant(head: Tagged, process: Process) -> syntax.Variant:
    tag, taken = head
    return syntax.Variant(tag.place, (), tag.text, taken, process)


def case_input(
    channel: Expression, _: Token, variants: tuple[syntax.Variant, ...]
) -> syntax.CaseInput:
    return syntax.CaseInput(channel.place, channel, variants)


def short_case_input(channel: Expression, word: Token, head: Tagged) -> syntax.CaseInput:
    return case_input(channel, word, (variant(head, syntax.Skip(head[0].place)),))


# Choice


def choice(condition: Expression, process: Process) -> syntax.GuardedChoice:
    return syntax.GuardedChoice(condition.place, (), condition, process)


def conditional(
    word: Token,
    replicator: syntax.Replicator | None,
    choices: tuple[syntax.GuardedChoice | syntax.Conditional, ...],
) -> syntax.Conditional:
    return syntax.Conditional(word.place, replicator, choices)


def option(values: tuple[Expression, ...], process: Process) -> syntax.Option:
    return syntax.Option(values[0].place, (), values, process)


def else_option(word: Token, process: Process) -> syntax.Option:
    return syntax.Option(word.place, (), None, process)


def selection(
    word: Token, selector: Expression, options: tuple[syntax.Option, ...]
) -> syntax.Selection:
    return syntax.Selection(word.place, selector, options)


def alternation(
    word: Token,
    replicator: syntax.Replicator | None,
    alternatives: tuple[syntax.Guard | syntax.Alternation, ...],
) -> syntax.Alternation:
    priority = word.kind == "PRI"
    return syntax.Alternation(word.place, priority, replicator, alternatives)


def guard(taken: syntax.Input | syntax.DelayedInput, process: Process) -> syntax.Guard:
    return syntax.Guard(taken.place, (), None, taken, process)


def conditional_guard(
    condition: Expression, taken: syntax.Input | syntax.DelayedInput, process: Process
) -> syntax.Guard:
    return syntax.Guard(condition.place, (), condition, taken, process)


def skip_guard(condition: Expression, word: Token, process: Process) -> syntax.Guard:
    return syntax.Guard(condition.place, (), condition, skip(word), process)


def case_guard(taken: syntax.CaseInput) -> syntax.Guard:
    return syntax.Guard(taken.place, (), None, taken, None)


def conditional_case_guard(condition: Expression, taken: syntax.CaseInput) -> syntax.Guard:
    return syntax.Guard(condition.place, (), condition, taken, None)


def short_case_guard(
    channel: Expression, word: Token, head: Tagged, process: Process
) -> syntax.Guard:
    return case_guard(case_input(channel, word, (variant(head, process),)))


def conditional_short_case_guard(
    condition: Expression, channel: Expression, word: Token, head: Tagged, process: Process
) -> syntax.Guard:
    taken = case_input(channel, word, (variant(head, process),))
    return conditional_case_guard(condition, taken)
