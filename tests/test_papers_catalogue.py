"""A further paper is one folder: it is found, read and refused by what is in it."""

import pytest

from common.errors import InputError
from golden.load import load_robot
from papers.catalogue import FOLDER, paper, papers
from papers.programs import programs_of
from papers.timings import timings

PRINTED = """
name = "Somebody 1990"
reference = "a report"
times = ["four", "one"]
[numbers.clock]
what = "clock"
value = 17.5
unit = "MHz"
place = "section 1"
kind = "printed"
[numbers.four]
what = "torques, four processors"
value = 2.46
unit = "ms"
place = "table 1"
kind = "printed"
note = "simulated"
[numbers.shares]
what = "shares"
values = [25, 62.5]
unit = "%"
place = "table 2"
kind = "printed"
[numbers.one]
what = "torques, one processor"
unit = "ms"
place = "section 2"
kind = "derived"
how = "three times as long"
"""
DERIVE = "def one(printed):\n    return 3 * printed['four']\n"
PROGRAMS = """
equations = ["jobs.inc"]
[[programs]]
name = "new"
title = "a program"
processors = 1
source = "new.occ"
times = { T800 = "one" }
compared = ["T800"]
"""


@pytest.fixture
def folder(tmp_path):
    """A folder of papers with one paper in it, and another folder that is none."""
    (tmp_path / "includes").mkdir()
    place = tmp_path / "somebody"
    (place / "programs").mkdir(parents=True)
    (place / "printed.toml").write_text(PRINTED)
    (place / "derive.py").write_text(DERIVE)
    (place / "programs.toml").write_text(PROGRAMS)
    (place / "programs" / "new.occ").write_text("PROC main ()\n  SKIP\n:\n")
    return tmp_path


def test_numbers_are_in_si_units_to_the_bit(folder):
    (somebody,) = papers(folder)
    assert somebody.value("four") == 2.46e-3
    assert somebody.value("one") == 3 * 2.46e-3
    assert somebody.values("shares") == (0.25, 0.625)
    assert somebody.numbers["four"].printed
    assert not somebody.numbers["one"].printed
    assert (somebody.name, somebody.folder.name) == ("Somebody 1990", "somebody")


def test_its_times_are_in_reports(folder):
    rows = [(t.paper, t.system, t.seconds, t.source) for t in timings(papers(folder))]
    assert rows == [
        ("Somebody 1990", "torques, four processors", 2.46e-3, "table 1: simulated"),
        ("Somebody 1990", "torques, one processor", 3 * 2.46e-3, "section 2: three times as long"),
    ]
    assert [t.cycles for t in timings(papers(folder))] == [43050, 129150]


def test_its_programs_are_offered(folder):
    (program,) = programs_of(papers(folder))
    assert (program.name, program.processors, program.source) == ("new", 1, "new.occ")
    assert program.seconds == {"T800": 3 * 2.46e-3}
    assert (program.compared, program.equations) == (("T800",), ("jobs.inc",))
    assert program.path == folder / "somebody" / "programs" / "new.occ"


def test_a_paper_may_have_numbers_alone(folder):
    (folder / "somebody" / "programs.toml").unlink()
    assert programs_of(papers(folder)) == ()


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("printed.toml", 'unit = "MHz"', 'unit = "kHz"', "numbers.clock.unit: 'kHz' is unknown"),
        ("printed.toml", 'place = "table 1"\n', "", "numbers.four.place: missing"),
        ("printed.toml", "value = 17.5", 'value = "17.5"', "numbers.clock.value: '17.5' is not a"),
        ("printed.toml", "value = 17.5\n", "", "numbers.clock.value: missing"),
        ("printed.toml", 'how = "three', 'note = "three', "numbers.one.how: missing"),
        ("printed.toml", '"derived"', '"guessed"', "numbers.one.kind: 'guessed' is unknown"),
        ("printed.toml", '["four", "one"]', '["two"]', "times: 'two' is no number; allowed: clock"),
        ("printed.toml", "[numbers.clock]", "[numbers.clock]\nyear = 1", "clock.year: unknown"),
        ("derive.py", "def one", "def two", "numbers.one.kind: derived; allowed: a function 'one'"),
        ("programs.toml", '"new.occ"', '"old.occ"', "programs[0].source: no file 'old.occ'"),
        ("programs.toml", '"one" }', '"two" }', "programs[0].times.T800: 'two' is no number"),
        ("programs.toml", '["T800"]', '["T414"]', "programs[0].compared: no time for T414"),
        ("programs.toml", 'title = "a program"\n', "", "programs[0].title: missing"),
    ],
)
def test_a_fault_is_told_by_its_place(folder, file, old, new, told):
    place = folder / "somebody" / file
    text = place.read_text()
    assert text.count(old) == 1
    place.write_text(text.replace(old, new))
    with pytest.raises(InputError) as caught:
        programs_of(papers(folder))
    assert told in str(caught.value)
    assert str(caught.value).startswith("somebody/p")


# The five papers


def test_the_papers_stand_in_the_order_of_reports():
    assert [each.folder.name for each in papers()] == [
        "zomaya_morris", "zalzala_morris", "schafer_schiehlen", "zeng_egan", "machado",
    ]  # fmt: skip


def test_every_folder_with_a_paper_says_what_it_is():
    for each in papers():
        text = (each.folder / "README.md").read_text("utf-8")
        words = " ".join(text.split())
        assert f"# {each.name}" in text
        assert each.reference.split(". Research")[0].split(", pages")[0].rstrip(".") in words
        assert "## What is used" in text
        assert "ault" in text  # faults of the print, or that none is known
    assert "## A further paper" in (FOLDER / "README.md").read_text("utf-8")


def test_no_two_programs_are_called_the_same():
    asked = [(each.name, each.processors) for each in programs_of(papers())]
    assert len(set(asked)) == len(asked) == 6


def test_golden_has_machado_s_arm_as_printed():
    printed, arm = paper("machado"), load_robot("machado_2r")
    assert [link.mass for link in arm.links] == [printed.value("m1"), printed.value("m2")]
    lengths = [link.translation[0] for link in arm.links]
    assert lengths == [printed.value("r1"), printed.value("r2")]
    drives = [joint.actuator.motor_inertia * joint.actuator.gear_ratio**2 for joint in arm.joints]
    assert drives == [printed.value("j1"), printed.value("j2")]
    assert -arm.gravity[1] == pytest.approx(printed.value("gravity"), rel=1e-12)
    assert set(arm.velocity_limits) == {printed.value("velocity_limit")}
    assert set(arm.acceleration_limits) == {printed.value("acceleration_limit")}
    words = [printed.value("torque_limit_1"), printed.value("torque_limit_2")]
    assert arm.torque_limits.tolist() == words
