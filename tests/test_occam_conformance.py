"""Every construct of occam 2 in a program of its own: what it sends is worked out by hand.

The order is that of the occam 2 Reference Manual (INMOS 1988). Each case is a body, what stands
before the procedure, and the words that it sends. All run on both parts, with arrays in vector
space and in workspace, and with and without checks.
"""

import pytest

from occam.program import Checks
from tests import (
    occam_conformance_procedures,
    occam_conformance_processes,
    occam_conformance_rules,
    occam_conformance_values,
)
from tests.occam_programs import PARTS, main, run

CASES = (
    occam_conformance_processes.CASES
    | occam_conformance_values.CASES
    | occam_conformance_procedures.CASES
    | occam_conformance_rules.CASES
)
"""By name: the body, what stands before the procedure, and the words that are sent."""
MODES = ((Checks.HALT, True), (Checks.HALT, False), (Checks.NONE, True))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("body", "before", "expected"), CASES.values(), ids=CASES)
def test_a_construct_means_what_the_manual_says(body, before, expected, part):
    for checks, vectors in MODES:
        done = run(main(body, before), part, checks, vectors=vectors)
        assert done.ended, done
        assert done.words == expected


TABS = (
    "PROC main ()\n  CHAN OF INT out:\t-- a\ttab\n  PLACE out AT 0:\n  SEQ\n    SEQ\n      SEQ\n"
    '\tVAL text IS "a\tb":\n\tVAL sum IS 1 +\n\t\t2:\n\tSEQ\n\t  out ! sum\n'
    "\t  out ! INT text[1]\t-- 9\n\t  out ! SIZE text\n:\n"
)


@pytest.mark.parametrize("part", PARTS)
def test_tabs_stand_for_spaces_up_to_every_eighth_column(part):
    assert run(TABS, part).words == [3, 9, 3]


@pytest.mark.parametrize(("i", "j"), [(1, 1), (3, 2)])
@pytest.mark.parametrize(
    "both",
    [
        "INT a IS v[i]:\nINT b IS v[j]:",
        "VAL INT a IS v[i]:\nINT b IS v[j]:",
        (
            "[]INT x IS [v FROM i FOR 2]:\n[]INT y IS [v FROM j FOR 2]:\n"
            "INT a IS x[0]:\nINT b IS y[1]:"
        ),
        "[]INT row IS m[i]:\nINT b IS m[j][0]:\nINT a IS row[1]:",
    ],
)
def test_abbreviations_of_one_element_set_the_error_flag(both, i, j):
    lines = "".join(f"  {line}\n" for line in both.split("\n"))
    text = f"[5]INT v:\n[5][2]INT m:\nINT i, j:\nSEQ\n  i, j := {i}, {j}\n{lines}  b := a\n"
    same = i == j or ("row" not in both and "[]" in both)
    assert run(main(text)).ended is not same
    assert run(main(text), checks=Checks.RANGE_OFF).ended
