"""Words, lines and levels of indentation of occam, and what a wrong one is told."""

import pytest

from common.errors import InputError
from occam.parsing.escapes import string_data
from occam.parsing.lexer import token_lines, tokens
from occam.parsing.source import Line, lines_of_text


def lex(text):
    return tokens(lines_of_text(text, "x.occ"))


def kinds(text):
    return " ".join(token.kind for token in lex(text))


def words(text):
    return [(token.kind, token.text) for token in lex(text) if not token.kind.startswith("_")]


def refusal(text):
    with pytest.raises(InputError) as caught:
        lex(text)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_names_hold_full_stops_and_keywords_are_capitals():
    assert words("so.write.nl seq SEQ Seq2") == [
        ("NAME", "so.write.nl"),
        ("NAME", "seq"),
        ("SEQ", "SEQ"),
        ("NAME", "Seq2"),
    ]


@pytest.mark.parametrize("number", ["0", "42", "#FF", "#8000000f"])
def test_integers(number):
    assert words(number) == [("INTEGER", number)]


@pytest.mark.parametrize("number", ["1.0", "0.5", "12.25E+3", "1.0E-10"])
def test_reals(number):
    assert words(number) == [("REAL", number)]


def test_signs_take_as_much_as_they_can():
    found = [text for _, text in words(r"a:=b::c<<d>>e<>f<=g>=h><i/\j\/k\l:")]
    assert " ".join(found) == r"a := b :: c << d >> e <> f <= g >= h >< i /\ j \/ k \ l :"


def test_words_and_signs_for_the_same_operator_are_of_one_kind():
    assert kinds(r"+ * / \ REM /\ BITAND \/ BITOR >< << >> <> < > <= >= PLUS TIMES AND OR")[
        :-9
    ] == (" ".join(["DYADIC"] * 21))
    assert kinds("NOT BITNOT ~ SIZE - MINUS = AFTER x") == (
        "MONADIC MONADIC MONADIC MONADIC SUBTRACT SUBTRACT EQUAL AFTER NAME _NEWLINE"
    )


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ('""', b""),
        ('"abc"', b"abc"),
        ('"a*c*n*t*s*\'*"**b"', b"a\r\n\t '\"*b"),
        ('"*C*N*T*S"', b"\r\n\t "),
        ('"*#41*#0a"', b"A\n"),
        ('"*#123"', b"\x123"),
        ('"*labc"', b"\x03abc"),
        ('"*l"', b"\x00"),
        ('"-- no comment"', b"-- no comment"),
        ('"gr\xfc\xdfe"', b"gr\xfc\xdfe"),
        ("'a'", b"a"),
        ("'*''", b"'"),
        ("'\"'", b'"'),
        ("'*n'", b"\n"),
        ("'*#ff'", b"\xff"),
        ("' '", b" "),
    ],
)
def test_characters_and_strings(text, data):
    (token,) = [token for token in lex(text) if token.kind != "_NEWLINE"]
    assert token.kind == ("STRING" if text[0] == '"' else "CHARACTER")
    assert string_data(token) == data


def test_a_string_goes_on_in_the_next_lines():
    found = lex(
        'x := "one*n*\n   *two *\n -- what is this\n'.replace(" -- what is this", '  *three"')
    )
    assert string_data(found[2]) == b"one\ntwo three"
    assert [token.kind for token in found] == ["NAME", ":=", "STRING", "_NEWLINE"]
    assert str(found[2].place) == "x.occ:1:6"


def test_what_follows_a_broken_string_has_its_own_place():
    found = lex('f ("a*\n    *b", c)')
    assert [(token.text, str(token.place)) for token in found[3:5]] == [
        (",", "x.occ:2:8"),
        ("c", "x.occ:2:10"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('"*q"', "no escape '*q' in \"*q\"; allowed: *c *n *t *s *' *\" ** *#41, and *l as the"),
        ('"a*lb"', "no escape '*l' in \"a*lb\"; allowed: *c *n"),
        ('"\u03c0"', "'\u03c0' is no character of one byte; allowed: Latin-1 and *#XX"),
        (
            '"*l' + "a" * 256 + '"',
            "a string of 256 bytes after '*l'; allowed: at most 255 bytes",
        ),
    ],
)
def test_wrong_escapes(text, message):
    token = lex(text)[0]
    with pytest.raises(InputError) as caught:
        string_data(token)
    assert str(caught.value).startswith(f"x.occ:1:1: {message}")


def test_lines_and_levels():
    assert kinds("SEQ\n  SKIP\n  SEQ\n    SKIP\nSTOP") == (
        "SEQ _NEWLINE _INDENT SKIP _NEWLINE SEQ _NEWLINE _INDENT SKIP _NEWLINE "
        "_DEDENT _DEDENT STOP _NEWLINE"
    )
    assert kinds("SEQ\n  SKIP").endswith("SKIP _NEWLINE _DEDENT")
    assert kinds("") == ""


def test_comments_and_empty_lines_have_no_level():
    assert kinds(
        "-- first\nSEQ -- comment\n\n        -- deep\n  SKIP\n-- flat\n  --{{{ fold\n  SKIP"
    ) == ("SEQ _NEWLINE _INDENT SKIP _NEWLINE SKIP _NEWLINE _DEDENT")


def test_what_begins_at_no_level_has_a_token_that_tells_the_levels_near():
    found = lex("SEQ\n   SKIP\n  SKIP\n     SKIP")
    layout = [(token.kind, token.text) for token in found if token.kind.startswith("_BAD")]
    assert layout == [("_BAD_INDENT", "0"), ("_BAD_DEDENT", "0 or 3"), ("_BAD_INDENT", "0")]
    assert [token.text for token in lex("SEQ\n  SEQ\n    SKIP") if token.kind == "_INDENT"] == [
        "0",
        "2",
    ]


def test_tokens_are_given_line_by_line():
    lines = token_lines(lines_of_text('SEQ\n  SKIP\nSTOP\n"', "x.occ"))
    assert [[token.kind for token in next(lines)] for _ in range(3)] == [
        ["SEQ", "_NEWLINE"],
        ["_INDENT", "SKIP", "_NEWLINE"],
        ["_DEDENT", "STOP", "_NEWLINE"],
    ]
    with pytest.raises(InputError):
        next(lines)


def test_levels_count_what_an_include_is_shifted_by():
    lines = [Line("SEQ", "a", 1), Line("SEQ", "b", 1, 2), Line("  SKIP", "b", 2, 2)]
    assert [token.kind for token in tokens(lines)][2:6] == ["_INDENT", "SEQ", "_NEWLINE", "_INDENT"]


@pytest.mark.parametrize(
    "end",
    [
        *(":=", ",", ";", "(", "[", "+", "-", "*", "/", "=", "<>", "\\/", "::", "AND", "OR", "NOT"),
        *("MINUS", "IS", "FROM", "FOR", "AFTER", "RETYPES"),
    ],
)
def test_a_line_goes_on_after_these(end):
    assert "_INDENT" not in kinds(f"x {end}\n      y")
    assert kinds(f"x {end} -- why\n\n  -- comment\ny").count("_NEWLINE") == 1


@pytest.mark.parametrize("end", ["x", "3", ")", "]", "?", "!", '"+"', "'+'", ":"])
def test_a_line_ends_after_these(end):
    assert kinds(f"x {end}\ny").count("_NEWLINE") == 2


def test_a_value_process_in_brackets_has_levels_of_its_own():
    text = "x := (VALOF\n        y := 1\n        RESULT y\n     ) + 1\nz := 2"
    assert kinds(text) == (
        "NAME := ( VALOF _NEWLINE _INDENT NAME := INTEGER _NEWLINE RESULT NAME _NEWLINE _DEDENT ) "
        "DYADIC INTEGER _NEWLINE NAME := INTEGER _NEWLINE"
    )


def test_a_value_process_may_begin_with_specifications_or_in_the_next_line():
    expected = "NAME := ( TYPE NAME : _NEWLINE VALOF _NEWLINE _INDENT SKIP _NEWLINE"
    assert kinds("x := (INT y:\n      VALOF\n        SKIP\n     )").startswith(expected)
    assert kinds("x := (\n      INT y:\n      VALOF\n        SKIP\n     )").startswith(expected)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("INT x:", "TYPE"),
        ("INT x, y:", "TYPE"),
        ("x := INT y", "CONVERT"),
        ("INT x = 3", "CONVERT"),
        ("INT (x) = 3", "CONVERT"),
        ("INT ROUND x = 3", "CONVERT"),
        ("REAL32 x IS INT32 y:", "TYPE CONVERT"),
        ("VAL INT x IS INT y:", "TYPE CONVERT"),
        ("VAL x IS INT y:", "CONVERT"),
        ("[INT n]INT x:", "CONVERT TYPE"),
        ("[3][4]REAL32 x RETYPES y:", "TYPE"),
        ("PROC f (VAL INT x, []REAL32 y, CHAN OF BYTE z)", "TYPE TYPE TYPE"),
        ("INT, BOOL FUNCTION f (VAL INT x) IS INT x, TRUE:", "TYPE TYPE TYPE CONVERT"),
        ("a; INT; INT::[]BYTE", "TYPE TYPE TYPE"),
        ("x := 3(BYTE) + MOSTPOS BYTE", "TYPE TYPE"),
        ("c ! INT16 n::a", "CONVERT"),
        ("CHAN OF INT::[]BYTE c:", "TYPE TYPE"),
        ("CASE INT 'a'", "CONVERT"),
        ("[2]TIMER t:", ""),
    ],
)
def test_types_are_told_from_conversions(line, expected):
    found = [kind for kind in kinds(line).split() if kind in ("TYPE", "CONVERT")]
    assert " ".join(found) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  SKIP", "1:3: 2 spaces before 'SKIP'; allowed: 0 spaces before the first line"),
        (
            "x := (VALOF\n        y\n    z",
            "3:5: 'z' where a value process should end; allowed: ')' for the '(' of line 1",
        ),
        (
            "SEQ\n  x :=\n 3",
            "3:2: '3' left of the line above, which goes on as it ends with ':='; "
            "allowed: the rest of it, after 2 spaces or more",
        ),
        ("x := 1.", "1:6: the number '1.'; allowed: digits, #FF in hexadecimal, or a real such as"),
        ("x := 1.0E5", "1:6: the number '1.0E5'; allowed: digits"),
        ("x := 1e5", "1:6: the number '1e5'; allowed: digits"),
        ("x := 0x1F", "1:6: the number '0x1F'; allowed: digits"),
        ("x := #G", "1:6: the number '#G'; allowed: digits"),
        ("x := 3rd", "1:6: the number '3rd'; allowed: digits"),
        ("x := .5", "1:6: a number that begins with its point; allowed: a digit before it, as in"),
        ("a_b := 1", "1:1: 'a_b'; allowed: names of letters, digits and full stops"),
        ("\u03c0 := 1", "1:1: '\u03c0'; allowed: names of letters, digits and full stops"),
        ("x := a % b", "1:8: '%', which occam does not have; allowed: REM or '\\'"),
        ("{", "1:1: '{', which occam does not have; allowed: indentation"),
        ("x := @", "1:6: '@' begins nothing; allowed: a name, number, string or sign of occam"),
        ("x := \x07", "1:6: '\\x07' begins nothing; allowed: a name"),
        ('s := "abc', "1:6: a string without its closing '\"'; allowed: '\"' in the same line, or"),
        (
            's := "abc*\nSKIP',
            "2:1: a string of the line above does not go on; allowed: '*' and the",
        ),
        ('s := "abc*', "1:1: a string of the line above does not go on; allowed: '*' and the rest"),
        ("c := 'ab'", "1:6: a character that is not closed; allowed: one character or *c *n *t *s"),
        ("c := ''", "1:6: a character that is not closed; allowed: one character or"),
        ("c := '", "1:6: a character that is not closed; allowed: one character or"),
    ],
)
def test_refusals(text, message):
    assert refusal(text).startswith(f"x.occ:{message}")


def test_depth_is_limited():
    def nested(levels):
        return "\n".join("  " * level + "SEQ" for level in range(levels))

    lex(nested(50))
    assert refusal(nested(51)) == ("x.occ:51:101: too deep a nesting; allowed: at most 50 levels")
    lex("x := " + "(" * 50 + "1" + ")" * 50)
    assert refusal("x := " + "(" * 51) == (
        "x.occ:1:56: too deep an expression; allowed: at most 50 brackets"
    )
