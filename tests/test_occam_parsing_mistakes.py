"""What a wrong occam source is told: the place, what was found there, and what was expected."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from occam.parsing.parser import parse_text

SEVERAL = "allowed: one process; SEQ or PAR makes one of several"


def beside(word, found):
    return (
        f"{len(word) + 2}: {found} in the line of '{word}'; "
        f"allowed: the end of the line after '{word}', or a replicator such as 'i = 0 FOR n'"
    )


def refusal(text):
    with pytest.raises(InputError) as caught:
        parse_text(text, "x.occ")
    return str(caught.value).removeprefix("x.occ:")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("   SKIP", "2:4: 3 spaces before 'SKIP'; allowed: 2 spaces"),
        (
            "SKIP",
            "1:1: nothing inside the line that begins with 'PROC'; "
            "allowed: a process in the next line, after 2 spaces",
        ),
        ("  SEQ\n   SKIP", "3:4: 3 spaces before 'SKIP'; allowed: 4 spaces"),
        ("  SEQ\n    SKIP\n     STOP", "4:6: 5 spaces before 'STOP'; allowed: 4 spaces"),
        ("  SEQ\n    SKIP\n   STOP", "4:4: 3 spaces before 'STOP'; allowed: 2 or 4 spaces"),
        ("  SEQ\n    WHILE x\n   SKIP", "4:4: 3 spaces before 'SKIP'; allowed: 6 spaces"),
        (
            "  SEQ\n    SKIP\n      STOP",
            "4:7: 6 spaces before 'STOP', but the line that begins with 'SKIP' has nothing inside; "
            "allowed: 4 spaces",
        ),
        (
            "  INT y:\n    SKIP",
            "3:5: 4 spaces before 'SKIP', but a declaration has nothing inside; allowed: 2 spaces",
        ),
        (
            "  WHILE x\n  SKIP",
            "2:3: nothing inside the line that begins with 'WHILE'; "
            "allowed: a process in the next line, after 4 spaces",
        ),
        (
            "  CASE x\n    1\n    2\n      SKIP",
            "3:5: nothing inside the line that begins with '1'; "
            "allowed: a process in the next line, after 6 spaces",
        ),
        (
            "  SKIP\n  STOP",
            f"3:3: a second process inside the line that begins with 'PROC'; {SEVERAL}",
        ),
        (
            "  SEQ i = 0 FOR 2\n    SKIP\n    SEQ\n      STOP",
            f"4:5: a second process inside the line that begins with 'SEQ'; {SEVERAL}",
        ),
        (
            "  INT y:",
            "2:3: a declaration without a process after it; "
            "allowed: a process in the lines below, after 2 spaces",
        ),
        (
            "  SEQ\n    SKIP\n    VAL y IS 1:\n  SKIP",
            "4:5: a declaration without a process after it; "
            "allowed: a process in the lines below, after 4 spaces",
        ),
        (
            "  SKIP\n  :",
            "3:3: ':' where no definition ends; "
            "allowed: ':' straight under the PROC or FUNCTION it ends",
        ),
        (
            "  x := (VALOF\n          SKIP\n       )",
            "3:15: a VALOF without RESULT after its process; "
            "allowed: RESULT, in a line with as many spaces",
        ),
        (
            "  x := (VALOF\n          SEQ\n            RESULT 1\n       )",
            "4:13: RESULT where the process of no VALOF ends; "
            "allowed: RESULT as far in as that process",
        ),
        (
            "  x := (VALOF\n         SKIP\n         RESULT 1\n       )",
            "3:10: 9 spaces before 'SKIP'; allowed: 10 spaces",
        ),
        (
            "  x := (VALOF\n          SKIP\n          RESULT 1\n  SKIP",
            "5:3: 'SKIP' where a value process should end; allowed: ')' for the '(' of line 2",
        ),
    ],
)
def test_layout(body, message):
    assert refusal(f"PROC p (INT x)\n{body}\n:").startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "PROC p ()\n  SKIP",
            "2:7: no ':' at the end of the PROC of line 1; allowed: a line with ':' after 0 spaces",
        ),
        (
            "PROC p ()\n  SKIP\nPROC q ()\n  SKIP\n:",
            "3:1: no ':' before 'PROC' at the end of the PROC of line 1; "
            "allowed: a line with ':' after 0 spaces",
        ),
        (
            "SEQ\n  INT FUNCTION f ()\n    VALOF\n      SKIP\n      RESULT 1\n  SKIP",
            "6:3: no ':' before 'SKIP' at the end of the FUNCTION of line 2; "
            "allowed: a line with ':' after 2 spaces",
        ),
        ("PROTOCOL P\n  a; INT\n:", "2:3: 'a' at the start of a line; allowed: 'CASE'"),
        ("PROTOCOL P\n  CASE\n    a\nSKIP", "4:1: no ':' before 'SKIP' at the end of the PROTOCOL"),
        ("PROC p () SKIP :", "1:11: 'SKIP' after ')'; allowed: the end of the line"),
        ("PROC p ():\n  SKIP\n:", "1:10: ':' after ')'; allowed: the end of the line"),
        ("PROC p\n  SKIP\n:", "1:7: the end of the line after 'p'; allowed: '('"),
        ("PROC (INT x)\n  SKIP\n:", "1:6: '(' after 'PROC'; allowed: a name"),
        ("PROC p (INT x\n  SKIP\n:", "1:14: '(' of column 8 is not closed; allowed: ')'"),
        ("PROC p (x)\n  SKIP\n:", "1:9: 'x' without a type; allowed: a type or VAL, as in"),
        ("PROC p (INT AT)\n  SKIP\n:", "1:13: 'AT' is a word of occam; allowed: another name"),
        ("INT FUNCTION f () IS 1", "1:23: no ':' at the end of the function; allowed: ':'"),
        ("INT x\nSKIP", "1:6: no ':' at the end of the declaration; allowed: ':'"),
        ("[2][3]INT x, y\nSKIP", "1:15: no ':' at the end of the declaration; allowed: ':'"),
        ("CHAN OF INT c\nSKIP", "1:14: no ':' at the end of the declaration; allowed: ':'"),
        ("VAL n IS 3\nSKIP", "1:11: no ':' at the end of the abbreviation; allowed: ':'"),
        ("INT n RETYPES m\nSKIP", "1:16: no ':' at the end of the retyping; allowed: ':'"),
        (
            "IF\n  INT x\n  TRUE\n    SKIP",
            "2:8: no ':' at the end of the declaration; allowed: ':'",
        ),
        (
            "INT x := 3:\nSKIP",
            "1:7: a declaration that assigns; "
            "allowed: 'INT x:', and 'x := ...' in the process below",
        ),
        ("CHAN INT c:\nSKIP", "1:6: 'INT' after 'CHAN'; allowed: 'OF'"),
        ("PORT INT c:\nSKIP", "1:6: 'INT' after 'PORT'"),
        ("VAL n RETYPES 3:\nSKIP", "1:7: 'RETYPES' after 'n'; allowed: 'IS'"),
        (
            "SKIP\nSKIP",
            "2:1: more after the process of the source; allowed: one process at the end",
        ),
        ("CHAN OF CHAN OF INT c:\nSKIP", "1:9: 'CHAN' after 'OF'; allowed: "),
        ("CHAN OF [2]INT::[]INT c:\nSKIP", "1:9: a count that is no number; allowed: INT, INT16,"),
    ],
)
def test_definitions_and_declarations(text, message):
    assert refusal(text).startswith(message)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x = 3", "3: '=' in an assignment; allowed: ':='"),
        ("SEQ i := 0 FOR 3", "7: ':=' in a replicator; allowed: '='"),
        (
            "SEQ x := 3",
            beside("SEQ", "a process"),
        ),
        (
            "IF x > 3",
            beside("IF", "a condition"),
        ),
        (
            "IF x = 3",
            beside("IF", "a condition"),
        ),
        (
            "IF TRUE",
            beside("IF", "a condition"),
        ),
        (
            "ALT c ? x",
            beside("ALT", "a guard"),
        ),
        ("IF x = 3 y", beside("IF", "a condition")),
        ("SEQ i = 0", beside("SEQ", "a process")),
        ("SEQ i = 0 FO n", "11: 'FO' after '0'; allowed: "),
        ("SEQ i = 0 FOR n:", "16: ':' after 'n'; allowed: "),
        (
            "WHILE x < 3 DO",
            "13: 'DO', which occam does not have; allowed: the end of the line, and",
        ),
        ("x := (y + 3", "12: '(' of column 6 is not closed; allowed: ')'"),
        ("x := y[3", "9: '[' of column 7 is not closed; allowed: ']'"),
        ("x := [y FROM 1 FOR 2", "21: '[' of column 6 is not closed; allowed: ']'"),
        ("x[3 := y", "5: '[' of column 2 is not closed; allowed: ']'"),
        ("x := (y[3)", "10: ')' where '[' of column 8 is open; allowed: ']'"),
        ("x := y + 3)", "11: ')' closes nothing; allowed: "),
        ("x := y]", "7: ']' closes nothing; allowed: "),
        ("x := y == 3", "8: '=='; allowed: '='"),
        ("x := y != 3", "8: '!='; allowed: '<>'"),
        ("x := y && z", "8: '&&'; allowed: AND"),
        ("x := y & z", "8: '&' outside of a guard; allowed: AND"),
        ("x += 1", "3: '+='; allowed: x := x + y"),
        ("x := 3;", "7: ';' after '3'; allowed: "),
        ("x := y z", "8: 'z' after 'y'; allowed: "),
        ("x := y and z", "8: 'and' in small letters; allowed: AND"),
        ("x := not y", "6: 'not' in small letters; allowed: NOT"),
        ("x := int y", "6: 'int' in small letters; allowed: INT"),
        ("seq", "1: 'seq' in small letters; allowed: SEQ"),
        ("while TRUE", "1: 'while' in small letters; allowed: WHILE"),
        ("int x:", "1: 'int' in small letters; allowed: INT"),
        ("proc f ()", "1: 'proc' in small letters; allowed: PROC"),
        ("VAL x is 3:", "7: 'is' in small letters; allowed: IS"),
        ("p", "1: 'p' is no process; allowed: 'p ()' to call it, or ':=', '?' or '!' after it"),
        (
            "END",
            "1: 'END', which occam does not have; allowed: nothing: what is indented ends where",
        ),
        (
            "return x",
            "1: 'return', which occam does not have; allowed: RESULT at the end of a VALOF",
        ),
        ("c ? 3", "5: '3' after '?'; allowed: "),
        ("c ! ;", "5: ';' after '!'; allowed: an expression"),
        ("CASE", "5: the end of the line after 'CASE'; allowed: an expression"),
        ("PRI", "4: the end of the line after 'PRI'; allowed: 'ALT' or 'PAR'"),
        ("PRI SEQ", "5: 'SEQ' after 'PRI'; allowed: 'ALT' or 'PAR'"),
        ("x, y", "5: the end of the line after 'y'; allowed: ',', ':=' or '['"),
        ("ELSE", "1: ELSE outside of CASE; allowed: ELSE two spaces further in than CASE"),
        ("THEN x := 1", "1: 'THEN', which occam does not have; allowed: the end of the line, and"),
        ("3 := x", "1: '3' at the start of a line; allowed: a process"),
        ("x := 3 : y", "8: ':' after '3'; allowed: "),
        ("f (x", "5: '(' of column 3 is not closed; allowed: ')'"),
        ("f (x y)", "6: 'y' after 'x'; allowed: "),
        ("f (x,)", "6: ')' after ','; allowed: an expression"),
        ("PROCESSOR", "10: the end of the line after 'PROCESSOR'; allowed: an expression"),
    ],
)
def test_one_line(line, message):
    assert refusal(line).startswith(f"1:{message}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "IF\n  x < 3 then\n    SKIP",
            "2:9: 'then', which occam does not have; "
            "allowed: the end of the line, and the process in the next, two spaces further",
        ),
        (
            "IF\n  x < 3\n    SKIP\n  ELSE\n    SKIP",
            "4:3: ELSE outside of CASE; allowed: TRUE, as the last condition of an IF",
        ),
        ("IF\n  x := 3\n    SKIP", "2:5: ':=' in an expression; allowed: '='"),
        ("IF\n  (x & y\n    SKIP", "2:6: '(' of column 3 is not closed; allowed: ')'"),
        ("ALT\n  SKIP\n    SKIP", "2:3: SKIP as a guard of its own; allowed: 'TRUE & SKIP'"),
        (
            "ALT\n  c ? x",
            "2:3: nothing inside the line that begins with 'c'; "
            "allowed: a process in the next line, after 4 spaces",
        ),
        (
            "SEQ\n  c ? x; y;\n  z := 3",
            "3:5: ':=' after 'z', where the line above goes on as it ends with ';'; allowed: ",
        ),
        (
            "SEQ\n  x :=\nSTOP",
            "3:1: 'STOP' left of the line above, which goes on as it ends with ':='; "
            "allowed: the rest of it, after 2 spaces or more",
        ),
        ("PLACED PAR\n  SKIP\n  x", "3:3: 'x' is no process"),
        (
            "x := (1 +\n      (VALOF\n         SKIP\n         RESULT 1\nSTOP",
            "5:1: 'STOP' where a value process should end; allowed: ')' for the '(' of line 2",
        ),
    ],
)
def test_several_lines(text, message):
    assert refusal(text).startswith(message)


def test_the_first_mistake_of_a_source_is_told():
    assert refusal('x = 3\ns := "abc\n').startswith("1:3: '=' in an assignment")
    assert refusal("SEQ\n   SKIP\n\tSKIP").startswith("2:4: 3 spaces before 'SKIP'")


@pytest.mark.parametrize(
    ("indentation", "first", "message"),
    [
        (4, " SKIP", "1:2: 1 spaces before 'SKIP'; allowed: 0 spaces"),
        (2, "STOP", "1:1: a second process inside the line that begins with 'PROC'"),
        (3, "SKIP", "1:1: 0 spaces before 'SKIP'; allowed: 1 spaces"),
        (
            8,
            "SKIP",
            "1:1: the directive that puts 'SKIP' in is indented too far; "
            "allowed: 4 spaces less before #INCLUDE or #USE",
        ),
    ],
)
def test_levels_are_told_as_the_included_file_counts_them(tmp_path, indentation, first, message):
    (tmp_path / "a.inc").write_text(first)
    text = f'PROC p ()\n  SEQ\n{" " * indentation}#INCLUDE "a.inc"\n:'
    with pytest.raises(InputError) as caught:
        parse_text(text, str(tmp_path / "x.occ"))
    assert str(caught.value).startswith(f"{tmp_path / 'a.inc'}:{message}")


PROGRAM = """\
PROTOCOL VARS
  CASE
    a; INT; REAL32
    c; INT::[]BYTE
:
INT, BOOL INLINE FUNCTION two (VAL INT a)
  INT x:
  VALOF
    x := a
    RESULT x, TRUE
:
PROC main (CHAN OF VARS fs, []INT memory)
  [3][4]REAL32 r:
  VAL []BYTE s IS "hello*n":
  SEQ
    r[1][2] := REAL32 ROUND (x + ((y / 2) - 3))
    IF
      (x = 3) AND (y > 2)
        SKIP
      INT z:
      TRUE
        p (s, [channels FROM 0 FOR 4])
    SEQ i = 0 FOR n
      ts ! 3::"abc"
    PRI ALT
      (x > 3) & fs ? x
        SKIP
      c ? CASE
        a; x; f
          SKIP
    CASE x
      1, 2
        x := (VALOF
                y := 3
                RESULT y + 1
             )
      ELSE
        PLACE link AT 3:
        STOP
:
"""
LINES = PROGRAM.splitlines()
WORDS = sorted(set(re.findall(r"[A-Za-z0-9.]+|[^\sA-Za-z0-9]+|  +", PROGRAM)))


@given(
    st.lists(
        st.tuples(
            st.integers(0, len(LINES) - 1),
            st.integers(0, 30),
            st.integers(0, 8),
            st.sampled_from(WORDS),
        ),
        min_size=1,
        max_size=3,
    )
)
def test_whatever_is_changed_is_parsed_or_refused_in_one_line(changes):
    lines = list(LINES)
    for line, column, cut, word in changes:
        lines[line] = lines[line][:column] + word + lines[line][column + cut :]
    message = told("\n".join(lines))
    if message is not None:
        assert re.fullmatch(r"x\.occ:[0-9]+:[0-9]+: .+; allowed: .+", message)
        assert not re.search(r"ANON|CONVERT|DYADIC|MONADIC|LPAR|\$END|_[A-Z]", message)


def told(text):
    try:
        parse_text(text, "x.occ")
    except InputError as error:
        return str(error)
    return None


def test_the_program_that_is_changed_is_right():
    assert len(parse_text(PROGRAM).specifications) == 3
