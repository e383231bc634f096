"""What the ``*`` escapes in characters and strings stand for."""

from __future__ import annotations

import re

from occam.language.characters import ESCAPES
from occam.parsing.tokens import Token

_ESCAPE = re.compile(r"\*(#[0-9A-Fa-f]{2}|.)")
_STRING_MAXIMUM = 255
"""The longest string that ``*l``, a byte, can count."""
_ALLOWED = "*c *n *t *s *' *\" ** *#41, and *l as the first of a string"


def string_data(token: Token) -> bytes:
    """Return the bytes of a string or character token. Raises InputError."""
    body = token.text[1:-1]
    counted = token.kind == "STRING" and body[:2].lower() == "*l"
    data = _replaced(token, body[2:] if counted else body)
    if not counted:
        return data
    if len(data) > _STRING_MAXIMUM:
        token.place.fail(
            f"a string of {len(data)} bytes after '*l'", f"at most {_STRING_MAXIMUM} bytes"
        )
    return bytes((len(data),)) + data


def _replaced(token: Token, body: str) -> bytes:
    taken = bytearray()
    at = 0
    for escape in _ESCAPE.finditer(body):
        taken += _encoded(token, body[at : escape.start()])
        at = escape.end()
        code = escape[1]
        if len(code) == 3:
            taken.append(int(code[1:], 16))
        elif code.lower() in ESCAPES:
            taken.append(ESCAPES[code.lower()])
        else:
            token.place.fail(f"no escape '*{code}' in {token}", _ALLOWED)
    return bytes(taken + _encoded(token, body[at:]))


def _encoded(token: Token, piece: str) -> bytes:
    try:
        return piece.encode("latin-1")
    except UnicodeEncodeError as error:
        sign = piece[error.start]
        token.place.fail(f"{sign!r} is no character of one byte", "Latin-1 and *#XX")
