"""Says what is wrong where the grammar does not allow the next token.

The likely mistakes come first, each with its own words; what is left is told by what was found and
what the grammar would have taken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from occam.parsing import mistakes_in_line, mistakes_of_layout
from occam.parsing.expected import expected
from occam.parsing.situation import Situation
from occam.parsing.tokens import Token

_RULES: tuple[Callable[[Situation], None], ...] = (
    mistakes_of_layout.bad_indentation,
    mistakes_of_layout.unexpected_indentation,
    mistakes_in_line.small_letters,
    mistakes_in_line.declaration_without_colon,
    mistakes_of_layout.nothing_inside,
    mistakes_of_layout.no_process_after_declaration,
    mistakes_of_layout.definition_without_colon,
    mistakes_of_layout.value_process_without_result,
    mistakes_of_layout.colon_too_far_in,
    mistakes_of_layout.several_processes,
    mistakes_in_line.sign_of_another_language,
    mistakes_in_line.equals_and_becomes,
    mistakes_in_line.condition_beside_if,
    mistakes_in_line.brackets,
    mistakes_in_line.operator_after_operator,
    mistakes_in_line.name_alone,
    mistakes_in_line.keyword_as_name,
    mistakes_in_line.word_of_another_language,
)
"""Each fails if its mistake is there, in the order they are asked."""


def explain(tokens: list[Token], at: int, accepted: set[str]) -> NoReturn:
    """Raise the InputError for the token at an index, where only others are accepted.

    The index of the source's end is the number of tokens.
    """
    situation = Situation(tokens, at, accepted)
    for rule in _RULES:
        rule(situation)
    token = situation.token
    if token.kind in ("_DEDENT", "$END"):
        end = "the source" if token.kind == "$END" else "what is indented"
        situation.end_of_line_before().fail(f"{end} ends here", expected(accepted))
    before = situation.before
    where = f"after {before[-1]}" if before else "at the start of a line"
    above = [each for each in before if each.place.line < token.place.line]
    if above:
        where += f", where the line above goes on as it ends with {above[-1]}"
    token.place.fail(f"{token} {where}", expected(accepted))
