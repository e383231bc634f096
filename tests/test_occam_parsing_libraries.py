"""Libraries are parsed once; trees and mistakes are those of a source that has all their lines."""

import pytest

from common.errors import InputError
from occam.library import folder
from occam.parsing import parser
from occam.parsing.source import lines_of_text

FEW = ['#USE "convert.lib"', '#USE "string.lib"', '#USE "debug.lib"']
ALL = [f'#USE "{name}.lib"' for name in folder.libraries()]
INSIDE = """
INT FUNCTION length (VAL INT n)
  #INCLUDE "ticks.inc"
  VALOF
    SKIP
    RESULT n
:
PROC p (CHAN OF SP fs, ts)
  #INCLUDE "hostio.inc"
  INT x:
  SEQ
    #USE "crc.lib"
    #USE "debug.lib"
    SKIP
    CASE x
      #INCLUDE "mathvals.inc"
      1
        x := BITCOUNT (x)
      ELSE
        #USE "crc.lib"
        SKIP
    IF
      #USE "xlink.lib"
      TRUE
        x := length (1)
:
"""
SOURCES = {
    "one that another uses": [*FEW, "PROC p ()", "  SKIP", ":"],
    "in the other order": [*reversed(FEW), "PROC p ()", "  SKIP", ":"],
    "constants twice": ['#INCLUDE "hostio.inc"', '#INCLUDE "hostio.inc"', "SKIP"],
    "inside": INSIDE.splitlines(),
    "nothing else": ['#USE "crc.lib"'],
}


def unfolded(text):
    return parser._tree(lines_of_text(text, "source.occ"), [], "source.occ")


def check_tree(text):
    found = parser.parse_text(text)
    whole = unfolded(text)
    assert found.specifications == whole.specifications
    assert found.process == whole.process
    assert found.predefined == whole.predefined
    assert found.files - {"source.occ"} == whole.files - {"source.occ"}
    assert found.files


@pytest.mark.parametrize("name", SOURCES)
def test_the_tree_is_that_of_a_source_with_all_lines(name):
    check_tree("\n".join(SOURCES[name]))


@pytest.mark.slow
@pytest.mark.parametrize("libraries", [ALL, ALL[::-1]])
def test_so_it_is_with_all_libraries(libraries):
    check_tree("\n".join([*libraries, "PROC p ()", "  SKIP", ":"]))


MISTAKES = {
    "behind": '#USE "crc.lib"\nPROC p ()\n  SKIP\n  SKIP\n:\n',
    "before": 'PROC p ()\n  x := \n:\n#USE "crc.lib"\n',
    "behind the process": 'SKIP\n#USE "debug.lib"\n',
    "among processes": 'PROC p ()\n  SEQ\n    SKIP\n    #USE "debug.lib"\n:\n',
    "too far in": 'PROC p ()\n   #USE "crc.lib"\n   SKIP\n:\n',
    "too far out": 'PROC p ()\n  SEQ\n #USE "debug.lib"\n    SKIP\n:\n',
    "a line that goes on": 'PROC p ()\n  INT x:\n  x := 1 +\n#INCLUDE "ticks.inc"\n:\n',
    "an unknown one": '#USE "crc.lib"\n#USE "nothing.lib"\n',
    "no sign of occam": '#USE "crc.lib"\nPROC p ()\n  {\n:\n',
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_as_if_all_lines_were_there(name):
    text = MISTAKES[name]
    with pytest.raises(InputError) as expected:
        parser._parse(lambda **_: lines_of_text(text, "source.occ"), "source.occ")
    with pytest.raises(InputError) as found:
        parser.parse_text(text, "source.occ")
    assert str(found.value) == str(expected.value)


def test_a_library_is_parsed_once(monkeypatch):
    text = '#USE "crc.lib"\nPROC p ()\n  SKIP\n:\n'
    first = parser.parse_text(text)

    def refuse(*_):
        raise AssertionError("read again")

    monkeypatch.setattr("occam.parsing.source._read", refuse)
    again = parser.parse_text(text)
    pairs = zip(first.specifications[:-1], again.specifications[:-1], strict=True)
    assert len(first.specifications) > 1
    assert all(one is other for one, other in pairs)
