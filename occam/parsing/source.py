"""The lines of an occam source: the file itself and what `#INCLUDE` and `#USE` put in.

``#INCLUDE "file"`` looks beside the file it stands in, then in the library. ``#USE "name.lib"``
means the occam source of that library, or ``name.occ`` beside the file; it is taken once a scope.
Where lines are folded, a line ``#LIBRARY`` stands for a file of the library (`libraries`).

``#OPTION``, ``#COMMENT`` and ``#PRAGMA`` are passed over, but for ``#PRAGMA SHARED`` and
``PERMITALIASES``. Lines that are put in are indented as
their directive is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from common.errors import InputError
from common.inputs import SPECIAL, is_special
from common.place import Place
from occam.library import folder
from occam.objects import is_object

BYTES_MAXIMUM = 4_000_000
"""The longest file."""
LINES_MAXIMUM = 100_000
"""The most lines of a source, with what it includes."""
_IGNORED = ("OPTION", "COMMENT", "PRAGMA")
_INCLUDES_MAXIMUM = 50
"""How many files may be open at once, each included by the one before."""
_TAB = 8
"""Columns between the stops of a tab, as INMOS's tools have them."""
_PIECE = re.compile(r"""\t|--.*|"(?:[^"*]|\*.)*"?|'\*?.'|[^\t"'-]+|.""")
"""The pieces of a line with tabs: a tab, a comment, what stands in quotes, other text."""
_DIRECTIVE = re.compile(r"( *)#(?![0-9A-Fa-f]+\b)([A-Za-z]+)\s*(.*)")
_PRAGMA = re.compile(r"(SHARED|PERMITALIASES)\b")
"""The pragmas that mean something here."""
_FILE_NAME = re.compile(r'"([^"]+)"\s*(--.*)?$')


class Line(NamedTuple):
    """A line as it was written, and by how many spaces it is indented further."""

    text: str
    file: str
    number: int
    shift: int = 0

    def place(self, column: int) -> Place:
        """Return a place in the line; columns count from 1."""
        return Place(self.file, self.number, column)


def lines_of_file(path: Path, *, folded: bool = False) -> list[Line]:
    """Return the lines of a source, directives done. Raises InputError."""
    text = _read(path, str(path), "a file that can be read")
    return _Reader(folded).lines(text, str(path), path)


def lines_of_text(text: str, file: str, *, folded: bool = False) -> list[Line]:
    """Return the lines of a text; its directives look for files beside ``file``."""
    return _Reader(folded).lines(text, file, Path(file))


@lru_cache(maxsize=64)
def library_lines(line: str) -> tuple[list[Line], tuple[Path, ...]]:
    """Return what a line ``#LIBRARY`` stands for, and the libraries that are in scope behind it."""
    path, *used = map(Path, line.partition('"')[2].rstrip('"').split("|"))
    reader = _Reader()
    reader.used = [(0, one) for one in used]
    lines = reader.lines(_read(path, str(path), "a file that can be read"), str(path), path)
    return lines, tuple(path for _, path in reader.used)


def _read(path: Path, place: str, allowed: str) -> str:
    """Return the text of a file: UTF-8, or Latin-1 as in the days of occam. Raises InputError."""
    if is_special(path):
        raise InputError(place, f"{path.name!r}: {SPECIAL}", allowed)
    try:
        with path.open("rb") as file:
            content = file.read(BYTES_MAXIMUM + 1)
    except OSError as error:
        raise InputError(place, f"{path.name!r}: {error.strerror}", allowed) from None
    if len(content) > BYTES_MAXIMUM:
        raise InputError(
            str(path), f"a source of {path.stat().st_size} bytes", f"at most {BYTES_MAXIMUM} bytes"
        )
    if b"\0" in content:
        raise InputError(str(path), "bytes that are no text", "an occam source")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


class _Reader:
    """Goes through files; knows which it is in, and which libraries are in scope."""

    def __init__(self, folded: bool = False) -> None:
        self.used: list[tuple[int, Path]] = []
        self._folded = folded
        self._lines: list[Line] = []
        self._open: list[Path] = []

    def lines(self, text: str, file: str, path: Path) -> list[Line]:
        """Return all lines of a file and what it includes."""
        self._add(text, file, path, 0)
        return self._lines

    def _add(self, text: str, file: str, path: Path, shift: int) -> None:
        self._open.append(path.resolve())
        for number, content in enumerate(re.split(r"\r\n|\n|\r", text), start=1):
            content = _without_tabs(content)
            line = Line(content.rstrip("\x1a").rstrip(), file, number, shift)
            directive = _DIRECTIVE.match(content) if "#" in content else None
            if directive is not None:
                self._direct(line, directive, path)
                continue
            self._add_line(line)
        self._open.pop()

    def _add_line(self, line: Line) -> None:
        self._leave_scopes(line)
        self._lines.append(line)
        if len(self._lines) > LINES_MAXIMUM:
            line.place(1).fail("too long a source", f"at most {LINES_MAXIMUM} lines")

    def _leave_scopes(self, line: Line) -> None:
        code = line.text.lstrip(" ")
        if self.used and code and not code.startswith("--"):
            indentation = line.shift + len(line.text) - len(code)
            self.used = [use for use in self.used if use[0] <= indentation]

    def _direct(self, line: Line, directive: re.Match[str], path: Path) -> None:
        word = directive[2]
        if word == "PRAGMA" and _PRAGMA.match(directive[3]):
            self._add_line(line)
            return
        if word in _IGNORED:
            return
        place = line.place(directive.start(2))
        if word not in ("INCLUDE", "USE"):
            place.fail(f"the directive '#{word}'", f"#INCLUDE, #USE, #{', #'.join(_IGNORED)}")
        name = _FILE_NAME.match(directive[3])
        if name is None:
            place.fail(f"'#{word}' without a file name", f'#{word} "file"')
        shift = line.shift + len(directive[1])
        place = line.place(directive.start(3) + 1)
        if word == "USE" and folder.is_compilers(name[1]):
            return
        found = _find(word, name[1], path.parent, place)
        if word == "USE" and is_object(found):
            text = f'{directive[1]}#OBJECT "{found}"'
            self._add_line(Line(text, line.file, line.number, line.shift))
            return
        if found.resolve() in self._open:
            place.fail(f"{name[1]!r} includes itself", "files that do not go round in a circle")
        if word == "USE":
            if any(found.resolve() == used for _, used in self.used):
                return
            self.used.append((shift, found.resolve()))
        if len(self._open) == _INCLUDES_MAXIMUM:
            place.fail("too many files that include each other", f"at most {_INCLUDES_MAXIMUM}")
        if self._folded and found.parent == folder.FOLDER:
            self._fold(found, Line(directive[1], line.file, line.number, line.shift))
            return
        text = _read(found, str(place), "a file that can be read")
        self._add(text, str(found), found, shift)

    def _fold(self, library: Path, start: Line) -> None:
        """Add a line that stands for a file of the library; ``start`` is what is before it."""
        used = [path for _, path in self.used if path.parent == folder.FOLDER.resolve()]
        text = "|".join(map(str, [library, *sorted(set(used))]))
        line = start._replace(text=f'{start.text}#LIBRARY "{text}"')
        self._add_line(line)
        shift = start.shift + len(start.text)
        added = set(library_lines(line.text.lstrip())[1]) - set(used)
        self.used += [(shift, path) for path in sorted(added)]


def _without_tabs(text: str) -> str:
    """Return a line with spaces up to every eighth column for its tabs, but for those in quotes."""
    if "\t" not in text:
        return text
    spread = ""
    for piece in _PIECE.findall(text):
        if piece == "\t":
            spread += " " * (_TAB - len(spread) % _TAB)
        else:
            spread += piece.expandtabs(_TAB) if piece.startswith("--") else piece
    return spread


def _find(word: str, name: str, beside: Path, place: Place) -> Path:
    """Return the file a directive means."""
    if word == "USE" and is_object(beside / name):
        return beside / name
    own = beside / (str(Path(name).with_suffix(".occ")) if word == "USE" else name)
    of_library = folder.find(name)
    if of_library is not None and (name.lower().endswith(".lib") or not own.is_file()):
        return of_library
    if own.is_file():
        return own
    names = sorted(file.name for file in folder.FOLDER.glob("*.inc"))
    if word == "USE":
        names = [f"{library}.lib" for library in folder.libraries()]
    known = f", or of the library: {', '.join(names)}" if names else ""
    place.fail(f"no file {own.name!r}", f"a file beside the one that names it{known}")
