"""The documentation of the instructions says what the declarations say."""

from pathlib import Path

from emulator.transputer.isa.instruction_set import INSTRUCTIONS
from emulator.transputer.isa.instruction_table import markdown

DOCUMENT = Path(__file__).parent.parent / "docs" / "transputer-instructions.md"


def test_the_document_is_up_to_date():
    command = (
        "python -m emulator.transputer.isa.instruction_table > docs/transputer-instructions.md"
    )
    assert DOCUMENT.read_text() == markdown(), f"run: {command}"


def test_every_instruction_has_one_row_of_eight_cells():
    rows = [line for line in markdown().splitlines() if line.startswith("| #")]
    assert len(rows) == len(INSTRUCTIONS)
    assert all(row.replace("\\|", "").count("|") == 9 for row in rows)


def test_rows_that_are_known():
    text = markdown()
    assert "| #0B | `out` | 2w+19 | both | D" in text
    assert "| #4 | `ldc` | 1 | both |" in text
    assert "| #8B | `fpmul` | REAL32 11 / 18, REAL64 18 / 27 | T800 | F | overlapped |" in text
    assert "| #63 | `unpacksn` | 15 | T414 |" in text
