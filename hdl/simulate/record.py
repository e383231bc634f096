"""What a bench saw, cycle by cycle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from common.arrays import Flags, Integers
from dataflow.design import Design
from hdl.payloads import known, signed, unpacked


@dataclass(frozen=True)
class Record:
    """What was seen, cycle by cycle.

    ``ready`` and ``valid`` of the array; ``accepted``, input transfers; ``outputs``, shape
    (cycles, outputs), in cycles with ``valid``; ``unknown``, cycles with ``valid`` in which a bit
    of the payload was neither 0 nor 1; ``probes`` by name, one integer a cycle, and None where a
    bit was unknown.
    """

    ready: Flags
    valid: Flags
    accepted: Flags
    outputs: Integers
    unknown: Flags
    probes: dict[str, list[int | None]]

    @classmethod
    def read(cls, path: Path, design: Design, probed: Sequence[str] = ()) -> Record:
        """Return what the bench wrote, as integers."""
        with np.load(path) as file:
            raw = {name: file[name] for name in file.files}
        valid, payload = raw["valid"], raw["payload"].tolist()
        unknown = np.array([bool(bits) and not known(bits) for bits in payload], dtype=np.bool_)
        outputs = np.zeros((len(valid), len(design.outputs)), dtype=np.int64)
        for cycle in np.flatnonzero(valid & ~unknown):
            outputs[cycle] = unpacked(int(payload[cycle], 2), design.outputs)
        probes: dict[str, list[int | None]] = {}
        for k, name in enumerate(probed):
            column = raw["probes"][:, k].tolist()
            probes[name] = [
                signed(int(bits, 2), len(bits)) if known(bits) else None for bits in column
            ]
        return cls(raw["ready"], valid, raw["accepted"], outputs, unknown, probes)
