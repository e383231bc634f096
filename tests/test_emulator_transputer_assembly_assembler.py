"""Assembly source to bytes, and what a wrong source is told."""

import struct
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.isa.instruction_set import by_mnemonic, encode


def code(source):
    return assemble(source).code


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("ldc 5", "45"),
        ("LDC 5", "45"),
        ("ldc -1", "604f"),
        ("ldc #FFFFFFFF", "604f"),
        ("ldc #754", "272544"),  # Transputer Reference Manual: pfix 7, pfix 5, ldc 4
        ("ldc -31", "6141"),  # the same: nfix 1, ldc 1
        ("add", "f5"),
        ("mint", "24f2"),
        ("fpusqrtfirst", "412afb"),
        ("opr #2FF", "222fff"),
        ("pfix 3", "23"),
        ("nfix 15", "6f"),
        ("", ""),
        ("-- nothing", ""),
        ("ldl 1 ; a comment -- of two kinds", "71"),
    ],
)
def test_instructions(source, expected):
    assert code(source).hex() == expected


@given(st.integers(-(2**31), 2**32 - 1), st.sampled_from(["ldc", "ldl", "adc", "ajw", "stnl"]))
def test_an_operand_is_what_its_prefixes_build(operand, mnemonic):
    built = 0
    *prefixes, last = code(f"{mnemonic} {operand}")
    for byte in prefixes:
        built |= byte & 15
        built = (built if byte >> 4 == 2 else ~built) << 4
    assert (built | last & 15) % 2**32 == operand % 2**32
    assert last >> 4 == by_mnemonic(mnemonic).code


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("byte 1, -1, 'a', \"hi\\n\\x00\\xFF\"", b"\x01\xffahi\n\0\xff"),
        ("byte 'ab'", b"ab"),
        ('byte "é"', "é".encode()),
        ("word 1, #DEADBEEF, -2", struct.pack("<IIi", 1, 0xDEADBEEF, -2)),
        ("real32 1.5, -2, 1e-3", struct.pack("<fff", 1.5, -2, 1e-3)),
        ("real64 0.1", struct.pack("<d", 0.1)),
        ("space 3\nspace 2, #FF", b"\0\0\0\xff\xff"),
        ("byte 1\nalign\nbyte 2", b"\x01\x20\x20\x20\x02"),
        ("byte 1\nalign 2\nalign 8\nbyte 2", b"\x01" + b"\x20" * 7 + b"\x02"),
    ],
)
def test_data(source, expected):
    assert code(source) == expected


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 4 - 3", 3),
        ("7 / 2 + 7 % 4", 6),
        ("-7 / 2", -4),
        ("1 << 4 | 3", 19),
        ("6 & 3 ^ 1", 3),
        ("256 >> 4 >> 1", 8),
        ("~0 - -1", 0),
        ("0x10 + 0b11 + #F", 34),
        ("'a' + 1", 98),
        ("'\\n'", 10),
        ("SIZE * 2", 20),
        ("last - first", 5),
        (". - first", 5),
        ("-first + last", 5),
        (". - MARK", 1),
        ("(last - first) * 2 + SIZE", 20),
    ],
)
def test_expressions(expression, value):
    source = (
        f"SIZE = 4 + HALF\nHALF = 6\nfirst: space 4\nMARK = .\nspace 1\nlast: word {expression}"
    )
    assert struct.unpack("<i", code(source)[5:]) == (value,)


def test_branches_count_from_the_next_instruction():
    assert code("j there\n add\n add\nthere: add").hex() == "02f5f5f5"
    assert code("here: add\n cj here").hex() == "f560ad"
    assert code("call 3").hex() == "93"


def test_ldap_counts_from_its_end():
    assert code("ldap text\n add\ntext: add") == encode("ldc", 1) + encode("ldpi") + b"\xf5" * 2


@given(st.integers(0, 70_000))
def test_a_branch_is_no_longer_than_it_must_be(gap):
    forward = code(f"j end\n space {gap}\nend:")
    assert forward == encode("j", gap) + bytes(gap)
    back = code(f"start: space {gap}\n j start")
    size = len(back) - gap
    assert back[gap:] == encode("j", -gap - size)
    assert size == 1 or len(encode("j", -gap - size + 1)) != size - 1


SOURCES = st.lists(
    st.sampled_from(["add", "align", "ldc l{} - l{}", "j l{}", "cj l{}", "ldap l{}", "space {}"]),
    min_size=1,
    max_size=40,
)


@given(SOURCES, st.randoms())
def test_every_operand_is_right_after_the_sizes_have_settled(forms, random):
    lines = []
    for index, form in enumerate(forms):
        numbers = [random.randrange(len(forms)) * (9 if "space" in form else 1) for _ in range(2)]
        lines.append(f"l{index}: " + form.format(*numbers))
    program = assemble("\n".join(lines))
    ends = [*(program.labels[f"l{i}"] for i in range(1, len(forms))), len(program.code)]
    for line, end in zip(lines, ends, strict=True):
        label, word, *rest = line.replace(":", "").split()
        start = program.labels[label]
        operand, used = operand_at(program.code, start)
        if word in ("j", "cj"):
            assert start + used + operand == program.labels[rest[0]]
        elif word == "ldap":
            assert end + operand == program.labels[rest[0]]
        elif word == "ldc":
            assert operand == program.labels[rest[0]] - program.labels[rest[2]]
        elif word == "space":
            assert end - start == int(rest[0])


def operand_at(code, at):
    """Execute prefixes as the transputer does: the operand, and how many bytes it took."""
    operand = 0
    for used, byte in enumerate(code[at:], start=1):
        operand |= byte & 15
        if byte >> 4 not in (2, 6):
            return operand, used
        operand = (operand if byte >> 4 == 2 else ~operand) << 4
    return operand, 0


def test_equates_and_raw():
    program = assemble("here = . - 0\nraw\na: b: byte here2 - a\nc: here2 = c\n")
    assert program.raw
    assert program.labels == {"a": 0, "b": 0, "c": 1}
    assert program.code == b"\x01"
    assert not assemble("add").raw


@pytest.mark.parametrize(
    ("source", "place", "told"),
    [
        ("ldk 3", "1:1", "no instruction 'ldk'; allowed: ldl, ldc or 'ldk:' as a label"),
        ("\n  zzzzzz", "2:3", "an instruction, directive or 'zzzzzz:' as a label"),
        ("ldc", "1:4", "ldc without its operand"),
        ("ldc   -- x", "1:7", "ldc without its operand"),
        ("ldc 3 4", "1:7", "'4' is left over"),
        ("add 3", "1:5", "'3' is left over"),
        ("x: x: ldc 1", "1:4", "'x' is defined again; allowed: one definition (first in line 1)"),
        ("x = 1\nx: add", "2:1", "(first in line 1)"),
        ("ldc foo", "1:5", "no label or equate 'foo'"),
        ("l: ldc l", "1:8", "the address of a label; allowed: a number, or a label - a label"),
        ("l: ldc l + l", "1:8", "a sum of labels"),
        ("l: ldc l * 2", "1:10", "'*' of a label"),
        ("l: ldc ~l", "1:8", "'~' of a label"),
        ("l: word l", "1:9", "the address of a label"),
        ("l: j l + l", "1:6", "a sum of labels; allowed: a number or a label"),
        ("ldap 4", "1:6", "ldap of a number; allowed: a label"),
        ("j 5 +", "1:6", "the end of the line where a value should be"),
        ("ldc (5", "1:7", "the end of the line in brackets; allowed: ')'"),
        ("byte 300", "1:6", "300 is out of range; allowed: -128 to 255"),
        ("byte", "1:5", "the end of the line where a value should be"),
        ("ldc 4294967296", "1:5", "-2147483648 to 4294967295"),
        ("pfix 16", "1:6", "0 to 15"),
        ("@", "1:1", "'@' begins nothing"),
        ('byte "a', "1:6", "begins nothing"),
        ("byte '\\q'", "1:6", "no escape '\\\\q'"),
        ('word "ab"', "1:6", "where a value should be"),
        ("ldc 5x", "1:5", "begins nothing"),
        ("3", "1:1", "'3' begins no statement"),
        ("ldc 1/0", "1:6", "division by 0"),
        ("ldc 1<<64", "1:6", "0 to 63"),
        ("ldc a\na = b\nb = a", "2:5", "'a' is defined by itself"),
        ("ldc " + "(" * 1000, "1:55", "at most 50"),
        ("space -1", "1:7", "-1 is out of range"),
        ("x: space y - x + 1\ny:", "1:4", "the sizes do not settle"),
        ("align 3", "1:7", "1, 2, 4 or 8"),
        ("real32 x", "1:8", "such as 1.5"),
        ("real32 1e39", "1:8", "out of range"),
        ("x = 1 2", "1:7", "'2' is left over"),
    ],
)
def test_errors_name_file_line_column_and_what_was_expected(source, place, told):
    with pytest.raises(InputError) as caught:
        assemble(source, "some.s")
    assert str(caught.value).startswith(f"some.s:{place}: ")
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_part_may_be_asked_for():
    assert assemble("fpadd\nunpacksn").code
    with pytest.raises(InputError, match="'fpadd' on the T414; allowed: it on the T800"):
        assemble("fpadd", variant="T414")
    with pytest.raises(InputError, match="'unpacksn' on the T800"):
        assemble("unpacksn", variant="T800")


def test_a_very_long_expression_is_refused_not_crashed_on():
    assert code("word " + "+".join(["1"] * 200)) == struct.pack("<I", 200)
    with pytest.raises(InputError, match="1:1: too long an expression"):
        assemble("ldc " + "+".join(["1"] * 5000))


def test_many_equates_in_a_row_are_refused_not_crashed_on():
    chain = "\n".join(f"e{i} = e{i + 1}" for i in range(2000)) + "\ne2000 = 1\nldc e0"
    with pytest.raises(InputError, match="nested at most"):
        assemble(chain)


SCRAPS = ["l:", "l", "ldc", "j", "byte", "=", "+", "(", ")", "'a'", "5", "\n", "align", ".", "--"]


@given(st.text(max_size=80) | st.lists(st.sampled_from(SCRAPS), max_size=20).map(" ".join))
def test_any_text_is_assembled_or_refused(source):
    with suppress(InputError):
        assemble(source)


def test_thousands_of_alignments_settle():
    count = 1500
    lines = [f"l{i}: byte {i % 251}\nalign 8\nldc l{count - 1} - l{i}" for i in range(count)]
    program = assemble("\n".join(lines))
    addresses = [program.labels[f"l{i}"] for i in range(count)]
    for i, address in enumerate(addresses):
        assert program.code[address] == i % 251
        boundary = (address + 8) // 8 * 8
        operand = encode("ldc", addresses[-1] - address)  # one that grew too far begins with pfix 0
        assert program.code[boundary:].lstrip(b"\x20").startswith(operand)


@pytest.mark.parametrize(
    ("source", "place", "told"),
    [
        ("a: space 9 - (b - a)\nb:", "1:4", "the sizes do not settle; allowed: none that depends"),
        ("space 16000000\nspace 16000000\n", "2:1", "too long; allowed: a program of at most 167"),
    ],
)
def test_what_never_settles_is_told_apart_from_what_is_too_long(source, place, told):
    with pytest.raises(InputError, match=told) as caught:
        assemble(source, "some.s")
    assert str(caught.value).startswith(f"some.s:{place}: ")
