"""KERNEL.RUN calls code that is bytes of an array, with addresses that LOAD procedures found."""

from textwrap import dedent

import pytest

from common.errors import InputError
from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.assembly.disassembler import decode
from tests.occam_programs import compiled, main, outputs, run

INMOS = """
    ldl 1, ldc 0, ldl 5, csub0, ldl 4, wsub, stnl 0,
    ldl 7, ldl 6, stnl 0,
    ldl 2, ldc 1, ldl 5, csub0, ldl 4, wsub, stnl 0,
    ldl 6, ldnl 0, ldl 3, csub0, ldl 2, bsub, ldl 5, ldl 4, wsub, ldc 8, ldpi, rev,
    gajw, ajw -6, stl 5, stl 0, gcall, ldl 1, gajw
"""
"""What INMOS's compiler (D7205A, options -t8 -h -y) makes of the procedure below."""
PROCEDURE = """\
PROC p (CHAN OF INT c, []BYTE code, []INT ws, INT r, [4]CHAN OF INT cs)
  SEQ
    LOAD.INPUT.CHANNEL (ws[0], c)
    LOAD.INPUT.CHANNEL.VECTOR (r, cs)
    LOAD.BYTE.VECTOR (ws[1], code)
    KERNEL.RUN (code, r, ws, 4)
:
"""


def table(text):
    """Return a table of bytes, the machine code of some assembly."""
    code = assemble("raw\n" + dedent(text)).code
    return "[" + ", ".join(f"BYTE {byte}" for byte in code) + "]"


def test_instructions_are_those_of_inmos():
    call = "CHAN OF INT c:\n[4]CHAN OF INT cs:\n[9]BYTE code:\n[9]INT ws:\nINT r:\n"
    image = compiled(main(call + "p (c, code, ws, r, cs)", PROCEDURE))
    found = [one for one in decode(image.code) if image.origin(one.offset).procedure == "p"]
    shown = [
        one.mnemonic if one.operand is None else f"{one.mnemonic} {one.operand}" for one in found
    ]
    assert shown == [*(one.strip() for one in INMOS.split(",")), "ret"]


def test_code_takes_parameters_and_gives_a_result_through_an_address():
    code = table("byte 0, 0\nldl 1\nldl 2\nsub\nldl 3\nldnlp 1\nstnl 0\nret")
    body = f"""
        VAL code IS {code}:
        [40]INT workspace:
        [3]INT results:
        SEQ
          results[1] := 0
          workspace[35], workspace[36] := 50, 8
          [12]BYTE bytes RETYPES results:
          LOAD.BYTE.VECTOR (workspace[37], bytes)
          KERNEL.RUN (code, 2, workspace, 4)
          out ! results[1]
          out ! 7
        """
    assert outputs(body) == [42, 7]


def test_code_uses_channels_by_their_addresses():
    code = table("""
        ajw -1
        ldlp 0
        ldl 2
        ldc 4
        in
        ldl 3
        ldnlp 1
        ldl 0
        adc 1
        outword
        ajw 1
        ret
        """)
    body = f"""
        VAL code IS {code}:
        CHAN OF INT there:
        [2]CHAN OF INT back:
        PAR
          [40]INT workspace:
          SEQ
            LOAD.INPUT.CHANNEL (workspace[35], there)
            LOAD.OUTPUT.CHANNEL.VECTOR (workspace[36], back)
            KERNEL.RUN (code, 0, workspace, 4)
          INT x:
          SEQ
            there ! 41
            back[1] ? x
            out ! x
        """
    assert outputs(body) == [42]


def test_where_the_code_begins_is_checked():
    body = """
        [9]BYTE code:
        [20]INT workspace:
        INT r:
        SEQ
          r := 9
          KERNEL.RUN (code, r, workspace, 3)
          out ! 1
        """
    assert "halted on its error flag" in run(main(body)).reason


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        ("KERNEL.RUN (code, 0, ws, 2)", "this number of parameters for KERNEL.RUN"),
        ("KERNEL.RUN (code, 0, ws, x)", "this number of parameters for KERNEL.RUN"),
        ("KERNEL.RUN (code, 0, x, 3)", "INT for the parameter workspace"),
        ("LOAD.INPUT.CHANNEL (x, x)", "INT for the parameter in"),
        ("LOAD.OUTPUT.CHANNEL (4, out)", "4"),
        ("PAR\n  LOAD.OUTPUT.CHANNEL (x, c)\n  c ! 1", "c is used for output"),
        ("PAR\n  LOAD.BYTE.VECTOR (x, code)\n  x := 1", "x is changed"),
    ],
)
def test_what_is_refused(call, problem):
    with pytest.raises(InputError, match=problem):
        compiled(main("CHAN OF INT c:\n[9]BYTE code:\n[9]INT ws:\nINT x:\n" + call))
