"""Modules compiled by themselves: what callers of their routines see, object files, libraries."""

import json

import pytest

from common.errors import InputError
from emulator.transputer.network.results import Status
from occam.checking.checker import check
from occam.generating.compile import compile_program
from occam.module import build_module
from occam.objects import as_object, joined, read_object
from occam.parsing.parser import parse
from occam.program import Checks
from tests.occam_programs import PARTS, run_image

UNIT = """
VAL size IS 60:
PROTOCOL PAIR IS INT; REAL32:
PROTOCOL MESSAGE
  CASE
    number; INT
    stop
:
PROC triangle (INT sum, VAL INT n)
  [size]INT terms:
  SEQ
    SEQ i = 0 FOR size
      terms[i] := i
    sum := 0
    SEQ i = 0 FOR n
      sum := sum + terms[i]
:
REAL64 FUNCTION half (VAL REAL64 x) IS x / 2.0(REAL64):
BOOL, INT FUNCTION larger (VAL INT a, b)
  INT most:
  VALOF
    CASE a > b
      TRUE
        most := a
      FALSE
        most := b
    RESULT a > b, most
:
PROC send (CHAN OF PAIR c, CHAN OF MESSAGE m, VAL [4]INT v, VAL INT k)
  SEQ
    c ! v[k]; REAL32 ROUND k
    m ! number; SIZE v
    m ! stop
:
"""
MAIN = """
#USE "unit.tqo"
PROTOCOL PAIR IS INT; REAL32:
PROTOCOL MESSAGE
  CASE
    number; INT
    stop
:
PROC main ()
  CHAN OF INT out:
  PLACE out AT 0:
  CHAN OF PAIR c:
  CHAN OF MESSAGE m:
  INT sum, most:
  BOOL first:
  REAL32 r:
  [70]INT own:
  SEQ
    own[69] := 1
    triangle (sum, 10)
    out ! sum
    out ! INT ROUND half (5.0(REAL64))
    first, most := larger (3, {a})
    out ! most
    PAR
      send (c, m, [10, 20, 30, 40], {k})
      BOOL going:
      SEQ
        c ? sum; r
        out ! sum
        going := TRUE
        WHILE going
          m ? CASE
            number; sum
              out ! sum
            stop
              going := FALSE
    out ! own[69]
:
"""


def write(folder, text, name):
    path = folder / name
    path.write_text(text.lstrip("\n"))
    return path


def unit(folder, part="T800", checks=Checks.HALT, text=UNIT):
    module, _ = build_module(write(folder, text, "unit.occ"), part, checks)
    path = folder / "unit.tqo"
    path.write_bytes(as_object([module]))
    return path


def ran(folder, part, checks=Checks.HALT, a=7, k=2):
    path = write(folder, MAIN.format(a=a, k=k), "main.occ")
    return run_image(compile_program(check(parse(path), part), part, checks))


@pytest.mark.parametrize("checks", Checks)
@pytest.mark.parametrize("part", PARTS)
def test_routines_of_an_object_file_are_called_as_any_others(tmp_path, part, checks):
    unit(tmp_path, part, checks)
    (tmp_path / "unit.occ").unlink()
    done = ran(tmp_path, part, checks)
    assert done.ended
    assert done.words == [45, 2, 7, 30, 4, 1]


def test_errors_in_a_module_are_told_at_the_line_of_its_source(tmp_path):
    unit(tmp_path)
    done = ran(tmp_path, "T800", k=9)
    assert done.status is Status.ERROR
    assert done.line == 1 + UNIT.lstrip("\n").split("\n").index("    c ! v[k]; REAL32 ROUND k")


def test_a_library_has_a_module_for_each_part_and_mode(tmp_path):
    modes = [(part, checks) for part in PARTS for checks in (Checks.HALT, Checks.NONE)]
    paths = []
    for number, (part, checks) in enumerate(modes):
        paths.append(unit(tmp_path, part, checks).rename(tmp_path / f"{number}.tqo"))
    (tmp_path / "unit.tqo").write_bytes(as_object(joined(paths)))
    for part, checks in modes:
        assert ran(tmp_path, part, checks).words[0] == 45
    with pytest.raises(InputError, match="triangle is not there for T800 and --checks range-off"):
        ran(tmp_path, "T800", Checks.RANGE_OFF)
    with pytest.raises(InputError, match=r"1\.tqo has too; allowed: each routine once"):
        joined([*paths, paths[1]])


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("triangle (sum, 10)", "triangle (4, 10)", "this is a constant or an expression"),
        ("triangle (sum, 10)", "triangle (sum)", "triangle is called with 1 parameter"),
        ("send (c, m,", "send (m, c,", "CHAN OF MESSAGE for the parameter c"),
        (
            "    PAR\n",
            "    PAR\n      triangle (sum, 3)\n",
            "sum is changed here and used in line",
        ),
        ("    PAR\n", "    PAR\n      c ! 1; r\n", "c is used for output here and used for output"),
        ("PROTOCOL PAIR IS INT; REAL32", "PROTOCOL PAIR IS INT; REAL64", "CHAN OF PAIR for the"),
    ],
)
def test_calls_are_checked_as_of_any_routine(tmp_path, old, new, told):
    unit(tmp_path)
    text = MAIN.format(a=1, k=2)
    assert old in text
    with pytest.raises(InputError) as refused:
        check(parse(write(tmp_path, text.replace(old, new), "main.occ")))
    assert told in str(refused.value)


def test_modules_are_used_by_modules(tmp_path):
    unit(tmp_path)
    text = '#USE "unit.tqo"\nPROC twice (INT n)\n  SEQ\n    triangle (n, 5)\n    n := 2 * n\n:\n'
    module, _ = build_module(write(tmp_path, text, "outer.occ"), "T800", Checks.HALT)
    (tmp_path / "outer.tqo").write_bytes(as_object([module]))
    (tmp_path / "unit.tqo").unlink()
    text = '#USE "outer.tqo"\nPROC main ()\n  CHAN OF INT out:\n  PLACE out AT 0:\n  INT n:\n'
    path = write(tmp_path, text + "  SEQ\n    twice (n)\n    out ! n\n:\n", "main.occ")
    image = compile_program(check(parse(path)), "T800", Checks.HALT)
    assert run_image(image).words == [20]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("VAL a IS 3:\n", "no procedure or function"),
        ("INT a:\nPROC p ()\n  SKIP\n:\n", "a is declared outside of every procedure"),
        ("PROC p ()\n  SKIP\n:\np ()\n", "a process in a module"),
    ],
)
def test_what_is_no_module_is_refused(tmp_path, text, told):
    with pytest.raises(InputError, match=told):
        build_module(write(tmp_path, text, "wrong.occ"), "T800", Checks.HALT)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("part", "T900"),
        ("checks", "some"),
        ("code", "%%"),
        ("code", ""),
        ("interface", 3),
        ("routines", []),
        ("origins", [[0, "a", 1]]),
        ("data", [[0, 10**9]]),
        ("stops", [-1]),
    ],
)
def test_a_damaged_object_file_is_refused(tmp_path, key, value):
    path = unit(tmp_path)
    content = json.loads(path.read_text())
    content["modules"][0][key] = value
    path.write_text(json.dumps(content))
    with pytest.raises(InputError, match="no object file, or a damaged one"):
        read_object(path)
