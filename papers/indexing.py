"""Source to source: the same procedures with each matrix of a link looked up once.

The papers' programs are written as the papers' equations are, `W.dot[j][0][2]`, and occam compilers
of 1989 computed every such address anew. A programmer could have abbreviated the matrix first. What
that saves is part of the comparison with the papers' times, so both forms are run.
"""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path

from papers.catalogue import FOLDER
from papers.programs import INCLUDES, PaperProgram


class Indexing(StrEnum):
    """How the programs reach the elements of a link's matrix."""

    SUBSCRIPTS = "subscripts"
    """Each by all its subscripts, as in the papers' equations."""
    ABBREVIATIONS = "abbreviations"
    """The matrix is abbreviated first, its elements have two subscripts."""


_PROCEDURE = re.compile(r"^PROC .*?^:$", re.MULTILINE | re.DOTALL)
_FIRST_FORMAL = re.compile(r"PROC [\w.]+ \(VAL INT (\w+)")
_SUFFIX = {"": "here", "-": "last", "+": "next"}


def abbreviate(text: str) -> str:
    """Return occam in which procedures abbreviate what they subscript by their first parameter.

    Of a procedure that begins ``PROC name (VAL INT j``, every ``X[j][``, ``X[j - 1][`` and
    ``X[j + 1][`` becomes ``X.here[``, ``X.last[`` and ``X.next[``, and abbreviations of these
    names are put before its process. In a procedure with an IF they are put into the branch TRUE:
    before it, j + 1 might be no link. Other text is not changed.
    """
    return _PROCEDURE.sub(lambda match: _procedure(match[0]), text)


def copy(program: PaperProgram, directory: Path) -> Path:
    """Copy a program with all it includes, equations abbreviated; return the copy's path.

    The files lie in the directory as they do in the papers' folder, so that each finds the others.
    """
    for folder in (program.path.parent, INCLUDES):
        for file in folder.iterdir():
            text = file.read_text()
            changed = abbreviate(text) if file.name in program.equations else text
            place = directory / file.relative_to(FOLDER)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(changed)
    return directory / program.path.relative_to(FOLDER)


def _procedure(text: str) -> str:
    formal = _FIRST_FORMAL.match(text)
    if formal is None:
        return text
    lines = text.split("\n")
    start = _start(lines)
    head, body = lines[:start], "\n".join(lines[start:])
    element = re.compile(rf"\b([A-Za-z][\w.]*)\[{formal[1]}(?: ([+-]) 1)?\](?=\[)")
    elements = sorted({(match[1], match[2] or "") for match in element.finditer(body)})
    indent = " " * (len(lines[start]) - len(lines[start].lstrip()))
    head += [indent + _abbreviation(body, name, formal[1], sign) for name, sign in elements]
    body = element.sub(lambda match: f"{match[1]}.{_SUFFIX[match[2] or '']}", body)
    return "\n".join([*head, body])


def _start(lines: list[str]) -> int:
    """Return the line where what needs abbreviations starts: after the head, or after TRUE."""
    branches = [number for number, line in enumerate(lines) if line.strip() == "TRUE"]
    if branches:
        return branches[-1] + 1
    closing = next(number for number, line in enumerate(lines) if line.endswith(")"))
    return closing + 1


def _abbreviation(body: str, name: str, index: str, sign: str) -> str:
    element = f"{name}[{index}{f' {sign} 1' if sign else ''}]"
    assigned = re.search(rf"(?m)^ *{re.escape(element)}\[[^:\n]*:=", body)
    return f"{'' if assigned else 'VAL '}{name}.{_SUFFIX[sign]} IS {element}:"
