"""Mistakes in how lines follow each other; each function fails if its mistake is there."""

from __future__ import annotations

from occam.parsing.lexer import LEVEL
from occam.parsing.mistakes_in_line import declares
from occam.parsing.situation import Situation, spaces, specifies

_BEGINS_PROCESS = ("SEQ", "PAR", "IF", "ALT", "CASE", "WHILE", "SKIP", "STOP", "PRI", "NAME")


def bad_indentation(at: Situation) -> None:
    """Say how many spaces there should be, whether or not the line above opens a level."""
    if at.token.kind not in ("_BAD_INDENT", "_BAD_DEDENT"):
        return
    found = at.token.place.column - 1
    wanted = at.token.text
    if at.token.kind == "_BAD_INDENT":
        inside = "_INDENT" in at.accepted
        wanted = _spaces(at, int(at.token.text) + (LEVEL if inside else 0))
    elif at.accepted == {"_INDENT"}:
        wanted = str(spaces(at.line_above()) + LEVEL)
    at.token.place.fail(f"{found} spaces before {at.next_word()}", f"{wanted} spaces")


def unexpected_indentation(at: Situation) -> None:
    """Refuse a line further in than the one above, which has no inside."""
    if at.token.kind != "_INDENT":
        return
    above = at.line_above()
    found = at.token.place.column - 1
    reason = "a declaration" if specifies(above) else f"the line that begins with {above[0]}"
    wanted = _spaces(at, int(at.token.text))
    at.token.place.fail(
        f"{found} spaces before {at.next_word()}, but {reason} has nothing inside",
        f"{wanted} spaces",
    )


def _spaces(at: Situation, wanted: int) -> str:
    """Return a number of spaces, unless the directive that put the line in is too far in."""
    if wanted < 0:
        at.token.place.fail(
            f"the directive that puts {at.next_word()} in is indented too far",
            f"{-wanted} spaces less before #INCLUDE or #USE",
        )
    return str(wanted)


def nothing_inside(at: Situation) -> None:
    """Refuse a line that needs something in the lines below, further in."""
    if at.accepted != {"_INDENT"}:
        return
    above = at.line_above()
    if declares(above):
        at.end_of_line_before().fail("no ':' at the end of the declaration", "':'")
    inside = {"PROTOCOL": "CASE", "CASE": "variants"}.get(above[0].kind, "a process")
    above[0].place.fail(
        f"nothing inside the line that begins with {above[0]}",
        f"{inside} in the next line, after {spaces(above) + LEVEL} spaces",
    )


def no_process_after_declaration(at: Situation) -> None:
    """Refuse a declaration after which its level ends."""
    above = at.line_above()
    if at.before or at.token.kind not in ("_DEDENT", "$END") or not specifies(above):
        return
    if "VAL" in at.accepted:
        wanted = "VALOF" if "SEQ" not in at.accepted and "VALOF" in at.accepted else "a process"
        above[0].place.fail(
            "a declaration without a process after it",
            f"{wanted} in the lines below, after {spaces(above)} spaces",
        )


def definition_without_colon(at: Situation) -> None:
    """Refuse a PROC, FUNCTION or PROTOCOL whose end is not marked."""
    if at.accepted != {":"} or at.before:
        return
    header = at.line_inside_ended()
    place = at.end_of_line_before() if at.token.kind in ("_DEDENT", "$END") else at.token.place
    found = "" if at.token.kind in ("_DEDENT", "$END") else f" before {at.token}"
    kinds = [token.kind for token in header]
    what = next((kind for kind in ("FUNCTION", "PROTOCOL") if kind in kinds), "PROC")
    place.fail(
        f"no ':'{found} at the end of the {what} of line {header[0].place.line}",
        f"a line with ':' after {spaces(header)} spaces",
    )


def value_process_without_result(at: Situation) -> None:
    """Refuse a VALOF whose level ends, or goes on, without RESULT."""
    if at.accepted != {"RESULT"}:
        return
    place = at.end_of_line_before() if at.token.kind == "_DEDENT" else at.token.place
    place.fail("a VALOF without RESULT after its process", "RESULT, in a line with as many spaces")


def colon_too_far_in(at: Situation) -> None:
    """Refuse the ':' of a definition as far in as its body."""
    if at.token.kind != ":" or at.before:
        return
    if "_DEDENT" in at.accepted or "SEQ" in at.accepted:
        at.token.place.fail(
            "':' where no definition ends", "':' straight under the PROC or FUNCTION it ends"
        )


def several_processes(at: Situation) -> None:
    """Refuse a second process where one has its place."""
    if at.accepted != {"_DEDENT"} or at.before or at.token.kind not in _BEGINS_PROCESS:
        return
    around = at.line_around()
    at.token.place.fail(
        f"a second process inside the line that begins with {around[0]}",
        "one process; SEQ or PAR makes one of several",
    )
