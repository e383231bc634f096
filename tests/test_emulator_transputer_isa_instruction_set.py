import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.transputer.isa.instruction import Encoding, Rule
from emulator.transputer.isa.instruction_set import (
    INSTRUCTIONS,
    by_code,
    by_mnemonic,
    encode,
    encode_function,
)

WORDS = st.integers(-(2**31), 2**31 - 1)


def decode(code: bytes) -> tuple[int, int]:
    """The prefix rules read backwards, by the definition of pfix and nfix."""
    operand = 0
    for byte in code[:-1]:
        operand |= byte & 15
        operand = (operand << 4) if byte >> 4 == 2 else (~operand << 4)
    return code[-1] >> 4, operand | code[-1] & 15


@given(st.sampled_from([f for f in range(16) if f not in (2, 6)]), WORDS)
def test_operands_survive_their_encoding(function, operand):
    assert decode(encode_function(function, operand)) == (function, operand)


@pytest.mark.parametrize(
    ("mnemonic", "operand", "code"),
    [
        ("ldc", 0, "40"),
        ("ldc", 15, "4F"),
        ("ldc", 0x754, "27 25 44"),
        ("ldc", -1, "60 4F"),
        ("ldc", -31, "61 41"),
        ("ldc", 0xFFFFFFFF, "60 4F"),
        ("j", -256, "6F 00"),
        ("ldc", -(2**31), "27 2F 2F 2F 2F 2F 6F 40"),
        ("rev", None, "F0"),
        ("ret", None, "22 F0"),
        ("fpadd", None, "28 F7"),
        ("fpuclearerror", None, "29 4C 2A FB"),
    ],
)
def test_encodings_of_the_compiler_writers_guide(mnemonic, operand, code):
    assert encode(mnemonic, operand) == bytes.fromhex(code)


def test_encode_refuses_a_wrong_operand():
    with pytest.raises(ValueError, match="ldc takes an operand"):
        encode("ldc")
    with pytest.raises(ValueError, match="add takes no operand"):
        encode("add", 1)
    with pytest.raises(KeyError):
        encode("fly")


def test_each_name_and_each_code_is_declared_once():
    assert len({i.mnemonic for i in INSTRUCTIONS}) == len(INSTRUCTIONS) == 167
    assert len({(i.encoding, i.code) for i in INSTRUCTIONS}) == len(INSTRUCTIONS)


def test_every_part_has_its_instructions():
    assert by_code(Encoding.OPERATION, 0x63, "T414") is by_mnemonic("unpacksn")
    assert by_code(Encoding.OPERATION, 0x63, "T800") is None
    assert by_code(Encoding.OPERATION, 0x87, "T414") is None
    assert by_code(Encoding.OPERATION, 0x87) is by_mnemonic("fpadd")
    assert by_code(Encoding.OPERATION, 0x14) is None


def test_memory_operands_cost_the_load_and_the_operation():
    for both, load, alone in [
        ("fpldnladdsn", "fpldnlsn", "fpadd"),
        ("fpldnlmulsn", "fpldnlsn", "fpmul"),
    ]:
        cost, operation = by_mnemonic(both).cycles, by_mnemonic(alone).cycles
        assert cost.cpu == by_mnemonic(load).cycles.parameters[0]
        assert cost.parameters[:2] == tuple(cost.cpu + c for c in operation.parameters[:2])
    for both, load, alone in [
        ("fpldnladddb", "fpldnldb", "fpadd"),
        ("fpldnlmuldb", "fpldnldb", "fpmul"),
    ]:
        cost, operation = by_mnemonic(both).cycles, by_mnemonic(alone).cycles
        assert cost.cpu == by_mnemonic(load).cycles.parameters[0]
        assert cost.parameters[2:] == tuple(cost.cpu + c for c in operation.parameters[2:])


def test_every_rule_has_its_parameters_and_its_print():
    counts = {
        Rule.FIXED: 1,
        Rule.NORMALISE: 3,
        Rule.FLOATING: 4,
    }
    for instruction in INSTRUCTIONS:
        cost = instruction.cycles
        assert len(cost.parameters) == counts.get(cost.rule, 2), instruction
        assert str(cost)
    assert str(by_mnemonic("in").cycles) == "2w+19"
    assert str(by_mnemonic("fpmul").cycles) == "REAL32 11 / 18, REAL64 18 / 27"
    assert str(by_mnemonic("norm").cycles) == "n+5 / n-26 (n>=32) / 3 (n=64)"
