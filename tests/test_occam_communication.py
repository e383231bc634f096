"""Messages of every kind, protocols, timers."""

import pytest

from emulator.transputer.network.results import Status
from occam.program import Checks
from tests.occam_programs import PARTS, main, outputs, run


@pytest.mark.parametrize(
    ("kind", "value", "shown"),
    [
        ("INT", "-7", "x"),
        ("BYTE", "'a'", "INT x"),
        ("BOOL", "TRUE", "INT x"),
        ("INT16", "-300 (INT16)", "INT x"),
        ("INT32", "123456789 (INT32)", "INT x"),
        ("INT64", "-5 (INT64)", "INT x"),
        ("REAL32", "-2.0 (REAL32)", "INT ROUND x"),
        ("REAL64", "3.0 (REAL64)", "INT (INT64 ROUND x)"),
    ],
)
def test_primitive_types(kind, value, shown):
    expected = {"BYTE": 97, "BOOL": 1}
    numbers = {"-7": -7, "-300 (INT16)": -300, "123456789 (INT32)": 123456789, "-5 (INT64)": -5}
    numbers |= {"-2.0 (REAL32)": -2, "3.0 (REAL64)": 3}
    want = expected.get(kind, numbers.get(value))
    body = f"""
        CHAN OF {kind} c:
        PAR
          {kind} y:
          SEQ
            c ! {value}
            y := {value}
            c ! y
          {kind} x:
          [2]{kind} v:
          SEQ
            c ? x
            out ! {shown}
            c ? v[1]
            out ! {shown.replace("x", "v[1]")}
        """
    assert outputs(body) == [want, want]


def test_arrays():
    body = """
        CHAN OF [3]INT c:
        PAR
          [2][3]INT a:
          SEQ
            a[1] := [1, 2, 3]
            c ! a[1]
            c ! [7, 8, 9]
            c ! [a[1][0] + 1, 5, 6]
          [3]INT x:
          SEQ k = 0 FOR 3
            SEQ
              c ? x
              SEQ i = 0 FOR 3
                out ! x[i]
        """
    assert outputs(body) == [1, 2, 3, 7, 8, 9, 2, 5, 6]


COUNTED = """
    CHAN OF {count}::[]{element} c:
    PAR
      [10]{element} a:
      SEQ
        SEQ i = 0 FOR 10
          a[i] := {element_of_i}
        c ! {three}::a
        c ! {zero}::a
        SEQ i = 1 FOR 2
          c ! ({count_of_i})::[a FROM i FOR 5]
      SEQ k = 0 FOR 4
        {count} n:
        [10]{element} x:
        SEQ
          c ? n::x
          out ! {n}
          SEQ i = 0 FOR {n}
            out ! {x_i}
    """


@pytest.mark.parametrize("count", ["INT", "BYTE", "INT16"])
@pytest.mark.parametrize("element", ["BYTE", "INT16", "INT", "INT64"])
def test_counted_arrays(count, element):
    def converted(kind, name):
        return name if kind == "INT" else f"{kind} {name}"

    body = COUNTED.format(
        count=count,
        element=element,
        element_of_i=converted(element, "(i + 5)"),
        count_of_i=converted(count, "(i + 1)"),
        three="3" if count == "INT" else f"3 ({count})",
        zero="0" if count == "INT" else f"0 ({count})",
        n="n" if count == "INT" else "INT n",
        x_i="x[i]" if element == "INT" else "INT x[i]",
    )
    assert outputs(body) == [3, 5, 6, 7, 0, 2, 6, 7, 3, 7, 8, 9]


@pytest.mark.parametrize("part", PARTS)
def test_counts_are_checked(part):
    sent = """
        CHAN OF INT::[]INT c:
        PAR
          [4]INT a:
          INT n:
          SEQ
            in ? n
            a := [1, 2, 3, 4]
            c ! n::a
          [8]INT b:
          INT n:
          c ? n::[b FROM 0 FOR 3]
        """
    for n, line in ((5, 12), (4, 15), (-1, 12)):
        given = n.to_bytes(4, "little", signed=True)
        halted = run(main(sent), part, host_sends=given)
        assert (halted.status, halted.line) == (Status.ERROR, line)
    assert run(main(sent), part, host_sends=bytes([3, 0, 0, 0])).ended
    assert run(main(sent), part, Checks.RANGE_OFF, host_sends=bytes([4, 0, 0, 0])).ended


def test_sequential_protocol():
    before = "PROTOCOL MESSAGE IS INT; BYTE; INT::[]BYTE; [2]INT:\n"
    body = """
        CHAN OF MESSAGE c:
        PAR
          c ! 5; 'b'; 3::"hello"; [8, 9]
          INT a, n:
          BYTE b:
          [10]BYTE text:
          [2]INT v:
          SEQ
            c ? a; b; n::text; v
            out ! a
            out ! INT b
            out ! n
            out ! INT text[2]
            out ! v[0]
            out ! v[1]
        """
    assert outputs(body, before) == [5, 98, 3, ord("l"), 8, 9]


def test_later_items_may_depend_on_earlier_ones():
    before = "PROTOCOL PAIR IS INT; INT:\n"
    body = """
        CHAN OF PAIR c:
        PAR
          c ! 2; 77
          [4]INT a:
          INT i:
          SEQ
            c ? i; a[i]
            out ! a[2]
        """
    assert outputs(body, before) == [77]


VARIANT = """
    PROTOCOL COMMAND
      CASE
        stop
        move; INT; INT
        text; BYTE::[]BYTE
    :
    """


def test_variant_protocol():
    body = """
        CHAN OF COMMAND c:
        PAR
          SEQ
            c ! move; 3; 4
            c ! text; 2 (BYTE)::"ab"
            c ! move; 5; 6
            c ! stop
          BOOL going:
          SEQ
            going := TRUE
            WHILE going
              c ? CASE
                INT x, y:
                move; x; y
                  out ! x * y
                [5]BYTE t:
                BYTE n:
                text; n::t
                  SEQ
                    out ! INT n
                    out ! INT t[1]
                stop
                  going := FALSE
          """
    assert outputs(body, VARIANT) == [12, 2, 98, 30]


@pytest.mark.parametrize("part", PARTS)
def test_a_tag_without_a_branch_stops(part):
    body = """
        CHAN OF COMMAND c:
        PAR
          c ! stop
          INT x, y:
          c ? CASE
            move; x; y
              SKIP
        """
    assert run(main(body, VARIANT), part).status is Status.ERROR


def test_any():
    body = """
        CHAN OF ANY c:
        PAR
          SEQ
            c ! 5
            c ! [1, 2]
          INT x:
          [2]INT y:
          SEQ
            c ? x
            c ? y
            out ! x
            out ! y[1]
        """
    assert outputs(body) == [5, 2]


def test_a_channel_of_any_stands_for_one_of_any_protocol():
    before = """
        PROTOCOL PAIR IS INT; BYTE:
        PROC give (CHAN OF PAIR to)
          to ! 7; 'a'
        :
        PROC first ([]CHAN OF PAIR all)
          all[0] ! 8; 'b'
        :
        """
    body = """
        CHAN OF ANY c:
        [2]CHAN OF ANY d:
        INT x:
        BYTE y:
        SEQ
          PAR
            give (c)
            SEQ
              c ? x
              c ? y
          out ! x
          PAR
            first (d)
            SEQ
              d[0] ? x
              d[0] ? y
          out ! x + (INT y)
          PAR
            CHAN OF PAIR e IS d[1]:
            e ! 9; 'c'
            SEQ
              d[1] ? x
              d[1] ? y
          out ! x
        """
    assert outputs(body, before) == [7, 8 + ord("b"), 9]


def test_channels_as_parameters():
    before = """
        PROC copy (CHAN OF INT from, to)
          INT x:
          SEQ
            from ? x
            to ! x + 1
        :
        PROC chain ([]CHAN OF INT c)
          PAR i = 0 FOR (SIZE [0, 0, 0])
            copy (c[i], c[i + 1])
        :
        """
    body = """
        [4]CHAN OF INT c:
        [12]CHAN OF INT d:
        INT x, y:
        SEQ
          PAR
            c[0] ! 10
            chain (c)
            c[3] ? x
            d[4] ! 20
            chain ([d FROM 4 FOR 4])
            d[7] ? y
          out ! x
          out ! y
        """
    assert outputs(body, before) == [13, 23]


def test_links():
    body = "INT x, y:\nSEQ\n  in ? x\n  in ? y\n  out ! y - x"
    given = (5).to_bytes(4, "little") + (12).to_bytes(4, "little")
    assert outputs(body, host_sends=given) == [7]


def test_timers():
    body = """
        TIMER tim:
        INT start, now:
        SEQ
          tim ? start
          tim ? AFTER start PLUS 10
          tim ? now
          out ! now MINUS start
          tim ? AFTER start
          tim ? start
          IF
            (start MINUS now) <= 1
              out ! 1
            TRUE
              out ! 0
        """
    assert outputs(body) == [11, 1]


def test_output_of_expressions_and_elements():
    body = """
        [3]CHAN OF INT c:
        [3]INT v:
        INT k:
        SEQ
          k := 1
          v := [4, 5, 6]
          PAR
            c[k + 1] ! (v[k] * v[k + 1]) + (v[0] / v[k])
            INT x:
            SEQ
              c[2] ? x
              out ! x
        """
    assert outputs(body) == [30]
