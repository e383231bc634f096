"""Sources that break a rule of occam 2: each is refused at its line, with a message that says why.

The line at fault bears the comment ``--@``; without one it is the first.
"""

from __future__ import annotations

import textwrap

import pytest

from common.errors import InputError
from occam.checking.checker import check
from occam.parsing.parser import parse_text

DECLARATIONS = """\
PROTOCOL PAIR IS INT; REAL32:
PROTOCOL TEXT IS INT::[]BYTE:
PROTOCOL MIXED CASE
  number; INT
  text; BYTE::[]BYTE
  stop
:
INT FUNCTION twice (VAL INT a) IS a + a:
INT, INT FUNCTION divided (VAL INT a, b) IS a / b, a \\ b:
INT FUNCTION total (VAL []INT a) IS a[0]:
PROC set (INT a, VAL INT b)
  a := b
:
PROC fill ([]INT a)
  a[0] := 1
:
PROC fill.ten ([10]INT a)
  a[0] := 1
:
PROC send (CHAN OF INT out)
  out ! 1
:
PROC main ()
  BOOL p, q:
  BYTE b:
  INT i, j, k:
  INT16 s:
  INT32 n:
  INT64 l:
  REAL32 x, y:
  REAL64 d:
  [10]INT v, w:
  [12]INT u:
  [4]BYTE bytes:
  [4][5]REAL32 m:
  CHAN OF INT c:
  CHAN OF BYTE letters:
  CHAN OF PAIR pairs:
  CHAN OF TEXT texts:
  CHAN OF MIXED mixed:
  CHAN OF [10]INT vectors:
  [4]CHAN OF INT cs:
  TIMER clock:
  VAL INT five IS 5:
  VAL [3]INT small IS [1, 2, 3]:
"""

BODIES = [
    # Names
    ("i := unknown", "unknown is not known here"),
    ("i := jj", "jj is not known here; allowed: a name that is known here, as j"),
    ("nothing ()", "nothing is not known here; allowed: the name of a PROC"),
    ("i := halve (j)", "halve is not known here; allowed: the name of a FUNCTION"),
    ("i := set", "set is a procedure"),
    ("i := twice", "twice is a function; allowed: a call, twice (...)"),
    ("i := PAIR", "PAIR is a protocol"),
    ("twice (i)", "twice is a function, and its value is not used"),
    ("i ()", "i is no procedure"),
    ("i := set (j, k)", "set is a procedure and has no value"),
    ("i := v (j)", "v is no function"),
    (
        "SEQ\n  INT local:\n  local := 1\n  local := 2 --@",
        "allowed: a name that is known here; local of line",
    ),
    ("CHAN OF i wrong:\nSKIP", "i is no protocol"),
    ("CHAN OF WORDS wrong:\nSKIP", "WORDS is not known here"),
    (
        "so.write.nl (c)",
        'allowed: the name of a PROC, or #USE "hostio.lib", which has so.write.nl',
    ),
    ("x := SIN (x)", 'allowed: the name of a FUNCTION, or #USE "snglmath.lib", which has SIN'),
    # Literals
    ("x := 1.0", "the real 1.0 has no type; allowed: 1.0(REAL32) or 1.0(REAL64)"),
    ("x := 1(REAL32)", "1 is no REAL32; allowed: 1.0(REAL32)"),
    ("i := 1.5(INT)", "the real 1.5 is no INT"),
    ("i := 2147483648", "MOSTNEG INT for the least value"),
    ("i := 4294967296", "4294967296 does not fit INT"),
    ("i := #123456789", "#123456789 has more than 32 bits"),
    ("b := 256(BYTE)", "256 does not fit BYTE; allowed: values from 0 to 255"),
    ("s := 40000(INT16)", "40000 does not fit INT16; allowed: values from -32768 to 32767"),
    ("x := 1.0E+39(REAL32)", "a value too large for REAL32"),
    ("d := 1.0E+309(REAL64)", "a value too large for REAL64"),
    ("p := 1(BOOL)", "1 is no BOOL; allowed: TRUE or FALSE"),
    # Operators
    ("i := i + x", "INT + REAL32; allowed: both sides of one type"),
    ("i := i + n", "INT + INT32; allowed: both sides of one type"),
    ("b := b + b", "BYTE + BYTE; allowed: integers or reals; write INT before a BYTE"),
    ("i := i + p", "INT + BOOL"),
    ("p := p + q", "BOOL + BOOL; allowed: integers or reals"),
    ("v := v + w", "[10]INT + [10]INT; allowed: integers or reals"),
    ("x := x PLUS y", "REAL32 PLUS REAL32; allowed: integers"),
    ("x := x /\\ y", "REAL32 /\\ REAL32; allowed: integers"),
    ("p := i AND j", "INT AND INT; allowed: BOOL on both sides"),
    ("p := NOT i", "NOT of INT; allowed: BOOL"),
    ("p := - p", "- of BOOL; allowed: an integer or real"),
    ("x := MINUS x", "MINUS of REAL32; allowed: an integer"),
    ("x := ~ x", "~ of REAL32; allowed: an integer"),
    ("p := p < q", "BOOL < BOOL; allowed: integers, reals or BYTE"),
    ("p := v = w", "[10]INT = [10]INT; allowed: values that are no arrays"),
    ("p := x AFTER y", "REAL32 AFTER REAL32"),
    ("i := i << n", "the number of places is of type INT32; allowed: INT"),
    ("x := x << 1", "an integer to be shifted"),
    ("i := i << 33", "a shift by 33 places; allowed: 0 to 32 places for INT"),
    ("s := s >> 17", "a shift by 17 places; allowed: 0 to 16 places for INT16"),
    ("i := i >> (-1)", "a shift by -1 places"),
    ("i := SIZE i", "SIZE of what is no array but INT"),
    ("b := MOSTPOS BYTE", "MOSTPOS BYTE; allowed: MOSTPOS of INT, INT16, INT32 or INT64"),
    ("x := MOSTNEG REAL32", "MOSTNEG REAL32"),
    # Constants
    ("i := (MOSTPOS INT) + 1", "2147483648 does not fit INT"),
    ("i := - (MOSTNEG INT)", "2147483648 does not fit INT"),
    ("i := 65536 * 32768", "2147483648 does not fit INT"),
    ("i := (MOSTNEG INT) / (-1)", "2147483648 does not fit INT"),
    ("i := 1 / 0", "a division by zero"),
    ("i := j / 0", "a division by zero; allowed: a divisor other than 0"),
    ("i := j \\ (five - 5)", "a division by zero"),
    ("x := 1.0(REAL32) / 0.0(REAL32)", "a division by zero; allowed: a divisor other than 0.0"),
    ("x := 1.0E+38(REAL32) * 10.0(REAL32)", "a result too large for REAL32"),
    ("i := INT TRUNC 3.0E+9(REAL32)", "3000000000 does not fit INT"),
    ("b := BYTE (five - 6)", "-1 does not fit BYTE"),
    ("p := BOOL five", "5 does not fit BOOL; allowed: values from 0 to 1"),
    ("ASSERT (five = 6)", "this ASSERT is always false"),
    (
        "VAL REAL32 a RETYPES #7F800000:\ni := INT TRUNC a --@",
        "arithmetic with what is no finite number; allowed: finite numbers",
    ),
    (
        "VAL REAL32 a RETYPES #7FC00000:\nd := REAL64 a --@",
        "arithmetic with what is no finite number",
    ),
    # Conversions
    ("x := REAL32 i", "a conversion of INT to REAL32 without a way to round"),
    ("i := INT x", "allowed: INT ROUND or INT TRUNC"),
    ("x := REAL32 d", "a conversion of REAL64 to REAL32 without a way to round"),
    ("l := INT64 ROUND i", "INT64 ROUND of a value of type INT, which needs no rounding"),
    ("x := REAL32 ROUND p", "a conversion of BOOL to REAL32"),
    ("p := BOOL ROUND x", "a conversion of REAL32 to BOOL"),
    ("i := INT v", "a conversion of [10]INT to INT"),
    # Assignment
    ("i := x", "REAL32 assigned to a variable of type INT"),
    ("i := b", "BYTE assigned to a variable of type INT"),
    ("n := i", "INT assigned to a variable of type INT32"),
    ("s := 5", "INT assigned to a variable of type INT16; allowed: INT16; INT16 before it"),
    ("x := d", "allowed: REAL32; REAL32 ROUND before it converts"),
    (
        "[v FROM 0 FOR 5] := [v FROM 4 FOR 5]",
        "parts of v that overlap on both sides of :=; allowed: parts without common elements",
    ),
    ("v := u", "[12]INT assigned to a variable of type [10]INT"),
    ("m[0] := v", "[10]INT assigned to a variable of type [5]REAL32"),
    ("five := 6", "this is a constant or an expression; allowed: a variable"),
    ("small[0] := 6", "this is a constant or an expression"),
    ("c := i", "c is of type CHAN OF INT"),
    ("i := c", "CHAN OF INT in an expression"),
    ("i := clock", "TIMER in an expression"),
    ("SEQ i = 0 FOR 3\n  i := 1 --@", "the replicator's index i cannot be changed"),
    ("VAL INT a IS j:\na := 1 --@", "a is a VAL abbreviation"),
    ("i, j := 1", "2 variables := 1 value"),
    ("i, j := 1, 2, 3", "2 variables := 3 values"),
    ("i, i := 1, 2", "i is given two values at once"),
    ("v[1], v[1] := 1, 2", "v[1] is given two values at once"),
    ("i, v[i] := 1, 2", "i is changed and used in a subscript of the same assignment"),
    ("v[0], v[v[1]] := 1, 2", "v[0] is changed and used in a subscript of the same assignment"),
    ("i := divided (j, k)", "divided has 2 results"),
    ("i, j, k := divided (j, k)", "3 variables := 2 values"),
    ("i, x := divided (j, k)", "INT assigned to a variable of type REAL32"),
    ("i, j := twice (k)", "2 variables := 1 value"),
    # Elements and slices
    ("v[10] := 1", "subscript 10 of a [10]INT; allowed: 0 to 9"),
    ("v[-1] := 1", "subscript -1 of a [10]INT"),
    ("v[x] := 1", "a subscript is of type REAL32; allowed: an INT"),
    ("v[b] := 1", "a subscript is of type BYTE"),
    ("i := j[0]", "a subscript of what is no array but INT"),
    ("m[0][5] := x", "subscript 5 of a [5]REAL32; allowed: 0 to 4"),
    ("i := small[3]", "subscript 3 of a [3]INT"),
    ("[v FROM 4 FOR 7] := w", "a slice of 7 elements from 4 of a [10]INT; allowed: at most 6"),
    ("v := [w FROM 11]", "a slice of a [10]INT from 11; allowed: starts from 0 to 10"),
    ("v := [w FROM 0 FOR 11]", "a slice of 11 elements of a [10]INT; allowed: counts from 0 to 10"),
    ("v := [w FROM 0 FOR -1]", "a slice of -1 elements"),
    ("v := [i FROM 0 FOR 1]", "a slice of what is no array but INT"),
    ("v := [w FROM x FOR 1]", "the start of a slice is of type REAL32"),
    ("[v FROM 0 FOR 3] := [w FROM 0 FOR 4]", "[4]INT assigned to a variable of type [3]INT"),
    ("v := [1, 2.0(REAL32)]", "REAL32 in a table that begins with INT; allowed: elements of one"),
    ("v := [1, 2]", "[2]INT assigned to a variable of type [10]INT"),
    # Declarations and abbreviations
    ("[0]INT a:\nSKIP", "an array of length 0; allowed: lengths of 1 and more"),
    ("[100000][100000]INT a:\nSKIP", "an array of 100000 [100000]INT; allowed: at most"),
    ("VAL BOOL a RETYPES 2(BYTE):\nSKIP", "2 as a BOOL; allowed: 0 for FALSE or 1 for TRUE"),
    ("[i]INT a:\nSKIP", "the length of an array is not known before the program runs"),
    ("[x]INT a:\nSKIP", "the length of an array is of type REAL32"),
    ("INT a, a:\nSKIP", "a is declared twice"),
    ("VAL INT a IS x:\nSKIP", "REAL32 for a, which is INT"),
    ("VAL [9]INT a IS v:\nSKIP", "[10]INT for a, which is [9]INT"),
    ("INT a IS 5:\nSKIP", "a abbreviates a constant or an expression; allowed: VAL before it"),
    ("INT a IS j + 1:\nSKIP", "a abbreviates a constant or an expression"),
    ("SEQ j = 0 FOR 3\n  INT a IS j: --@\n  a := 1", "a abbreviates j, which cannot be changed"),
    ("REAL32 a IS i:\nSKIP", "INT for a, which is REAL32"),
    ("VAL CHAN OF INT a IS c:\nSKIP", "CHAN OF INT in an expression"),
    ("[3]BYTE a RETYPES i:\nSKIP", "INT has 4 bytes, [3]BYTE 3; allowed: equal sizes"),
    ("[]REAL64 a RETYPES x:\nSKIP", "REAL32 has 4 bytes, no multiple of the 8 of REAL64"),
    ("[][]INT a RETYPES v:\nSKIP", "at most one length left open"),
    ("INT a RETYPES 1.0(REAL32):\nSKIP", "this is a constant or an expression"),
    ("PLACE i AT 0:\nSKIP", "PLACE of i, which is INT; allowed: channels"),
    ("CHAN OF INT a:\nPLACE a AT 9: --@\nSKIP", "PLACE AT 9; allowed: 0 to 3 for links out"),
    ("CHAN OF INT a:\nPLACE a AT i: --@\nSKIP", "the address of PLACE is not known before"),
    ("CHAN OF INT a:\nPLACE a AT 0:\nPLACE a AT 1: --@\nSKIP", "a is placed twice"),
    ("[4]CHAN OF INT a:\nPLACE a[1] AT 0: --@\nSKIP", "PLACE of an element of a"),
    ("[4]CHAN OF INT a:\nPLACE a AT 6: --@\nSKIP", "PLACE of 4 channels AT 6"),
    # Procedures and functions
    ("set (i)", "set is called with 1 parameter; allowed: 2: INT a, VAL INT b"),
    ("set (i, 1, 2)", "set is called with 3 parameters"),
    ("set (1, 2)", "this is a constant or an expression; allowed: a variable"),
    ("set (x, 2)", "REAL32 for the parameter a; allowed: INT a"),
    ("set (i, x)", "REAL32 for the parameter b; allowed: VAL INT b"),
    ("fill (i)", "INT for the parameter a; allowed: []INT a"),
    ("fill (m[0])", "[5]REAL32 for the parameter a"),
    ("fill.ten (u)", "[12]INT for the parameter a; allowed: [10]INT a"),
    ("fill (small)", "this is a constant or an expression"),
    ("send (letters)", "CHAN OF BYTE for the parameter out; allowed: CHAN OF INT out"),
    ("send (i)", "INT for the parameter out"),
    ("i := twice (x)", "REAL32 for the parameter a; allowed: VAL INT a"),
    ("i := total (i)", "INT for the parameter a; allowed: VAL []INT a"),
    ("x := SQRT (d)", "REAL64 for the parameter x; allowed: VAL REAL32 x"),
    ("i := LONGADD (1, 2)", "LONGADD is called with 2 parameters"),
    ("i := LONGPROD (i, j, 0)", "LONGPROD has 2 results"),
    ("CAUSEERROR (1)", "CAUSEERROR is called with 1 parameter; allowed: 0: none"),
    ("ASSERT (i)", "INT for the parameter test; allowed: VAL BOOL test"),
    ("PROC a (VAL CHAN OF INT z)\n  SKIP\n:\nSKIP", "VAL CHAN OF INT z"),
    ("PROC a (INT z, z)\n  SKIP\n:\nSKIP", "two parameters z; allowed: different names"),
    ("PROC a ()\n  a () --@\n:\nSKIP", "a is not known here"),
    ("PROC a ()\n  PROC b ()\n    a () --@\n  :\n  b ()\n:\nSKIP", "as occam has no recursion"),
    ("PROC a (VAL INT z)\n  z := 1 --@\n:\nSKIP", "z is a VAL parameter"),
    (
        "[2][]INT z RETYPES v:\nSKIP",
        "at most one length left open, the first",
    ),
    ("INT FUNCTION f (INT z) IS z:\nSKIP", "the parameter z of a function without VAL"),
    ("INT FUNCTION f (VAL INT z) IS x:\nSKIP", "a result of type REAL32; allowed: INT"),
    ("INT FUNCTION f () IS 1, 2:\nSKIP", "f has 1 result and gives 2; allowed: INT"),
    ("INT FUNCTION f () IS f ():\nSKIP", "f is not known here"),
    (
        "INT FUNCTION f ()\n  VALOF\n    i := 1 --@\n    RESULT i\n:\nSKIP",
        "i is changed in the function f and declared outside of it",
    ),
    (
        "INT FUNCTION f ()\n  VALOF\n    c ! 1 --@\n    RESULT 1\n:\nSKIP",
        "output in the function f",
    ),
    (
        "INT FUNCTION f ()\n  INT a:\n  VALOF\n    clock ? a --@\n    RESULT a\n:\nSKIP",
        "input in the function f",
    ),
    (
        "INT FUNCTION f ()\n  VALOF\n    PAR --@\n      SKIP\n    RESULT 1\n:\nSKIP",
        "PAR in the function f; allowed: SEQ, IF, CASE, WHILE and assignment",
    ),
    (
        "INT FUNCTION f ()\n  CHAN OF INT a: --@\n  VALOF\n    SKIP\n    RESULT 1\n:\nSKIP",
        "CHAN OF INT in the function f",
    ),
    (
        "PROC a ()\n  i := 1\n:\nINT FUNCTION f ()\n  VALOF\n    a () --@\n    RESULT 1\n:\nSKIP",
        "i is changed in the function f and declared outside of it",
    ),
    (
        "PROC a ()\n  PAR\n    SKIP\n    SKIP\n:\n"
        "INT FUNCTION f ()\n  VALOF\n    a () --@\n    RESULT 1\n:\nSKIP",
        "a is called in the function f and has PAR inside",
    ),
    # Communication
    ("i ! 1", "communication on what is of type INT; allowed: a channel"),
    ("cs ! 1", "communication on what is of type [4]CHAN OF INT"),
    ("cs[4] ! 1", "subscript 4 of a [4]CHAN OF INT"),
    ("clock ! 1", "communication on what is of type TIMER"),
    ("c ! x", "REAL32 on a channel of INT; allowed: INT"),
    ("c ? x", "REAL32 on a channel of INT"),
    ("c ? five", "this is a constant or an expression"),
    ("c ! 1; 2", "2 items where INT has 1; allowed: INT"),
    ("vectors ! u", "[12]INT on a channel of [10]INT"),
    ("pairs ! 1", "1 item where PAIR has 2; allowed: INT; REAL32"),
    ("pairs ! x; x", "REAL32 on a channel of INT"),
    ("c ! i::v", "a counted array on a channel of INT"),
    ("texts ! bytes", "an array without its count; allowed: count::array"),
    ("texts ! b::bytes", "the count is of type BYTE; allowed: INT"),
    ("texts ! i::v", "[10]INT on a channel of INT::[]BYTE; allowed: []BYTE"),
    ("texts ? five::bytes", "this is a constant or an expression"),
    ("mixed ? i", "an input of the variant protocol MIXED; allowed: ? CASE"),
    ("mixed ! 5", "an output without a tag; allowed: a tag of MIXED: number, text, stop"),
    ("mixed ! other; 5", "other is no tag of MIXED; allowed: number, text, stop"),
    ("mixed ! stop; 5", "1 item where MIXED has 0; allowed: nothing"),
    ("mixed ! number; x", "REAL32 on a channel of INT"),
    ("c ? CASE\n  number; i\n    SKIP", "? CASE on a channel of INT"),
    ("mixed ? CASE\n  other --@\n    SKIP", "other is no tag of MIXED"),
    ("mixed ? CASE\n  stop\n    SKIP\n  stop --@\n    SKIP", "the tag stop twice"),
    ("mixed ? CASE\n  number; x --@\n    SKIP", "REAL32 on a channel of INT"),
    ("clock ? x", "the variable for the time is of type REAL32; allowed: INT"),
    ("clock ? AFTER x", "the time is of type REAL32"),
    ("c ? AFTER i", "? AFTER on what is of type CHAN OF INT; allowed: a TIMER"),
    ("CHAN OF []INT a:\nSKIP", "an array without a length"),
    ("CHAN OF TIMER a:\nSKIP", "TIMER"),
    # Constructions
    ("IF\n  i --@\n    SKIP", "a condition of IF is of type INT; allowed: BOOL"),
    ("WHILE i\n  SKIP", "the condition of WHILE is of type INT"),
    ("CASE x\n  ELSE\n    SKIP", "CASE of REAL32; allowed: an integer or BYTE"),
    ("CASE i\n  1\n    SKIP\n  five - 4 --@\n    SKIP", "1 is already a case, in line"),
    ("CASE i\n  j --@\n    SKIP", "a case that is not known before the program runs"),
    ("CASE i\n  'a' --@\n    SKIP", "BYTE in a CASE of INT"),
    ("CASE i\n  ELSE\n    SKIP\n  ELSE --@\n    SKIP", "a second ELSE"),
    ("SEQ a = x FOR 2\n  SKIP", "the start of a replicator is of type REAL32"),
    ("SEQ a = 0 FOR x\n  SKIP", "the count of a replicator is of type REAL32"),
    ("SEQ a = 0 FOR -1\n  SKIP", "a replicator with the count -1"),
    ("PAR a = 0 FOR i\n  SKIP", "the count of a replicated PAR is not known before"),
    ("PRI PAR\n  SKIP\n  SKIP\n  SKIP", "PRI PAR of 3; allowed: two processes"),
    ("PRI PAR a = 0 FOR 2\n  SKIP", "a replicated PRI PAR"),
    ("ALT\n  i & c ? j --@\n    SKIP", "a guard's condition is of type INT"),
    ("ALT\n  clock ? i --@\n    SKIP", "reading a timer as a guard; allowed: timer ? AFTER time"),
    ("ALT\n  c ? x --@\n    SKIP", "REAL32 on a channel of INT"),
]

PROGRAMS = [
    ("", "a program without a procedure"),
    ("VAL INT a IS 1:", "a program without a procedure"),
    ("INT a:\nPROC main ()\n  SKIP\n:", "a is declared outside of every procedure"),
    ("PROC main (INT a)\n  SKIP\n:", "main is the main procedure and has the parameters INT"),
    ("PROTOCOL P IS REAL32::[]INT:\nPROC main ()\n  SKIP\n:", "a count of type REAL32"),
    (
        "PROTOCOL P CASE\n  a; INT\n  a; REAL32 --@\n:\nPROC main ()\n  SKIP\n:",
        "the tag a twice",
    ),
]


def _cases(table, before="", indent="", after="\n"):
    for body, message in table:
        source = before + textwrap.indent(body, indent) + after
        marked = [n for n, text in enumerate(source.split("\n"), 1) if text.endswith("--@")]
        line = marked[0] if marked else before.count("\n") + 1
        yield pytest.param(source, line, message, id=body.replace("\n", "|")[:70])


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [*_cases(BODIES, DECLARATIONS, "  ", "\n:\n"), *_cases(PROGRAMS)],
)
def test_refused_at_its_line(source, line, message):
    with pytest.raises(InputError) as refused:
        check(parse_text(source))
    assert message in str(refused.value)
    assert str(refused.value).startswith(f"source.occ:{line}:")
    assert "\n" not in str(refused.value)


def test_tags_are_bytes():
    def program(tags):
        listed = "".join(f"  tag{number}\n" for number in range(tags))
        return f"PROTOCOL P CASE\n{listed}:\nPROC main ()\n  SKIP\n:\n"

    check(parse_text(program(256)))
    with pytest.raises(InputError, match="a protocol of 257 variants; allowed: at most 256"):
        check(parse_text(program(257)))


def test_the_declarations_alone_are_accepted():
    check(parse_text(DECLARATIONS + "  SKIP\n:\n"))
