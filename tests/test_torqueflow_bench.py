"""Benches measure what they say, at a small scale."""

import dataclasses

import pytest

from golden.load import load_robot
from hdl.synth.flows import ECP5
from torqueflow.bench import bounds as bench_bounds
from torqueflow.bench import transputer as bench_transputer
from torqueflow.bench import word_lengths as bench_word_lengths


def test_every_program_runs_and_is_measured():
    measurements = bench_transputer.run(scale=0.001)
    assert len(measurements) == 10
    for measurement in measurements:
        assert measurement.wall_seconds > 0
        assert 0 < measurement.without_prefixes < measurement.instructions
        assert measurement.cycles > measurement.instructions / 64


@pytest.mark.slow
def test_bounds_are_told_beside_what_an_attack_finds_and_the_floor():
    row = bench_bounds.bounds_row("machado_2r:newton-euler:14", [0, 1], 4)
    assert (row["joints"], row["width"]) == ("RR", 14)
    for worst, floor, close, loose in zip(
        row["worst"], row["floor"], row["bounds"]["1"], row["bounds"]["0"], strict=True
    ):
        assert 0.0 < worst < floor < close <= loose


@pytest.mark.slow
def test_what_word_lengths_save_is_a_part_of_what_is_counted(monkeypatch):
    """Netlists by their bits: Yosys would take a minute."""
    monkeypatch.setattr(bench_word_lengths, "synthesised", lambda netlist: netlist)
    counts = iter([{"lut": 100, "ff": 80, "mult": 4}, {"lut": 75, "ff": 60, "mult": 4}])
    flow = dataclasses.replace(ECP5)
    monkeypatch.setattr(bench_word_lengths, "ECP5", flow)
    monkeypatch.setattr(type(flow), "counted", lambda self, cells, top: next(counts))
    row = bench_word_lengths.savings_row(load_robot("machado_2r"), "1e-3", 0)
    assert row["saved"] == {"lut": 0.25, "ff": 0.25, "mult": 0.0}
    assert row["uniform"]["error"] <= 1.0
    assert row["trimmed"]["error"] <= 1.0
    assert row["uniform"]["width"] == row["trimmed"]["width"]
