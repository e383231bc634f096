"""The fewest bits for a proved error: term by term, and word by word.

The paper gives each word of a term as many bits as its output (rule e). Here each word gets its
own: bits are added where they lower the bound most for each input bit, until the bound of the
torque holds; then every bit that is not needed goes. No term is halved, since two halves err twice.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

import numpy as np

from common.errors import InputError
from dataflow.boolean.hybrid import Hybrid, tabulated_hybrid
from dataflow.boolean.quantiser import Quantiser, Word, words_of
from dataflow.boolean.rules import Rules, check_rules
from dataflow.boolean.sizes import MOST_INPUTS, SizedTerm
from dataflow.boolean.tables import along
from dataflow.boolean.terms import Term, torque_terms
from dataflow.lowering.request import DEFAULT_WIDTH
from golden.robot import Robot

_MOST_SHARE = 0.5
"""Of the torque limit: with a larger error nothing is computed any more."""

_ROUNDING_SHARES = (0.5, 0.25, 0.125, 0.0625)
"""Parts of the error that rounding the outputs may have at most; the cheapest is taken."""

_FIRST_BITS = 3
"""Bits of every word to start from: with fewer, one more need not lower the error at all."""

_MOST_WORD = 20
"""Bits of the widest word."""

_MARGIN = 0.995
"""Of the target: quantisers that serve several terms have edges a little elsewhere."""


def hybrid_for_error(robot: Robot, rules: Rules, share: float) -> Hybrid:
    """Return the hybrid of the fewest input bits whose proved errors are within a share of limits.

    Parameters
    ----------
    rules
        ``precision`` and ``extra`` are not looked at.
    share
        Largest error of each torque as a share of its limit.

    Raises
    ------
    InputError
        The share is outside what is possible, or a term would need more than 20 input bits; and as
        `dataflow.boolean.hybrid.build_hybrid`.
    """
    check_rules(rules)
    if not 0.0 < share <= _MOST_SHARE:
        raise InputError("--torque-error", f"{share:g}", f"above 0, up to {_MOST_SHARE:g}")
    words = words_of(robot, DEFAULT_WIDTH + 8)
    sized, resolutions = [], []
    terms = torque_terms(robot, actuators=rules.actuators)
    for of_joint, limit in zip(terms, robot.torque_limits.tolist(), strict=True):
        found = _joint(of_joint, limit, _MARGIN * share * limit, words, robot.name)
        sized.append(found.sized())
        resolutions.append(found.resolution)
    hybrid = tabulated_hybrid(robot, rules, sized, resolutions)
    worst = float(np.max(hybrid.torque_bounds() / robot.torque_limits))
    if worst > share:
        raise RuntimeError(f"the bound came out as {worst!r} of the limit, beyond {share!r}")
    return hybrid


@dataclass
class _Sizing:
    """One term's word bits while they grow."""

    term: Term
    words: Mapping[str, Word]
    bits: tuple[int, ...]
    _errors: dict[tuple[int, ...], float] = field(default_factory=dict)

    def error(self, bits: tuple[int, ...]) -> float:
        """Return the largest distance of the term from its value at the cell's middle."""
        if bits not in self._errors:
            axes = len(bits)
            box, middles = {}, {}
            for place, (name, width) in enumerate(zip(self.term.words, bits, strict=True)):
                word = self.words[name]
                low, high = Quantiser(word, width).edges(width)
                box[name] = (along(low, place, axes), along(high, place, axes))
                middles[name] = along(word.middles(width), place, axes)
            lowest, highest = self.term.extrema(box)
            value = self.term(middles)
            self._errors[bits] = float(np.max(np.maximum(value - lowest, highest - value)))
        return self._errors[bits]

    def inputs(self, bits: tuple[int, ...]) -> int:
        """Return the input bits of a table with these words."""
        return sum(bits) - sum(self.even(bits))

    def even(self, bits: tuple[int, ...]) -> tuple[bool, ...]:
        """Return which words lose their first bit."""
        return tuple(
            width > 0 and self.term.even_in(name) and self.words[name].symmetric
            for name, width in zip(self.term.words, bits, strict=True)
        )

    def moves(self) -> Iterator[tuple[int, ...]]:
        """Yield word bits with one bit more in some of the words."""
        for step in itertools.product((0, 1), repeat=len(self.bits)):
            bits = tuple(b + s for b, s in zip(self.bits, step, strict=True))
            if any(step) and max(bits) <= _MOST_WORD:
                yield bits


@dataclass
class _JointSizing:
    """The terms of one joint, and the step of their outputs."""

    terms: list[_Sizing]
    limit: float
    target: float
    resolution: float

    @property
    def error(self) -> float:
        """The bound of the torque: every term's distance in a cell, and its rounding."""
        return sum(t.error(t.bits) + self.resolution / 2 for t in self.terms)

    @property
    def inputs(self) -> int:
        """Input bits of all tables."""
        return sum(t.inputs(t.bits) for t in self.terms)

    def grow(self, robot: str) -> None:
        """Add bits where each lowers the bound most, until the target is met."""
        while self.error > self.target:
            best = 0.0
            chosen: tuple[_Sizing, tuple[int, ...]] | None = None
            for sizing in self.terms:
                before = sizing.error(sizing.bits)
                for bits in sizing.moves():
                    added = sizing.inputs(bits) - sizing.inputs(sizing.bits)
                    if sizing.inputs(bits) > MOST_INPUTS:
                        continue
                    rate = (before - sizing.error(bits)) / max(added, 0.5)
                    if rate > best:
                        best, chosen = rate, (sizing, bits)
            if chosen is None:
                self._refuse(robot)
            grown, bits = chosen
            grown.bits = bits
        self._trim()

    def _trim(self) -> None:
        """Take away bits that are not needed, from the widest tables first."""
        for sizing in sorted(self.terms, key=lambda t: t.inputs(t.bits), reverse=True):
            for place in range(len(sizing.bits)):
                while sizing.bits[place]:
                    kept = sizing.bits
                    sizing.bits = (*kept[:place], kept[place] - 1, *kept[place + 1 :])
                    if self.error > self.target:
                        sizing.bits = kept
                        break

    def _refuse(self, robot: str) -> NoReturn:
        """Name the term that would need a larger table."""
        worst = max(self.terms, key=lambda t: t.error(t.bits))
        reached = self.error / self.limit
        raise InputError(
            f"robot {robot}, term {worst.term.description}",
            f"its table would need more than {MOST_INPUTS} input bits for that --torque-error",
            f"{reached / _MARGIN:.3g} or more",
        )

    def sized(self) -> list[SizedTerm]:
        """Return the terms with their bits."""
        found = []
        for sizing in self.terms:
            names = sizing.term.words
            ranges = {n: (sizing.words[n].lowest, sizing.words[n].highest) for n in names}
            amplitude = sizing.term.amplitude(ranges)
            largest = math.floor(amplitude / self.resolution + 0.5)
            width = largest.bit_length() + 1 if largest else 0
            found.append(
                SizedTerm(
                    sizing.term,
                    amplitude,
                    self.resolution * 2.0 ** (width - 1),
                    width,
                    sizing.bits if width else (0,) * len(names),
                    sizing.even(sizing.bits) if width else (False,) * len(names),
                )
            )
        return found


def _joint(
    terms: list[Term], limit: float, target: float, words: Mapping[str, Word], robot: str
) -> _JointSizing:
    """Return the cheapest sizing over several steps of the outputs."""
    errors: list[dict[tuple[int, ...], float]] = [{} for _ in terms]
    found: list[_JointSizing] = []
    refused: InputError | None = None
    for share in _ROUNDING_SHARES:
        step = 2.0 * share * target / max(1, len(terms))
        resolution = limit * 2.0 ** math.floor(math.log2(step / limit))
        sizings = [
            _Sizing(term, words, (_FIRST_BITS,) * len(term.words), known)
            for term, known in zip(terms, errors, strict=True)
        ]
        joint = _JointSizing(sizings, limit, target, resolution)
        try:
            joint.grow(robot)
        except InputError as error:
            refused = error
        else:
            found.append(joint)
    if not found:
        assert refused is not None
        raise refused
    return min(found, key=lambda joint: (joint.inputs, -joint.resolution))
