"""Code that a program has loaded itself: KERNEL.RUN, and the LOAD procedures for what it is given.

The workspace of that code is the end of an array of INT. From its last word down: the caller's
Wptr, the parameters, the last one first, and the way back, as a ``call`` leaves them. The code
ends with ``ret``, as a procedure. Instructions are those of INMOS's compiler (D7205A).
"""

from __future__ import annotations

from occam import typed
from occam.generating.code import Label
from occam.generating.generator import Generator
from occam.generating.values.loading import load_operands
from occam.generating.values.operands import AddressOf
from occam.generating.values.storing import store_operand
from occam.language.types import ArrayType, Primitive

_CALLED_WORDS = 4
"""Words that ``ret`` takes off the workspace."""


def run(g: Generator, p: typed.BuiltinInstance) -> None:
    """Call ``code[entry.offset]`` with a workspace of its own, and come back to this one."""
    code, entry, workspace, count = p.actuals
    assert isinstance(count, typed.Constant)
    way_back = Label("back from KERNEL.RUN")
    start = typed.Element(code.place, Primitive.BYTE, code, entry, False)
    load_operands(g, [AddressOf(start), AddressOf(_end(workspace))])
    g.code.address(way_back)
    g.emit("rev")
    g.emit("gajw")
    g.emit("ajw", -(count.value + 2))
    g.emit("stl", count.value + 1)
    g.emit("stl", 0)
    g.emit("gcall")
    g.code.place(way_back)
    g.emit("ldl", count.value + 1 - _CALLED_WORDS)
    g.emit("gajw")
    g.resumed()


def _end(workspace: typed.Expression) -> typed.Expression:
    """Return the word behind an array."""
    assert isinstance(workspace.type, ArrayType)
    length = workspace.type.length
    size: typed.Expression = (
        typed.SizeOf(workspace.place, Primitive.INT, workspace)
        if length is None
        else typed.Constant(workspace.place, Primitive.INT, length)
    )
    return typed.Element(workspace.place, Primitive.INT, workspace, size, True)


def load_address(g: Generator, p: typed.BuiltinInstance) -> None:
    """Store the address of the second parameter in the first."""
    here, loaded = p.actuals
    store_operand(g, here, AddressOf(loaded))
