"""Compiles an array with an open simulator and plays stimuli against it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from common.room import room_in
from dataflow.design import Design
from hdl.payloads import packed
from hdl.registers import StateBits, state_bits
from hdl.simulate.build_cache import BuildCache
from hdl.simulate.build_key import build_key
from hdl.simulate.processes import runner
from hdl.simulate.record import Record
from hdl.simulate.rows import Row, with_rows
from hdl.simulate.stage_rows import StageRow, stage_rows_of, with_stage_rows
from hdl.simulate.stimulus import Stimulus
from hdl.simulate.testbench import RECORD, STIMULUS
from hdl.simulate.tools import (
    VERILATOR_ARGUMENTS,
    check_simulator,
    make_variables,
    quiet,
    tools_on_path,
)
from hdl.simulate.verilated import library_lent, nothing_lent
from hdl.verilog import netlist_of, verilog_of

_TIMESCALE = ("1ns", "1ps")

_COCOTB = {
    "COCOTB_LOG_LEVEL": "WARNING",
    "COCOTB_REWRITE_ASSERTION_FILES": "",  # benches assert nothing; without, a run starts sooner
}


class Simulation:
    """A machine compiled in its own folder.

    Parameters
    ----------
    design
        What to build.
    simulator
        One of `SIMULATORS`.
    folder
        Where to build; nobody else may use it at the same time.
    waves
        Whether to record waveforms: `waveform` then names their file after `play`.
    rows
        Numbers of the payloads that the waveforms have as real values too; with them come those of
        the stages, `stage_rows`.
    netlist
        Another machine with the design's ports, in RTLIL; the design's own array if None.
    within
        The instance in that machine that is the design's own, for rows; empty if there is none.
    optimised
        Whether Verilator's model is compiled to run fast, which takes twice as long to compile.
    cache
        Where the design's own machine, without waveforms, is looked for and kept; None for nowhere.
    library
        Whether Verilator's own part, the same in all machines, may come from the user's cache.

    Raises
    ------
    InputError
        The simulator is unknown, missing or too old.
    """

    def __init__(
        self,
        design: Design,
        simulator: str,
        folder: Path,
        *,
        waves: bool = False,
        rows: Sequence[Row] = (),
        netlist: str | None = None,
        within: str = "",
        optimised: bool = True,
        cache: BuildCache | None = None,
        library: bool = True,
    ) -> None:
        check_simulator(simulator)
        folder = folder.resolve()  # the simulator runs in another one
        self.design, self.simulator, self.folder, self.waves = design, simulator, folder, waves
        self.rows, self._within = rows, within
        self.stage_rows: list[StageRow] = []
        self.runner = runner(simulator, library_lent if library else nothing_lent)
        folder.mkdir(parents=True, exist_ok=True)
        if cache is None or waves or netlist is not None:
            self.state = self._build(netlist_of(design) if netlist is None else netlist, optimised)
            return
        keys = _keys(design, simulator, optimised=optimised)
        for key in keys:
            counted = cache.fetch(key, self._program)
            if counted is not None:
                self.state = StateBits(**counted)
                return
        self.state = self._build(netlist_of(design), optimised)
        cache.keep(keys[-1], self._program, vars(self.state))

    @property
    def _program(self) -> Path:
        """What is run: by Icarus's `vvp`, or the model that Verilator makes."""
        name = "sim.vvp" if self.simulator == "icarus" else self.design.module
        return self.folder / "build" / name

    def _decoded(self, verilog: str) -> str:
        """Return the machine with rows that one can read beside it: of its ports and stages."""
        self.stage_rows = stage_rows_of(self.design, verilog, self._within)
        rows = with_rows(verilog, self.design, self.rows, self._within)
        return with_stage_rows(rows, self.design, self.stage_rows, self._within)

    def _build(self, netlist: str, optimised: bool) -> StateBits:
        """Compile a netlist, and return how many bits of state it has."""
        source = self.folder / f"{self.design.module}.sv"
        with room_in(self.folder):
            text = verilog_of(netlist)
            source.write_text(self._decoded(text) if self.rows else text)
        arguments = list(VERILATOR_ARGUMENTS) if self.simulator == "verilator" else []
        log = self.folder / "build.log"
        told = _told("the compiler", log)
        with room_in(self.folder), tools_on_path(optimised=optimised), quiet(), told:
            self.runner.build(
                sources=[source],
                hdl_toplevel=self.design.module,
                build_dir=self.folder / "build",
                build_args=arguments,
                timescale=_TIMESCALE,
                waves=self.waves,
                log_file=log,
            )
        return state_bits(netlist)

    @property
    def waveform(self) -> Path:
        """The waveform file, in the format of `WAVEFORMS`."""
        name = "dump.vcd" if self.simulator == "verilator" else f"{self.design.module}.fst"
        return self.folder / "build" / name

    def play(self, stimulus: Stimulus) -> Record:
        """Run the bench.

        Raises
        ------
        RuntimeError
            With the simulator's log, if the bench did not come to its end.
        ValueError
            If a probe is no operation of a stage.
        """
        payloads = packed(stimulus.inputs, self.design.inputs)
        return Record.read(self.recorded(payloads, stimulus), self.design, stimulus.probes)

    def recorded(self, payloads: npt.NDArray[np.uint8], stimulus: Stimulus) -> Path:
        """Run the bench with payloads in place of the stimulus's inputs; return what it wrote.

        Parameters
        ----------
        payloads
            Little-endian bytes of the input's payload, a row a set.

        Raises
        ------
        RuntimeError, ValueError
            As `play`.
        """
        played, recorded = self.folder / "stimulus.npz", self.folder / "record.npz"
        recorded.unlink(missing_ok=True)
        probes = np.array([self.path_of(name) for name in stimulus.probes], dtype=np.str_)
        with room_in(self.folder):
            np.savez(
                played,
                payloads=payloads,
                valid=stimulus.valid,
                ready=stimulus.ready,
                reset=stimulus.reset,
                probes=probes,
            )
        self.run("hdl.simulate.testbench", {STIMULUS: str(played), RECORD: str(recorded)}, recorded)
        return recorded

    def run(self, bench: str, environment: dict[str, str], written: Path | None = None) -> None:
        """Run a bench to its end.

        Parameters
        ----------
        bench
            The module of its cocotb test.
        environment
            Variables that it reads.
        written
            A file that it must have written.

        Raises
        ------
        RuntimeError
            With the simulator's log, if the bench did not come to its end.
        """
        log = self.folder / "test.log"
        with room_in(self.folder), tools_on_path(), quiet(), _told("the simulation", log):
            self.runner.test(
                test_module=bench,
                hdl_toplevel=self.design.module,
                hdl_toplevel_lang="verilog",  # a machine from the cache was not built here
                build_dir=self.folder / "build",
                test_dir=self.folder / "build",
                extra_env={**environment, **_COCOTB},
                waves=self.waves,
                log_file=log,
            )
            if written is not None and not written.exists():
                raise RuntimeError("no record was written")

    def path_of(self, operation: str) -> str:
        """Return where an operation's result is in the hierarchy."""
        for stage in self.design.stages:
            if any(o.name == operation for o in stage.operations):
                return f"{stage.name}.{operation}"
        raise ValueError(f"no stage computes {operation!r}")


def _keys(design: Design, simulator: str, *, optimised: bool) -> list[str]:
    """Return the cache's names of what would do, the best first, and last what would be built."""
    if simulator == "icarus":
        return [build_key(design, simulator, _TIMESCALE)]
    wanted = [True] if optimised else [True, False]
    return [
        build_key(
            design, simulator,
            (*_TIMESCALE, *VERILATOR_ARGUMENTS, *make_variables(optimised=each)),
        )
        for each in wanted
    ]  # fmt: skip


@contextlib.contextmanager
def _told(what: str, log: Path) -> Iterator[None]:
    """Tell a failure with the end of its log; under pytest cocotb's runner exits the process."""
    try:
        yield
    except (RuntimeError, SystemExit) as error:
        text = log.read_text(errors="replace")[-4000:] if log.exists() else ""
        raise RuntimeError(f"{what} stopped early ({error}):\n{text}") from error
