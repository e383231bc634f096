"""How a run that went wrong is told: processor, procedure, line, and why."""

from dataclasses import replace

import pytest

from common.place import Place
from emulator.transputer.network.network_file import parse
from emulator.transputer.network.results import Status
from occam.telling.diagnosis import explain
from tests.occam_images import built, image, machine

SOURCE = """PROC worker ()
  first line
  second line
  third line
:
"""
ONE = parse("[nodes.P0]\nmemory = 8192")
TWO = parse('[nodes.P0]\n[nodes.P1]\ntype = "T414"\n[wires]\nP0.1 = "P1.2"')


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "source.occ"
    path.write_text(SOURCE)
    return str(path)


def told(program, **limits):
    network = machine(program)
    outcome = network.run(**({"max_cycles": 1_000_000} | limits))
    return outcome, explain(outcome, network, program)


def check(body):
    """A program that halts on an error in line 3."""
    return f"""
        sethalterr
        ldc     0               -- line 2 worker
{body}
        stl     1               -- line 4 worker
        stopp
"""


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        ("ldc 7 -- line 3 worker\n ldc 4\n csub0", "a subscript, count or value out of range"),
        ("ldc 0 -- line 3 worker\n ccnt1", "a subscript, count or value out of range"),
        ("mint -- line 3 worker\n adc -1", "an overflow"),
        ("mint -- line 3 worker\n mint\n add", "an overflow"),
        ("mint -- line 3 worker\n mint\n mul", "an overflow"),
        ("ldc 0 -- line 3 worker\n div", "a division by zero, or an overflow"),
        ("ldc #100 -- line 3 worker\n ldc #80\n cword", "a value its type has no room for"),
        ("seterr -- line 3 worker", "STOP, or nothing that fits in an IF, CASE or check"),
        (
            "fpuseterror -- line 3 worker\n fpchkerror",
            "a floating-point overflow, division by zero or invalid operation",
        ),
    ],
)
def test_what_set_the_error_flag(file, body, cause):
    program = built({"P0": image(check(body), file=file)}, ONE)
    outcome, text = told(program)
    assert outcome.status is Status.ERROR
    assert text == f"P0: halted on its error flag: {cause}, in worker, {file}:3: second line"


def test_memory_that_is_not_there(file):
    source = "ldc #4000 -- line 2 worker\n mint\n bsub\n ldnl 0 -- line 3 worker\n stopp"
    outcome, text = told(built({"P0": image(source, file=file)}, ONE))
    assert outcome.status is Status.FAULT
    assert text.startswith("P0: no memory at #80004000, used near #8000")
    assert text.endswith(f", in worker, {file}:3: second line")


RECEIVER = """
        ldlp    1               -- line {line} {name}
        mint
        ldnlp   4 + {link}
        ldc     4
        in
        stopp                   -- line 4 {name}
"""


def test_a_deadlock_names_every_process(file):
    images = {
        "P0": image(RECEIVER.format(line=2, name="master", link=1), file=file),
        "P1": image(RECEIVER.format(line=3, name="slave", link=2), "T414", file=file),
    }
    outcome, text = told(built(images, TWO))
    assert outcome.status is Status.DEADLOCK
    assert text.splitlines() == [
        "nothing can go on:",
        f"  P0: waits to input from link 1, wired to P1 link 2, in master, {file}:2: first line",
        f"  P1: waits to input from link 2, wired to P0 link 1, in slave, {file}:3: second line",
    ]


def test_internal_channels_and_alternatives(file):
    source = """
        mint
        stl     1
        ldc     one - here
        ldlp    -8
        startp
here:   ldlp    2
        ldlp    1               -- line 2 left
        ldc     4
        in
        stopp
one:    mint                    -- line 3 right
        stl     0
        alt                     -- line 4 right
        ldlp    0
        ldc     1
        enbc
        altwt
        stopp
"""
    program = built({"P0": image(source, file=file, below=20)}, ONE)
    outcome, text = told(program)
    assert outcome.status is Status.DEADLOCK
    lines = text.splitlines()
    assert lines[0] == "nothing can go on:"
    channel = 0x80000000 + program.placements["P0"].workspace + 4
    assert sorted(lines[1:]) == [
        f"  P0: waits in an ALT, in right, {file}:4: third line",
        f"  P0: waits to input from channel #{channel:08X}, in left, {file}:2: first line",
    ]


def test_a_run_cut_short_tells_what_runs_and_what_waits(file):
    images = {
        "P0": image("here: j here -- line 3 master", file=file),
        "P1": image(RECEIVER.format(line=2, name="slave", link=2), "T414", file=file),
    }
    outcome, text = told(built(images, TWO), max_cycles=100_000)
    assert outcome.status is Status.CYCLE_LIMIT
    assert text.splitlines() == [
        "100000 cycles have passed:",
        f"  P0: runs, in master, {file}:3: second line",
        f"  P1: waits to input from link 2, wired to P0 link 1, in slave, {file}:2: first line",
    ]


def test_many_processes_are_told_in_few_lines(file):
    count = 20
    nodes = "\n".join(f"[nodes.P{i}]" for i in range(count))
    wires = "\n".join(f'P{i}.1 = "P{i + 1}.2"' for i in range(count - 1))
    images = {
        f"P{i}": image(RECEIVER.format(line=2, name="stage", link=3), file=file)
        for i in range(count)
    }
    _, text = told(built(images, parse(f"{nodes}\n[wires]\n{wires}")))
    lines = text.splitlines()
    assert lines[-1] == "  and 8 more"
    assert len(lines) == 14


def test_programs_that_have_ended(file):
    outcome, text = told(built({"P0": image("stopp -- line 2 x", file=file)}, ONE))
    assert outcome.status is Status.IDLE
    assert text == "every process has ended, but none told the host that all is done (so.exit)"


def test_without_its_source_the_line_is_told_by_number():
    program = built({"P0": image(check("seterr -- line 3 worker"), file="gone.occ")}, ONE)
    assert told(program)[1].endswith("in worker, gone.occ:3")


def test_code_of_no_source_is_told_by_its_address():
    program = built({"P0": image("sethalterr\n seterr")}, ONE)
    outcome, text = told(program)
    assert text == outcome.reason


LIBRARY_CALL = """
entry:  sethalterr              -- line 2 main
        ajw     -1
        ldc     7
        call    other
left:   ldc     5               -- line 3 main
        call    inner
        ldc     0               -- line 4 main
other:  ret                     -- line 4 other
inner:  ajw     -2              -- line 1 reals.s
        call    deepest
deepest: ajw    -3
        ldap    left            -- as an earlier call might have left it
        stl     1
        seterr
"""


def test_an_error_in_the_library_is_told_where_it_was_called(file):
    program = image(LIBRARY_CALL, file=file, below=40)
    library = Place("reals.s, checked", 1, 1)
    origins = tuple(
        replace(origin, place=library) if origin.procedure == "reals.s" else origin
        for origin in program.origins
    )
    program = replace(program, origins=origins)
    _, text = told(built({"P0": program}, ONE))
    assert text == (
        "P0: halted on its error flag: an overflow, a division by zero or an invalid operand,"
        f" in the library's reals.s, called in main, {file}:3: second line"
    )
