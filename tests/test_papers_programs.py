"""The papers' programs: found by name and processors, with the papers' times."""

import pytest

from common.errors import InputError
from papers import programs
from tests.paper_programs import built
from torqueflow.cli.main import main


def test_programs_are_found_by_name_and_processors():
    assert programs.find("drl", None).processors == 4
    assert programs.find("ne", None).processors == 1
    assert programs.find("drl", 26).source == "drl26.occ"


@pytest.mark.parametrize(
    ("name", "processors", "message"),
    [
        ("dlr", None, "'dlr' is unknown; allowed: ne, scsnea, pscsnea, drl"),
        ("drl", 5, "5 for drl; allowed: 1 or 4 or 26"),
        ("ne", 4, "4 for ne; allowed: 1"),
    ],
)
def test_programs_there_are_not(name, processors, message):
    with pytest.raises(InputError, match=message):
        programs.find(name, processors)


def test_the_papers_times():
    reductions = {"ne": 0.58, "scsnea": 0.41}
    for name, reduction in reductions.items():
        seconds = programs.find(name, 1).seconds["T800"]
        assert pytest.approx(seconds * (1 - reduction)) == 2e-3


@pytest.fixture
def occam(capfd, tmp_path, monkeypatch):
    """Run `torqueflow occam` elsewhere: exit status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back

    def occam(*arguments):
        with pytest.raises(SystemExit) as caught:
            main(["occam", *map(str, arguments)])
        return (caught.value.code, *capfd.readouterr())

    return occam


BY_HAND = [programs.find("scsnea", 1), programs.find("drl", 4)]
"""One of a single transputer and one of a network; every program is compiled in other tests."""


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(each, marks=() if each in BY_HAND else pytest.mark.slow)
        for each in programs.programs()
    ],
    ids=lambda program: program.source,
)
def test_each_compiles_by_hand(occam, tmp_path, program):
    status, out, err = occam("build", program.path, "-o", "program.btl")
    assert (status, err) == (0, "")
    assert ("[wires]" in out) == (program.processors > 1)
    assert (tmp_path / "program.btl").read_bytes() == built(program.path.stem).data


def test_by_hand_it_waits_for_points(occam):
    """The host of `occam run` sends none; the report says which process waits where."""
    status, out, err = occam("run", programs.find("scsnea", 1).path)
    assert (status, out) == (1, "")
    assert err.startswith("error: deadlock: ")
    assert "waits to input from link 0, wired to the host, in receive.trajectory, " in err
    assert "includes/trajectory.inc:11: from.host ? points" in err
