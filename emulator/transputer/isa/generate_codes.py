"""The modules of `isa.codes`, written from the declarations of the instruction set.

``python -m emulator.transputer.isa.generate_codes`` writes them anew.
"""

from __future__ import annotations

from pathlib import Path

from emulator.transputer.isa.instruction import Encoding
from emulator.transputer.isa.instruction_set import INSTRUCTIONS

FOLDER = Path(__file__).parent / "codes"
MODULES = {
    "functions": (Encoding.DIRECT, "The codes of the direct functions."),
    "operations": (Encoding.OPERATION, "The codes of the operations, operands of `opr`."),
    "entries": (
        Encoding.FPU_ENTRY,
        "The codes of the FPU's entries, which `fpentry` takes from Areg.",
    ),
}
"""The modules by name: which instructions each holds, and what it says of itself."""


def source(module: str) -> str:
    """Return the text of one module: a constant for each instruction, in order of codes."""
    encoding, title = MODULES[module]
    chosen = [each for each in INSTRUCTIONS if each.encoding is encoding]
    digits = 1 if encoding is Encoding.DIRECT else 2
    lines = [
        f'"""{title}\n\nWritten by `generate_codes` from the declarations: change those.\n"""\n\n',
        *(
            f"{each.mnemonic.upper()} = 0x{each.code:0{digits}X}  # {each.description}\n"
            for each in sorted(chosen, key=lambda each: each.code)
        ),
    ]
    return "".join(lines)


def main() -> None:
    """Write all modules."""
    for module in MODULES:
        (FOLDER / f"{module}.py").write_text(source(module), encoding="utf-8")


if __name__ == "__main__":
    main()
