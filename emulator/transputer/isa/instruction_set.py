"""The instruction set: every declaration, look-ups by mnemonic and code, and the byte encoding."""

from __future__ import annotations

from emulator.transputer.isa.control import CONTROL
from emulator.transputer.isa.floating import FLOATING
from emulator.transputer.isa.instruction import Encoding, Instruction
from emulator.transputer.isa.integer import INTEGER

INSTRUCTIONS: tuple[Instruction, ...] = (*INTEGER, *CONTROL, *FLOATING)
"""Every instruction of either part."""

_BY_MNEMONIC = {instruction.mnemonic: instruction for instruction in INSTRUCTIONS}
_BY_CODE = {(instruction.encoding, instruction.code): instruction for instruction in INSTRUCTIONS}
_PFIX, _NFIX, _LDC, _OPR = (_BY_MNEMONIC[name].code for name in ("pfix", "nfix", "ldc", "opr"))


def by_mnemonic(mnemonic: str) -> Instruction:
    """Return the instruction of that name; KeyError if there is none."""
    return _BY_MNEMONIC[mnemonic]


def by_code(encoding: Encoding, code: int, variant: str | None = None) -> Instruction | None:
    """Return the instruction with that code, or None (also if `variant` lacks it)."""
    instruction = _BY_CODE.get((encoding, code))
    if instruction is None or (variant is not None and variant not in instruction.variants):
        return None
    return instruction


def encode_function(function: int, operand: int) -> bytes:
    """Return the shortest prefix sequence and the function byte for a signed operand.

    Operands are taken modulo 2^32, so that #FFFFFFFF and -1 are the same.
    """
    operand = (operand + 2**31) % 2**32 - 2**31
    if 0 <= operand < 16:
        return bytes([function << 4 | operand])
    if operand >= 16:
        return encode_function(_PFIX, operand >> 4) + bytes([function << 4 | operand & 15])
    return encode_function(_NFIX, ~operand >> 4) + bytes([function << 4 | operand & 15])


def encode(mnemonic: str, operand: int | None = None) -> bytes:
    """Return the bytes of one instruction.

    Parameters
    ----------
    mnemonic
        A direct function (which needs an operand), an operation, or an FPU entry (which becomes
        ``ldc code; fpentry``).
    operand
        The direct function's operand.

    Raises
    ------
    KeyError
        No such mnemonic.
    ValueError
        A direct function without, or another instruction with, an operand.
    """
    instruction = _BY_MNEMONIC[mnemonic]
    if (operand is not None) != (instruction.encoding is Encoding.DIRECT):
        raise ValueError(f"{mnemonic} takes {'an' if operand is None else 'no'} operand")
    if operand is not None:
        return encode_function(instruction.code, operand)
    if instruction.encoding is Encoding.OPERATION:
        return encode_function(_OPR, instruction.code)
    return encode_function(_LDC, instruction.code) + encode("fpentry")
