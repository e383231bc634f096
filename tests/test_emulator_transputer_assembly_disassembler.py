"""Whatever bytes there are, their disassembly assembles to them."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.assembly.bootfile import bootable
from emulator.transputer.assembly.disassembler import decode, disassemble, disassemble_file
from emulator.transputer.isa.instruction import Encoding
from emulator.transputer.isa.instruction_set import INSTRUCTIONS, encode

MNEMONICS = [each.mnemonic for each in INSTRUCTIONS]
DIRECT = [each.mnemonic for each in INSTRUCTIONS if each.encoding is Encoding.DIRECT]


@given(st.binary(max_size=400))
def test_any_bytes_come_back(code):
    assert assemble(disassemble(code)).code == code


BRANCH_BYTES = st.lists(
    st.sampled_from([0x20, 0x21, 0x2F, 0x60, 0x6F, 0x00, 0x0F, 0xA3, 0x97]), max_size=300
)


@given(BRANCH_BYTES.map(bytes))
def test_branches_and_prefixes_come_back(code):
    assert assemble(disassemble(code)).code == code


def test_branches_that_are_long_because_of_each_other_come_back():
    # The jump forward spans the one back, and the other way round: each is one byte longer than
    # need be because the other is. As labels they would settle two bytes shorter.
    back = encode("j", -258)
    code = b"\x40" * 240 + encode("j", 16) + b"\x40" * 13 + back
    assert len(back) == 3
    short = assemble("a: space 240, #40\n j b\n space 13, #40\n j a\n b:").code
    assert len(short) == len(code) - 2
    text = disassemble(code)
    assert "L0" not in text
    assert assemble(text).code == code


@given(st.binary(min_size=2, max_size=600))
def test_a_bootable_file_comes_back(code):
    data = bootable(code)
    program = assemble(disassemble_file(data))
    assert not program.raw
    assert bootable(program.code) == data


@given(
    st.lists(st.sampled_from([b"\0" + bytes(range(8)), b"\1" + bytes(4)])).map(b"".join),
    st.binary(min_size=2, max_size=255),
    st.binary(max_size=30),
)
def test_a_file_from_elsewhere_comes_back(controls, bootstrap, rest):
    data = controls + bytes([len(bootstrap)]) + bootstrap + rest
    program = assemble(disassemble_file(data))
    assert (program.code if program.raw else bootable(program.code)) == data


def test_every_byte_is_in_one_line():
    code = bytes(range(256))
    lines = list(decode(code))
    assert lines[0].offset == 0
    for line, after in itertools.pairwise(lines):
        assert line.offset + line.size == after.offset
    assert lines[-1].offset + lines[-1].size == len(code)


@pytest.mark.parametrize("mnemonic", MNEMONICS)
def test_every_instruction_is_named(mnemonic):
    if mnemonic in ("pfix", "nfix"):
        code = encode(mnemonic, 5)
    else:
        code = encode(mnemonic, 0x1234 if mnemonic in DIRECT else None)
    text = disassemble(code)
    assert mnemonic in text.split()
    assert assemble(text).code == code


def test_the_text():
    source = (
        "start:  ldc 300\n adc -1\n cj start\n j end\n ldc 1\n fpentry\n opr #FFF\n end: pfix 0\n"
    )
    assert disassemble(assemble(source).code) == (
        "L0:     ldc         300\n"
        "        adc         -1\n"
        "        cj          L0\n"
        "        j           L14\n"
        "        ldc         1\n"
        "        fpentry                           -- fpusqrtfirst\n"
        "        opr         4095\n"
        "L14:    pfix        0\n"
    )


def test_prefixes_that_are_not_the_shortest_keep_their_meaning_in_a_note():
    # nfix 0, pfix 1, j 5: the operand is (((-16 | 1) << 4) | 5) = -235.
    text = disassemble(bytes([0x60, 0x21, 0x05]) + bytes([0xF5]) * 6)
    assert text.splitlines()[:3] == [
        "        nfix        0",
        "        pfix        1",
        "        j           5                     -- with its prefixes j -235",
    ]


def test_a_file_that_cannot_boot_is_refused():
    with pytest.raises(InputError, match="short: a bootstrap of 9 bytes, 2 of them"):
        disassemble_file(b"\x09\x40\x41", "some.btl")
