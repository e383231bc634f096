"""The systolic array, exact to the bit and to the clock cycle.

It interprets a `dataflow.design.Design` by the words of `dataflow.operation`,
`dataflow.numbers.formats` and `dataflow.design` alone, so that the hardware built from the same
words can be held against it.
"""

from emulator.systolic.array import SystolicArray
from emulator.systolic.execution import Run, run
from emulator.systolic.timing import NONE, Timeline, handshake

__all__ = ["NONE", "Run", "SystolicArray", "Timeline", "handshake", "run"]
