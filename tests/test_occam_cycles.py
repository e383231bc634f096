"""The figures measured with INMOS's compiler (docs/facts/transputer.md, 6) for a loop's body."""

from textwrap import dedent

import pytest

from emulator.transputer.assembly.disassembler import decode
from emulator.transputer.isa import instruction_set as isa
from emulator.transputer.isa.instruction import Rule
from occam.program import Checks
from tests.occam_programs import compiled, run_image

REPEATS = 20
MODES = (Checks.HALT, Checks.RANGE_OFF, Checks.NONE)
VARIABLE = """
    PROC multiply (VAL [4][4]REAL32 a, b, [4][4]REAL32 c, VAL INT n, inner)
      SEQ i = 0 FOR n
        SEQ j = 0 FOR n
          SEQ k = 0 FOR inner
            c[i][j] := c[i][j] + (a[i][k]*b[k][j])
    :
    """
CONSTANT = """
    PROC multiply (VAL [4][4]REAL32 a, b, [4][4]REAL32 c, VAL INT n, inner)
      REAL32 s:
      SEQ i = 0 FOR 4
        SEQ j = 0 FOR 4
          SEQ
            s := 0.0(REAL32)
            SEQ k = 0 FOR {inner}
              s := s + (a[i][k]*b[k][j])
            c[i][j] := s
    :
    """
MAIN = """
    PROC main ()
      [4][4]REAL32 a, b, c:
      SEQ
        SEQ i = 0 FOR 4
          SEQ j = 0 FOR 4
            SEQ
              a[i][j] := REAL32 ROUND (i + (2 * j))
              b[i][j] := REAL32 ROUND ((3 * i) - j)
              c[i][j] := 0.0(REAL32)
        SEQ t = 0 FOR {repeats}
          multiply (a, b, c, 4, {inner})
    :
    """


def image(procedure, checks, inner):
    text = dedent(procedure).format(inner=inner) + dedent(MAIN).format(repeats=REPEATS, inner=inner)
    return compiled(text.lstrip("\n"), "T800", checks)


def serial_cycles(code):
    """Sum the typical cycles of the loop that multiplies: from its start to its `lend`."""
    lines = list(decode(code))
    multiply = next(i for i, line in enumerate(lines) if line.mnemonic == "fpldnlmulsn")
    end = next(i for i, line in enumerate(lines) if i > multiply and line.mnemonic == "lend")
    back = lines[end - 1].operand
    body = [
        line
        for line in lines[: end + 1]
        if line.offset >= lines[end].offset + lines[end].size - back
    ]
    return sum(cost(line) for line in body)


def cost(line):
    """Typical cycles of an instruction and its prefixes."""
    instruction = isa.by_mnemonic(line.mnemonic)
    assert instruction.cycles.rule in (Rule.FIXED, Rule.EITHER, Rule.FLOATING), line
    return instruction.cycles.parameters[0] + line.size - 1


def overlapped_cycles(procedure, checks):
    """Measure an iteration: two more of them, everywhere, over what that adds."""
    cycles = []
    for inner in (4, 2):
        done = run_image(image(procedure, checks, inner))
        assert done.ended
        cycles.append(done.network.statistics().nodes["node"].cycles)
    return (cycles[0] - cycles[1]) / (2 * 16 * REPEATS)


@pytest.mark.parametrize(("checks", "inmos"), list(zip(MODES, (125, 93, 91), strict=True)))
def test_serial_cycles_with_variable_bounds(checks, inmos):
    assert serial_cycles(image(VARIABLE, checks, 4).code) == pytest.approx(inmos, rel=0.05)


@pytest.mark.parametrize(("checks", "inmos"), list(zip(MODES, (108, 76, 74), strict=True)))
def test_overlapped_cycles_with_variable_bounds(checks, inmos):
    assert overlapped_cycles(VARIABLE, checks) == pytest.approx(inmos, rel=0.05)


def test_cycles_with_constant_bounds_and_an_accumulator():
    assert serial_cycles(image(CONSTANT, Checks.HALT, 4).code) == pytest.approx(71, rel=0.05)
    assert overlapped_cycles(CONSTANT, Checks.HALT) == pytest.approx(67, rel=0.05)
