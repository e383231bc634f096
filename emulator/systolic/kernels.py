"""Instructions run over rows of integers, compiled.

The machine code is kept beside this file, or where `NUMBA_CACHE_DIR` says.
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from numba import njit

from common.arrays import Integers
from emulator.systolic.fusion import FusedKind

_MULTIPLY = int(FusedKind.MULTIPLY)
_ADD = int(FusedKind.ADD)
_SUBTRACT = int(FusedKind.SUBTRACT)
_AND = int(FusedKind.AND)
_GREATER = int(FusedKind.GREATER)
_LESS = int(FusedKind.LESS)
_SINE = int(FusedKind.SINE)

KIND, RESULT, LEFT, LEFT_UP, LEFT_DOWN, RIGHT, RIGHT_UP, RIGHT_DOWN, UP, ADDED, DOWN = range(11)
"""Columns of a program. A row is that of an array; those below zero are known numbers, -1 the
first."""

COLUMNS = 11

RESIDUAL_BITS, RESIDUAL_MASK, SEGMENT_MASK, MIDDLE, PLACES, QUARTER = range(6)
"""Places of a sine table's sizes."""

SIZES = 6


@njit(cache=True, nogil=True)
def executed(
    program: Integers,
    known: Integers,
    rows: Integers,
    points: int,
    values: Integers,
    slopes: Integers,
    signs: Integers,
    sizes: Integers,
) -> None:
    """Run a program over the first ``points`` columns of all rows.

    Parameters
    ----------
    program
        Shape (instructions, COLUMNS).
    known
        Numbers that are operands.
    rows
        Shape (rows, points at most). No result's row is that of an operand of it.
    values, slopes, signs, sizes
        The table of sines, as `emulator.systolic.trigonometry.SineTable` has it.
    """
    for line in program:
        kind, up, added, down = line[KIND], line[UP], line[ADDED], line[DOWN]
        lu, ld, ru, rd = line[LEFT_UP], line[LEFT_DOWN], line[RIGHT_UP], line[RIGHT_DOWN]
        out = rows[line[RESULT]]
        x = rows[max(line[LEFT], 0)]
        y = rows[max(line[RIGHT], 0)]
        if line[LEFT] < 0:  # of a difference: sums and products have known numbers to the right
            a = known[-1 - line[LEFT]]
            for w in range(points):
                out[w] = (((a - ((y[w] << ru) >> rd)) << up) + added) >> down
        elif line[RIGHT] < 0:
            b = known[-1 - line[RIGHT]]
            if kind == _MULTIPLY:
                for w in range(points):
                    out[w] = (((((x[w] << lu) >> ld) * b) << up) + added) >> down
            elif kind == _ADD:
                for w in range(points):
                    out[w] = (((((x[w] << lu) >> ld) + b) << up) + added) >> down
            elif kind == _SUBTRACT:
                for w in range(points):
                    out[w] = (((((x[w] << lu) >> ld) - b) << up) + added) >> down
            elif kind == _AND:
                for w in range(points):
                    out[w] = x[w] & b
            elif kind == _GREATER:
                for w in range(points):
                    out[w] = x[w] > b
            elif kind == _LESS:
                for w in range(points):
                    out[w] = x[w] < b
        elif kind == _MULTIPLY:
            for w in range(points):
                out[w] = (((x[w] * y[w]) << up) + added) >> down
        elif kind == _ADD:
            for w in range(points):
                out[w] = (((((x[w] << lu) >> ld) + ((y[w] << ru) >> rd)) << up) + added) >> down
        elif kind == _SUBTRACT:
            for w in range(points):
                out[w] = (((((x[w] << lu) >> ld) - ((y[w] << ru) >> rd)) << up) + added) >> down
        else:
            turned = 0 if kind == _SINE else sizes[QUARTER]
            for w in range(points):
                angle = x[w] + turned
                segment = (angle >> sizes[RESIDUAL_BITS]) & sizes[SEGMENT_MASK]
                residual = (angle & sizes[RESIDUAL_MASK]) - sizes[MIDDLE]
                total = values[segment] + slopes[segment] * residual
                out[w] = signs[segment] * (total >> sizes[PLACES])
