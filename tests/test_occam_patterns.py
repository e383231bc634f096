"""Each construct's instructions are those of INMOS's compiler (docs/facts/transputer.md, 6)."""

import pytest

from emulator.transputer.assembly.disassembler import decode
from occam.program import Checks
from tests.occam_programs import compiled, main


def instructions(source, procedure="main", checks=Checks.HALT):
    """Return the mnemonics of a procedure, without those that make and remove its frame."""
    image = compiled(source, checks=checks)
    data = [offset for start, end in image.data for offset in range(start, end)]
    found = [
        line.mnemonic
        for line in decode(image.code)
        if line.offset not in data and image.origin(line.offset).procedure == procedure
    ]
    assert found.pop() == "ret"
    if found[0] == "ajw":
        assert found.pop() == "ajw"
        found = found[1:]
    return " ".join(found)


def body(text, checks=Checks.HALT):
    """Return the instructions of a procedure with variables and channels as its parameters."""
    head = "PROC p (CHAN OF INT c, VAL INT a, b, INT r, [5]INT v)\n"
    lines = "".join(f"  {line}\n" for line in text.split("\n"))
    call = "CHAN OF INT c:\nINT r:\n[5]INT v:\np (c, 1, 2, r, v)"
    return instructions(main(call, f"{head}{lines}:\n"), "p", checks)


LOOP = "INT x:\nSEQ i = a FOR b\n  x := i"


@pytest.mark.parametrize(
    ("checks", "test"),
    [
        (Checks.HALT, "ldl mint csub0 cj"),
        (Checks.RANGE_OFF, "ldl cj"),
        (Checks.NONE, "ldl cj"),
    ],
)
def test_replicator_with_a_variable_count(checks, test):
    assert body(LOOP, checks) == f"ldl stl ldl stl {test} ldl stl ldlp ldc lend"


def test_replicator_with_a_constant_count():
    text = LOOP.replace("a FOR b", "0 FOR 10")
    assert body(text) == "ldc stl ldc stl ldl stl ldlp ldc lend"


def test_while():
    assert body("INT x:\nWHILE a < b\n  x := 1") == "ldl ldl gt cj ldc stl j"


def test_if():
    text = "INT x:\nIF\n  a < b\n    x := 1\n  a = b\n    x := 2"
    expected = "ldl ldl gt cj ldc stl j ldl ldl diff eqc cj ldc stl j seterr stopp"
    assert body(text) == expected


def test_if_true_needs_no_test():
    assert (
        body("INT x:\nIF\n  a < b\n    x := 1\n  TRUE\n    x := 2")
        == "ldl ldl gt cj ldc stl j ldc stl"
    )


def test_stop():
    assert body("STOP") == "seterr stopp"
    assert body("STOP", Checks.NONE) == "stopp"


def test_channels():
    assert body("c ! a") == "ldl ldl outword"
    assert body("INT x:\nc ? x") == "ldlp ldl ldc in"
    assert body("c ? r") == "ldl ldl ldc in"


def test_links():
    assert instructions(main("out ! 5")) == "mint ldc outword"
    assert instructions(main("INT x:\nin ? x")) == "ldlp mint ldnlp ldc in"


def test_arrays_and_bytes_to_channels():
    head = (
        "PROC p (CHAN OF [5]INT c, VAL [5]INT v, CHAN OF BYTE d, VAL BYTE b,\n"
        "        CHAN OF INT::[]INT e)\n"
    )
    text = "  SEQ\n    c ! v\n    d ! b\n    e ! 3::v\n:\n"
    call = (
        "CHAN OF [5]INT c:\nCHAN OF BYTE d:\nCHAN OF INT::[]INT e:\n[5]INT v:\np (c, v, d, 'x', e)"
    )
    expected = "ldl ldl ldc out ldl ldl outbyte ldl ldc outword ldl ldl ldc bcnt out"
    assert instructions(main(call, head + text), "p") == expected


def test_local_channels_are_initialised():
    expected = "mint stl mint stl mint stl"
    assert body("CHAN OF INT d:\n[2]CHAN OF INT e:\nSKIP") == expected


def test_timers():
    assert body("TIMER t:\nINT x:\nSEQ\n  t ? x\n  t ? AFTER x") == "ldtimer stl ldl tin"


def test_par():
    expected = (
        "ldc stl ldc ldpi stl "  # two processes, where they join
        "ldc ldlp startp "
        "ajw ldc stl ldlp endp "  # the last one, as the parent
        "ldc stl ldlp endp"
    )
    assert body("INT x, y:\nPAR\n  x := 1\n  y := 2") == expected


def test_pri_par():
    expected = (
        "ldc stl ldc ldpi stl ldc ldpi ldlp stnl ldlp runp "
        "ajw ldc stl ldlp endp "
        "sethalterr ldc stl ldlp endp "
        "ldlp adc runp stopp"
    )
    assert body("INT x, y:\nPRI PAR\n  x := 1\n  y := 2") == expected


def test_replicated_par():
    expected = (
        "ldc stl ldc ldpi stl ldc stl ldlp stl ldc stl "  # join, loop
        "ldl ldl stnl ldlp ldl stnl ldc ldl startp ldl ldnlp stl "  # index, link, next workspace
        "ldlp ldc lend ldlp endp "
        "ldl stl ldl endp"
    )
    assert body("PAR i = 0 FOR 3\n  INT x:\n  x := i") == expected


def test_alt():
    expected = (
        "alt ldl ldc enbc ldl ldc gt enbs altwt "
        "ldl ldc ldc disc ldl ldc gt ldc diss altend "
        "ldl ldl ldc in"
    )
    assert body("ALT\n  c ? r\n    SKIP\n  (a > 0) & SKIP\n    SKIP") == expected


def test_alt_with_a_time():
    expected = (
        "talt ldl ldc enbt ldl ldc enbc taltwt ldl ldc ldc dist ldl ldc ldc disc altend "
        "j ldl ldl ldc in"
    )
    assert body("TIMER t:\nALT\n  t ? AFTER a\n    SKIP\n  c ? r\n    SKIP") == expected


def test_calls():
    head = "PROC q (VAL INT a, b, c, d, e)\n  SKIP\n:\nPROC p (VAL INT x)\n  q (x, 2, x, 4, x)\n:\n"
    assert instructions(main("p (1)", head), "p") == "ldc stl ldl stl ldl ldc ldl call"


def test_procedures_without_variables_have_no_frame():
    image = compiled(main("q ()", "PROC q ()\n  SKIP\n:\n"))
    code = [line for line in decode(image.code) if image.origin(line.offset).procedure == "q"]
    assert [line.mnemonic for line in code] == ["ret"]


def test_hidden_arguments_only_where_they_are_used():
    text = "INT x:\nPROC q (VAL INT k)\n  {}\n:\nq (3)"
    assert instructions(main(text.format("SKIP")), "main") == "ldc call"
    assert instructions(main(text.format("x := k")), "main") == "ldlp ldc call"
