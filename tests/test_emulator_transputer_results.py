"""What instructions do and leave in registers where their descriptions leave it open.

The expectations are what two other emulators do that pass the Transputer Validation Suite, or an
assumption; each is told in the instruction's declaration.
"""

import struct

import numpy as np
import pytest

from emulator.transputer.isa.instruction_set import INSTRUCTIONS
from tests.transputer_programs import WORKSPACE, assemble, push, run, signed

MINIMUM, MAXIMUM = -(2**31), 2**31 - 1


def after(code, **options):
    network, outcome = run(code, **options)
    assert outcome.status.value == "idle", outcome
    registers = network.registers("a")
    return [registers[name] for name in ("Areg", "Breg", "Creg", "error")]


@pytest.mark.parametrize(
    ("c", "b", "a", "mnemonic", "left"),
    [
        (7, MINIMUM, -1, "rem", [0, 7, 0, 0]),
        (7, 5, 0, "rem", [5, 7, 7, 1]),
        (7, -17, 5, "rem", [-2, 7, 2, 0]),
        (7, MINIMUM, -1, "div", [-1, 7, 7, 1]),
        (7, 5, 0, "div", [0, 7, 7, 1]),
        (7, -17, 5, "div", [-3, 7, 17 - 3 * 5, 0]),
        (7, 23, 5, "div", [4, 7, 23 - 5 * 5, 0]),
        (7, 3, 4, "ladd", [3 + 4 + 1, 3, 7, 0]),
        (6, 3, 4, "lsub", [-1, 3, 6, 0]),
        (7, 3, 4, "lsum", [8, 0, 7, 0]),
        (6, 3, 4, "ldiff", [-1, 1, 6, 0]),
        (9, MINIMUM, 6, "lmul", [9, 3, 3, 0]),
        (3, 17, 5, "ldiv", [signed(12884901905 // 5), 12884901905 % 5, 12884901905 % 5, 0]),
        (5, 17, 5, "ldiv", [17, 5, 5, 1]),
        (1, 2, 33, "lshl", [0, 4, 4, 0]),
        (4, 2, 33, "lshr", [2, 0, 0, 0]),
        (1, 2, 64, "lshl", [0, 0, 0, 0]),
        (9, 1, 32, "shl", [0, 9, 9, 0]),
        (9, -1, 32, "shr", [0, 9, 9, 0]),
        (9, 5, MINIMUM, "cword", [5, 9, 9, 0]),
        (9, 500, 6, "cword", [500, 9, 9, 0]),
        (9, 128, 128, "cword", [128, 9, 9, 1]),
        (9, -129, 128, "cword", [-129, 9, 9, 1]),
        (9, 0x1FF, 0x80, "xword", [signed(0x1FF | -0x80), 9, 9, 0]),
        (9, 0x17F, 0x80, "xword", [0x17F, 9, 9, 0]),
        (9, 1, 34, "bitrevnbits", [0, 9, 9, 0]),
        (9, -(2**31), 34, "bitrevnbits", [4, 9, 9, 0]),
        (9, -1, 64, "bitrevnbits", [0, 9, 9, 0]),
    ],
)
def test_registers_after_an_operation_on_words(c, b, a, mnemonic, left):
    assert after(push(c, b, a) + assemble(mnemonic)) == left


def real(bits, double):
    """Code that loads a real of those bits."""
    size = 2 if double else 1
    words = [signed(bits >> 32 * i & 0xFFFFFFFF) for i in range(size)]
    stores = [line for i, word in enumerate(words) for line in (("ldc", word), ("stl", 20 + i))]
    return assemble(*stores, ("ldlp", 20), "fpldnldb" if double else "fpldnlsn")


def computed(b, a, mnemonic, double):
    """The bits that FAreg has after an operation on b and a, and whether FP_Error is set."""
    store = assemble(("ldlp", 30), "fpstnldb" if double else "fpstnlsn", "fptesterror", ("stl", 32))
    code = real(b, double) + (b"" if a is None else real(a, double)) + assemble(mnemonic) + store
    network, outcome = run(code)
    assert outcome.status.value == "idle"
    low, high = (network.peek("a", WORKSPACE + 4 * i) & 0xFFFFFFFF for i in (30, 31))
    return high << 32 | low if double else low, 1 - network.peek("a", WORKSPACE + 4 * 32)


@pytest.mark.parametrize("double", [False, True])
def test_signs_of_nans(double):
    sign = 1 << 63 if double else 1 << 31
    quiet = 0x7FF8000000000000 if double else 0x7FC00000
    one = 0x3FF0000000000000 if double else 0x3F800000
    larger = quiet + 5
    expected = {
        ("fpadd", one, quiet | sign): quiet | sign,
        ("fpadd", quiet, quiet | sign): quiet,
        ("fpadd", quiet, larger | sign): larger | sign,
        ("fpsub", one, quiet): quiet | sign,
        ("fpsub", one, quiet | sign): quiet,
        ("fpsub", quiet, one): quiet,
        ("fpsub", quiet, larger): larger | sign,
        ("fpmul", one | sign, quiet): quiet | sign,
        ("fpmul", quiet | sign, one | sign): quiet,
        ("fpdiv", quiet, one | sign): quiet | sign,
        ("fpdiv", one | sign, quiet | sign): quiet,
    }
    for (mnemonic, b, a), result in expected.items():
        assert computed(b, a, mnemonic, double) == (result, 1), (mnemonic, hex(b), hex(a))


def compared(b, a, mnemonic):
    code = real(b, False) + real(a, False) + assemble(mnemonic, ("stl", 30), "fptesterror")
    network, _ = run(code + assemble(("stl", 31)))
    return network.peek("a", WORKSPACE + 120), 1 - network.peek("a", WORKSPACE + 124)


def test_nans_compare_as_patterns_beyond_the_infinities():
    nan, infinity, minus = 0x7FC00000, 0x7F800000, 0x80000000
    assert compared(nan, nan, "fpeq") == (1, 1)
    assert compared(nan, nan + 1, "fpeq") == (0, 1)
    assert compared(nan, infinity, "fpgt") == (1, 1)
    assert compared(infinity, nan, "fpgt") == (0, 1)
    assert compared(infinity, nan | minus, "fpgt") == (1, 1)
    assert compared(0, minus, "fpeq") == (1, 0)


@pytest.mark.parametrize(
    ("value", "single"),
    [
        (1.5, 0x3FC00000),
        (-0.1, struct.unpack("<I", struct.pack("<f", np.nextafter(np.float32(-0.1), 0)))[0]),
        (2.0**200, (200 + 127 & 0xFF) << 23),
        (-(2.0**-300), 1 << 31 | (-300 + 127 & 0xFF) << 23),
        (np.inf, (2047 - 1023 + 127 & 0xFF) << 23),
        (0.0, 0),
    ],
)
def test_a_real64_is_cut_without_rounding(value, single):
    bits = struct.unpack("<Q", struct.pack("<d", value))[0]
    code = real(bits, True) + assemble("fpunoround", ("ldlp", 30), "fpstnlsn")
    network, _ = run(code + assemble("fptesterror", ("stl", 31)))
    assert network.peek("a", WORKSPACE + 120) & 0xFFFFFFFF == single
    assert network.peek("a", WORKSPACE + 124) == 1


@pytest.mark.parametrize(
    ("mnemonic", "value", "error"),
    [
        ("fpuchki32", 2147483647.4, 0),
        ("fpuchki32", 2147483647.75, 0),
        ("fpuchki32", 2147483648.0, 1),
        ("fpuchki32", -2147483648.0, 0),
        ("fpuchki32", -2147483648.25, 1),
        ("fpuchki64", -(2.0**63), 0),
        ("fpuchki64", 2.0**63, 1),
        ("fprtoi32", 2147483647.4, 0),
        ("fprtoi32", 2147483647.75, 1),
    ],
)
def test_ranges_are_checked_without_rounding(mnemonic, value, error):
    bits = struct.unpack("<Q", struct.pack("<d", value))[0]
    code = real(bits, True) + assemble(mnemonic, "fptesterror", ("stl", 31))
    assert 1 - run(code)[0].peek("a", WORKSPACE + 124) == error


def test_what_is_decided_names_its_source_or_that_it_is_assumed():
    decided = {each.mnemonic: each.decided for each in INSTRUCTIONS if each.decided}
    assert all("V)" in text or "(D" in text or "ASSUMPTION" in text for text in decided.values())
    assert decided.keys() >= {"rem", "cword", "fpsub", "fpgt", "fpunoround", "fpuchki32", "lmul"}
