"""Tables of constants: what `ldc` is no good for, behind the code of each procedure."""

from __future__ import annotations

from occam.generating.code import Address, Code, Item, Label, MachineInstruction
from occam.generating.frame.workspace import Frame, Slot
from occam.layout.sizes import WORD_BYTES


class ConstantPool:
    """The constants of one procedure, and the word of its workspace that points at them."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.label = Label("constants")
        self._pointer: Slot | None = None
        self._content = bytearray()
        self._places: dict[bytes, int] = {}

    def pointer(self) -> Slot:
        """Return the word that holds the table's address."""
        if self._pointer is None:
            self._pointer = self.frame.keep(1)
        return self._pointer

    def place(self, content: bytes) -> int:
        """Return the word of the table from which on these bytes lie; the same lie there once."""
        if content not in self._places:
            self._places[content] = len(self._content) // WORD_BYTES
            self._content += content + bytes(-len(content) % WORD_BYTES)
        return self._places[content]

    def finish(self, code: Code, begin: int) -> None:
        """Append the table; insert the loading of its address at an index of the code's items."""
        if self._pointer is None:
            return
        code.data(b"")
        code.place(self.label)
        code.data(bytes(self._content))
        loading: list[Item] = [Address(self.label), MachineInstruction("stl", self._pointer.offset)]
        code.items[begin:begin] = loading
