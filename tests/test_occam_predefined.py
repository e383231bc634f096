"""Predefined routines: what they compute, against NumPy and by hand."""

from textwrap import indent

import numpy as np
import pytest

from tests.occam_programs import PARTS, main, outputs
from tests.occam_programs import run as run_alone

PATTERNS = [0x3FC00000, 0xC0400000, 0, 0x80000000, 1, 0x00012345, 0x7F7FFFFF, 0x00800000]
REALS = np.array(PATTERNS, np.uint32).view(np.float32)


@pytest.mark.parametrize("part", PARTS)
def test_neighbours_exponents_and_scales_of_reals(part):
    wanted, lines = [], []
    for pattern, value in zip(PATTERNS, REALS, strict=True):
        bits = f"VAL INT bits IS #{pattern:08X}:\nVAL REAL32 x RETYPES bits:\n"
        for aim in (1.0, -1.0):
            expression = f"NEXTAFTER (x, {'-' if aim < 0 else ''}1.0(REAL32))"
            lines.append((bits, expression))
            wanted.append(int(np.nextafter(value, np.float32(aim)).view(np.int32)))
        for power in (-3, -140, 0, 5):
            if abs(float(value)) * 2.0**power < 3e38:
                lines.append((bits, f"SCALEB (x, {power})"))
                wanted.append(int(np.float32(np.ldexp(np.float64(value), power)).view(np.int32)))
        lines.append((bits, "COPYSIGN (MINUSX (x), x)"))
        wanted.append(int(value.view(np.int32)))
    body = "REAL32 r:\nSEQ\n" + "".join(
        indent(f"{bits}r := {expression}\nVAL INT w RETYPES r:\nout ! w\n", "  ")
        for bits, expression in lines
    )
    done = run_alone(main(body), part)
    assert done.ended
    assert done.words == wanted


CALLS = {
    "IEEECOMPARE (1.0(REAL32), 2.0(REAL32))": -1,
    "DIEEECOMPARE (-1.0(REAL64), -2.0(REAL64))": 1,
    "IEEECOMPARE (0.0(REAL32), -0.0(REAL32))": 0,
    "INT TRUNC LOGB (10.0(REAL32))": 3,
    "INT TRUNC DLOGB (0.3(REAL64))": -2,
    "INT ROUND REAL32OP (7.0(REAL32), 3, 2.0(REAL32))": 4,
    "INT ROUND REAL32REM (7.0(REAL32), 4.0(REAL32))": -1,
    "INT ROUND DSCALEB (3.0(REAL64), 10)": 3072,
    "INT REAL64GT (2.0(REAL64), 1.0(REAL64))": 1,
    "INT DORDERED (2.0(REAL64), 1.0(REAL64))": 1,
    "BITCOUNT (#FF, 3)": 11,
    "BITREVWORD (6)": 0x60000000,
    "BITREVNBITS (6, 4)": 6,
    "CRCWORD (#12345678, #FFFFFFFF, #04C11DB7)": 0xD5308B03 - 2**32,
    "CRCBYTE (#12345678, #FFFFFFFF, #04C11DB7)": 0x4E08BFA6,
    "FRACMUL (#40000000, #20000001)": 0x10000000,
    "ROUNDSN (130, #40000000, 0)": 0x40800000,
}
"""Those of bits, IEEECOMPARE, REAL32OP, REAL32REM and ROUNDSN: as INMOS's compiler has them."""


def test_predefined_functions():
    body = "SEQ\n" + "".join(f"  out ! {call}\n" for call in CALLS)
    assert outputs(body) == list(CALLS.values())


def test_predefined_functions_of_several_results():
    body = """
    INT a, b, c:
    INT32 n:
    REAL32 r:
    REAL64 d:
    BOOL ok:
    SEQ
      a, r := FLOATING.UNPACK (-10.0(REAL32))
      out ! a
      out ! INT ROUND (r * 100.0(REAL32))
      a, d := DFLOATING.UNPACK (0.75(REAL64))
      out ! a
      ok, n, r := ARGUMENT.REDUCE (10.0(REAL32), 3.0(REAL32), 0.125(REAL32))
      out ! INT n
      out ! INT ROUND (r * 1000.0(REAL32))
      ok, n, r := ARGUMENT.REDUCE (1.0E+10(REAL32), 3.0(REAL32), 0.125(REAL32))
      out ! INT ok
      ok, n, d := DARGUMENT.REDUCE (-7.5(REAL64), 2.0(REAL64), 0.0(REAL64))
      out ! INT n
      out ! INT ROUND (d * 10.0(REAL64))
      a, b, c := UNPACKSN (#C0400000)
      out ! a
      out ! b
      out ! c
    """
    assert outputs(body) == [3, 125, -1, 3, 625, 0, -4, 5, 0xC0000000 - 2**32, 0x80, 1]


BLOCKS = """
[5][6]BYTE from, to:
SEQ
  SEQ y = 0 FOR 5
    SEQ x = 0 FOR 6
      SEQ
        from[y][x] := BYTE (((x + y) \\ 3) * ((10 * y) + x))
        to[y][x] := BYTE (100 + x)
  {move} (from, 1, 2, to, 2, 1, 3, 2)
  SEQ y = 0 FOR 5
    SEQ x = 0 FOR 6
      out ! INT to[y][x]
"""


@pytest.mark.parametrize("move", ["MOVE2D", "DRAW2D", "CLIP2D"])
def test_blocks_of_bytes_are_moved(move):
    y, x = np.mgrid[0:5, 0:6]
    source = (x + y) % 3 * (10 * y + x)
    target = 100 + x + 0 * y
    block = source[2:4, 1:4]
    kept = {"MOVE2D": block >= 0, "DRAW2D": block != 0, "CLIP2D": block == 0}[move]
    target[1:3, 2:5][kept] = block[kept]
    assert outputs(BLOCKS.format(move=move)) == target.ravel().tolist()
