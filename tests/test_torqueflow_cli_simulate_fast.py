"""`torqueflow simulate --fast` with a bench that is played: what its report has of derivatives."""

import json

import numpy as np
import pytest

from golden.load import load_robot
from hdl.bench.fast import Tally
from hdl.payloads import bits
from hdl.registers import StateBits
from torqueflow.cli import simulate as command
from torqueflow.cli import simulate_fast
from torqueflow.cli.main import main

POINTS = 500

seen = []


class Played:
    """In the place of a compiled bench: it delivers every set, each as the emulator has it."""

    state = StateBits(1, 2)

    def __init__(self, design, folder, cache, *, library, beats):
        self.design, self.beats = design, beats

    def play_words(self, batches, stall, seed):
        sets = 0
        for inputs, outputs in batches:
            sets += len(outputs)
            seen.append((self.design, self.beats, inputs, outputs))
        return Tally(sets, 0, 0, self.design.latency, sets + self.design.latency, ())


@pytest.fixture
def reports(monkeypatch, tmp_path, capsys):
    """Run on derivatives of the 2R: (JSON report, standard output)."""
    monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back
    monkeypatch.setattr(simulate_fast, "FastBench", Played)
    monkeypatch.setattr(command, "check_simulator", lambda simulator: None)

    def run(*options):
        file = tmp_path / "fast.json"
        arguments = ("--fast", "--points", str(POINTS), "--json", str(file), *options)
        with pytest.raises(SystemExit) as ended:
            main(["simulate", "machado_2r", *arguments])
        assert ended.value.code == 0
        return json.loads(file.read_text()), capsys.readouterr().out

    return run


def test_each_family_has_its_largest_error_and_bound(reports):
    found, out = reports("--algorithm", "inverse-derivatives", "--ii", "4")
    n = load_robot("machado_2r").n
    rows = {row["name"]: row for row in found["outputs"]}
    assert list(rows) == ["tau", "dtau_dq", "dtau_dqd", "mass"]
    assert (rows["tau"]["columns"], rows["dtau_dq"]["columns"]) == (1, n)
    for name, row in rows.items():
        own = [port for port in found["ports"] if port["name"].rstrip("_0123456789") == name]
        assert row["error_max"] == max(port["error_max"] for port in own)
        assert row["error_bound"] == max(port["error_bound"] for port in own)
        mean = np.mean([port["error_rms"] ** 2 for port in own])
        assert row["error_rms"] == pytest.approx(np.sqrt(mean))
        assert 0.0 < row["error_rms"] < row["error_max"] <= row["error_bound"]
        assert f"{row['error_max']:.2e}" in out
    assert sum(found["entries"].values()) == n + 2 * n**2 + n * (n + 1) // 2
    assert len(found["ports"]) == found["entries"]["computed"]


def test_only_families_that_were_asked_for_are_told(reports):
    found, _ = reports("--algorithm", "inverse-derivatives", "--ii", "4", "--outputs", "mass")
    assert [row["name"] for row in found["outputs"]] == ["mass"]


def test_torques_have_a_row_each(reports):
    found, _ = reports()
    assert "entries" not in found
    assert [row["name"] for row in found["outputs"]] == ["tau1", "tau2"]


def test_beats_are_what_the_emulator_says_and_carry_the_inputs_tag(reports):
    given = ("--ii", "4", "--beats", "columns", "--tag", "37")
    found, out = reports("--algorithm", "inverse-derivatives", *given)
    assert found["beats"]["count"] == 3
    assert "3 a set, columns" in out
    design, beats, inputs, outputs = seen[-1]
    assert (len(inputs), design.beats, beats.tag) == (POINTS, 3, 37)
    size = bits(design.inputs)
    last = outputs.reshape(POINTS, 3, -1)[:, 2]
    tags = set()
    for taken, shown in zip(inputs.tolist(), last.tolist(), strict=True):
        whole, beat = (sum(word << 32 * k for k, word in enumerate(row)) for row in (taken, shown))
        assert beat >> beats.width == 1 | whole >> size << 1
        tags.add(whole >> size)
    assert len(tags) == POINTS
    assert max(tags) >> 36 == 1
