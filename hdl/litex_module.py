"""The file that brings a core into LiteX: a module with two streams, a field a number."""

from __future__ import annotations

from dataflow.design import Design, Port


def litex_file(design: Design) -> str:
    """Return the Python of ``MODULE_litex.py``; Migen and LiteX are whoever's reads it."""
    module = design.module
    name = "".join(word[:1].upper() + word[1:] for word in module.split("_"))
    return f'''"""{module} for LiteX: {design.robot}, {design.algorithm}."""

from pathlib import Path

from litex.gen import LiteXModule
from litex.soc.interconnect import stream
from migen import Cat, ClockSignal, Instance, ResetSignal

INPUTS = [
{_layout(design.inputs)}
]
"""Fields of the stream in: bits, and that they are signed."""

RESULTS = [
{_layout(design.outputs)}
]
"""Fields of the stream out, likewise."""


class {name}(LiteXModule):
    """Sets of inputs go in at `sink`, results come out at `source`, in the system's clock.

    One set every {design.initiation_interval} cycles; latency {design.latency} cycles. Of `first`
    and `last` nothing is read, and `source` has them low: each set stands for itself.

    Parameters
    ----------
    platform
        Gets {module}.sv, which stands beside this file; None if somebody else adds it.
    """

    def __init__(self, platform=None):
        self.sink = stream.Endpoint(INPUTS)
        self.source = stream.Endpoint(RESULTS)
        self.specials += Instance(
            "{module}",
            i_clk=ClockSignal(),
            i_rst=ResetSignal(),
            i_in_valid=self.sink.valid,
            o_in_ready=self.sink.ready,
            i_in_payload=Cat(*(getattr(self.sink, name) for name, _ in INPUTS)),
            o_out_valid=self.source.valid,
            i_out_ready=self.source.ready,
            o_out_payload=Cat(*(getattr(self.source, name) for name, _ in RESULTS)),
        )
        if platform is not None:
            platform.add_source(str(Path(__file__).with_name("{module}.sv")))
'''


def _layout(ports: tuple[Port, ...]) -> str:
    """Return the fields of a stream, the first in the lowest bits."""
    return "\n".join(
        f'    ("{port.name}", ({port.format.width}, True)),  # {port.unit}, {port.format}'
        for port in ports
    )
