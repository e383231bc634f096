"""ASM: instructions as they are written, operands where the compiler has put them.

``LD`` and ``ST`` compute addresses and take the registers they need; what is in registers besides
is the programmer's care. The register stack is expected to be free around ASM.
"""

from __future__ import annotations

from emulator.transputer.isa import instruction_set as isa
from occam import typed
from occam.generating.code import Label
from occam.generating.generator import Generator
from occam.generating.values import integers
from occam.generating.values.loading import load_operands
from occam.generating.values.operands import AddressOf, Operand, WordOf

_BRANCHES = ("J", "CJ", "CALL")
_SLOTS = {"LDL": Generator.load_slot, "LDLP": Generator.slot_address, "STL": Generator.store_slot}


def assembly(g: Generator, p: typed.Assembly) -> None:
    """Generate ASM."""
    labels = {line.labels[0]: Label(line.labels[0]) for line in p.lines if not line.mnemonic}
    for line in p.lines:
        g.mark(line.place)
        with g.frame.scope():
            _line(g, line, labels)


def _line(g: Generator, line: typed.AssemblyLine, labels: dict[str, Label]) -> None:
    mnemonic = line.mnemonic
    if not mnemonic:
        g.code.place(labels[line.labels[0]])
    elif mnemonic in _BRANCHES:
        g.code.branch(mnemonic.lower(), labels[line.labels[0]])
    elif mnemonic == "LDLABELDIFF":
        end, start = line.labels
        g.code.difference(labels[start], labels[end])
    elif mnemonic in ("LD", "LDAB", "LDABC"):
        operands: list[Operand] = [
            AddressOf(one) if line.address else WordOf(one) for one in line.operands[::-1]
        ]
        load_operands(g, operands)
    elif mnemonic in ("ST", "STAB", "STABC"):
        for target in line.operands:
            integers.store(g, target)
    elif mnemonic in ("BYTE", "WORD"):
        _data(g, line)
    else:
        _instruction(g, line)


def _data(g: Generator, line: typed.AssemblyLine) -> None:
    size = 1 if line.mnemonic == "BYTE" else 4
    values = [one.value for one in line.operands if isinstance(one, typed.Constant)]
    content = b"".join((value % (1 << 8 * size)).to_bytes(size, "little") for value in values)
    g.code.data(content, alignment=1)


def _instruction(g: Generator, line: typed.AssemblyLine) -> None:
    mnemonic = line.mnemonic.lower()
    try:
        instruction = isa.by_mnemonic(mnemonic)
    except KeyError:
        line.place.fail(
            f"{line.mnemonic} in ASM", "an instruction of the transputer, or LD, ST ..."
        )
    if g.part not in instruction.variants:
        line.place.fail(
            f"{line.mnemonic}, which a {g.part} has not", f"instructions of the {g.part}"
        )
    if not line.operands:
        g.emit(mnemonic)
        return
    (operand,) = line.operands
    if isinstance(operand, typed.Variable):
        home = g.homes[operand.symbol]
        if home.slot.frame is not g.frame:
            line.place.fail(
                f"{operand.symbol.name} is not of this procedure or process",
                "LD or ST, which reach it",
            )
        _SLOTS[line.mnemonic](g, home.slot)
    elif isinstance(operand, typed.Constant):
        g.emit(mnemonic, operand.value)
