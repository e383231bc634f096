"""Says what is wrong where the grammar does not allow the next token."""

from __future__ import annotations

from typing import NoReturn

from emulator.occam.tokens import Token


def explain(tokens: list[Token], at: int, accepted: set[str]) -> NoReturn:
    """Raise the InputError for the token at an index, in whose place others are accepted."""
    token = tokens[min(at, len(tokens) - 1)]
    token.place.fail(f"{token} {token.kind}", " ".join(sorted(accepted)))
