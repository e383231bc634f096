"""Occam source to its syntax tree, construct by construct."""

import subprocess
import sys
from dataclasses import fields, is_dataclass

import pytest

from common.errors import InputError
from occam import parsed
from occam.parsing.parser import parse, parse_text
from tests.effort import calls


def shown(node):
    """A tree in one line: (Class field field), [tuples], - for None; without places."""
    if is_dataclass(node):
        values = [
            getattr(node, field.name)
            for field in fields(node)
            if field.compare and field.name != "place"
        ]
        return f"({' '.join([type(node).__name__, *map(shown, values)])})"
    if isinstance(node, tuple):
        return f"[{' '.join(map(shown, node))}]"
    return {None: "-", True: "yes", False: "no"}.get(
        node, node if isinstance(node, str) else f"{node!r}"
    )


def expression(text):
    source = parse_text(f"VAL x IS {text}:", "x.occ")
    return shown(source.specifications[0].expression)


def specification(text):
    (found,) = parse_text(text, "x.occ").specifications
    return shown(found)


def process(text):
    source = parse_text(text, "x.occ")
    assert source.specifications == ()
    return shown(source.process)


def places(text):
    """Every node's class with its line and column."""

    def walk(node):
        if is_dataclass(node) and not hasattr(node, "column"):
            yield f"{type(node).__name__} {node.place.line}:{node.place.column}"
            for field in fields(node):
                yield from walk(getattr(node, field.name))
        elif isinstance(node, tuple):
            for each in node:
                yield from walk(each)

    return list(walk(parse_text(text, "x.occ")))


A, B, C = "(Name a)", "(Name b)", "(Name c)"
ONE, TWO, THREE = (f"(Literal integer {number} -)" for number in "123")
INT, BYTE, REAL32 = (f"(PrimitiveNode {name})" for name in ("INT", "BYTE", "REAL32"))
SKIP, STOP = "(Skip)", "(Stop)"


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("1", ONE),
        ("#FF", "(Literal integer #FF -)"),
        ("3(BYTE)", f"(Literal integer 3 {BYTE})"),
        ("1.5E-3 (REAL32)", f"(Literal real 1.5E-3 {REAL32})"),
        ("1.5", "(Literal real 1.5 -)"),
        ("'*n'", "(Literal byte '*n' -)"),
        ("'a'(INT)", f"(Literal byte 'a' {INT})"),
        ("TRUE", "(Literal boolean TRUE -)"),
        ('"ab*n"', r"(StringLiteral b'ab\n')"),
        ("a.b.c", "(Name a.b.c)"),
        ("a[1][b]", f"(Subscript (Subscript {A} {ONE}) {B})"),
        ("[a FROM 1 FOR 2]", f"(Slice {A} {ONE} {TWO})"),
        ("[a FROM 1]", f"(Slice {A} {ONE} -)"),
        ("[a FOR 2]", f"(Slice {A} - {TWO})"),
        ("[a[1] FROM b FOR 2][c]", f"(Subscript (Slice (Subscript {A} {ONE}) {B} {TWO}) {C})"),
        ("[[1, 2] FROM 1 FOR 1]", f"(Slice (Table [{ONE} {TWO}]) {ONE} {ONE})"),
        ("[1]", f"(Table [{ONE}])"),
        ("[a, [1, 2]]", f"(Table [{A} (Table [{ONE} {TWO}])])"),
        ("[1, 2][a]", f"(Subscript (Table [{ONE} {TWO}]) {A})"),
        ('"ab"[1]', f"(Subscript (StringLiteral b'ab') {ONE})"),
        ("-a", f"(Monadic - {A})"),
        ("MINUS a", f"(Monadic MINUS {A})"),
        ("NOT a", f"(Monadic NOT {A})"),
        ("BITNOT a", f"(Monadic ~ {A})"),
        ("SIZE a", f"(Monadic SIZE {A})"),
        ("NOT (a AND b)", f"(Monadic NOT (Dyadic AND {A} {B}))"),
        ("a + (b * c)", f"(Dyadic + {A} (Dyadic * {B} {C}))"),
        ("(a + b) * c", f"(Dyadic * (Dyadic + {A} {B}) {C})"),
        ("((a))", A),
        ("a AND b AND c", f"(Dyadic AND (Dyadic AND {A} {B}) {C})"),
        ("a OR b OR c", f"(Dyadic OR (Dyadic OR {A} {B}) {C})"),
        ("a REM b", f"(Dyadic \\ {A} {B})"),
        ("a BITAND b", f"(Dyadic /\\ {A} {B})"),
        ("a BITOR b", f"(Dyadic \\/ {A} {B})"),
        ("a AFTER b", f"(Dyadic AFTER {A} {B})"),
        ("a MINUS b", f"(Dyadic MINUS {A} {B})"),
        ("a - 1", f"(Dyadic - {A} {ONE})"),
        ("INT a", f"(Conversion {INT}  {A})"),
        ("REAL32 ROUND a[1]", f"(Conversion {REAL32} ROUND (Subscript {A} {ONE}))"),
        ("INT TRUNC (a + b)", f"(Conversion {INT} TRUNC (Dyadic + {A} {B}))"),
        ("(INT a) + 1", f"(Dyadic + (Conversion {INT}  {A}) {ONE})"),
        ("MOSTPOS INT", f"(Limit yes {INT})"),
        ("MOSTNEG BYTE", f"(Limit no {BYTE})"),
        ("(MOSTPOS INT) - a", f"(Dyadic - (Limit yes {INT}) {A})"),
        ("f ()", "(Call f [])"),
        ("f (a, b + 1) * 2", f"(Dyadic * (Call f [{A} (Dyadic + {B} {ONE})]) {TWO})"),
        ("a +\n  b", f"(Dyadic + {A} {B})"),
    ],
)
def test_expressions(text, tree):
    assert expression(text) == tree


@pytest.mark.parametrize(
    "operator",
    ["+", "-", "*", "/", "\\", "PLUS", "MINUS", "TIMES", "/\\", "\\/", "><", "<<", ">>"],
)
@pytest.mark.parametrize("second", ["same", "*", "AND"])
def test_operators_have_no_precedence(operator, second):
    other = operator if second == "same" else second
    with pytest.raises(InputError) as caught:
        expression(f"a {operator} b {other} c")
    column = 13 + len(operator) + 2
    assert str(caught.value) == (
        f"x.occ:1:{column}: '{other}' after '{operator}' without brackets; "
        "allowed: brackets that say which comes first; only AND and OR may be repeated"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a AND b OR c", "1:18: 'OR' after 'AND' without brackets"),
        ("a = b AND c", "1:16: 'AND' after '=' without brackets"),
        ("-a + b", "1:13: '+' after '-' without brackets"),
        ("NOT a AND b", "1:16: 'AND' after 'NOT' without brackets"),
        ("INT a + b", "1:16: '+' after 'a conversion' without brackets"),
        ("MOSTPOS INT - 1", "1:22: '-' after 'MOSTPOS' without brackets"),
        ("a + -b", "1:14: '-' straight after '+'; allowed: brackets around what follows it"),
        ("a AND NOT b", "1:16: 'NOT' straight after 'AND'; allowed: brackets around"),
        ("a + INT b", "1:14: 'INT' straight after '+'; allowed: brackets around"),
        ("- -a", "1:12: '-' straight after '-'; allowed: brackets around"),
        ("INT REAL32 a", "1:14: 'REAL32' straight after 'INT'; allowed: brackets around"),
        ("INT ROUND -a", "1:20: '-' after 'ROUND'; allowed: a name, number, string or brackets"),
    ],
)
def test_other_operators_need_brackets_too(text, message):
    with pytest.raises(InputError) as caught:
        expression(text)
    assert str(caught.value).startswith(f"x.occ:{message}")


def test_long_chains_are_refused_as_each_term_is_a_level():
    expression(" AND ".join(["a"] * 100))
    with pytest.raises(InputError, match="more than 100 terms of OR; allowed: 100, or brackets"):
        expression(" OR ".join(["a"] * 101))


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("INT a, b:", f"(Declaration {INT} [(NewName a) (NewName b)])"),
        ("[2][]INT a:", f"(Declaration (ArrayNode {TWO} (ArrayNode - {INT})) [(NewName a)])"),
        ("TIMER a:", "(Declaration (TimerNode) [(NewName a)])"),
        ("[2]TIMER a:", f"(Declaration (ArrayNode {TWO} (TimerNode)) [(NewName a)])"),
        (
            "CHAN OF INT a, b:",
            f"(Declaration (ChannelNode (SimpleProtocolNode {INT})) [(NewName a) (NewName b)])",
        ),
        ("CHAN OF ANY a:", "(Declaration (ChannelNode (AnyProtocolNode)) [(NewName a)])"),
        ("CHAN OF P a:", "(Declaration (ChannelNode (NamedProtocolNode P)) [(NewName a)])"),
        (
            "[2]CHAN OF [3]REAL32 a:",
            f"(Declaration (ArrayNode {TWO} (ChannelNode (SimpleProtocolNode "
            f"(ArrayNode {THREE} {REAL32})))) [(NewName a)])",
        ),
        (
            "CHAN OF INT::[]BYTE a:",
            f"(Declaration (ChannelNode (CountedProtocolNode {INT} (ArrayNode - {BYTE}))) "
            "[(NewName a)])",
        ),
        ("a IS b[1]:", f"(Abbreviation no - (NewName a) (Subscript {B} {ONE}))"),
        ("INT a IS b:", f"(Abbreviation no {INT} (NewName a) {B})"),
        ("[]INT a IS b:", f"(Abbreviation no (ArrayNode - {INT}) (NewName a) {B})"),
        ("VAL a IS 1:", f"(Abbreviation yes - (NewName a) {ONE})"),
        ("VAL INT a IS INT b:", f"(Abbreviation yes {INT} (NewName a) (Conversion {INT}  {B}))"),
        (
            'VAL []BYTE s IS "a":',
            f"(Abbreviation yes (ArrayNode - {BYTE}) (NewName s) (StringLiteral b'a'))",
        ),
        (
            "CHAN OF INT a IS b:",
            f"(Abbreviation no (ChannelNode (SimpleProtocolNode {INT})) (NewName a) {B})",
        ),
        ("INT a RETYPES b:", f"(Retyping no {INT} (NewName a) {B})"),
        ("VAL [2]INT a RETYPES b:", f"(Retyping yes (ArrayNode {TWO} {INT}) (NewName a) {B})"),
        ("PLACE a AT #10:", f"(Placement {A} (Literal integer #10 -))"),
        ("PLACE a[1] AT 2:", f"(Placement (Subscript {A} {ONE}) {TWO})"),
        ("PLACE a IN VECSPACE:", "(Space a VECSPACE)"),
        ("#PRAGMA SHARED a, b", "(Pragma SHARED [(NewName a) (NewName b)])"),
        ("PORT OF INT a:", "(Declaration (PortNode (PrimitiveNode INT)) [(NewName a)])"),
        (
            "PROTOCOL P IS INT; []BYTE; ANY; INT16::[]REAL32:",
            f"(ProtocolDefinition (NewName P) (SequentialProtocolNode [(SimpleProtocolNode {INT}) "
            f"(SimpleProtocolNode (ArrayNode - {BYTE})) (AnyProtocolNode) (CountedProtocolNode "
            f"(PrimitiveNode INT16) (ArrayNode - {REAL32}))]))",
        ),
        (
            "PROTOCOL P\n  CASE\n    a; INT; INT::[]BYTE\n    b\n:",
            f"(ProtocolDefinition (NewName P) [(TaggedProtocolNode a [(SimpleProtocolNode {INT}) "
            f"(CountedProtocolNode {INT} (ArrayNode - {BYTE}))]) (TaggedProtocolNode b [])])",
        ),
        ("PROC p ()\n  SKIP\n:", f"(ProcedureDefinition (NewName p) [] {SKIP})"),
        ("INLINE PROC p ()\n  SKIP\n:", f"(ProcedureDefinition (NewName p) [] {SKIP})"),
        (
            "PROC p (VAL INT a, b, CHAN OF P c, d, []INT e)\n  SKIP\n:",
            f"(ProcedureDefinition (NewName p) [(Formal yes {INT} (NewName a)) "
            f"(Formal yes {INT} (NewName b)) "
            "(Formal no (ChannelNode (NamedProtocolNode P)) (NewName c)) "
            "(Formal no (ChannelNode (NamedProtocolNode P)) (NewName d)) "
            f"(Formal no (ArrayNode - {INT}) (NewName e))] {SKIP})",
        ),
        (
            "INT FUNCTION f (VAL INT a) IS a + 1:",
            f"(FunctionDefinition (NewName f) [{INT}] [(Formal yes {INT} (NewName a))] "
            f"(ValueProcess [] {SKIP} [(Dyadic + {A} {ONE})]))",
        ),
        (
            "INT, BYTE INLINE FUNCTION f ()\n  INT a:\n  BYTE b:\n  VALOF\n    SKIP\n"
            "    RESULT a, b\n:",
            f"(FunctionDefinition (NewName f) [{INT} {BYTE}] [] (ValueProcess "
            f"[(Declaration {INT} [(NewName a)]) (Declaration {BYTE} [(NewName b)])] {SKIP} "
            f"[{A} {B}]))",
        ),
    ],
)
def test_specifications(text, tree):
    assert specification(text) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("SKIP", SKIP),
        ("STOP", STOP),
        ("a := 1", f"(Assignment [{A}] [{ONE}])"),
        ("a, b := b, a", f"(Assignment [{A} {B}] [{B} {A}])"),
        (
            "a[1], [b FROM 1 FOR 2] := f (c)",
            f"(Assignment [(Subscript {A} {ONE}) (Slice {B} {ONE} {TWO})] [(Call f [{C}])])",
        ),
        ("a ? b", f"(Input {A} [{B}])"),
        ("a[1] ? b; c[2]", f"(Input (Subscript {A} {ONE}) [{B} (Subscript {C} {TWO})])"),
        ("a ? b::[c FROM 1 FOR 2]", f"(Input {A} [(CountedItem {B} (Slice {C} {ONE} {TWO}))])"),
        ("a ? AFTER b PLUS 1", f"(DelayedInput {A} (Dyadic PLUS {B} {ONE}))"),
        ("a ! b + 1; 2", f"(Output {A} [(Dyadic + {B} {ONE}) {TWO}])"),
        ('a ! 2::"bc"', f"(Output {A} [(CountedItem {TWO} (StringLiteral b'bc'))])"),
        ("a ! INT b::c", f"(Output {A} [(CountedItem (Conversion {INT}  {B}) {C})])"),
        ("a ? CASE b; c", f"(CaseInput {A} [(Variant [] b [{C}] {SKIP})])"),
        ("a ? CASE", f"(CaseInput {A} [])"),
        (
            "a ? CASE\n  b; c; 1::d\n    STOP\n  INT x:\n  e\n    SKIP".replace("1::d", "b::a"),
            f"(CaseInput {A} [(Variant [] b [{C} (CountedItem {B} {A})] {STOP}) "
            f"(Variant [(Declaration {INT} [(NewName x)])] e [] {SKIP})])",
        ),
        ("p ()", "(Instance p [])"),
        ("p (a, 1, [b FOR 2])", f"(Instance p [{A} {ONE} (Slice {B} - {TWO})])"),
        ("SEQ", "(Sequence - [])"),
        ("SEQ\n  SKIP\n  STOP", f"(Sequence - [{SKIP} {STOP}])"),
        ("SEQ i = 1 FOR a\n  STOP", f"(Sequence (Replicator i {ONE} {A}) [{STOP}])"),
        ("PAR", "(Parallel no - [])"),
        ("PAR\n  SKIP\n  SEQ", f"(Parallel no - [{SKIP} (Sequence - [])])"),
        ("PRI PAR\n  SKIP\n  STOP", f"(Parallel yes - [{SKIP} {STOP}])"),
        ("PAR i = 1 FOR 2\n  STOP", f"(Parallel no (Replicator i {ONE} {TWO}) [{STOP}])"),
        ("PRI PAR i = 1 FOR 2\n  STOP", f"(Parallel yes (Replicator i {ONE} {TWO}) [{STOP}])"),
        ("WHILE a\n  STOP", f"(While {A} {STOP})"),
        ("IF", "(Conditional - [] [])"),
        (
            "IF\n  a = 1\n    SKIP\n  INT b:\n  VAL c IS 1:\n  b\n    STOP",
            f"(Conditional - [(GuardedChoice [] (Dyadic = {A} {ONE}) {SKIP}) "
            f"(GuardedChoice [(Declaration {INT} [(NewName b)]) "
            f"(Abbreviation yes - (NewName c) {ONE})] {B} {STOP})] [])",
        ),
        (
            "IF i = 1 FOR 2\n  a\n    SKIP",
            f"(Conditional (Replicator i {ONE} {TWO}) [(GuardedChoice [] {A} {SKIP})] [])",
        ),
        (
            "IF\n  b IS c:\n  IF\n    a\n      SKIP\n  INT a\n    STOP",
            f"(Conditional - [(Conditional - [(GuardedChoice [] {A} {SKIP})] "
            f"[(Abbreviation no - (NewName b) {C})]) "
            f"(GuardedChoice [] (Conversion {INT}  {A}) {STOP})] [])",
        ),
        ("CASE a", f"(Selection {A} [])"),
        (
            "CASE a\n  1, 'b'\n    SKIP\n  INT b:\n  2\n    STOP\n  ELSE\n    SKIP",
            f"(Selection {A} [(Option [] [{ONE} (Literal byte 'b' -)] {SKIP}) "
            f"(Option [(Declaration {INT} [(NewName b)])] [{TWO}] {STOP}) (Option [] - {SKIP})])",
        ),
        (
            "CASE a\n  INT b, INT c\n    SKIP",
            f"(Selection {A} [(Option [] [(Conversion {INT}  {B}) (Conversion {INT}  {C})] "
            f"{SKIP})])",
        ),
        ("ALT", "(Alternation no - [] [])"),
        (
            "PRI ALT\n  a ? b\n    SKIP\n  c & a ? b\n    STOP\n  c & SKIP\n    STOP\n"
            "  a ? AFTER b\n    SKIP",
            f"(Alternation yes - [(Guard [] - (Input {A} [{B}]) {SKIP}) "
            f"(Guard [] {C} (Input {A} [{B}]) {STOP}) (Guard [] {C} {SKIP} {STOP}) "
            f"(Guard [] - (DelayedInput {A} {B}) {SKIP})] [])",
        ),
        (
            "ALT i = 1 FOR 2\n  INT x:\n  a = b & c[i] ? x\n    SKIP",
            f"(Alternation no (Replicator i {ONE} {TWO}) [(Guard [(Declaration {INT} "
            f"[(NewName x)])] (Dyadic = {A} {B}) (Input (Subscript {C} (Name i)) [(Name x)]) "
            f"{SKIP})] [])",
        ),
        (
            "ALT\n  INT x:\n  ALT\n    a ? b\n      SKIP\n  PRI ALT i = 1 FOR 2\n    c ? b\n"
            "      STOP",
            f"(Alternation no - [(Alternation no - [(Guard [] - (Input {A} [{B}]) {SKIP})] "
            f"[(Declaration {INT} [(NewName x)])]) (Alternation yes (Replicator i {ONE} {TWO}) "
            f"[(Guard [] - (Input {C} [{B}]) {STOP})] [])] [])",
        ),
        (
            "ALT\n  a ? CASE\n    b\n      SKIP\n  c & a ? CASE\n    b\n      STOP\n"
            "  a ? CASE b; c\n    STOP\n  c & a ? CASE b\n    SKIP",
            f"(Alternation no - [(Guard [] - (CaseInput {A} [(Variant [] b [] {SKIP})]) -) "
            f"(Guard [] {C} (CaseInput {A} [(Variant [] b [] {STOP})]) -) "
            f"(Guard [] - (CaseInput {A} [(Variant [] b [{C}] {STOP})]) -) "
            f"(Guard [] {C} (CaseInput {A} [(Variant [] b [] {SKIP})]) -)] [])",
        ),
        (
            "SEQ\n  INT a:\n  VAL b IS 1:\n  SKIP\n  STOP",
            f"(Sequence - [(Specified (Declaration {INT} [(NewName a)]) (Specified "
            f"(Abbreviation yes - (NewName b) {ONE}) {SKIP})) {STOP}])",
        ),
        (
            "SEQ\n  PROC p ()\n    STOP\n  :\n  p ()",
            f"(Sequence - [(Specified (ProcedureDefinition (NewName p) [] {STOP}) "
            "(Instance p []))])",
        ),
        (
            "ASM\n  LD a, 1  -- both\n  :x\n  CJ :x\n  LD ADDRESSOF a",
            f"(Assembly [(AssemblyLine LD [{A} {ONE}] [] no) (AssemblyLine  [] [x] no)"
            f" (AssemblyLine CJ [] [x] no) (AssemblyLine LD [{A}] [] yes)])",
        ),
        (
            "PLACED PAR\n  PROCESSOR 1 T8\n    SKIP\n  PLACED PAR i = 1 FOR 2\n"
            "    VAL a IS 1:\n    PROCESSOR a + i\n      STOP",
            f"(PlacedParallel - [(Processor {ONE} T8 {SKIP}) (PlacedParallel "
            f"(Replicator i {ONE} {TWO}) [(Specified (Abbreviation yes - (NewName a) {ONE}) "
            f"(Processor (Dyadic + {A} (Name i)) - {STOP}))])])",
        ),
        (
            "a := (VALOF\n        b := 1\n        RESULT b\n     ) + 2",
            f"(Assignment [{A}] [(Dyadic + (ValueProcess [] (Assignment [{B}] [{ONE}]) [{B}]) "
            f"{TWO})])",
        ),
        (
            "a, b := (INT c:\n         VALOF\n           SKIP\n           RESULT 1, 2\n        )",
            f"(Assignment [{A} {B}] [(ValueProcess [(Declaration {INT} [(NewName c)])] {SKIP} "
            f"[{ONE} {TWO}])])",
        ),
        ("a := b +\n     1", f"(Assignment [{A}] [(Dyadic + {B} {ONE})])"),
    ],
)
def test_processes(text, tree):
    assert process(text) == tree


def test_a_source_has_specifications_and_perhaps_a_process():
    assert shown(parse_text("")) == "(Source [] -)"
    assert shown(parse_text("-- nothing\n\n")) == "(Source [] -)"
    assert (
        shown(parse_text("INT a:\nSKIP")) == f"(Source [(Declaration {INT} [(NewName a)])] {SKIP})"
    )
    assert shown(parse_text("SKIP").process) == SKIP


def test_places_are_those_of_the_first_character_or_of_the_operator():
    assert places("PROC p (VAL INT a,\n        b)\n  SEQ i = 0 FOR 2\n    a[1] := b + (-c)\n:") == [
        "Source 1:1",
        "ProcedureDefinition 1:1",
        "NewName 1:6",
        "Formal 1:9",
        "PrimitiveNode 1:13",
        "NewName 1:17",
        "Formal 2:9",
        "PrimitiveNode 1:13",
        "NewName 2:9",
        "Sequence 3:3",
        "Replicator 3:7",
        "Literal 3:11",
        "Literal 3:17",
        "Assignment 4:5",
        "Subscript 4:5",
        "Name 4:5",
        "Literal 4:7",
        "Dyadic 4:15",
        "Name 4:13",
        "Monadic 4:18",
        "Name 4:19",
    ]


def test_files_are_parsed_with_their_includes(tmp_path):
    (tmp_path / "a.occ").write_text('PROC p ()\n  SEQ\n    #INCLUDE "b.inc"\n    STOP\n:\n')
    (tmp_path / "b.inc").write_text("SEQ\n  a := 1\n")
    source = parse(tmp_path / "a.occ")
    sequence = source.specifications[0].body
    assert shown(sequence) == f"(Sequence - [(Sequence - [(Assignment [{A}] [{ONE}])]) {STOP}])"
    assert str(sequence.processes[0].processes[0].place) == f"{tmp_path / 'b.inc'}:2:3"
    (tmp_path / "b.inc").write_text("SEQ\n   a := 1\n")
    with pytest.raises(InputError) as caught:
        parse(tmp_path / "a.occ")
    assert str(caught.value) == (
        f"{tmp_path / 'b.inc'}:2:4: 3 spaces before 'a'; allowed: 2 spaces"
    )


def test_every_node_of_the_syntax_can_come_from_a_source():
    """What the grammar names and *_nodes.py lack would leave trees of the parser library's own."""
    known = {name for name, value in vars(parsed).items() if is_dataclass(value)}
    seen = set()
    for marker in (test_expressions, test_specifications, test_processes):
        for _, tree in marker.pytestmark[0].args[1]:
            seen |= {word.strip("()[]") for word in tree.split()} & known
    # An object file's modules are read from a file: tests/test_occam_module.py.
    assert known - seen == {"Node", "Source", "UsedObject"}


def test_the_parser_library_is_loaded_only_when_something_is_parsed():
    code = "import sys, occam.parsing.parser; sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_line_is_parsed_in_under_a_thousand_calls_however_many_there_are():
    body = (
        "PROC step (CHAN OF [3]REAL32 in, out, VAL [4][4]REAL32 a, []REAL32 b, INT x)\n"
        "  [3]REAL32 r:\n  SEQ\n    in ? r\n    SEQ i = 0 FOR 3\n      SEQ\n"
        "        x := (x + i) * (y - 2)\n"
        "        b[i] := (a[i][0] * r[0]) + ((a[i][1] * r[1]) + (a[i][2] * r[2]))\n"
        "    IF\n      (x > 3) AND (y < 5)\n        y := x\n      TRUE\n        SKIP\n"
        "    out ! r -- send it on\n:\n"
    )
    parse_text(body)
    once = calls(parse_text, body)
    assert once < 1000 * body.count("\n")
    assert calls(parse_text, body * 200) < 201 * once
    assert len(parse_text(body * 200).specifications) == 200
