"""A core on a serial line, for a machine of the facade: motions out, torques back."""

from __future__ import annotations

from common.arrays import Reals
from dataflow.numbers.ports import decode_outputs, encode
from golden.trajectory import Trajectory
from hdl.serial.rates import DEFAULT_RATE
from torqueflow.facade.machine import Machine
from torqueflow.serial_core import SerialCore


class Host(SerialCore):
    """A machine that stands behind a serial port.

    Parameters
    ----------
    machine
        What the core computes.
    port, rate, window, patience, attempts
        As of `torqueflow.serial_core.SerialCore`.

    Raises InputError if the port cannot be opened or a number makes no sense.
    """

    def __init__(
        self,
        machine: Machine,
        port: str,
        *,
        rate: int = DEFAULT_RATE,
        window: int = 8,
        patience: float = 1.0,
        attempts: int = 5,
    ) -> None:
        self.machine = machine
        super().__init__(
            machine.design, port, rate=rate, window=window, patience=patience, attempts=attempts
        )

    def stream(self, motion: Trajectory) -> Reals:
        """Return what the core computes for each point of a motion, in SI units: (points, outputs).

        Raises
        ------
        InputError
            A value does not fit its input; the port vanished; the core is silent.
        """
        states = self.machine.computation.states(self.machine.arm.robot, motion)
        integers = encode(self.design, states).integers
        return decode_outputs(self.design, self.outputs(integers))
