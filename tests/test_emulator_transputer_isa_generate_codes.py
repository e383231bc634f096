"""The modules of codes are what the declarations give."""

import importlib

import pytest

from emulator.transputer.isa.generate_codes import FOLDER, MODULES, source
from emulator.transputer.isa.instruction_set import INSTRUCTIONS


@pytest.mark.parametrize("module", MODULES)
def test_the_modules_are_up_to_date(module):
    command = "python -m emulator.transputer.isa.generate_codes"
    assert (FOLDER / f"{module}.py").read_text() == source(module), f"run: {command}"


@pytest.mark.parametrize("module", MODULES)
def test_every_instruction_has_its_code(module):
    found = vars(importlib.import_module(f"emulator.transputer.isa.codes.{module}"))
    codes = {name: value for name, value in found.items() if name.isupper()}
    encoding, _ = MODULES[module]
    declared = [each for each in INSTRUCTIONS if each.encoding is encoding]
    assert codes == {each.mnemonic.upper(): each.code for each in declared}
