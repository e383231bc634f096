"""Which simulator suits a run, and how well Verilator's model is compiled for it.

Icarus compiles in a second and simulates slowly, Verilator the other way round. In seconds of one
core, PUMA 560's array of 390 operations: Icarus compiles in 1 and takes 33 for 10,000 cycles;
Verilator compiles in 23 without optimising and takes 1.4, in 44 optimised and takes 0.6. The array
of two joints, 38 operations: Icarus 0.3 and 1.8, Verilator 15 and 0.6, 19 and 0.4.
"""

from __future__ import annotations

from pathlib import Path

from common.errors import InputError
from hdl.simulate.tools import SIMULATORS, WAVEFORMS, check_simulator

ICARUS_WORK = 2_500_000
"""Operations times clock cycles: up to here Icarus is done before Verilator has compiled."""

QUICK_CYCLES = 200_000
"""Up to here a Verilator model is not optimised: compiling it would take longer than it saves."""


def suited(work: int, waves: str | None, usable: tuple[str, ...]) -> str:
    """Return the simulator for a run where none is asked for.

    Parameters
    ----------
    work
        The design's operations times the run's clock cycles.
    waves
        The file of waveforms, whose format decides if it is that of one simulator alone.
    usable
        Those that are installed, as `usable_simulators` gives them.
    """
    for simulator in usable:
        if waves is not None and Path(waves).suffix == WAVEFORMS[simulator]:
            return simulator
    wanted = "icarus" if work <= ICARUS_WORK else "verilator"
    return wanted if wanted in usable else usable[0]


def usable_simulators() -> tuple[str, ...]:
    """Return the simulators that are installed; raises InputError for the first if none is."""
    found = tuple(name for name in SIMULATORS if _is_usable(name))
    if not found:
        check_simulator(SIMULATORS[0])
    return found


def _is_usable(simulator: str) -> bool:
    try:
        check_simulator(simulator)
    except InputError:
        return False
    return True
