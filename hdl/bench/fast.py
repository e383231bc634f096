"""A machine and its bench in C++ as one compiled program, which checks what is streamed to it."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE

import numpy as np

from common.arrays import Integers
from common.description import described
from common.programs import run_whole, running_whole
from common.room import room_in
from dataflow.beats import Beats
from dataflow.design import Design
from hdl.beats import beats_netlist
from hdl.bench.files import fast_bench
from hdl.payloads import Words, words
from hdl.registers import StateBits, state_bits
from hdl.simulate.build_cache import BuildCache
from hdl.simulate.build_key import build_key
from hdl.simulate.tools import check_simulator, make_variables, tools_on_path
from hdl.simulate.verilated import library_lent, nothing_lent
from hdl.verilog import netlist_of, verilog_of

_ARGUMENTS = (
    "--cc", "--exe", "-O3", "--x-assign", "fast", "--x-initial", "fast",
)  # fmt: skip

_MAKE = ("make", "-j", "OPT_FAST=-O2", "-C", "build", "-f")

_TALLY = re.compile(
    r"(\d+) sets delivered, (\d+) wrong, (\d+) cycles astray, latency (-?\d+) \(\d+\), (\d+) cycles"
)


@dataclass(frozen=True)
class Tally:
    """What the bench counted.

    Attributes
    ----------
    sets
        Delivered.
    wrong
        Cycles that show a set, or a beat of it, with another word than what is expected.
    astray
        Cycles in which ready or valid is not what the design's contract says.
    latency
        Cycles from the first set's transfer to its results; None if none came.
    cycles
        From the first one after reset to the last delivery.
    told
        What the bench said of the first faults, a line each.
    """

    sets: int
    wrong: int
    astray: int
    latency: int | None
    cycles: int
    told: tuple[str, ...]


class FastBench:
    """A machine and its bench, compiled.

    Parameters
    ----------
    folder
        Where to build; nobody else may use it at the same time.
    cache
        Where it is looked for and kept; None for nowhere.
    beats
        In which a set leaves, where the machine has a serializer; None if it has none.
    library
        Whether Verilator's own part, the same in all machines, may come from the user's cache.

    Raises
    ------
    InputError
        Verilator, or what it needs, is missing or too old.
    RuntimeError
        It does not compile; with the end of what the tools said.
    """

    def __init__(
        self,
        design: Design,
        folder: Path,
        cache: BuildCache | None = None,
        *,
        library: bool = True,
        beats: Beats | None = None,
    ) -> None:
        check_simulator("verilator")
        self.design, self.beats, self.folder = design, beats, folder.resolve()
        self._lent = library_lent if library else nothing_lent
        self.state = self._made(cache)

    @property
    def _program(self) -> Path:
        return self.folder / "build" / "bench"

    def _made(self, cache: BuildCache | None) -> StateBits:
        source = fast_bench(self.design, self.beats)
        beats = () if self.beats is None else described(self.beats)
        key = build_key(self.design, "verilator", (*_ARGUMENTS, *_MAKE, source, *beats))
        if cache is not None:
            counted = cache.fetch(key, self._program)
            if counted is not None:
                return StateBits(**counted)
        if self.beats is None:
            netlist = netlist_of(self.design)
        else:
            netlist = beats_netlist(self.design, self.beats)
        self._compile(netlist, source)
        state = state_bits(netlist)
        if cache is not None:
            cache.keep(key, self._program, vars(state))
        return state

    def _compile(self, netlist: str, source: str) -> None:
        module = self.design.module
        with room_in(self.folder):
            (self.folder / f"{module}.sv").write_text(verilog_of(netlist))
            (self.folder / "bench.cpp").write_text(source)
        files = (f"{module}.sv", "bench.cpp")
        named = ("--top-module", module, "--Mdir", "build", "-o", "bench")
        log = self.folder / "build.log"
        with room_in(self.folder), tools_on_path(), log.open("wb") as output:
            flags = [each for each in make_variables(optimised=True) if "OPT_FAST" not in each]
            env = {**os.environ, "MAKEFLAGS": " ".join(flags), "TMPDIR": str(self.folder)}

            def run(*command: str) -> None:
                if run_whole(command, cwd=self.folder, env=env, output=output) != 0:
                    raise RuntimeError(f"the bench does not compile:\n{log.read_text()[-4000:]}")

            run("verilator", *_ARGUMENTS, *named, *files)
            with self._lent(self.folder / "build"):
                run(*_MAKE, f"V{module}.mk")

    def play(
        self, batches: Iterable[tuple[Integers, Integers]], stall: float = 0.0, seed: int = 1
    ) -> Tally:
        """Play batches of inputs, each with the outputs that must come, at once and alone.

        Parameters
        ----------
        batches
            Integers for the ports, shapes (sets, inputs) and (sets, outputs).
        stall, seed
            As for `play_words`, which also says what is raised.
        """
        given, due = self.design.inputs, self.design.outputs
        pairs = ((words(inputs, given), words(outputs, due)) for inputs, outputs in batches)
        return self.play_words(pairs, stall, seed)

    def play_words(
        self, batches: Iterable[tuple[Words, Words]], stall: float = 0.0, seed: int = 1
    ) -> Tally:
        """Play batches of payloads, each with the payloads that must come.

        Parameters
        ----------
        batches
            As words of 32 bits, the lowest first: a row a set, of the input's payload; and of those
            of its beats, one behind the other.
        stall
            How likely either side pauses in a clock cycle.

        Raises
        ------
        RuntimeError
            The bench ended without its count; with what it said.
        """
        options = ["--stream", "--stall", repr(stall), "--seed", str(seed % 2**32)]
        command = [str(self._program), *options]
        with tempfile.TemporaryFile() as said:
            with running_whole(command, cwd=self.folder, stdin=PIPE, output=said) as process:
                assert process.stdin is not None
                # It closes early on a machine that stays silent, and says so.
                with contextlib.suppress(BrokenPipeError), process.stdin as pipe:
                    for pair in batches:
                        pipe.write(np.hstack(pair).astype("<u4").tobytes())
                process.wait()
            said.seek(0)
            return _tally(said.read().decode(errors="replace"))


def _tally(said: str) -> Tally:
    found = _TALLY.search(said)
    if found is None:
        raise RuntimeError(f"the bench stopped early:\n{said[-4000:]}")
    sets, wrong, astray, latency, cycles = map(int, found.groups())
    told = tuple(line for line in said.splitlines() if line.startswith("cycle "))
    return Tally(sets, wrong, astray, None if latency < 0 else latency, cycles, told)
