"""A compiled machine that is fed set after set, as fast as it goes, and judged by itself."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from common.arrays import Integers
from dataflow.design import Design, Port
from hdl.bench.files import bits, filled
from hdl.simulate.tools import check_simulator, tools_on_path
from hdl.verilog import netlist_of, verilog_of

_PROGRAM = "stream"
_ARGUMENTS = (
    "-Wno-fatal",  # Amaranth's netlist has widths that Verilator warns of
    "-O3", "--x-assign", "fast", "--x-initial", "fast", "-CFLAGS", "-O2",
)  # fmt: skip

Words = npt.NDArray[np.uint32]


@dataclass(frozen=True)
class Judgement:
    """What became of the sets that were fed.

    Attributes
    ----------
    sets, wrong
        How many were delivered, and how many of these were not what was expected.
    first
        The first wrong one, counted from 0; None if there is none.
    cycles
        Clock cycles that it took.
    complete
        Whether all that was fed came out.
    """

    sets: int
    wrong: int
    first: int | None
    cycles: int
    complete: bool


def compiled_stream(design: Design, folder: Path) -> Path:
    """Compile a machine by Verilator, with what feeds and judges it; return the program.

    Raises
    ------
    InputError
        Verilator or its tools are missing.
    RuntimeError
        It cannot compile the machine; with what it says.
    """
    check_simulator("verilator")
    values = {
        "MODULE": design.module,
        "INPUT_BITS": str(bits(design.inputs)),
        "OUTPUT_BITS": str(bits(design.outputs)),
        "DEPTH": str(design.depth),
        "LATENCY": str(design.latency),
        "INTERVAL": str(design.initiation_interval),
    }
    (folder / "machine.sv").write_text(verilog_of(netlist_of(design)))
    (folder / "stream.cpp").write_text(filled("stream.cpp", values))
    command = ["verilator", "--cc", "--exe", "--build", *_ARGUMENTS]
    command += ["--top-module", design.module, "--Mdir", "build", "machine.sv", "stream.cpp"]
    with tools_on_path():
        done = subprocess.run(
            [*command, "-o", _PROGRAM], cwd=folder, capture_output=True, text=True, check=False
        )
    if done.returncode != 0:
        raise RuntimeError(f"Verilator failed: {done.stderr[-2000:]}")
    return folder / "build" / _PROGRAM


def judged(
    design: Design,
    program: Path,
    batches: Iterable[tuple[Integers, Integers]],
    stall: float = 0.0,
) -> Judgement:
    """Feed a compiled machine batch after batch; return what became of them.

    Parameters
    ----------
    batches
        Integers for the ports, and what must come out; shapes (sets, inputs), (sets, outputs).
    stall
        How likely either side waits in a cycle.
    """
    with subprocess.Popen(
        [program, str(stall)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as running:
        if running.stdin is None or running.stdout is None:
            raise RuntimeError("no pipes to the compiled machine")
        for inputs, outputs in batches:
            words = np.concatenate(
                [packed(design.inputs, inputs), packed(design.outputs, outputs)], axis=1
            )
            running.stdin.write(words.tobytes())
        running.stdin.close()
        sets, wrong, first, cycles, complete = map(int, running.stdout.read().split())
    return Judgement(sets, wrong, first if first >= 0 else None, cycles, bool(complete))


def packed(ports: tuple[Port, ...], integers: Integers) -> Words:
    """Return payloads, shape (sets, words of 32 bits), lowest word first, the first port lowest."""
    count = -(-bits(ports) // 32)
    words = np.zeros((count + 1, len(integers)), dtype=np.uint64)
    place = 0
    for port, column in zip(ports, integers.T, strict=True):
        pattern = (column & ((1 << port.format.width) - 1)).astype(np.uint64)
        word, shift = divmod(place, 32)
        shifted = pattern << np.uint64(shift)
        words[word] |= shifted & np.uint64(0xFFFFFFFF)
        words[word + 1] |= shifted >> np.uint64(32)
        place += port.format.width
    return np.ascontiguousarray(words[:count].T.astype(np.uint32))
