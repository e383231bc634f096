"""PLACE and PLACED PAR: links, processors, and what the checker makes of them."""

from __future__ import annotations

import pytest

from common.errors import InputError
from occam import typed
from occam.checking.checker import check
from occam.parsing.parser import parse_text

NODES = """\
VAL INT n IS 3:
PROC pass (CHAN OF INT in, out, VAL INT id)
  INT x:
  SEQ
    in ? x
    out ! x + id
:
PROC start (CHAN OF INT in, out)
  INT x:
  SEQ
    out ! 0
    in ? x
:
[5]CHAN OF INT pipe:
CHAN OF INT host.in, host.out:
INT shared:
"""

RING = (
    NODES
    + """\
PLACED PAR
  PROCESSOR 0 T8
    PLACE pipe[0] AT 2:
    PLACE pipe[n] AT 7:
    start (pipe[n], pipe[0])
  PLACED PAR i = 1 FOR n
    PROCESSOR i T414
      PLACE pipe[i - 1] AT 7:
      PLACE pipe[i] AT 2:
      pass (pipe[i - 1], pipe[i], i)
"""
)


def network(text):
    return check(parse_text(text)).processors


def test_replicators_are_written_out():
    processors = network(RING)
    assert [placed.number for placed in processors] == [0, 1, 2, 3]
    assert [placed.type for placed in processors] == ["T800", "T414", "T414", "T414"]
    ids = [placed.process.actuals[2].value for placed in processors[1:]]
    assert ids == [1, 2, 3]


def test_each_processor_has_its_own_channels():
    processors = network(RING)
    assert [(use.channel, use.symbol.address) for use in processors[2].links] == [
        ("pipe[1]", 7),
        ("pipe[2]", 2),
    ]
    given = processors[2].process.actuals
    assert [actual.symbol for actual in given[:2]] == [use.symbol for use in processors[2].links]
    ends = {use.symbol for placed in processors for use in placed.links}
    assert len(ends) == 8


def test_no_type_is_left_open():
    (placed,) = network(NODES + "PROCESSOR 5\n  SKIP\n")
    assert (placed.number, placed.type, placed.links) == (5, None, ())


def test_links_to_the_host_have_one_end():
    (placed,) = network(
        NODES
        + "PROCESSOR 0 T8\n  PLACE host.in AT 4:\n  PLACE host.out AT 0:\n"
        + "  start (host.in, host.out)\n"
    )
    assert [use.symbol.name for use in placed.links] == ["host.in", "host.out"]


def test_channels_declared_on_the_processor_can_be_placed():
    (placed,) = network("PROCESSOR 0\n  CHAN OF INT c:\n  PLACE c AT 1:\n  c ! 1\n")
    assert placed.links[0].symbol is placed.process.specifications[0]
    assert placed.links[0].symbol.address == 1


def test_one_processor_places_its_channels_in_its_procedure():
    source = "PROC main ()\n  [2]CHAN OF INT c:\n  PLACE c AT 2:\n  c[1] ! 1\n:\n"
    main = check(parse_text(source)).main
    assert isinstance(main.body, typed.Scope)
    assert main.body.specifications[0].address == 2


TWO = """\
PLACED PAR
  PROCESSOR 0
    PLACE pipe[0] AT {}:
    pipe[0] ! 1
  PROCESSOR 1
    INT x:
    PLACE pipe[0] AT {}:
    pipe[0] ? x
"""

REFUSED = [
    ("PROCESSOR 0 T2\n  SKIP\n", 1, "PROCESSOR 0 T2", "T8, T800, T4, T414 or no type"),
    ("PROCESSOR -1\n  SKIP\n", 1, "PROCESSOR -1", "0 and more"),
    ("PROCESSOR shared\n  SKIP\n", 1, "the number of a processor is not known", "constant INT"),
    ("PLACED PAR i = 0 FOR shared\n  PROCESSOR i\n    SKIP\n", 1, "the count of a PLACED PAR", ""),
    ("PLACED PAR i = 0 FOR -1\n  PROCESSOR i\n    SKIP\n", 1, "count -1", "0 and more"),
    (
        "PLACED PAR\n  PROCESSOR 1\n    SKIP\n  PROCESSOR 1\n    SKIP\n",
        4,
        "a second PROCESSOR 1",
        "not in line",
    ),
    ("PLACED PAR i = 0 FOR 2\n  PROCESSOR 7\n    SKIP\n", 2, "a second PROCESSOR 7", ""),
    (TWO.format(1, 5).replace("1:\n    pipe[0] !", "9:\n    pipe[0] !"), 3, "PLACE AT 9", "0 to 3"),
    (TWO.format(1, 2), 7, "pipe[0] is at an output of both processor 0 and processor 1", "a link"),
    (TWO.format(4, 5), 7, "pipe[0] is at an input of both processor 0 and processor 1", "a link"),
    (TWO.format(5, 1), 4, "pipe[0] is used for output and placed at 5", "output to 0 to 3"),
    (
        "PROCESSOR 0\n  PLACE pipe[0] AT 1:\n  PLACE pipe[1] AT 1:\n  SKIP\n",
        3,
        "PLACE AT 1, where pipe[0] is on this processor",
        "a link for each channel",
    ),
    (
        "PROCESSOR 0\n  PLACE pipe[0] AT 1:\n  PLACE pipe[0] AT 2:\n  SKIP\n",
        3,
        "pipe[0] is placed twice on processor 0",
        "one link",
    ),
    (
        "PLACED PAR i = 0 FOR 3\n  PROCESSOR i\n    PLACE pipe[0] AT i:\n    SKIP\n",
        3,
        "pipe[0] is placed on the processors 0, 1, 2",
        "two processors",
    ),
    (
        "PLACED PAR i = 0 FOR 2\n  PROCESSOR i\n    PLACE pipe[i] AT 0:\n    pipe[i] ! 1\n",
        3,
        "pipe[1] is placed on processor 1 only",
        "the host is behind links of processor 0 (pipe[0])",
    ),
    (
        "PROCESSOR 0\n  pipe[0] ! 1\n",
        2,
        "pipe is used on processor 0 and not placed there",
        "PLACE",
    ),
    (
        "PROCESSOR 0\n  INT i:\n  PLACE pipe[0] AT 0:\n  pipe[i] ! 1\n",
        4,
        "pipe is used on processor 0 and not placed there",
        "PLACE",
    ),
    ("PROCESSOR 0\n  PLACE pipe AT 0:\n  SKIP\n", 2, "PLACE of what is [5]CHAN OF INT", "pipe[i]"),
    ("PROCESSOR 0\n  PLACE shared AT 0:\n  SKIP\n", 2, "PLACE of what is INT", "one channel"),
    ("PROCESSOR 0\n  shared := 1\n", 2, "shared is used on processor 0 and declared outside", ""),
    (
        "PROC change ()\n  shared := 1\n:\nPROCESSOR 0\n  change ()\n",
        5,
        "shared is changed on processor 0 and declared outside",
        "inside of PROCESSOR",
    ),
    (
        "PROC use ()\n  host.out ! 1\n:\nPROCESSOR 0\n  PLACE host.out AT 0:\n  use ()\n",
        6,
        "host.out is used for output on processor 0 and declared outside",
        "placed at its links",
    ),
    ("PLACED PAR\n  SKIP\n", 2, "", ""),
    ("SEQ\n  PROCESSOR 0\n    SKIP\n", 2, "", ""),
    (
        "PROCESSOR 0\n  INT x:\n  PLACE pipe[0] AT 0:\n  SEQ\n    pipe[0] ! 1\n    pipe[0] ? x\n",
        6,
        "pipe[0] is used for input and placed at 0",
        "input from 4 to 8",
    ),
]


@pytest.mark.parametrize(("text", "line", "problem", "allowed"), REFUSED)
def test_refused_at_its_line(text, line, problem, allowed):
    with pytest.raises(InputError) as refused:
        check(parse_text(NODES + text))
    assert problem in refused.value.problem
    assert allowed in refused.value.allowed
    assert refused.value.place.startswith(f"source.occ:{line + NODES.count(chr(10))}:")
