"""The files of a bench for one machine: words in hexadecimal, programs with its sizes filled in."""

from __future__ import annotations

from pathlib import Path

from common.arrays import Integers
from dataflow.beats import Beats, with_beats
from dataflow.design import Design, Port
from hdl.payloads import bits

_FOLDER = Path(__file__).parent


def bench_files(design: Design, inputs: Integers, outputs: Integers) -> dict[str, str]:
    """Return the files by name.

    Parameters
    ----------
    inputs, outputs
        Integers for the ports, and what must come out; shapes (sets, inputs), (sets, outputs).
    """
    programs = {"bench.cpp": "bench.cpp", "bench.sv": "bench.sv", "Makefile": "Makefile.in"}
    files = {name: _filled(design, source, len(inputs)) for name, source in programs.items()}
    files["inputs.hex"] = words(design.inputs, inputs)
    files["expected.hex"] = words(design.outputs, outputs)
    return files


def fast_bench(design: Design, beats: Beats | None = None) -> str:
    """Return the bench in C++ alone, for sets that come from its standard input.

    Parameters
    ----------
    beats
        In which a set leaves; None if it leaves at once, with nothing beside it.
    """
    return _filled(design, "bench.cpp", 0, beats)


def words(ports: tuple[Port, ...], integers: Integers) -> str:
    """Return payloads as lines of hexadecimal digits; the first port is in the lowest bits."""
    digits = -(-bits(ports) // 4)
    lines = []
    for row in integers.tolist():
        word, place = 0, 0
        for port, integer in zip(ports, row, strict=True):
            word |= (integer & ((1 << port.format.width) - 1)) << place
            place += port.format.width
        lines.append(f"{word:0{digits}x}\n")
    return "".join(lines)


def _filled(design: Design, template: str, sets: int, beats: Beats | None = None) -> str:
    taken, given = bits(design.inputs), bits(design.outputs)
    if beats is not None:
        design = with_beats(design, beats)
        taken, given = taken + beats.tag, beats.payload_bits
    values = {
        "MODULE": design.module,
        "INPUT_BITS": str(taken),
        "OUTPUT_BITS": str(given),
        "BEATS": str(design.beats),
        "LATENCY": str(design.latency),
        "INTERVAL": str(design.initiation_interval),
        "DEPTH": str(design.queue_depth),
        "SETS": str(sets),
    }
    text = (_FOLDER / template).read_text()
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    return text
