"""What is wrong with ASM, ports, places, pragmas and tables of channels is told in one line."""

import pytest

from common.errors import InputError
from occam.build import build
from tests.occam_programs import main, outputs, run

REFUSED = [
    ("INT x:\n  ASM\n    FOO", "main.occ:4:5: FOO in ASM; allowed: an instruction"),
    ("INT x:\n  ASM\n    LDINF", "4:5: LDINF, which a T800 has not"),
    ("INT x:\n  ASM\n    J :no", "4:5: no label no here"),
    ("INT x:\n  ASM\n    LDL y", "4:9: y is not known here"),
    ("INT x:\n  ASM\n    LDC x", "4:9: an operand that is not known before the program runs"),
    ("INT x:\n  ASM\n    LD 1, 2", "4:5: these operands of LD"),
    (
        "[4]INT x:\n  ASM\n    LD x",
        "4:8: [4]INT in a register; allowed: a value of one word, or ADDRESSOF it",
    ),
    ("INT x:\n  ASM\n    :a\n    :a", "4:5: the label a twice"),
    ("INT x:\n  ASM\n    ?? 3", "4:5: '?? 3' in ASM"),
    ("INT x:\n  ASM\n    LDC )(", "4:9: the operand ')('"),
    ("INT x:\n  ASM\n    ST 3", "4:8: this is a constant or an expression"),
    (
        "INT x:\n  PROC q ()\n    ASM\n      LDL x\n  :\n  q ()",
        "5:7: x is not of this procedure or process",
    ),
    ("PORT OF INT p:\n  INT x:\n  p ? x", "2:15: the port p has no address"),
    ("PORT OF [3]INT p:\n  SKIP", "2:3: PORT OF [3]INT"),
    ("PORT OF INT p:\n  PLACE p AT 100:\n  INT x:\n  x := p", "5:8: PORT OF INT in an expression"),
    ("PORT OF BYTE p:\n  PLACE p AT 100:\n  INT x:\n  p ? x", "5:7: INT through a port of BYTE"),
    ("PORT OF INT p:\n  PLACE p AT 100:\n  p ! 1; 2", "4:3: several items through a port"),
    ("PORT OF INT p:\n  PLACE p AT 100:\n  PLACE p AT 101:\n  p ! 1", "4:3: p is placed twice"),
    (
        "PORT OF INT p:\n  PLACE p AT #40000000:\n  p ! 1",
        "3:14: PLACE AT 1073741824; allowed: words up to 1073741823",
    ),
    (
        "PORT OF INT p:\n  INT x:\n  PLACE p AT 100:\n  ALT\n    p ? x\n      SKIP",
        "6:5: reading a port as a guard",
    ),
    ("INT x:\n  PLACE x IN VECSPACE:\n  SKIP", "3:3: PLACE x IN VECSPACE; allowed: an array"),
    ("#PRAGMA SHARED y\n  SKIP", "2:18: y is not known here"),
    ("#PRAGMA SHARED\n  SKIP", "2:17: the end of the line after '#PRAGMA SHARED'"),
    (
        "CHAN OF INT a:\n  CHAN OF BYTE b:\n  t IS [a, b]:\n  SKIP",
        "4:12: CHAN OF BYTE in a table of channels",
    ),
    ("CHAN OF INT a, b:\n  [3]CHAN OF INT t IS [a, b]:\n  SKIP", "3:23: [2]CHAN OF INT for t"),
    ("CHAN OF INT a, b:\n  t IS [a, b]:\n  t[2] ! 1", "4:5: subscript 2 of a [2]CHAN OF INT"),
    (
        "CHAN OF INT a, b:\n  t IS [a, b]:\n  c IS t:\n  c[0] ! 1",
        "4:8: [2]CHAN OF INT of a table of channels here",
    ),
    (
        "INT a:\n  CHAN OF INT c RETYPES a:\n  SKIP",
        "3:25: INT RETYPES to CHAN OF INT; allowed: a channel",
    ),
    ("[2]CHAN OF INT a:\n  [3]CHAN OF BYTE c RETYPES a:\n  SKIP", "allowed: as many channels"),
    ("[3]BYTE a:\n  MOVE2D (a, 0, 0, a, 0, 0, 1, 1)", "3:11: [3]BYTE for the parameter Source"),
    ("REAL32 x:\n  x := SCALEB (3, 4)", "3:16: INT for the parameter X; allowed: VAL REAL32 X"),
    ('#USE "nothing.tqo"\n  SKIP', "2:8: no file 'nothing.occ'"),
]


@pytest.mark.parametrize(("body", "told"), REFUSED, ids=[told for _, told in REFUSED])
def test_refused_at_its_place(tmp_path, body, told):
    source = tmp_path / "main.occ"
    source.write_text(f"PROC main ()\n  {body}\n:\n")
    with pytest.raises(InputError) as refused:
        build(source)
    assert told in str(refused.value)


def test_a_subscript_of_a_table_of_channels_is_checked(tmp_path):
    body = "CHAN OF INT a, b:\nt IS [a, b]:\nINT i:\nSEQ\n  i := 2\n  t[i] ! 1"
    done = run(main(body))
    assert done.status.value == "error"
    assert done.line == 10


def test_any_operation_by_its_code():
    body = "INT x:\nSEQ\n  x := 40\n  ASM\n    LDL x\n    LDC 2\n    OPR 5\n    STL x\n  out ! x"
    assert outputs(body) == [42]


@pytest.mark.parametrize(
    ("word", "address"), [("#20000000", "#00000000"), ("#3FFFFFFF", "#7FFFFFFC")]
)
def test_words_are_placed_in_the_upper_half_of_the_address_space_too(word, address):
    done = run(main(f"PORT OF INT p:\nPLACE p AT {word}:\np ! 1"))
    assert f"no memory at {address}" in done.reason
