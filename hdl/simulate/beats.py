"""Plays stimuli against a machine with its serializer, and tells each beat that it showed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from common.arrays import Flags
from dataflow.beats import Beats
from dataflow.design import Design
from hdl.beats import INNER, beats_netlist
from hdl.payloads import bits, known, packed
from hdl.registers import StateBits
from hdl.simulate.rows import Row
from hdl.simulate.simulator import Simulation
from hdl.simulate.stage_rows import StageRow
from hdl.simulate.stimulus import Stimulus


@dataclass(frozen=True)
class BeatRecord:
    """What was seen, cycle by cycle.

    ``ready`` and ``valid`` of the machine; ``accepted``, input transfers; ``payload``, data, above
    it last, above it the tag, and None where valid is low or a bit was neither 0 nor 1.
    """

    ready: Flags
    valid: Flags
    accepted: Flags
    payload: list[int | None]


class BeatSimulation:
    """A machine with its serializer, compiled in its own folder.

    Parameters and errors are those of `hdl.simulate.simulator.Simulation`; nothing is kept.
    """

    def __init__(
        self,
        design: Design,
        beats: Beats,
        simulator: str,
        folder: Path,
        *,
        waves: bool = False,
        rows: Sequence[Row] = (),
        optimised: bool = True,
        library: bool = True,
    ) -> None:
        self.design, self.beats = design, beats
        self._simulation = Simulation(
            design, simulator, folder, waves=waves, rows=rows,
            netlist=beats_netlist(design, beats), within=INNER, optimised=optimised,
            library=library,
        )  # fmt: skip

    @property
    def waveform(self) -> Path:
        """The waveform file; its rows of results are those of the set that is leaving."""
        return self._simulation.waveform

    @property
    def stage_rows(self) -> list[StageRow]:
        """The rows of the machine's stages that the waveform has."""
        return self._simulation.stage_rows

    @property
    def state(self) -> StateBits:
        """How many bits of state the machine has, its serializer's and the tags' among them."""
        return self._simulation.state

    def play(self, stimulus: Stimulus, tags: Sequence[int]) -> BeatRecord:
        """Run the bench, each set of inputs with its tag.

        Raises
        ------
        RuntimeError
            With the simulator's log, if the bench did not come to its end.
        """
        payloads = packed(stimulus.inputs, self.design.inputs)
        if self.beats.tag:
            payloads = _tagged(payloads, bits(self.design.inputs), tags, self.beats.tag)
        with np.load(self._simulation.recorded(payloads, stimulus)) as file:
            raw = {name: file[name] for name in ("ready", "valid", "accepted", "payload")}
        words = [
            int(shown, 2) if shown and known(shown) else None for shown in raw["payload"].tolist()
        ]
        return BeatRecord(raw["ready"], raw["valid"], raw["accepted"], words)


def _tagged(
    payloads: npt.NDArray[np.uint8], width: int, tags: Sequence[int], tag_bits: int
) -> npt.NDArray[np.uint8]:
    """Return payloads of so many bits with each one's tag above."""
    size = -(-(width + tag_bits) // 8)
    rows = [
        (int.from_bytes(row.tobytes(), "little") | tag << width).to_bytes(size, "little")
        for row, tag in zip(payloads, tags, strict=True)
    ]
    return np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(len(rows), size)
