"""How a set of results leaves a machine: at once, by columns, or in words of 32 bits.

All derivatives of an arm are some 1,900 bits, more than a bus takes in one clock cycle. A beat is
what leaves in one. Beats of a set follow each other; a set is not begun before the one ahead of it
is gone, so the initiation interval must be as long as a set has beats.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from common.errors import InputError
from dataflow.design import Design, Port

KINDS = ("set", "columns", "words")
"""What ``--beats`` may name."""

WORD = 32
"""Bits of a word."""


@dataclass(frozen=True)
class Slice:
    """Bits of one output in a beat.

    ``bits`` of the output from ``first`` on, its lowest being 0, stand in the beat from ``place``
    on.
    """

    output: int
    first: int
    bits: int
    place: int


@dataclass(frozen=True)
class Beats:
    """The beats of a set, in the order in which they leave, and the bits of each, at most.

    ``tag`` bits travel with a set from its inputs to each of its beats; 0 for none.
    """

    kind: str
    beats: tuple[tuple[Slice, ...], ...]
    width: int
    tag: int = 0

    @property
    def payload_bits(self) -> int:
        """Bits on the output with a beat: data, above it ``last``, above it the tag."""
        return self.width + 1 + self.tag


def planned_beats(design: Design, kind: str = "set", tag: int = 0) -> Beats:
    """Return the beats of a design's sets.

    Raises
    ------
    InputError
        There is no such kind; the interval is too short for so many beats; outputs are no columns;
        the tag is negative or wider than a beat.
    """
    if kind not in KINDS:
        raise InputError("--beats", f"{kind!r} is unknown", ", ".join(KINDS))
    if kind == "words":
        beats, width = _words(design.outputs), WORD
    else:
        groups = _columns(design.outputs) if kind == "columns" else [range(len(design.outputs))]
        beats = tuple(_packed(design.outputs, group) for group in groups)
        width = max(slices[-1].place + slices[-1].bits for slices in beats)
    if design.initiation_interval < len(beats):
        problem = f"{design.initiation_interval}, shorter than the {len(beats)} beats of a set"
        raise InputError("--ii", problem, f"{len(beats)} or more beside --beats {kind}")
    if not 0 <= tag <= width:
        raise InputError("--tag", f"{tag} bits", f"0 to {width}, the width of a beat")
    return Beats(kind, beats, width, tag)


def with_beats(design: Design, beats: Beats) -> Design:
    """Return a design with places for the sets that wait while others leave beat by beat.

    Without them it could not take a set every ``initiation_interval`` cycles.
    """
    return dataclasses.replace(design, beats=len(beats.beats))


def _packed(ports: Sequence[Port], group: Sequence[int]) -> tuple[Slice, ...]:
    """Return whole outputs side by side, the first in the lowest bits."""
    slices, place = [], 0
    for output in group:
        bits = ports[output].format.width
        slices.append(Slice(output, 0, bits, place))
        place += bits
    return tuple(slices)


def _columns(ports: Sequence[Port]) -> list[list[int]]:
    """Return the torques, then joint by joint its column of each matrix."""
    torques = [k for k, port in enumerate(ports) if port.array == "tau"]
    columns: dict[int, list[int]] = {}
    for k, port in enumerate(ports):
        if port.array != "tau":
            _, _, column = port.name.rpartition("_")
            if not column.isdecimal():
                problem = f"columns of {port.name}, which stands in no matrix"
                raise InputError("--beats", problem, "set, words")
            columns.setdefault(int(column), []).append(k)
    return [group for group in (torques, *(columns[j] for j in sorted(columns))) if group]


def _words(ports: Sequence[Port]) -> tuple[tuple[Slice, ...], ...]:
    """Return all outputs one behind the other, cut into words."""
    words: list[list[Slice]] = []
    position = 0
    for output, port in enumerate(ports):
        first = 0
        while first < port.format.width:
            word, place = divmod(position, WORD)
            bits = min(WORD - place, port.format.width - first)
            if word == len(words):
                words.append([])
            words[word].append(Slice(output, first, bits, place))
            first, position = first + bits, position + bits
    return tuple(map(tuple, words))
