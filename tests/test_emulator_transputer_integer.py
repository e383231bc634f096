"""Integer operations against plain Python: registers, error flag, and cost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.transputer.isa.instruction_set import by_mnemonic, encode
from emulator.transputer.network.results import Status
from tests.transputer_programs import cycles, push, run, signed

MINIMUM, MAXIMUM = -(2**31), 2**31 - 1
EDGES = [0, 1, -1, 2, 3, 31, 32, 33, 255, 256, 0x7FFF, -0x8000, MINIMUM, MAXIMUM, MINIMUM + 1]
WORD = st.one_of(st.sampled_from(EDGES), st.integers(MINIMUM, MAXIMUM))
SMALL = st.one_of(st.integers(0, 70), st.sampled_from([-1, MINIMUM]))


def unsigned(x):
    return x % 2**32


def checked(exact):
    return signed(exact), exact != signed(exact)


def quotient(b, a):
    return abs(b) // abs(a) * (-1 if (a < 0) != (b < 0) else 1)


def high_bit(x):
    return max(x.bit_length() - 1, 0)


def fraction_product(c, b, a):
    whole, rest = divmod(a * b, 2**31)
    if rest * 2 > 2**31 or (rest * 2 == 2**31 and whole % 2 == 1):
        whole += 1
    return *checked(whole), c


def crc(c, b, a, bits):
    data, remainder = unsigned(a), unsigned(b)
    for _ in range(bits):
        out = remainder >> 31
        remainder = (remainder << 1 | data >> 31) % 2**32
        data = data << 1 & 0xFFFFFFFF
        remainder ^= unsigned(c) * out
    return signed(remainder)


def reverse(x, n):
    return int(format(unsigned(x), "032b")[::-1], 2) >> (32 - n) if n else 0


# mnemonic: (c, b, a) -> (Areg, error, Breg or None if undefined)
MODELS = {
    "rev": lambda c, b, a: (b, False, a),
    "bsub": lambda c, b, a: (signed(a + b), False, c),
    "diff": lambda c, b, a: (signed(b - a), False, c),
    "add": lambda c, b, a: (*checked(b + a), c),
    "sub": lambda c, b, a: (*checked(b - a), c),
    "sum": lambda c, b, a: (signed(b + a), False, c),
    "gt": lambda c, b, a: (int(b > a), False, c),
    "wsub": lambda c, b, a: (signed(a + 4 * b), False, c),
    "wsubdb": lambda c, b, a: (signed(a + 8 * b), False, c),
    "bcnt": lambda c, b, a: (signed(4 * a), False, b),
    "wcnt": lambda c, b, a: (a >> 2, False, a & 3),
    "and": lambda c, b, a: (a & b, False, c),
    "or": lambda c, b, a: (a | b, False, c),
    "xor": lambda c, b, a: (a ^ b, False, c),
    "not": lambda c, b, a: (~a, False, b),
    "mint": lambda c, b, a: (MINIMUM, False, a),
    "dup": lambda c, b, a: (a, False, a),
    "mul": lambda c, b, a: (*checked(b * a), c),
    "prod": lambda c, b, a: (signed(b * a), False, c),
    "div": lambda c, b, a: (
        (a, True, c) if a == 0 or (a == -1 and b == MINIMUM) else (quotient(b, a), False, c)
    ),
    "rem": lambda c, b, a: (b, True, c) if a == 0 else (b - a * quotient(b, a), False, c),
    "fmul": fraction_product,
    "csub0": lambda c, b, a: (b, unsigned(b) >= unsigned(a), c),
    "ccnt1": lambda c, b, a: (b, b == 0 or unsigned(b) > unsigned(a), c),
    "csngl": lambda c, b, a: (a, b != (-1 if a < 0 else 0), c),
    "xdble": lambda c, b, a: (a, False, -1 if a < 0 else 0),
    "ladd": lambda c, b, a: (*checked(b + a + (c & 1)), None),
    "lsub": lambda c, b, a: (*checked(b - a - (c & 1)), None),
    "lsum": lambda c, b, a: (
        signed(unsigned(b) + unsigned(a) + (c & 1)),
        False,
        (unsigned(b) + unsigned(a) + (c & 1)) >> 32,
    ),
    "ldiff": lambda c, b, a: (
        signed(unsigned(b) - unsigned(a) - (c & 1)),
        False,
        int(unsigned(b) - unsigned(a) - (c & 1) < 0),
    ),
    "lmul": lambda c, b, a: (
        signed(unsigned(b) * unsigned(a) + unsigned(c)),
        False,
        signed((unsigned(b) * unsigned(a) + unsigned(c)) >> 32),
    ),
    "ldiv": lambda c, b, a: (
        (None, True, None)
        if unsigned(c) >= unsigned(a)
        else (
            signed((unsigned(c) << 32 | unsigned(b)) // unsigned(a)),
            False,
            signed((unsigned(c) << 32 | unsigned(b)) % unsigned(a)),
        )
    ),
    "crcword": lambda c, b, a: (crc(c, b, a, 32), False, c),
    "crcbyte": lambda c, b, a: (crc(c, b, a, 8), False, c),
    "bitcnt": lambda c, b, a: (signed(unsigned(a).bit_count() + b), False, c),
    "bitrevword": lambda c, b, a: (signed(reverse(a, 32)), False, b),
}
NOT_ON_T414 = {"dup", "wsubdb", "crcword", "crcbyte", "bitcnt", "bitrevword"}

COSTS = {
    "prod": lambda a, b: 4 + high_bit(a) if a >= 0 else 5 + high_bit(-a),
    "bitcnt": lambda a, b: 2 + high_bit(unsigned(a)),
    "fmul": lambda a, b: 35 if a * b % 2**31 == 0 else 40,
}


def after(code, part="T800"):
    network, outcome = run(code, part)
    assert outcome.status is Status.IDLE
    return network.registers("a")


@pytest.mark.parametrize("mnemonic", MODELS)
@settings(max_examples=40)
@given(c=WORD, b=WORD, a=WORD)
def test_results_errors_and_costs(mnemonic, c, b, a):
    areg, error, breg = MODELS[mnemonic](c, b, a)
    code = push(c, b, a) + encode(mnemonic)
    registers = after(code)
    assert areg is None or registers["Areg"] == areg
    assert breg is None or registers["Breg"] == breg
    assert registers["error"] == int(error)
    cost = by_mnemonic(mnemonic).cycles.parameters[0]
    if mnemonic in COSTS:
        cost = COSTS[mnemonic](a, b)
    prefixes = len(encode(mnemonic)) - 1
    assert cycles(code) - cycles(push(c, b, a)) == cost + prefixes


@pytest.mark.parametrize("mnemonic", sorted(set(MODELS) - NOT_ON_T414))
def test_the_t414_computes_the_same(mnemonic):
    for c, b, a in [(1, 2, 3), (5, -7, 1000), (0, MAXIMUM, MAXIMUM), (1, MINIMUM, -1)]:
        code = push(c, b, a) + encode(mnemonic)
        assert after(code, "T414") == after(code, "T800") | {
            "cycles": after(code, "T414")["cycles"],
            "Iptr": after(code, "T414")["Iptr"],
        }


@pytest.mark.parametrize("mnemonic", sorted(NOT_ON_T414))
def test_the_t414_lacks_them(mnemonic):
    _, outcome = run(push(1, 2, 3) + encode(mnemonic), "T414")
    assert outcome.status is Status.UNKNOWN_INSTRUCTION
    assert f"a T414 has no operation #{by_mnemonic(mnemonic).code:X}" in outcome.reason


def test_product_of_a_negative_number_is_slow_on_the_t414():
    code, before = push(0, 3, -4) + encode("prod"), push(0, 3, -4)
    assert cycles(code) - cycles(before) == 5 + 2
    assert cycles(code, "T414") - cycles(before, "T414") == 4 + 31


@given(b=WORD, a=SMALL)
@settings(max_examples=60)
def test_shifts(b, a):
    places = unsigned(a)
    left = after(push(9, b, a) + encode("shl"))
    right = after(push(9, b, a) + encode("shr"))
    assert left["Areg"] == (signed(b << places) if places < 64 else 0)
    assert right["Areg"] == (signed(unsigned(b) >> places) if places < 64 else 0)
    assert left["Breg"] == right["Breg"] == 9
    for mnemonic in ("shl", "shr"):
        extra = cycles(push(9, b, a) + encode(mnemonic)) - cycles(push(9, b, a))
        assert extra == places + 2 + len(encode(mnemonic)) - 1


@given(c=WORD, b=WORD, a=SMALL)
@settings(max_examples=60)
def test_long_shifts(c, b, a):
    places, value = unsigned(a), unsigned(c) << 32 | unsigned(b)
    shifted = {
        "lshl": (value << places) % 2**64 if places < 64 else 0,
        "lshr": value >> places if places < 64 else 0,
    }
    for mnemonic, expected in shifted.items():
        registers = after(push(c, b, a) + encode(mnemonic))
        assert unsigned(registers["Breg"]) << 32 | unsigned(registers["Areg"]) == expected
        extra = cycles(push(c, b, a) + encode(mnemonic)) - cycles(push(c, b, a))
        assert extra == places + (3 if places < 32 else -28) + 1


@given(b=WORD, a=WORD)
@settings(max_examples=60)
def test_normalise(b, a):
    value = unsigned(b) << 32 | unsigned(a)
    places = 64 - value.bit_length()
    registers = after(push(0, b, a) + encode("norm"))
    assert registers["Creg"] == places
    assert unsigned(registers["Breg"]) << 32 | unsigned(registers["Areg"]) == (
        value << places if value else 0
    )
    cost = 3 if value == 0 else places + (5 if places < 32 else -26)
    assert cycles(push(0, b, a) + encode("norm")) - cycles(push(0, b, a)) == cost + 1


@given(value=WORD, width=st.sampled_from([0x80, 0x8000, 0x40, 1]))
def test_part_words(value, width):
    inside = -width <= value < width
    registers = after(push(5, value, width) + encode("cword"))
    assert (registers["Areg"], registers["Breg"]) == (value, 5)
    assert registers["error"] == int(not inside)
    if inside:
        part = value % (2 * width)
        assert after(push(5, part, width) + encode("xword"))["Areg"] == value
    assert cycles(push(5, 1, width) + encode("xword")) - cycles(push(5, 1, width)) == 4 + 1
    assert cycles(push(5, 1, width) + encode("cword")) - cycles(push(5, 1, width)) == 5 + 1


@given(b=WORD, n=st.integers(0, 32))
def test_reversing_low_bits(b, n):
    code = push(7, b, n) + encode("bitrevnbits")
    registers = after(code)
    assert (registers["Areg"], registers["Breg"]) == (signed(reverse(b, n)), 7)
    assert cycles(code) - cycles(push(7, b, n)) == n + 4 + 1


def test_crc_of_a_known_message():
    # CRC-32/MPEG-2 without its initial value is the plain remainder: "123456789" through
    # polynomial #04C11DB7 from 0, then 32 zero bits, gives #89A1897F (Rocksoft catalogue: CRC-32
    # parameters with init 0, no reflection, no final xor).
    remainder, polynomial = 0, 0x04C11DB7
    for byte in b"123456789" + bytes(4):
        registers = after(push(polynomial, remainder, byte << 24) + encode("crcbyte"))
        remainder = registers["Areg"]
    assert unsigned(remainder) == 0x89A1897F


def test_halt_on_error():
    code = encode("sethalterr") + push(0, MAXIMUM, 1) + encode("add")
    _, outcome = run(code)
    assert outcome.status is Status.ERROR
    assert "a: halted on its error flag near #800000" in outcome.reason
    _, outcome = run(encode("sethalterr") + encode("ldc", MAXIMUM) + encode("adc", 1))
    assert outcome.status is Status.ERROR
    assert after(encode("ldc", MAXIMUM) + encode("adc", 1))["error"] == 1
    registers = after(encode("sethalterr") + encode("clrhalterr") + encode("seterr"))
    assert registers["error"] == 1


def test_the_error_flag_is_tested_and_cleared():
    registers = after(encode("seterr") + encode("testerr") + encode("testerr"))
    assert (registers["Breg"], registers["Areg"], registers["error"]) == (0, 1, 0)
    assert cycles(encode("seterr") + encode("testerr")) - cycles(encode("seterr")) == 3 + 1
    assert cycles(encode("testerr")) == 2 + 1
    assert after(encode("sethalterr") + encode("testhalterr"))["Areg"] == 1
    assert after(encode("testpranal"))["Areg"] == 0
