"""Bytes to assembly: text that `assembler.assemble` turns back into the same bytes.

Every byte sequence has a reading: what is not a shortest prefix sequence is written as `pfix` and
`nfix` one by one, an operation code that no part has as `opr` with its number. Branches to the
start of an instruction become labels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.assembly.bootfile import bootable, parse
from emulator.transputer.assembly.directives import BRANCHES
from emulator.transputer.isa.codes import functions
from emulator.transputer.isa.instruction import Encoding
from emulator.transputer.isa.instruction_set import INSTRUCTIONS, by_code, encode_function

_NAMES = {each.code: each.mnemonic for each in INSTRUCTIONS if each.encoding is Encoding.DIRECT}

_BYTES_PER_LINE = 8


@dataclass(frozen=True)
class DecodedInstruction:
    """One instruction: where it is, how many bytes it takes, its name and signed operand.

    ``value`` is the operand with the prefixes before it; it differs from ``operand`` when those are
    not the shortest ones and are therefore lines of their own.
    """

    offset: int
    size: int
    mnemonic: str
    operand: int | None = None
    value: int | None = None

    @property
    def target(self) -> int | None:
        """Where a branch goes, as an offset; None for other instructions."""
        if self.operand is None or self.mnemonic not in BRANCHES or self.value != self.operand:
            return None
        return self.offset + self.size + self.operand


def decode(code: bytes) -> Iterator[DecodedInstruction]:
    """Read ``code`` from its first byte as instructions; every byte is in exactly one of them."""
    start = at = 0
    operand = 0
    while at < len(code):
        function, nibble = code[at] >> 4, code[at] & 15
        operand |= nibble
        at += 1
        if function == functions.PFIX:
            operand = _signed(operand << 4)
        elif function == functions.NFIX:
            operand = _signed(~operand << 4)
        else:
            yield from _instruction(code, start, at, function, operand)
            start, operand = at, 0
    yield from _prefixes(code, start, at)


def _signed(value: int) -> int:
    return (value + 2**31) % 2**32 - 2**31


def _prefixes(code: bytes, start: int, end: int) -> Iterator[DecodedInstruction]:
    for at in range(start, end):
        operand = code[at] & 15
        yield DecodedInstruction(at, 1, _NAMES[code[at] >> 4], operand, operand)


def _instruction(
    code: bytes, start: int, end: int, function: int, value: int
) -> Iterator[DecodedInstruction]:
    """Yield the instruction of ``code[start:end]``, after those prefixes that do not count."""
    name = _NAMES[function]
    shortest = encode_function(function, value)
    if code[start:end].endswith(shortest):
        first = end - len(shortest)
        yield from _prefixes(code, start, first)
        operation = by_code(Encoding.OPERATION, value) if name == "opr" else None
        if operation is not None:
            yield DecodedInstruction(first, len(shortest), operation.mnemonic)
        else:
            yield DecodedInstruction(first, len(shortest), name, value, value)
    else:
        yield from _prefixes(code, start, end - 1)
        yield DecodedInstruction(end - 1, 1, name, code[end - 1] & 15, value)


def disassemble(code: bytes) -> str:
    """Return source text that assembles to exactly ``code``."""
    lines = list(decode(code))
    text = _text(lines, len(code), symbolic=True)
    if assemble(text, "disassembly").code != code:
        # Branches that are long only because of each other would settle at shorter ones.
        text = _text(lines, len(code), symbolic=False)
    return text


def disassemble_file(data: bytes, name: str = "file") -> str:
    """Return source text that assembles to the bootable file ``data``.

    A file that `bootfile.bootable` made gives its program. Any other is written byte for byte, with
    the bootstrap as instructions. Raises InputError if the file cannot boot.
    """
    file = parse(data, name)
    if bootable(file.program) == data:
        return disassemble(file.program)
    return "".join(
        [
            "        raw\n",
            *_controls(file.controls),
            f"        byte        {len(file.bootstrap):<22}-- length of the bootstrap\n",
            disassemble(file.bootstrap),
            *_bytes(file.rest),
        ]
    )


def _controls(controls: bytes) -> Iterator[str]:
    at = 0
    while at < len(controls):
        kind, size = ("poke", 8) if controls[at] == 0 else ("peek", 4)
        words = [
            f"#{int.from_bytes(controls[i : i + 4], 'little'):08X}"
            for i in range(at + 1, at + 1 + size, 4)
        ]
        yield f"        byte        {controls[at]:<22}-- {kind}\n"
        yield f"        word        {', '.join(words)}\n"
        at += 1 + size


def _bytes(data: bytes) -> Iterator[str]:
    for at in range(0, len(data), _BYTES_PER_LINE):
        row = data[at : at + _BYTES_PER_LINE]
        shown = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
        numbers = ", ".join(f"#{byte:02X}" for byte in row)
        yield f"        byte        {numbers:<40}-- {shown}\n"


def _text(lines: list[DecodedInstruction], end: int, symbolic: bool) -> str:
    starts = {line.offset for line in lines} | {end}
    targets = {line.target for line in lines if line.target is not None and symbolic}
    names = {target: f"L{target}" for target in targets & starts}
    text = [_line(line, names, previous) for previous, line in _with_previous(lines)]
    if end in names:
        text.append(f"{names[end]}:\n")
    return "".join(text)


def _with_previous(
    lines: list[DecodedInstruction],
) -> Iterator[tuple[DecodedInstruction | None, DecodedInstruction]]:
    previous = None
    for line in lines:
        yield previous, line
        previous = line


def _line(
    line: DecodedInstruction, names: dict[int, str], previous: DecodedInstruction | None
) -> str:
    label = f"{names[line.offset]}:" if line.offset in names else ""
    operand, note = "", ""
    if line.operand is not None:
        operand = names[line.target] if line.target in names else str(line.operand)
    if line.value != line.operand:
        note = f"-- with its prefixes {line.mnemonic} {line.value}"
    elif line.mnemonic == "fpentry" and previous is not None and previous.mnemonic == "ldc":
        entry = by_code(Encoding.FPU_ENTRY, previous.operand or 0)
        note = f"-- {entry.mnemonic}" if entry else ""
    return f"{label:<8}{line.mnemonic:<12}{operand:<22}{note}".rstrip() + "\n"
