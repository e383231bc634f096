"""ASM: instructions with operands of occam, labels that are known inside of it."""

from __future__ import annotations

from typing import NoReturn

from occam import parsed, typed
from occam.checking.context import Context
from occam.checking.values import elements
from occam.language.types import Primitive, is_data

_LOADS = {"LD": 1, "LDAB": 2, "LDABC": 3}
_STORES = {"ST": 1, "STAB": 2, "STABC": 3}
_LOCAL = ("LDL", "LDLP", "STL")
"""Functions whose operand may be a variable: a word of the workspace at hand."""
_BRANCHES = ("J", "CJ", "CALL")
_CONSTANT = ("LDC", "LDNL", "LDNLP", "STNL", "ADC", "EQC", "AJW", "OPR", *_LOCAL)
_DATA = ("BYTE", "WORD")


def assembly(context: Context, node: parsed.Assembly) -> typed.Assembly:
    """Return ``ASM``; that its mnemonics are instructions of the processor is seen later."""
    labels = [line.labels[0] for line in node.lines if not line.mnemonic]
    for line in node.lines:
        if not line.mnemonic and labels.count(line.labels[0]) > 1:
            line.place.fail(f"the label {line.labels[0]} twice", "a name for each label")
        for label in line.labels:
            if label not in labels:
                line.place.fail(f"no label {label} here", "a label of the same ASM")
    return typed.Assembly(node.place, tuple(_line(context, line) for line in node.lines))


def _line(context: Context, node: parsed.AssemblyLine) -> typed.AssemblyLine:
    mnemonic = node.mnemonic.upper()
    count = len(node.operands)
    if not mnemonic or node.labels:
        wanted = {"LDLABELDIFF": 2, "": 1}.get(mnemonic, 1 if mnemonic in _BRANCHES else 0)
        if len(node.labels) != wanted:
            _refuse(node)
        return typed.AssemblyLine(node.place, mnemonic, (), node.labels)
    if mnemonic in _LOADS and count == _LOADS[mnemonic]:
        operands = tuple(_loaded(context, node, operand) for operand in node.operands)
        return typed.AssemblyLine(node.place, mnemonic, operands, (), node.address)
    if mnemonic in _STORES and count == _STORES[mnemonic] and not node.address:
        operands = tuple(_word(elements.target(context, one)) for one in node.operands)
        return typed.AssemblyLine(node.place, mnemonic, operands)
    if mnemonic in _DATA and count and not node.address:
        operands = tuple(_constant(context, one) for one in node.operands)
        return typed.AssemblyLine(node.place, mnemonic, operands)
    if mnemonic in _CONSTANT and count == 1 and not node.address:
        return typed.AssemblyLine(node.place, mnemonic, (_operand(context, node),))
    if mnemonic in (*_LOADS, *_STORES, *_DATA, *_CONSTANT, *_BRANCHES) or count or node.address:
        _refuse(node)
    return typed.AssemblyLine(node.place, mnemonic)


def _operand(context: Context, node: parsed.AssemblyLine) -> typed.Expression:
    operand = node.operands[0]
    if node.mnemonic.upper() in _LOCAL and isinstance(operand, parsed.Name):
        found = elements.element(context, operand)
        if isinstance(found, typed.Variable):
            return found
    return _constant(context, operand)


def _loaded(
    context: Context, node: parsed.AssemblyLine, operand: parsed.Expression
) -> typed.Expression:
    if node.address:
        return elements.element(context, operand)
    return _word(context.expression(operand))


def _word(value: typed.Expression) -> typed.Expression:
    if not is_data(value.type) or not isinstance(value.type, Primitive) or value.type.bytes > 4:
        value.place.fail(f"{value.type} in a register", "a value of one word, or ADDRESSOF it")
    return value


def _constant(context: Context, node: parsed.Expression) -> typed.Expression:
    value = context.expression(node)
    if not isinstance(value, typed.Constant) or not isinstance(value.type, Primitive):
        node.place.fail("an operand that is not known before the program runs", "a constant")
    return value


def _refuse(node: parsed.AssemblyLine) -> NoReturn:
    node.place.fail(
        f"these operands of {node.mnemonic}",
        "none for operations, a constant or variable for functions, expressions for LD and ST",
    )
