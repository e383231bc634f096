"""Parses occam 2 source: text to `parsed.Source`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from common.errors import InputError
from common.place import Place
from occam import parsed
from occam.objects import read_object
from occam.parsing import expression_nodes, predefined, process_nodes, specification_nodes
from occam.parsing.assembly import assembly
from occam.parsing.lexer import token_lines
from occam.parsing.libraries import Library
from occam.parsing.line_tokens import line_tokens
from occam.parsing.mistakes import explain
from occam.parsing.source import Line, library_lines, lines_of_file, lines_of_text
from occam.parsing.token_types import mark_types
from occam.parsing.tokens import Token

if TYPE_CHECKING:
    import lark

_GRAMMAR = Path(__file__).with_name("grammar.lark")


def parse(path: Path) -> parsed.Source:
    """Parse a file and what it includes. Raises InputError at what is wrong first."""
    return _parse(partial(lines_of_file, path), str(path))


def parse_text(text: str, file: str = "source.occ") -> parsed.Source:
    """Parse a text; ``file`` is its name in places, and tells where its includes are."""
    return _parse(partial(lines_of_text, text, file), file)


def _parse(lines_of: Callable[..., list[Line]], file: str) -> parsed.Source:
    """Parse the lines that a function gives, with libraries put in or folded."""
    import lark

    with suppress(InputError, lark.UnexpectedToken):
        return _tree(lines_of(folded=True), [], file)
    found: list[Token] = []
    try:
        return _tree(lines_of(), found, file)
    except lark.UnexpectedToken as error:
        unexpected = error
    at = unexpected.token.start_pos
    accepted = {_kind(name) for name in unexpected.accepts}
    explain(found, len(found) if at is None else at, accepted)


def _tree(lines: list[Line], found: list[Token], file: str) -> parsed.Source:
    """Return the tree of some lines, and put their tokens into ``found``."""
    tree: Any = _grammar().parse(cast(str, _Text(lines, found)), start="source")
    source = tree if found else parsed.Source(Place(file, 1, 1), (), None)
    libraries = [_parsed_library(token.text) for token in found if token.kind == "LIBRARY"]
    own = (token.text for token in found if token.kind == "NAME")
    names = predefined.wanted(chain(own, *(library.names for library in libraries)))
    files = frozenset(line.file for line in lines) | _objects(found)
    return replace(
        source,
        files=files.union(*(library.files for library in libraries)),
        predefined=_predefined(names) if names else (),
    )


@lru_cache(maxsize=64)
def _parsed_library(line: str) -> Library:
    """Return what a line ``#LIBRARY`` stands for."""
    lines, _ = library_lines(line)
    found: list[Token] = []
    tree: Any = _grammar().parse(cast(str, _Text(lines, found)), start="source")
    names = frozenset(token.text for token in found if token.kind == "NAME")
    specifications = tree.specifications if found else ()
    return Library(specifications, names, frozenset(line.file for line in lines))


@lru_cache(maxsize=32)
def _predefined(names: frozenset[str]) -> tuple[parsed.Specification, ...]:
    """Return the definitions of predefined routines that are written in occam."""
    sources = [
        _grammar().parse(cast(str, _Text(lines_of_text(text, file), [])), start="source")
        for file, text in predefined.texts(names)
    ]
    return tuple(node for source in sources for node in cast(parsed.Source, source).specifications)


def _expression(line: Line) -> parsed.Expression:
    """Parse an expression that is a line by itself. Raises InputError."""
    import lark

    text = _Text([line], [], bare=True)
    try:
        tree: Any = _grammar().parse(cast(str, text), start="expression")
    except lark.UnexpectedToken:
        column = len(line.text) - len(line.text.lstrip()) + 1
        line.place(column).fail(f"the operand {line.text.strip()!r}", "an expression")
    return cast(parsed.Expression, tree)


def _objects(found: list[Token]) -> frozenset[str]:
    """Return the object files that a source uses."""
    return frozenset(_object_path(token) for token in found if token.kind == "OBJECT")


def _object_path(token: Token) -> str:
    return token.text.partition('"')[2].removesuffix('"')


def _used_object(token: Token) -> parsed.UsedObject:
    """Return what an object file makes known."""
    path = Path(_object_path(token))
    modules = read_object(path)
    interfaces: list[tuple[parsed.Specification, ...]] = []
    for module in modules:
        lines = lines_of_text(module.interface, str(path))
        source: Any = (
            _grammar().parse(cast(str, _Text(lines, [])), start="source")
            if module.routines
            else None
        )
        interfaces.append(source.specifications if source else ())
    return parsed.UsedObject(token.place, modules, tuple(interfaces))


class _Text(NamedTuple):
    """What is parsed: lines, and the list for their tokens, in which mistakes are explained.

    ``bare``: it is a piece of one line, without an end or levels.
    """

    lines: list[Line]
    found: list[Token]
    bare: bool = False


def _bare_tokens(text: _Text) -> list[list[Token]]:
    found, _ = line_tokens(text.lines, 0)
    mark_types(found, 0)
    return [found]


def _kind(name: str) -> str:
    """Return the kind of token that the grammar has a terminal for."""
    names = {terminal.name: terminal.pattern.value for terminal in _grammar().terminals}
    return names.get(name, name)


@cache
def _grammar() -> lark.Lark:
    """Return the parser. It needs a fraction of a second, so it is made when it is used."""
    import lark

    class Tokens(lark.lexer.Lexer):
        """Hands tokens over that `lexer` has found."""

        def __init__(self, configuration: lark.common.LexerConf) -> None:
            self._terminals = {
                terminal.pattern.value: terminal.name for terminal in configuration.terminals
            }

        def lex(self, text: _Text) -> Iterator[lark.Token]:  # type: ignore[override]
            for line in _bare_tokens(text) if text.bare else token_lines(text.lines):
                start = len(text.found)
                text.found.extend(line)
                for at, token in enumerate(line, start):
                    yield lark.Token(self._terminals.get(token.kind, token.kind), token, at)

    return lark.Lark(
        _GRAMMAR.read_text(encoding="utf-8"),
        start=["source", "expression"],
        parser="lalr",
        lexer=Tokens,
        transformer=cast(lark.Transformer[Any, Any], _Builder(lark.Token)),
        maybe_placeholders=True,
    )


class _Builder:
    """Finds the function that builds a node by the name the grammar has for it."""

    def __init__(self, token: type[lark.Token]) -> None:
        self._token = token

    def __getattr__(self, name: str) -> Callable[[list[Any]], object]:
        if name == "used_object":
            return lambda children: _used_object(children[0].value)
        if name == "library":
            return lambda children: _parsed_library(children[0].value.text)
        if name == "assembly":
            return lambda children: assembly([child.value for child in children], _expression)
        for module in (process_nodes, specification_nodes, expression_nodes):
            if name in vars(module):
                break
        else:
            raise AttributeError(name)
        function = vars(module)[name]
        token = self._token

        def build(children: list[Any]) -> object:
            return function(*[child.value if type(child) is token else child for child in children])

        return build
