"""The systolic array, exact to the bit and to the clock cycle.

It interprets a `dataflow.stage.Design` by the words of `dataflow.operation`, `dataflow.formats` and
`dataflow.stage` alone, so that the hardware built from the same words can be held against it.
"""

from emulator.systolic.array import SystolicArray
from emulator.systolic.execution import Run, run
from emulator.systolic.timing import NONE, Timeline, handshake

__all__ = ["NONE", "Run", "SystolicArray", "Timeline", "handshake", "run"]
