"""Usage checks: what parallel processes, abbreviations and calls may do, and what they may not.

The line at fault bears the comment ``--@``; sources without it are accepted.
"""

from __future__ import annotations

import textwrap

import pytest

from common.errors import InputError
from occam.checking.checker import check
from occam.parsing.parser import parse_text

DECLARATIONS = """\
VAL INT n IS 4:
PROC copy (CHAN OF INT in, out)
  INT x:
  SEQ
    in ? x
    out ! x
:
PROC add (INT a, VAL INT b)
  a := a + b
:
PROC two (INT a, b)
  a, b := b, a
:
PROC fill ([]INT a, VAL INT at)
  a[at] := 1
:
PROC pick (INT a, VAL []INT b)
  a := b[0]
:
PROC main ()
  INT i, j, k:
  [10]INT v, w:
  [4][4]INT m:
  CHAN OF INT c, d:
  [5]CHAN OF INT cs:
"""

ACCEPTED = [
    "PAR\n  i := 1\n  j := 2",
    "PAR\n  i := k\n  j := k",
    "v[v[i]] := 5",
    "v[i], w[i] := 5, 6",
    "PAR\n  v[0] := 1\n  v[1] := 2",
    "PAR\n  [v FROM 0 FOR 5] := [w FROM 0 FOR 5]\n  [v FROM 5 FOR 5] := [w FROM 0 FOR 5]",
    "PAR\n  v[i] := 1\n  v[i + 1] := 2",
    "PAR\n  [v FROM 2 FOR 5] := [w FROM 0 FOR 5]\n  v[1] := 2",
    "PAR\n  m[0][1] := 1\n  m[0][2] := m[1][1]",
    "PAR a = 0 FOR 10\n  v[a] := a",
    "PAR a = 0 FOR 5\n  v[2 * a] := v[(2 * a) + 1]",
    "PAR a = 0 FOR 2\n  [v FROM a * 5 FOR 5] := [w FROM 0 FOR 5]",
    "PAR a = 0 FOR 4\n  SEQ b = 0 FOR 4\n    m[a][b] := v[b]",
    "PAR a = 0 FOR 4\n  PAR b = 0 FOR 4\n    m[a][b] := a * b",
    "PAR a = 0 FOR 1\n  i := a",
    "PAR a = 0 FOR 5\n  SEQ\n    v[a] := 1\n    v[a + 5] := 2",
    "PAR a = 0 FOR 4\n  SEQ b = 0 FOR 4\n    m[b][a] := v[b]",
    "PAR\n  SEQ a = 0 FOR 5\n    v[a] := 1\n  SEQ a = 5 FOR 5\n    v[a] := 2",
    "PAR\n  VAL INT a IS 3:\n  v[a] := 1\n  v[4] := 2",
    "PAR a = 0 FOR 5\n  VAL INT at IS 2 * a:\n  SEQ\n    v[at] := 1\n    v[at + 1] := 2",
    "PAR a = 0 FOR 4\n  []INT row IS m[a]:\n  row[0] := a",
    "PAR a = 0 FOR 4\n  fill (m[a], 0)",
    "PAR a = 0 FOR 10\n  fill (v, a)",
    "PAR a = 0 FOR 10\n  v[(a + 3) \\ 10] := a",
    "PAR a = 0 FOR 8\n  VAL INT b IS a >< 1:\n  v[b] := a",
    "PAR a = 2 FOR 4\n  [v FROM (2 * a) \\ 8 FOR 2] := [a, a]",
    # Channels
    "PAR a = 0 FOR 5\n  INT x:\n  PAR\n    cs[a] ! a\n    cs[(a + 1) \\ 5] ? x",
    "PAR a = 0 FOR 5\n  copy (cs[a], cs[(a + 1) \\ 5])",
    "PAR\n  c ! 1\n  c ? i",
    "SEQ\n  PAR\n    c ! 1\n    c ? i\n  PAR\n    c ? i\n    c ! 2",
    "PAR\n  PAR\n    c ! 1\n    c ? i\n  j := 1",
    "PAR\n  cs[0] ! 1\n  PAR a = 0 FOR n\n    copy (cs[a], cs[a + 1])\n  cs[n] ? i",
    "PAR\n  cs[0] ! 1\n  SEQ\n    cs[0] ? i\n    cs[1] ! i\n  cs[1] ? j",
    "PAR\n  c ! 1\n  copy (c, d)\n  d ? i",
    "PAR\n  c ! 1\n  ALT\n    c ? i\n      SKIP\n    d ? i\n      SKIP\n  d ! 2",
    "PAR\n  SEQ a = 0 FOR 5\n    cs[a] ! a\n  PAR a = 0 FOR 5\n    INT x:\n    cs[a] ? x",
    "SEQ\n  PRI PAR\n    SKIP\n    SKIP\n  PRI PAR\n    SKIP\n    SKIP",
    "[4]CHAN OF INT l:\nPLACE l AT 2:\nSEQ\n  l[1] ! i\n  l[3] ? i\n  l[j] ! i",
    # Abbreviations
    "INT a IS v[0]:\nINT b IS v[1]:\na, b := b, a",
    "INT a IS v[i]:\nINT b IS v[i + 1]:\na, b := b, a",
    "INT a IS v[0]:\nv[1] := a",
    "[]INT a IS [v FROM 0 FOR 5]:\n[]INT b IS [v FROM 5 FOR 5]:\na[0] := b[0]",
    "INT a IS i:\nINT b IS a:\nb := 1",
    "VAL INT a IS i + j:\nk := a + i",
    "VAL []INT a IS v:\nw[0] := a[0] + v[1]",
    "SEQ\n  INT a IS i:\n  a := 1\n  i := 2",
    "[4]BYTE b RETYPES i:\nb[0] := 1(BYTE)",
    "INT a IS v[0]:\nadd (a, v[1])",
    # Calls
    "add (i, j)",
    "add (i, i + 1)",
    "two (i, j)",
    "two (v[0], v[1])",
    "pick (v[0], w)",
    "two (v[i], v[i + 1])",
    "v[i], v[j] := v[j], v[i]",
    "v[v[i]] := 1",
    "v[v[i]], w[w[j]] := 1, 2",
    # One process at both ends of a channel, one after the other
    "SEQ\n  c ! 1\n  c ? i",
    "PAR\n  SEQ\n    c ! 1\n    c ? i\n  j := 1",
    "SEQ\n  PAR\n    c ! 1\n    c ? i\n  c ! 2",
    "SEQ a = 0 FOR 4\n  copy (cs[a], cs[a + 1])",
    # Replicated PAR: subscripts of two indices, tests of the index
    "PAR a = 0 FOR 5\n  SEQ b = 0 FOR 2\n    v[(2 * a) + b] := 1",
    "PAR a = 0 FOR 5\n  SEQ b = 0 FOR 2\n    VAL k IS (2 * a) + b:\n    v[k] := 1",
    "PAR a = 0 FOR 4\n  IF\n    a = 0\n      cs[0] ? v[0]\n    TRUE\n      cs[a] ? v[a]",
    "PAR a = 0 FOR 2\n  CASE a\n    0\n      c ! 1\n    1\n      c ? i\n    ELSE\n      SKIP",
    "PAR a = 0 FOR 5\n  WHILE a > 5\n    v[0] := 1",
    "PAR a = 0 FOR 4\n  SEQ b = 0 FOR 4\n    m[(a + b) \\ 4][b] := 1",
    (
        "PAR a = 0 FOR 4\n  SEQ b = 0 FOR 4\n    IF\n      b > a\n        v[a + (b / 4)] := 1\n"
        "      TRUE\n        SKIP"
    ),
    # Abbreviations that are looked at when the program runs
    "INT a IS v[i]:\nINT b IS v[j]:\nb := a",
    "VAL INT a IS v[i]:\nINT b IS v[j]:\nb := a",
    "INT a IS v[i]:\nVAL INT b IS v[j]:\na := b",
]

REFUSED = [
    ("PAR\n  i := 1\n  i := 2 --@", "i is changed here and changed in line", "only read"),
    ("PAR\n  i := 1\n  j := i --@", "i is used here and changed in line", "only read"),
    ("PAR\n  j := i\n  i := 1 --@", "i is changed here and used in line", "only read"),
    ("PAR\n  v[0] := 1\n  v[0] := 2 --@", "v[0] is changed here and changed in line", ""),
    (
        "PAR\n  i := 1\n  ALT\n    c ? j\n      i := 2 --@",
        "i is changed here and changed in line",
        "",
    ),
    ("PAR\n  i := 1\n  ALT\n    c ? i --@\n      SKIP", "i is changed here", ""),
    ("PAR\n  i := 1\n  ALT\n    i = 0 & c ? j --@\n      SKIP", "i is used here", ""),
    ("PAR\n  i := 1\n  IF\n    i = 0 --@\n      SKIP", "i is used here", ""),
    ("PAR\n  i := 1\n  CASE i --@\n    0\n      SKIP", "i is used here", ""),
    ("PAR\n  i := 1\n  CASE j\n    0\n      i := 2 --@", "i is changed here", ""),
    ("PAR\n  i := 1\n  WHILE i = 0 --@\n    SKIP", "i is used here", ""),
    ("PAR\n  i := 1\n  SEQ a = 0 FOR i --@\n    SKIP", "i is used here", ""),
    ("PAR\n  i := 1\n  c ! i --@", "i is used here", ""),
    ("PAR\n  i := 1\n  c ! w[i] --@", "i is used here", ""),
    ("PAR\n  i := 1\n  cs[i] ! 1 --@", "i is used here", ""),
    ("PAR\n  i := 1\n  i, j := LONGPROD (1, 2, 3) --@", "i is changed here", ""),
    ("PAR\n  i := 1\n  j := LONGADD (1, 2, i) --@", "i is used here", ""),
    ("PAR\n  i := 1\n  [w FROM 0 FOR 2] := [i, 1] --@", "i is used here", ""),
    ("PAR\n  i := 1\n  ASSERT (i = 0) --@", "i is used here", ""),
    ("PAR\n  v[0] := 1\n  w := v --@", "v is used here and changed in line", ""),
    ("PAR\n  v[i] := 1\n  v[j] := 2 --@", "v is changed here", ""),
    ("PAR\n  v[i] := 1\n  v[3] := 2 --@", "v[3] is changed here", ""),
    ("PAR\n  v[i] := 1\n  v[(2 * i) - 3] := 2 --@", "v is changed here", ""),
    ("PAR\n  v[i] := 1\n  v[j + 1] := 2 --@", "v is changed here", ""),
    ("PAR\n  v[i] := 1\n  i := 2 --@", "i is changed here and used in line", ""),
    ("PAR\n  m[0][1] := 1\n  m[0] := m[1] --@", "m[0] is changed here", ""),
    (
        "PAR\n  [v FROM 0 FOR 6] := [w FROM 0 FOR 6]\n  [v FROM 5 FOR 5] := [w FROM 0 FOR 5] --@",
        "v is changed here",
        "",
    ),
    ("PAR a = 0 FOR 4\n  i := a --@", "i is changed by several processes of a replicated PAR", ""),
    ("PAR a = 0 FOR 4\n  v[0] := a --@", "v[0] is changed by several processes", ""),
    ("PAR a = 0 FOR 4\n  v[a] := v[a + 1] --@", "v is used and changed by several", ""),
    (
        "PAR a = 0 FOR 6\n  SEQ\n    v[a] := 1\n    v[a + 4] := 2 --@",
        "v is changed here and changed in line",
        "",
    ),
    (
        "PAR a = 0 FOR 3\n  [v FROM a * 3 FOR 4] := [w FROM 0 FOR 4] --@",
        "v is changed by several processes",
        "",
    ),
    ("PAR a = 0 FOR 4\n  SEQ b = 0 FOR 4\n    m[b][0] := a --@", "m is changed by several", ""),
    ("PAR a = 0 FOR 4\n  v[a / 2] := a --@", "v is changed by several processes", ""),
    ("PAR a = 0 FOR 10\n  v[(a + 1) \\ 9] := a --@", "v is changed by several processes", ""),
    (
        "PAR a = 0 FOR 5\n  SEQ\n    v[a] := a\n    i := v[(a + 1) \\ 5] --@",
        "v is used here and changed in line",
        "",
    ),
    (
        "PAR a = 0 FOR 4\n  [v FROM (2 * a) \\ 8 FOR 3] := [1, 2, 3] --@",
        "v is changed by several processes",
        "",
    ),
    (
        "PAR a = 0 FOR 4\n  copy (cs[a], cs[(a + 1) \\ 3]) --@",
        "cs is used for output by several processes",
        "",
    ),
    ("PAR a = 0 FOR 5\n  v[(a + i) \\ 5] := a --@", "v is changed by several processes", ""),
    ("PAR\n  c ? i\n  SEQ\n    d ? i --@\n    SKIP", "i is changed here", ""),
    ("PAR\n  add (i, 1)\n  j := i --@", "i is used here and changed in line", ""),
    ("PAR a = 0 FOR 4\n  fill (v, 0) --@", "v[0] is changed by several processes", ""),
    ("PROC p ()\n  i := 1\n:\nPAR\n  p ()\n  p () --@", "i is changed here and changed in", ""),
    # Channels
    ("PAR\n  c ! 1\n  c ! 2 --@", "c is used for output here", "one process for input and one"),
    ("PAR\n  c ? i\n  c ? j --@", "c is used for input here", "one process for input and one"),
    ("PAR a = 0 FOR 2\n  c ! a --@", "c is used for output by several processes", ""),
    ("PAR\n  SEQ\n    c ! 1\n    c ? i\n  c ? j --@", "c is used for input here", ""),
    ("copy (c, c) --@", "c is given to copy for in and for out", "different variables"),
    ("PAR\n  copy (c, d)\n  copy (c, cs[0]) --@", "c is used for input here", ""),
    (
        "PAR\n  PAR\n    c ! 1\n    c ? i\n  c ! 2 --@",
        "c is used for output here and used for output in line",
        "",
    ),
    (
        "PROC p (CHAN OF INT e)\n  SEQ\n    e ! 1\n    e ? i --@\n:\nSKIP",
        "e is used for input and output by the same process",
        "one direction for each channel parameter",
    ),
    (
        "PAR a = 0 FOR 4\n  copy (cs[a], cs[4]) --@",
        "cs[4] is used for output by several processes",
        "",
    ),
    (
        "CHAN OF INT l:\nPLACE l AT 0:\nl ? i --@",
        "l is used for input and placed at 0",
        "output to",
    ),
    ("CHAN OF INT l:\nPLACE l AT 5:\nl ! i --@", "l is used for output and placed at 5", ""),
    (
        "[4]CHAN OF INT l:\nPLACE l AT 2:\nl[2] ! i --@",
        "l[2] is used for output and placed at 4",
        "",
    ),
    (
        "[4]CHAN OF INT l:\nPLACE l AT 2:\nl[0] ? i --@",
        "l[0] is used for input and placed at 2",
        "",
    ),
    ("[2]CHAN OF INT l:\nPLACE l AT 5:\nl[i] ! i --@", "l is used for output and placed at 5", ""),
    # Priorities
    (
        "PRI PAR\n  PAR\n    PRI PAR --@\n      SKIP\n      SKIP\n    SKIP\n  SKIP",
        "PRI PAR inside of a PRI PAR",
        "one PRI PAR",
    ),
    (
        "PROC p ()\n  PRI PAR\n    SKIP\n    SKIP\n:\nPRI PAR\n  SKIP\n  p () --@",
        "PRI PAR inside of a PRI PAR",
        "",
    ),
    # Abbreviations
    ("INT a IS i:\ni := 1 --@", "i is changed by its old name while a, which abbreviates it", "a"),
    ("INT a IS i:\nj := i --@", "i is used by its old name while a", ""),
    ("INT a IS v[0]:\nv[0] := 1 --@", "v[0] is changed by its old name while a", ""),
    ("INT a IS v[0]:\nv[i] := 1 --@", "v is changed by its old name while a", ""),
    ("INT a IS v[i]:\nINT b IS v[i]: --@\nb := a", "b abbreviates what a in line", "others"),
    ("INT a IS v[i]:\na := v[j] --@", "v is used by its old name while a", ""),
    (
        "INT a IS v[i]:\nPROC p ()\n  INT b IS v[j]:\n  b := 1\n:\nSEQ\n  a := 1\n  p () --@",
        "v is changed by its old name while a",
        "",
    ),
    ("PAR a = 0 FOR 4\n  IF\n    a = i\n      v[3] := 1 --@\n    TRUE\n      v[a] := 1", "v", ""),
    ("PAR a = 0 FOR 4\n  SEQ b = 0 FOR 3\n    v[(2 * a) + b] := 1 --@", "v is changed by", ""),
    ("INT a IS v[i]:\ni := 1 --@", "i is changed while a, made from it in line", ""),
    ("INT a IS i:\nINT b IS i: --@\nb := a", "b abbreviates what a in line", "or a"),
    ("VAL INT a IS i:\ni := a --@", "i is changed while a, made from it", "no change"),
    ("VAL INT a IS i + j:\nj := a --@", "j is changed while a, made from it", ""),
    ("VAL []INT a IS v:\nv[3] := a[0] --@", "v[3] is changed while a, made from it", ""),
    ("VAL []INT a IS v:\nadd (v[3], 1) --@", "v[3] is changed while a, made from it", ""),
    (
        "CHAN OF INT a IS cs[0]:\nPAR\n  a ! 1\n  cs[0] ? i --@",
        "cs[0] is used for input by its",
        "",
    ),
    ("[4]BYTE a RETYPES i:\ni := 1 --@", "i is changed by its old name while a", ""),
    (
        "INT a IS i:\nPROC p ()\n  i := 1\n:\nSEQ\n  a := 1\n  p () --@",
        "i is changed by its old name while a",
        "",
    ),
    # Calls
    ("two (i, i)", "i is given to two for a and for b", "different variables, or VAL"),
    ("add (i, i)", "i is given to add for a and for b", ""),
    ("two (v[0], v[0])", "v is given to two for a and for b", ""),
    ("two (v[i], v[j])", "v is given to two for a and for b", ""),
    ("pick (v[0], v)", "v is given to pick for a and for b", ""),
    (
        "PROC p (INT a)\n  a := i\n:\np (i) --@",
        "i is given to p, which uses it by itself in line",
        "a variable that the procedure does not use",
    ),
    (
        "PROC p (VAL []INT a)\n  v[0] := a[1]\n:\np (v) --@",
        "v[0] is given to p, which uses it by itself",
        "",
    ),
    (
        "INT FUNCTION f (VAL INT a)\n  VALOF\n    i := a --@\n    RESULT a\n:\nj := f (1)",
        "i is changed in the function f and declared outside of it",
        "",
    ),
    (
        "j := (VALOF\n        i := 1 --@\n        RESULT 2\n     )",
        "i is changed in a VALOF and declared outside of it",
        "",
    ),
]


def _in_main(body):
    return DECLARATIONS + textwrap.indent(body, "  ") + "\n:\n"


def _name(body):
    return body.replace("\n", "|")


@pytest.mark.parametrize("body", ACCEPTED, ids=_name)
def test_accepted(body):
    check(parse_text(_in_main(body)))


@pytest.mark.parametrize(
    ("body", "problem", "allowed"), REFUSED, ids=[_name(body) for body, _, _ in REFUSED]
)
def test_refused_at_its_line(body, problem, allowed):
    source = _in_main(body)
    lines = [n for n, text in enumerate(source.split("\n"), 1) if text.endswith("--@")]
    line = lines[0] if lines else DECLARATIONS.count("\n") + 1
    with pytest.raises(InputError) as refused:
        check(parse_text(source))
    assert problem in refused.value.problem
    assert allowed in refused.value.allowed
    assert refused.value.place.startswith(f"source.occ:{line}:")
