"""An XML file as elements that know their line: each fault names its place.

A place reads ``arm.urdf, line 12: joint 'elbow' <limit> velocity``. Document types are refused
before a single entity is read, so that no file can grow in memory or reach for another one.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection
from xml.parsers import expat

from common.caution import caution
from common.errors import InputError
from common.numerals import INFINITE, NUMBER

_DEEPEST = 100
_LARGEST = 1e100  # products of three such numbers are finite
_APART = re.compile(r"\s*,\s*|\s+")
_BLANK_BEFORE_DECLARATION = re.compile(rb"\s+(?=<\?xml)")


@dataclasses.dataclass(eq=False)
class Element:
    """A tag with its attributes, the elements inside it and the place where it stands.

    Parameters
    ----------
    tag
        As written, with its namespace prefix.
    attributes
        As written; the order is the file's.
    file, line
        Where it begins.
    parent
        The element around it; None for the root.
    children
        From first to last.
    content
        The text directly inside, without white space around it.
    """

    tag: str
    attributes: dict[str, str]
    file: str
    line: int
    parent: Element | None = None
    children: list[Element] = dataclasses.field(default_factory=list)
    content: str = ""

    @property
    def title(self) -> str:
        """The way down to it from the nearest element that has a name."""
        name = self.attributes.get("name")
        if name is not None:
            return f"{self.tag} {name!r}"
        inside = self.parent is not None and self.parent.parent is not None
        above = f"{self.parent.title} " if inside and self.parent is not None else ""
        return f"{above}<{self.tag}>"

    def place(self, attribute: str = "") -> str:
        """Return where it, or one of its attributes, is: for messages."""
        return f"{self.file}, line {self.line}: {self.title} {attribute}".rstrip()

    def all(self, tag: str) -> list[Element]:
        """Return the elements of a tag directly inside this one."""
        return [child for child in self.children if child.tag == tag]

    def one(self, tag: str, *, repeated: bool = False) -> Element | None:
        """Return the element of a tag directly inside this one, None if there is none.

        Another one is refused; if it may be `repeated`, the same one is passed over with a warning.
        """
        found = self.all(tag)
        for other in found[1:]:
            if not (repeated and other.says_what(found[0])):
                problem = f"a second one inside {self.title}"
                raise InputError(other.place(), problem, f"one <{tag}> at most")
            warn(other.place(), f"stands twice inside {self.title}: the second is passed over")
        return found[0] if found else None

    def says_what(self, other: Element) -> bool:
        """Return whether another element has the same attributes, text and elements inside."""
        return (
            (self.tag, self.attributes, self.content)
            == (other.tag, other.attributes, other.content)
            and len(self.children) == len(other.children)
            and all(
                own.says_what(its) for own, its in zip(self.children, other.children, strict=True)
            )
        )

    def required(self, tag: str, allowed: str) -> Element:
        """Return the element of a tag directly inside this one, which must be there."""
        found = self.one(tag)
        if found is None:
            raise InputError(self.place(), f"<{tag}> is missing", allowed)
        return found

    def only(self, attributes: Collection[str], harmless: Collection[str] = ()) -> None:
        """Refuse attributes that nobody reads: they would change what the element says.

        Of `harmless` ones, which old files have there without any meaning, it only warns.
        """
        for name in self.attributes:
            if name in harmless:
                warn(self.place(name), "is ignored")
            elif name not in attributes:
                raise InputError(self.place(name), "unknown attribute", ", ".join(attributes))

    def text(self, attribute: str, allowed: str) -> str:
        """Return an attribute that must be there and not be empty."""
        value = self.attributes.get(attribute)
        if value is None:
            raise InputError(self.place(attribute), "missing", allowed)
        if not value.strip():
            raise InputError(self.place(attribute), f"{value!r} is empty", allowed)
        return value

    def number(
        self,
        attribute: str,
        allowed: str,
        default: float | None = None,
        least: float | None = None,
    ) -> float:
        """Return a finite number, not less than `least`."""
        preset = None if default is None else (default,)
        (value,) = self.numbers(attribute, 1, allowed, preset)
        if least is not None and value < least:
            raise InputError(self.place(attribute), f"{value!r} is less than {least:g}", allowed)
        return value

    def numbers(
        self,
        attribute: str,
        count: int,
        allowed: str,
        default: tuple[float, ...] | None = None,
    ) -> tuple[float, ...]:
        """Return finite numbers set apart by white space, exactly so many.

        Commas between them, as old files have, are taken with a warning.
        """
        if default is not None and attribute not in self.attributes:
            return default
        place, text = self.place(attribute), self.text(attribute, allowed)
        words = text.split()
        if count > 1 and "," in text:
            apart = _APART.split(text.strip())
            if len(apart) == count and all(apart):
                warn(place, f"{text!r} has commas: taken as {count} numbers")
                words = apart
        values = tuple(number_of(word, place, allowed) for word in words)
        if len(values) != count:
            raise InputError(place, f"{text!r} has {len(values)} instead of {count}", allowed)
        return values


def read_elements(data: bytes, file: str) -> Element:
    """Return the root element of an XML file; `file` is its name, for messages.

    Blank lines before the XML declaration are passed over with a warning.

    Raises
    ------
    InputError
        The syntax is wrong (the message says where), there is a document type, or elements are
        nested more than 100 deep.
    """
    blank = _BLANK_BEFORE_DECLARATION.match(data)
    skipped = 0
    if blank is not None:
        skipped = data.count(b"\n", 0, blank.end())
        data = data[blank.end() :]
        warn(f"{file}, line {skipped + 1}", "white space before <?xml is passed over")
    reader = ElementReader(file, skipped)
    try:
        return reader.read(data)
    except expat.ExpatError as error:
        place = f"{file}, line {skipped + error.lineno}, column {error.offset + 1}"
        problem = f"XML syntax: {expat.ErrorString(error.code)}"
        raise InputError(place, problem, "an XML file") from None
    except (LookupError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(file, f"XML encoding: {error}", "UTF-8") from None


class ElementReader:
    """The elements of one file, built from the parser's events.

    `skipped` is how many lines of the file stand before what is read.
    """

    def __init__(self, file: str, skipped: int = 0) -> None:
        self._file = file
        self._skipped = skipped
        self._open: list[Element] = []
        self._texts: dict[int, list[str]] = {}
        self._root: Element | None = None
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.StartDoctypeDeclHandler = self._refuse_document_type

    def read(self, data: bytes) -> Element:
        """Return the root element of the file's whole content; expat's errors pass through."""
        self._parser.Parse(data, True)
        assert self._root is not None  # the parser accepts no file without an element
        return self._root

    @property
    def _line(self) -> int:
        """The line of the file where the parser is."""
        return int(self._skipped + self._parser.CurrentLineNumber)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        parent = self._open[-1] if self._open else None
        element = Element(tag, attributes, self._file, self._line, parent)
        if len(self._open) == _DEEPEST:
            place = f"{self._file}, line {element.line}"
            raise InputError(place, "nested too deeply", f"{_DEEPEST} elements")
        if parent is None:
            self._root = element
        else:
            parent.children.append(element)
        self._open.append(element)

    def _text(self, text: str) -> None:
        if self._open and not text.isspace():
            self._texts.setdefault(id(self._open[-1]), []).append(text)

    def _end(self, tag: str) -> None:
        element = self._open.pop()
        element.content = "".join(self._texts.pop(id(element), [])).strip()

    def _refuse_document_type(self, name: str, *_: object) -> None:
        place = f"{self._file}, line {self._line}"
        raise InputError(place, f"<!DOCTYPE {name}> is refused", "XML without a document type")


def warn(place: str, text: str) -> None:
    """Warn of what is accepted although it is likely to be a mistake."""
    caution(f"{place}: {text}")


def number_of(word: str, place: str, allowed: str) -> float:
    """Return the finite number that a word is; raises InputError at its place."""
    if not NUMBER.fullmatch(word):
        kind = "not finite" if INFINITE.fullmatch(word) else "not a number"
        raise InputError(place, f"{word!r} is {kind}", allowed)
    value = float(word)
    if abs(value) > _LARGEST:
        raise InputError(place, f"{word!r} is beyond {_LARGEST:g}", allowed)
    return value
