"""Mistakes inside one line; each function raises InputError if its mistake is there."""

from __future__ import annotations

from dataclasses import replace

from common.place import Place
from occam.parsing.expected import expected
from occam.parsing.situation import Situation, open_bracket
from occam.parsing.tokens import KEYWORDS, KINDS, MONADIC, PRIMITIVES, Token

_WORDS = {word for word in KEYWORDS | PRIMITIVES | set(KINDS) if word.isalnum()} - {"TRUE", "FALSE"}
_OPERATORS = ("DYADIC", "SUBTRACT", "EQUAL", "AFTER", "MONADIC", "CONVERT")
_BEFORE_OPERANDS = MONADIC | PRIMITIVES | {"MOSTPOS", "MOSTNEG", "ROUND", "TRUNC", "MINUS"}
_FOREIGN_SIGNS = {
    ("=", "="): "'='",
    ("!", "="): "'<>'",
    ("&", "&"): "AND",
    ("+", "+"): "x := x + 1",
    ("-", "-"): "x := x - 1",
    ("+", "="): "x := x + y",
    ("-", "="): "x := x - y",
    ("<", "-"): "'?' or '!'",
    ("*", "*"): "multiplications",
}
"""Signs of other languages, as two tokens, and what stands for them here."""
_FOREIGN_WORDS = {
    "END": "nothing: what is indented ends where the indentation does",
    "BEGIN": "SEQ",
    "THEN": "the end of the line, and the process in the next, two spaces further",
    "DO": "the end of the line, and the process in the next, two spaces further",
    "ELIF": "another condition, as far in as the first",
    "ELSEIF": "another condition, as far in as the first",
    "RETURN": "RESULT at the end of a VALOF",
    "VAR": "a type, as in 'INT x:'",
    "CONST": "VAL, as in 'VAL n IS 3:'",
    "DEF": "VAL, as in 'VAL n IS 3:'",
    "ARRAY": "a length and a type, as in '[3]INT a:'",
    "MOD": "REM or '\\'",
    "DIV": "'/'",
    "XOR": "'><'",
    "SWITCH": "CASE",
    "PROCEDURE": "PROC",
    "FOREVER": "WHILE TRUE",
    "REPEAT": "WHILE",
}


def small_letters(at: Situation) -> None:
    """Refuse a word of occam in small letters; as it may be a name, what follows must not fit."""
    suspects = [at.token]
    if at.before and (len(at.before) == 1 or at.before[-1].text.upper() in _BEFORE_OPERANDS):
        suspects.append(at.before[-1])
    for token in suspects:
        if token.kind == "NAME" and token.text.upper() in _WORDS:
            token.place.fail(f"{token} in small letters", token.text.upper())


def declaration_without_colon(at: Situation) -> None:
    """Refuse a declaration or abbreviation whose line does not end with ':'."""
    line = at.line
    if not line or line[-1].kind == ":" or at.token.kind == "_DEDENT":
        return
    ends = at.token.kind == "_NEWLINE" and ":" in at.accepted
    if not ends and not (declares(line) and at.token.kind in ("CONVERT", "_NEWLINE")):
        return
    what = "abbreviation" if any(token.kind == "IS" for token in line) else "declaration"
    what = "function" if any(token.kind == "FUNCTION" for token in line) else what
    what = "retyping" if any(token.kind == "RETYPES" for token in line) else what
    _end(line).fail(f"no ':' at the end of the {what}", "':'")


def declares(line: list[Token]) -> bool:
    """Tell whether a line looks like ``INT x, y`` or ``[3]INT x``."""
    at = 0
    while at < len(line) and line[at].kind == "BRACKET":
        closing = [index for index, token in enumerate(line) if token.kind == "]" and index > at]
        at = closing[0] + 1 if closing else len(line)
    rest = line[at:]
    return (
        len(rest) > 1
        and rest[0].text in PRIMITIVES
        and all(
            token.kind == ("," if index % 2 else "NAME") for index, token in enumerate(rest[1:])
        )
    )


def sign_of_another_language(at: Situation) -> None:
    """Refuse two signs that are one in other languages."""
    pairs = [(at.before[-1:], [at.token]), ([at.token], at.after[1:2])]
    for first, second in pairs:
        texts = tuple(token.text for token in first + second)
        if texts in _FOREIGN_SIGNS and _touch(*first, *second):
            first[0].place.fail(f"'{''.join(texts)}'", _FOREIGN_SIGNS[texts])


def equals_and_becomes(at: Situation) -> None:
    """Refuse ``=`` where ``:=`` belongs, and the other way."""
    if at.token.text == "=" and ":=" in at.accepted:
        at.token.place.fail("'=' in an assignment", "':='")
    if at.token.kind != ":=":
        return
    if at.before and at.before[0].text in PRIMITIVES and "RETYPES" in at.accepted:
        name = at.before[-1].text
        at.token.place.fail(
            "a declaration that assigns",
            f"'{at.before[0].text} {name}:', and '{name} := ...' in the process below",
        )
    opened = open_bracket(at.before)
    if opened is not None and opened.kind == "BRACKET" and at.before[0].kind == "NAME":
        at.token.place.fail(f"{opened} of column {opened.place.column} is not closed", "']'")
    if at.accepted == {"EQUAL"} and any(token.kind == "FOR" for token in at.after):
        at.token.place.fail("':=' in a replicator", "'='")
    if "EQUAL" in at.accepted and "MONADIC" not in at.accepted and at.accepted != {"EQUAL"}:
        at.token.place.fail("':=' in an expression", "'='")


def condition_beside_if(at: Situation) -> None:
    """Refuse a condition, or another part of a construct, in the line of its first word."""
    if not at.before or at.before[0].kind not in ("IF", "ALT", "SEQ", "PAR"):
        return
    first, second = (*at.before, at.token)[:2]
    replicates = any(token.kind == "FOR" for token in at.after) or (
        first.kind != "IF" and at.token.kind != "_NEWLINE"
    )
    if at.accepted == {"EQUAL"} or second is at.token or ("FOR" in at.accepted and not replicates):
        second.place.fail(
            f"{_inside(first)} in the line of {first}",
            f"the end of the line after {first}, or a replicator such as 'i = 0 FOR n'",
        )


def _inside(first: Token) -> str:
    return {"IF": "a condition", "ALT": "a guard"}.get(first.kind, "a process")


def brackets(at: Situation) -> None:
    """Refuse a bracket that is not closed, not open, or closed by one of the other kind."""
    opened = open_bracket(at.before)
    closing = {"(": "')'", "BRACKET": "']'"}
    if opened is None:
        if at.token.kind in (")", "]"):
            at.token.place.fail(f"{at.token} closes nothing", expected(at.accepted))
        return
    if at.token.kind in (")", "]") and closing[opened.kind] != f"'{at.token.kind}'":
        at.token.place.fail(
            f"{at.token} where {opened} of column {opened.place.column} is open",
            closing[opened.kind],
        )
    if at.token.kind in ("_NEWLINE", ":", "&", "?", "!") and closing[opened.kind][1] in at.accepted:
        at.token.place.fail(
            f"{opened} of column {opened.place.column} is not closed", closing[opened.kind]
        )


def operator_after_operator(at: Situation) -> None:
    """Refuse an operator or conversion whose operand is another one, without brackets."""
    if "(" not in at.accepted or "MONADIC" in at.accepted or not at.before:
        return
    if at.token.kind in ("MONADIC", "SUBTRACT", "CONVERT", "MOSTPOS", "MOSTNEG") and (
        at.before[-1].kind in _OPERATORS
    ):
        at.token.place.fail(
            f"{at.token} straight after {at.before[-1]}", "brackets around what follows it"
        )


def name_alone(at: Situation) -> None:
    """Refuse a name with nothing that says what is done with it."""
    if at.token.kind == "_NEWLINE" and len(at.before) == 1 and at.before[0].kind == "NAME":
        name = at.before[0]
        if name.text.upper() in _FOREIGN_WORDS:
            _fail_foreign(name)
        name.place.fail(
            f"{name} is no process", f"'{name.text} ()' to call it, or ':=', '?' or '!' after it"
        )


def keyword_as_name(at: Situation) -> None:
    """Refuse a word of occam where only a name may stand."""
    if at.token.text not in _WORDS or "NAME" not in at.accepted or "(" in at.accepted:
        return
    if at.before and at.before[-1].kind in ("TYPE", ",", "PROC", "FUNCTION", "VAL", "]"):
        at.token.place.fail(f"{at.token} is a word of occam", "another name")


def word_of_another_language(at: Situation) -> None:
    """Refuse THEN, DO, END and their like, and words of occam in places they have elsewhere."""
    for token in (at.token, *at.before[-1:]):
        if token.kind == "NAME" and token.text.upper() in _FOREIGN_WORDS:
            _fail_foreign(token)
    if at.token.kind == "ELSE" and not at.before:
        instead = "TRUE, as the last condition of an IF"
        instead = instead if "MONADIC" in at.accepted else "ELSE two spaces further in than CASE"
        at.token.place.fail("ELSE outside of CASE", instead)
    if at.token.kind == "&":
        at.token.place.fail("'&' outside of a guard", "AND")
    if at.token.kind == "SKIP" and "ALT" in at.accepted:
        at.token.place.fail("SKIP as a guard of its own", "'TRUE & SKIP'")
    if at.token.kind == "RESULT" and not at.before:
        at.token.place.fail(
            "RESULT where the process of no VALOF ends", "RESULT as far in as that process"
        )


def _fail_foreign(token: Token) -> None:
    token.place.fail(f"{token}, which occam does not have", _FOREIGN_WORDS[token.text.upper()])


def _end(line: list[Token]) -> Place:
    last = line[-1]
    return replace(last.place, column=last.place.column + len(last.text))


def _touch(*tokens: Token) -> bool:
    first, second = tokens
    return first.place.column + len(first.text) == second.place.column
