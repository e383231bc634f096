"""A simulation that is the emulator itself, for tests of what `simulate` makes of a run."""

import functools
import json
from pathlib import Path

import numpy as np

from dataflow.build import build_array
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.lowering.request import Request
from emulator.systolic import run as emulate
from golden.load import load_robot
from hdl.registers import StateBits
from hdl.simulate.record import Record
from torqueflow.cli import simulate, simulate_run


@functools.cache
def arm():
    return load_robot("machado_2r")


@functools.cache
def design(width=18, interval=1):
    return build_array(arm(), "newton-euler", width, interval)


def request():
    return Request(arm(), NEWTON_EULER)


class Emulated:
    """In the place of a simulation: the emulator's record, but for what `spoil` does to it."""

    waveform = Path("no waveform")
    state = StateBits(1, 2)
    spoil = staticmethod(lambda record, played: record)
    stimuli = ()

    def __init__(self, design, simulator, folder, **options):
        self.design = design

    def play(self, played):
        type(self).stimuli += (played,)
        ran = emulate(self.design, played.inputs, played.valid, played.ready, played.reset)
        line = ran.timeline
        record = Record(
            line.input_ready.copy(),
            line.output_valid.copy(),
            line.input_transfer.copy(),
            ran.shown.copy(),
            np.zeros(line.cycles, dtype=bool),
            {},
        )
        return self.spoil(record, played)


def spoilable(monkeypatch):
    """No simulator is run by `simulate`; the class that takes its place, to be spoilt."""

    class Mine(Emulated):
        pass

    monkeypatch.setattr(simulate_run, "Simulation", Mine)
    monkeypatch.setattr(simulate, "check_simulator", lambda simulator: None)
    return Mine


def report(path="report.json"):
    return json.loads(Path(path).read_text("utf-8"))


def without_time(data):
    return {key: value for key, value in data.items() if key != "wall_seconds"}
