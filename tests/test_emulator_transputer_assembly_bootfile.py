"""The bytes that boot a transputer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.assembly.bootfile import bootable, loader, parse
from emulator.transputer.network.network import Network, NodeConfig


@given(st.binary(min_size=2, max_size=255))
def test_a_short_program_is_its_own_bootstrap(code):
    data = bootable(code)
    assert data == bytes([len(code)]) + code
    assert parse(data).program == code


@pytest.mark.parametrize("size", [256, 257, 259, 1000, 70_000])
def test_a_long_program_goes_behind_the_loader(size):
    code = bytes(i % 251 for i in range(size))
    data = bootable(code)
    file = parse(data)
    assert 2 <= len(file.bootstrap) == data[0] <= 255
    assert file.bootstrap == loader(size)
    assert (file.rest, file.program) == (code, code)


MEMORY = -(2**31)
MEM_START = {"T414": MEMORY + 0x48, "T800": MEMORY + 0x70}
RECORD = MEMORY + 0x700

# Stores Wptr, the address of its first byte and the boot link it was given at RECORD.
ENTRY = """
        ldl     2
        mint
        ldnlp   #700 / 4
        stnl    2
        ldlp    0
        mint
        ldnlp   #700 / 4
        stnl    0
        ldap    start
        mint
        ldnlp   #700 / 4
        stnl    1
        ajw     8               -- what `stopp` stores below Wptr is not to lie in the code
        stopp
"""


@pytest.mark.parametrize("part", ["T414", "T800"])
@pytest.mark.parametrize("size", [60, 61, 254, 255, 256, 257, 258, 259, 1000])
def test_a_program_is_entered_alike_whichever_way_it_came(part, size):
    code = assemble("start: stl 0\nstl 0\nstl 2\n" + ENTRY).code
    code = code.ljust(size, b"\x20")
    network = Network([NodeConfig("root", part, memory_bytes=1 << 16)], host=("root", 0))
    network.boot(bootable(code))
    network.run(max_cycles=1_000_000)
    start = MEM_START[part]
    after = start + (size + 3) // 4 * 4
    assert [network.peek("root", RECORD + 4 * word) for word in range(3)] == [
        after,
        start,
        MEMORY + 16,  # the input channel of link 0
    ]
    held = bytearray()
    for address in range(start, after, 4):
        held += (network.peek("root", address) % 2**32).to_bytes(4, "little")
    assert held[:size] == code


def test_one_byte_is_made_two_and_none_is_refused():
    assert bootable(b"\x40") == b"\x02\x40\x20"
    with pytest.raises(ValueError, match="no code"):
        bootable(b"")


def test_controls_come_before_the_bootstrap():
    controls = b"\0" + bytes(8) + b"\1" + bytes(4)
    file = parse(controls + b"\2\x40\x41rest")
    assert (file.controls, file.bootstrap, file.rest) == (controls, b"\x40\x41", b"rest")
    assert file.program == b"\x40\x41"


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "name.btl: an empty file"),
        (b"\x05\x40", "name.btl: cut short: a bootstrap of 5 bytes, 1 of them in the file"),
        (b"\x05", "0 of them in the file"),
        (b"\0" * 9, "9 bytes of pokes and peeks, no bootstrap"),
        (b"\0\1\2", "3 bytes of pokes and peeks, no bootstrap"),
        (b"\1", "no bootstrap"),
    ],
)
def test_what_cannot_boot_is_refused(data, problem):
    with pytest.raises(InputError, match="2 to 255") as caught:
        parse(data, "name.btl")
    assert problem in str(caught.value)


@given(st.binary(max_size=300))
def test_any_file_is_split_or_refused(data):
    try:
        file = parse(data)
    except InputError:
        return
    assert file.controls + bytes([len(file.bootstrap)]) + file.bootstrap + file.rest == data
    assert len(file.bootstrap) >= 2
