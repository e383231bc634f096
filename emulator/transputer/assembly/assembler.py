"""Assembly for the T414 and T800: source text to the bytes of a program.

One statement a line: any number of ``label:``, then one of

- an instruction: ``ldl 3``, ``add``, ``fpusqrtfirst`` (an FPU entry brings its ``ldc`` and
  ``fpentry``). The operand of `j`, `cj` and `call` is a label, or a number of bytes from the next
  instruction; every other operand is a number or a difference of labels, as in ``ldc end - start``;
- ``ldap label``: load the address of a label, wherever the program lies (``ldc``, ``ldpi``);
- ``NAME = expression``: an equate;
- data: ``byte 1, 'c', "text\\n"``, ``word 1, #FF``, ``real32 0.5``, ``real64 0.1``, ``space 16``
  (zero bytes, or ``space 16, #FF``), ``align`` (to a word, or ``align 2``: by `pfix 0`, which does
  nothing; alignment counts from the start of the program, which lies at a multiple of 8);
- ``raw``: the program is the whole byte stream for the link, not to be put into a boot file.

Comments run from ``;`` or ``--`` to the end of the line. Numbers are decimal, ``#hex``, ``0xhex``
or ``0bbinary``; ``.`` is the place of the statement itself. Instructions and directives are written
in either case, names as they were defined.

Instructions begin as short as they can be and only grow until every operand fits, so the sizes
settle. One that grew and, because of alignment, need not have, keeps its size behind `pfix 0`.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field

from common.place import Place
from emulator.transputer.assembly import directives
from emulator.transputer.assembly.directives import DATA, IMAGE_MAXIMUM, PADDING, Encode
from emulator.transputer.assembly.expression import Expression, Parser, Quantity
from emulator.transputer.assembly.lexemes import Lexeme, lexemes
from emulator.transputer.isa.instruction import Encoding
from emulator.transputer.isa.instruction_set import INSTRUCTIONS, by_mnemonic

_EQUATES_NESTED = 100


@dataclass(frozen=True)
class Statement:
    """Something that takes room.

    Attributes
    ----------
    place, encode
        Where it stands, and how it becomes bytes.
    grows
        Its size may only grow: an instruction's.
    aligns
        Its size follows from its own address.
    """

    place: Place
    encode: Encode
    grows: bool
    aligns: bool = False


@dataclass(frozen=True)
class Equate:
    """A name for an expression, and which statement comes after it."""

    expression: Expression
    index: int


@dataclass
class AssembledProgram:
    """What was assembled.

    Attributes
    ----------
    code
        The bytes.
    labels
        Offset of each label from the first byte.
    raw
        Whether ``code`` is the whole byte stream for the link.
    """

    code: bytes = b""
    labels: dict[str, int] = field(default_factory=dict)
    raw: bool = False


def assemble(source: str, file: str = "source", variant: str | None = None) -> AssembledProgram:
    """Assemble ``source``.

    Parameters
    ----------
    source
        The text.
    file
        What error messages call it.
    variant
        "T414" or "T800" to refuse instructions that the part lacks; None takes both parts'.

    Raises
    ------
    InputError
        With the file, line and column, what is wrong and what was expected.
    """
    return Assembler(file, variant).run(source)


class Assembler:
    """One assembly: reads the statements, settles their sizes, gives the bytes."""

    def __init__(self, file: str, variant: str | None) -> None:
        self._file = file
        self._variant = variant
        self._statements: list[Statement] = []
        self._labels: dict[str, int] = {}  # index of the statement that follows
        self._equates: dict[str, Equate] = {}
        self._places: dict[str, Place] = {}
        self._raw = False

    def run(self, source: str) -> AssembledProgram:
        """Assemble the source, once."""
        for number, line in enumerate(source.splitlines(), start=1):
            self._line(Parser(lexemes(line, self._file, number)))
        pieces, addresses = self._settle()
        labels = {name: addresses[index] for name, index in self._labels.items()}
        return AssembledProgram(b"".join(pieces), labels, self._raw)

    def _line(self, line: Parser) -> None:
        while line.next.kind == "name" and line.follows(":"):
            name = line.take()
            line.takes(":")
            self._define(name)
            self._labels[name.text] = len(self._statements)
        if line.next.kind == "end":
            return
        word = line.take()
        if word.kind != "name":
            word.place.fail(f"{word} begins no statement", "a label, instruction or directive")
        if line.takes("="):
            self._define(word)
            self._equates[word.text] = Equate(line.expression(), len(self._statements))
            line.end("one expression")
            return
        self._statement(word, line)

    def _define(self, name: Lexeme) -> None:
        if name.text in self._places:
            first = self._places[name.text].line
            name.place.fail(f"{name} is defined again", f"one definition (first in line {first})")
        self._places[name.text] = name.place

    def _statement(self, word: Lexeme, line: Parser) -> None:
        name = word.text.lower()
        if name in DATA:
            encode = DATA[name](line)
            self._statements.append(Statement(word.place, encode, False, name == "align"))
        elif name == "raw":
            self._raw = True
        elif name == "ldap":
            self._statements.append(Statement(word.place, directives.address_loader(line), True))
        else:
            self._statements.append(Statement(word.place, self._encode(word, line), grows=True))
        line.end("the end of the line or a comment")

    def _encode(self, word: Lexeme, line: Parser) -> Encode:
        name = word.text.lower()
        try:
            instruction = by_mnemonic(name)
        except KeyError:
            known = [*DATA, "ldap", "raw", *(each.mnemonic for each in INSTRUCTIONS)]
            likely = difflib.get_close_matches(name, known, n=3) or ["an instruction, directive"]
            expected = f"{', '.join(likely)} or '{word.text}:' as a label"
            word.place.fail(f"no instruction {word}", expected)
        if self._variant is not None and self._variant not in instruction.variants:
            parts = " and ".join(sorted(instruction.variants))
            word.place.fail(f"{word} on the {self._variant}", f"it on the {parts}")
        if instruction.encoding is not Encoding.DIRECT:
            return directives.operation(name)
        if line.next.kind == "end":
            line.next.place.fail(f"{name} without its operand", "an expression")
        return directives.function(name, line.expression())

    def _settle(self) -> tuple[list[bytes], list[int]]:
        """Return the bytes of each statement, and the addresses before each and after the last.

        Instructions grow a bounded number of times. Where none grows, the rest settles in as many
        rounds as sizes depend on each other, or never.
        """
        sizes = [1] * len(self._statements)
        addresses = [0] * (len(sizes) + 1)
        quiet = 0
        while True:
            self._lay_out(sizes, addresses)
            values = SymbolValues(self._labels, self._equates, addresses)
            pieces = [
                self._bytes(statement, address, size, values)
                for statement, size, address in zip(
                    self._statements, sizes, addresses, strict=False
                )
            ]
            needed = [
                max(size, len(piece)) if statement.grows else len(piece)
                for statement, size, piece in zip(self._statements, sizes, pieces, strict=True)
            ]
            if needed == sizes:
                padded = [PADDING * (n - len(p)) + p for n, p in zip(sizes, pieces, strict=True)]
                return padded, addresses
            changed = [
                each
                for each, size, new in zip(self._statements, sizes, needed, strict=True)
                if size != new
            ]
            quiet = 0 if any(each.grows for each in changed) else quiet + 1
            if quiet > sum(not each.grows for each in self._statements) + 1:
                changed[0].place.fail("the sizes do not settle", "none that depends on itself")
            sizes = needed

    def _lay_out(self, sizes: list[int], addresses: list[int]) -> None:
        """Set the addresses from the sizes, and, as they come by, the sizes of alignments."""
        values = SymbolValues(self._labels, self._equates, addresses)
        for n, statement in enumerate(self._statements):
            if statement.aligns:
                sizes[n] = len(self._bytes(statement, addresses[n], sizes[n], values))
            addresses[n + 1] = addresses[n] + sizes[n]
            if addresses[n + 1] > IMAGE_MAXIMUM:
                statement.place.fail(
                    "the program is too long", f"a program of at most {IMAGE_MAXIMUM} bytes"
                )

    @staticmethod
    def _bytes(statement: Statement, address: int, size: int, values: SymbolValues) -> bytes:
        try:
            return statement.encode(address, size, values.at(address))
        except RecursionError:
            statement.place.fail("too long an expression", "a few hundred operators and equates")


class SymbolValues:
    """The values of names, once every statement has an address."""

    def __init__(
        self, labels: dict[str, int], equates: dict[str, Equate], addresses: list[int]
    ) -> None:
        self._labels = labels
        self._equates = equates
        self._addresses = addresses
        self._here = 0
        self._open: list[str] = []

    def at(self, here: int) -> SymbolValues:
        """Let ``.`` mean that address from now on."""
        self._here = here
        return self

    def __call__(self, name: str) -> Quantity | None:
        """Return the value of a name; None if there is no such name."""
        if name == ".":
            return Quantity(self._here, 1)
        if name in self._labels:
            return Quantity(self._addresses[self._labels[name]], 1)
        if name not in self._equates:
            return None
        return self._equate(name, self._equates[name])

    def _equate(self, name: str, equate: Equate) -> Quantity:
        if name in self._open or len(self._open) == _EQUATES_NESTED:
            equate.expression.place.fail(
                f"{name!r} is defined by itself", f"equates nested at most {_EQUATES_NESTED} deep"
            )
        self._open.append(name)
        here, self._here = self._here, self._addresses[equate.index]
        value = equate.expression.value(self)
        self._here = here
        self._open.pop()
        return value
