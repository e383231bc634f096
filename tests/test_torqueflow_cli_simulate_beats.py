"""`torqueflow simulate --beats`: what it refuses, and a run with its report."""

import json

import pytest

from torqueflow.cli import simulate as command

DERIVATIVES = ("machado_2r", "--algorithm", "inverse-derivatives")


@pytest.fixture
def run(command_line, monkeypatch, tmp_path):
    """Run `simulate` where every simulator is there: (exit status, output, error)."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: command_line("simulate", *arguments)


def test_an_unknown_kind_is_refused(run):
    status, out, error = run("machado_2r", "--beats", "rows")
    assert (status, out) == (2, "")
    assert "--beats: 'rows'; allowed: set, columns, words" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--ii", "2", "--beats", "columns"), "--ii: 2, shorter than the 3 beats of a set; "
         "allowed: 3 or more beside --beats columns"),
        (("--ii", "9", "--beats", "words", "--tag", "33"), "--tag: 33 bits; allowed: 0 to 32"),
        (("--tag", "-1"), "--tag: -1 bits; allowed: 0 to "),
        (("--ii", "2", "--beats", "columns", "--fast"), "--ii: 2, shorter than the 3 beats"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_and_nothing_written(run, monkeypatch, tmp_path, given, told):
    monkeypatch.setattr(command, "check_simulator", lambda simulator: None)
    status, out, error = run(*DERIVATIVES, *given, "--json", "found.json")
    assert (status, out) == (2, "")
    assert told in error.replace("\n", " ")
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_fast_run_holds_every_beat_too(run, tmp_path):
    given = ("--ii", "8", "--beats", "words", "--tag", "17", "--stall", "0.3", "--points", "20000")
    status, _, _ = run(*DERIVATIVES, *given, "--fast", "--json", "found.json")
    found = json.loads((tmp_path / "found.json").read_text())
    assert status == 0
    assert found["beats"] == {"kind": "words", "count": 8, "width": 32, "tag_bits": 17}
    assert (found["points"], found["bit_mismatches"], found["cycle_mismatches"]) == (20_000, 0, 0)


@pytest.mark.slow
def test_a_run_holds_every_beat_and_tells_of_them(run, tmp_path):
    given = ("--ii", "8", "--beats", "words", "--tag", "6", "--stall", "0.3", "--points", "30")
    given += ("--waves", "beats.fst", "--view", "beats.gtkw")
    status, out, _ = run(*DERIVATIVES, *given, "--simulator", "icarus", "--json", "found.json")
    found = json.loads((tmp_path / "found.json").read_text())
    assert status == 0
    assert found["beats"] == {"kind": "words", "count": 8, "width": 32, "tag_bits": 6}
    assert (found["bit_mismatches"], found["cycle_mismatches"]) == (0, 0)
    assert found["checks_hold"]
    assert (tmp_path / "beats.fst").stat().st_size > 1000
    view = (tmp_path / "beats.gtkw").read_text()
    assert "derivative_array.decoded_outputs.dtau_dq_1_1_N_m_rad" in view
    assert "derivative_array.decoded_forward_2." in view
    assert any("straight-line C" in each["system"] for each in found["measured"])
    assert found["anchors"]
    assert "8 a set, words, of up to 32 bits, a tag of 6 bits" in out
