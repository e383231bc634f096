"""Occam source that is written: literals that read back, lines that break, constructions."""

import numpy as np
import pytest

from occam.writing.expressions import operation, real32, slices, without_brackets
from occam.writing.lines import (
    WIDTH,
    comment,
    construction,
    indented,
    parallel,
    procedure,
    sequence,
    text_of,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1.0(REAL32)"),
        (-9.81, "(-9.81(REAL32))"),
        (0.0, "0.0(REAL32)"),
        (0.1, "0.1(REAL32)"),
        (3e-7, "3.0E-07(REAL32)"),
        (1.5e20, "1.5E+20(REAL32)"),
    ],
)
def test_literals(value, text):
    assert real32(value) == text


def test_literals_are_the_nearest_single():
    rng = np.random.default_rng(1)
    for value in np.exp(rng.uniform(-60, 60, 300)) * rng.choice([-1, 1], 300):
        digits = real32(value).replace("(REAL32)", "").strip("()")
        assert np.float32(float(digits)) == np.float32(value)
    for bad in (float("nan"), float("inf"), 1e40):
        with pytest.raises(ValueError, match="no REAL32"):
            real32(bad)


def test_brackets():
    assert operation("a", "+", "b") == "(a + b)"
    assert without_brackets("(a + b)") == "a + b"
    assert without_brackets("(a) + (b)") == "(a) + (b)"
    assert without_brackets("a") == "a"


def test_slices_are_runs():
    assert slices("s", 6, [0, 1, 2, 3, 4, 5]) == ["s"]
    assert slices("s", 6, [1, 2, 4]) == ["[s FROM 1 FOR 2]", "s[4]"]
    assert slices("s", 6, []) == []


def test_constructions():
    assert sequence(["a"]) == ["a"]
    assert sequence(["a"], ["SEQ", "  b", "  c"]) == ["SEQ", "  a", "  b", "  c"]
    assert parallel(["a"], ["b"]) == ["PAR", "  a", "  b"]
    assert construction("WHILE TRUE", ["a"]) == ["WHILE TRUE", "  a"]
    assert procedure("p", ["INT x", "INT y"], ["SKIP"]) == ["PROC p (INT x, INT y)", "  SKIP", ":"]
    assert indented(["", "a"]) == ["", "  a"]


def test_long_lines_break_behind_operators_and_commas():
    line = "    total := " + " + ".join(f"(value[{i}] * weight[{i}])" for i in range(12))
    text = text_of([line]).splitlines()
    assert len(text) > 1
    assert all(len(part) <= WIDTH for part in text)
    assert all(part.endswith(("+", "*")) for part in text[:-1])
    assert " ".join(part.strip() for part in text) == line.strip()
    assert all(part.startswith("          ") for part in text[1:])


def test_comments_stand_before_lines_that_they_make_too_long():
    code = "  x := " + " + ".join("y" * 6 for _ in range(10))
    assert text_of([f"{code}  -- what it is"]) == f"  -- what it is\n{code}\n"
    assert text_of(["x := y  -- what"]) == "x := y  -- what\n"
    assert all(len(line) <= WIDTH for line in comment("word " * 60))
