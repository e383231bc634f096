"""IEEE32OP, IEEE64OP, IEEE32REM and IEEE64REM against the emulator's arithmetic of the T800.

That one is written apart, on 64-bit integers, and is itself held against exact fractions.
"""

import random

import pytest

from emulator.transputer.processor import softfloat, softfloat_convert
from emulator.transputer.processor.softfloat_format import MINUS, NEAREST, PLUS, ZERO
from tests.occam_programs import PARTS, main, outputs, run

MODES = (ZERO, NEAREST, PLUS, MINUS)
"""The rounding modes in the order of their numbers in occam."""
WORD, LONG = 1 << 32, 1 << 64

SPECIAL = {
    32: (0, 1, 0x7FFFFF, 0x800000, 0x3F800000, 0x3F800001, 0x7F7FFFFF, 0x7F800000, 0x7FC12345),
    64: (
        0,
        1,
        (1 << 52) - 1,
        1 << 52,
        0x3FF << 52,
        (0x3FF << 52) + 1,
        (0x7FF << 52) - 1,
        0x7FF << 52,
        0x7FF8123456789ABC,
    ),
}


def patterns(bits, seed, count):
    """Pairs of bits: special ones, exponents near each other, products near the ends."""
    rng = random.Random(seed)
    fraction = {32: 23, 64: 52}[bits]
    top = 2 * {32: 127, 64: 1023}[bits]

    def near(field):
        return max(0, min(top, field + rng.randint(-3, 3)))

    for _ in range(count):
        if rng.random() < 0.3:
            x, y = rng.choice(SPECIAL[bits]), rng.choice(SPECIAL[bits])
        else:
            field = rng.randint(0, top)
            other = rng.choice([field, top // 2, top // 2 - field, top + top // 2 - field])
            x = near(field) << fraction | rng.getrandbits(fraction)
            y = near(other) << fraction | rng.getrandbits(fraction)
        yield x | rng.getrandbits(1) << bits - 1, y | rng.getrandbits(1) << bits - 1


def signed(value, size):
    return value - size if value >= size // 2 else value


def expected(x, mode, op, y, bits):
    """The bits of a result, and the error."""
    double = int(bits == 64)
    b, a = (signed(v, LONG) if double else v for v in (x, y))
    if op == 1:
        a ^= -(LONG // 2) if double else WORD // 2
    function = (softfloat.add, softfloat.add, softfloat.multiply, softfloat.divide)[op]
    result, error = function(b, a, double, MODES[mode])
    return result % (1 << bits), int(error)


TABLES = """
VAL [{n}][{words}]INT xs IS [{xs}]:
VAL [{n}][{words}]INT ys IS [{ys}]:
VAL []INT modes IS [{modes}]:
VAL []INT ops IS [{ops}]:
SEQ i = 0 FOR {n}
  VAL REAL{bits} x RETYPES xs[i]:
  VAL REAL{bits} y RETYPES ys[i]:
  REAL{bits} result:
  BOOL error:
  SEQ
    error, result := {call}
    out ! INT error
    [{words}]INT bits RETYPES result:
    SEQ j = 0 FOR {words}
      out ! bits[j]
"""


def words_of(value, bits):
    return [signed(value >> shift & WORD - 1, WORD) for shift in range(0, bits, 32)]


def table(values, bits):
    return ", ".join(
        "[" + ", ".join(f"#{word % WORD:08X}" for word in words_of(v, bits)) + "]" for v in values
    )


def called(call, bits, pairs, modes=(0,), ops=(0,)):
    text = TABLES.format(
        n=len(pairs),
        words=bits // 32,
        bits=bits,
        call=call,
        xs=table([x for x, _ in pairs], bits),
        ys=table([y for _, y in pairs], bits),
        modes=", ".join(map(str, modes)),
        ops=", ".join(map(str, ops)),
    )
    return outputs(text)


def check(bits, call, pairs, results, *choices):
    got = called(call, bits, pairs, *choices)
    step = 1 + bits // 32
    for i, ((x, y), (result, error)) in enumerate(zip(pairs, results, strict=True)):
        wanted = [error, *words_of(result, bits)]
        assert got[step * i : step * (i + 1)] == wanted, f"case {i}: {x:#x} and {y:#x}"


@pytest.mark.parametrize("bits", [32, 64])
def test_operations_in_every_mode(bits):
    pairs = list(patterns(bits, bits, 160))
    choices = [(i // 4 % 4, i % 4) for i in range(len(pairs))]
    for x in SPECIAL[bits]:  # with itself and its opposite
        for mode in range(4):
            for op in range(4):
                pairs.append((x, x ^ (mode ^ op) % 2 << bits - 1))
                choices.append((mode, op))
    results = [expected(x, m, o, y, bits) for (x, y), (m, o) in zip(pairs, choices, strict=True)]
    modes, ops = zip(*choices, strict=True)
    check(bits, f"IEEE{bits}OP (x, modes[i], ops[i], y)", pairs, results, modes, ops)


def remainder(x, y, bits):
    double = int(bits == 64)
    b, a = (signed(v, LONG) if double else v for v in (x, y))
    result, error, done = softfloat_convert.remainder_special(b, a, double)
    while not done:
        b = result
        result, _, done = softfloat_convert.remainder_step(b, a, double)
    return result % (1 << bits), int(error)


@pytest.mark.parametrize("bits", [32, 64])
def test_remainders(bits):
    pairs = list(patterns(bits, bits + 1, 100))
    results = [remainder(x, y, bits) for x, y in pairs]
    check(bits, f"IEEE{bits}REM (x, y)", pairs, results)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("mode", "op"), [(4, 0), (-1, 0), (0, 4), (0, -1)])
def test_a_mode_or_operation_that_there_is_not_is_an_error(part, mode, op):
    body = """
    BOOL error:
    REAL32 result:
    INT mode, op:
    SEQ
      mode, op := {mode}, {op}
      error, result := IEEE32OP (1.0(REAL32), mode, op, 2.0(REAL32))
    """
    assert run(main(body.format(mode=1, op=2)), part).ended
    assert not run(main(body.format(mode=mode, op=op)), part).ended
