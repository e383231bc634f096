"""How many bits each term's output and input words have: the paper's rules, for any arm.

Equation (2): p terms need m = int(log2(p + 1)) bits beyond the precision that is wanted. Rule a:
a term of amplitude A has the smallest range R / 2^k that holds it, R being the joint's torque
limit, and B + m - k bits; so all terms of a joint have the same step. Rule e: each input word has
as many bits as the output. Rule d: a word that the term is even in loses a bit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from common.errors import InputError
from dataflow.boolean.quantiser import Word
from dataflow.boolean.terms import Term

PRECISIONS = range(4, 17)
"""Bits of the torque that may be asked for."""

EXTRAS = range(0, 9)
"""Bits of a term beyond those of the paper's rules that may be asked for."""

MOST_INPUTS = 20
"""Input bits of the widest table: a million patterns."""


@dataclass(frozen=True)
class SizedTerm:
    """A term and the bits of its table.

    Attributes
    ----------
    term, amplitude
        The term, and its largest magnitude, N m or N.
    range
        The table holds numbers from minus this to this.
    output_bits
        Of its numbers, the sign's included; 0 where the whole term is below half a step.
    word_bits
        Of each input word, in the order of `Term.words`, before one is dropped.
    even
        Whether each word loses its first bit.
    """

    term: Term
    amplitude: float
    range: float
    output_bits: int
    word_bits: tuple[int, ...]
    even: tuple[bool, ...]

    @property
    def resolution(self) -> float:
        """What the lowest bit of the output stands for, N m or N."""
        return self.range * 2.0 ** (1 - self.output_bits)

    @property
    def dropped_bits(self) -> int:
        """Bits of words that are not needed because the term is even in them."""
        return sum(self.even)

    @property
    def input_bits(self) -> int:
        """Bits that the table is looked up by."""
        return sum(self.word_bits) - self.dropped_bits

    @property
    def used_states(self) -> float:
        """Share of output codes within the amplitude, times input patterns, as figure 1 counts."""
        return 2.0**self.input_bits * self.amplitude / self.range


def sum_bits(terms: int) -> int:
    """Return m of equation (2): the bits that a sum of so many terms takes from their precision."""
    return int(math.log2(terms + 1))


def sized_terms(
    terms: Sequence[Term], limit: float, precision: int, extra: int, words: Mapping[str, Word]
) -> list[SizedTerm]:
    """Return one joint's terms with their bits, some of them halved.

    A term is halved while that lowers its bits: as long as one term more needs no further bit of
    each. The one of the most inputs goes first, since its table is the largest.

    Parameters
    ----------
    limit
        Of the joint's torque, N m or N.
    precision, extra
        Bits wanted of the torque, and bits of each term beyond the rules.

    Raises
    ------
    InputError
        An amplitude is beyond the limit.
    """
    chosen = list(terms)
    while True:
        count = sum(term.copies for term in chosen)
        bits = precision + extra + sum_bits(count)
        sized = [_sized(term, limit, bits, words) for term in chosen]
        whole = [s for s in sized if s.term.copies == 1 and s.output_bits > 0]
        if sum_bits(count + 1) > sum_bits(count) or not whole:
            return _named(sized)
        widest = max(whole, key=lambda s: s.input_bits).term
        chosen[chosen.index(widest)] = widest.halved()


def _sized(term: Term, limit: float, bits: int, words: Mapping[str, Word]) -> SizedTerm:
    """Return a term with the bits of the smallest range that holds it."""
    amplitude = term.amplitude({w: (words[w].lowest, words[w].highest) for w in term.words})
    if amplitude > limit:
        raise InputError(
            f"joint {term.joint}, {term.description}",
            f"its amplitude {amplitude:g} is more than the joint's torque limit",
            f"up to {limit:g}",
        )
    halvings = 0
    while bits > halvings and limit / 2.0 ** (halvings + 1) >= amplitude:
        halvings += 1
    width = bits - halvings
    even = tuple(width > 0 and term.even_in(name) and words[name].symmetric for name in term.words)
    return SizedTerm(
        term, amplitude, limit / 2.0**halvings, width, (width,) * len(term.words), even
    )


def _named(sized: list[SizedTerm]) -> list[SizedTerm]:
    """Return the terms named in order, T21 and T22 being halves of one."""
    named, number = [], 1
    for each in sized:
        joint, copies = each.term.joint, each.term.copies
        names = tuple(f"T{joint}{number + k}" for k in range(copies))
        named.append(replace(each, term=replace(each.term, names=names)))
        number += copies
    return named


def check_width(sized: SizedTerm, robot: str) -> None:
    """Raise InputError for a table of too many patterns."""
    if sized.input_bits > MOST_INPUTS:
        raise InputError(
            f"robot {robot}, term {sized.term.description}",
            f"its table has {sized.input_bits} input bits",
            f"up to {MOST_INPUTS}: fewer bits of --precision or --extra",
        )
