"""Matrices of a link looked up once, instead of for each element."""

import numpy as np
import pytest

from papers.indexing import abbreviate, copy
from papers.programs import INCLUDES
from tests.paper_programs import execute, program

WRITTEN = """\
PROC before (VAL REAL32 x)
  SKIP
:

PROC job (VAL INT j, VAL [7][3][3]REAL32 A, [7][3]REAL32 w,
          [7]REAL32 v)
  SEQ
    w[j][0] := (A[j][0][1] * w[j - 1][0]) + m[j]
    v[j] := w.dot[j + 1][2] + w[i][0]
:
"""
ABBREVIATED = """\
PROC before (VAL REAL32 x)
  SKIP
:

PROC job (VAL INT j, VAL [7][3][3]REAL32 A, [7][3]REAL32 w,
          [7]REAL32 v)
  VAL A.here IS A[j]:
  w.here IS w[j]:
  VAL w.last IS w[j - 1]:
  VAL w.dot.next IS w.dot[j + 1]:
  SEQ
    w.here[0] := (A.here[0][1] * w.last[0]) + m[j]
    v[j] := w.dot.next[2] + w[i][0]
:
"""
BRANCHES = """\
PROC job (VAL INT j, [7][3]REAL32 w)
  IF
    j = 6
      w[6] := w[5]
    TRUE
      SEQ
        w[j][0] := w[j + 1][0]
:
"""


def test_elements_of_a_link_are_abbreviated_and_nothing_else():
    assert abbreviate(WRITTEN) == ABBREVIATED


def test_a_link_that_may_not_exist_is_not_touched_before_it_is_known_to():
    text = abbreviate(BRANCHES)
    lines = text.split("\n")
    true = lines.index("    TRUE")
    assert lines[true + 1 : true + 3] == [
        "      w.here IS w[j]:",
        "      VAL w.next IS w[j + 1]:",
    ]
    assert lines[: true + 1] == BRANCHES.split("\n")[: true + 1]


def test_text_without_such_procedures_stays_as_it_is():
    vectors = program("newton_euler").path.with_name("vectors.inc")
    for path in (INCLUDES / "puma560.inc", INCLUDES / "trajectory.inc", vectors):
        text = path.read_text()
        assert abbreviate(text) == text


@pytest.mark.parametrize("name", ["scsnea", "pscsnea", "drl1", "drl4"])
def test_abbreviated_programs_give_the_same_bits_in_less_time(name, tmp_path):
    written = execute(name, 5, log=True)
    abbreviated = execute(copy(program(name), tmp_path), 5, log=True)
    assert np.array_equal(written.torques, abbreviated.torques)
    assert abbreviated.milliseconds_per_point() < 0.9 * written.milliseconds_per_point()
