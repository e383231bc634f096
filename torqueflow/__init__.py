"""Robot dynamics as fixed-point dataflow hardware: the names that a notebook needs.

>>> import torqueflow as tf
>>> arm = tf.load("puma560")
>>> machine = tf.design(arm, topology="ring", ii=12)

docs/python.md goes through them. They are imported when they are used, so that the command line,
which lives in this package too, starts at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from common.errors import InputError as InputError
    from golden.load import robot_names as robots
    from golden.trajectory import Trajectory as Trajectory
    from golden.trajectory_file import read_trajectory as read_trajectory
    from torqueflow.facade.arm import Arm as Arm
    from torqueflow.facade.arm import load as load
    from torqueflow.facade.machine import Machine as Machine
    from torqueflow.facade.machine import Simulated as Simulated
    from torqueflow.facade.machine import design as design

_PLACES = {
    "Arm": "torqueflow.facade.arm:Arm",
    "InputError": "common.errors:InputError",
    "Machine": "torqueflow.facade.machine:Machine",
    "Simulated": "torqueflow.facade.machine:Simulated",
    "Trajectory": "golden.trajectory:Trajectory",
    "design": "torqueflow.facade.machine:design",
    "load": "torqueflow.facade.arm:load",
    "read_trajectory": "golden.trajectory_file:read_trajectory",
    "robots": "golden.load:robot_names",
}
"""Where each name is."""

__all__ = [
    "Arm",
    "InputError",
    "Machine",
    "Simulated",
    "Trajectory",
    "design",
    "load",
    "read_trajectory",
    "robots",
]


def __getattr__(name: str) -> object:
    """Import a name that is used for the first time."""
    if name not in _PLACES:
        raise AttributeError(f"module 'torqueflow' has no attribute {name!r}")
    module, _, attribute = _PLACES[name].partition(":")
    return getattr(import_module(module), attribute)


def __dir__() -> list[str]:
    """Return the names that a notebook completes."""
    return sorted({*globals(), *__all__})
