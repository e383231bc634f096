"""What a message may suggest: a name that is near, a library that has it, a conversion."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

from occam.language.types import Primitive, Type
from occam.library.folder import libraries

_DEFINITION = re.compile(r"^(?:PROC|[A-Z0-9, ]+ FUNCTION) ([A-Za-z][A-Za-z0-9.]*)", re.MULTILINE)


@cache
def _libraries() -> dict[str, str]:
    """Return the library that has a name, for all procedures and functions of libraries."""
    return {
        name: f"{library}.lib"
        for library, parts in libraries().items()
        for path in parts
        for name in _DEFINITION.findall(path.read_text(encoding="utf-8"))
    }


def for_name(name: str, known: Iterable[str]) -> str:
    """Return what may have been meant by an unknown name, as the end of a message."""
    if name in _libraries():
        return f', or #USE "{_libraries()[name]}", which has {name}'
    near = get_close_matches(name, sorted(set(known)), 1)
    return f", as {near[0]}" if near else ""


def for_type(found: Type, wanted: Type) -> str:
    """Return the conversion that helps, as the end of a message; "" if there is none."""
    if not isinstance(found, Primitive) or not isinstance(wanted, Primitive) or found is wanted:
        return ""
    if Primitive.BOOL in (found, wanted):
        return "" if found.real or wanted.real else f"; {wanted} before it converts"
    narrowed = (found, wanted) == (Primitive.REAL64, Primitive.REAL32)
    mode = " ROUND" if found.real != wanted.real or narrowed else ""
    return f"; {wanted}{mode} before it converts"
