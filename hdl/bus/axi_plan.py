"""What stands where on a machine's AXI: packets, registers, and the sheet that tells it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from common.errors import InputError
from dataflow.design import Design, Port
from hdl.bus.packing import beats
from hdl.payloads import bits

BEAT_BITS = (32, 64, 128)
"""Data bits of a beat that may be asked for; or a whole set a beat."""

HELD = ("payload", "gravity")
"""Arrays of inputs that stand in registers, where they are ports: they change seldom."""

IDENTITY = 0x5451_464C
"""TQFL: what the first register answers."""

COUNTERS, INPUTS, OUTPUTS, VALUES = 0x040, 0x100, 0x400, 0x800
"""Where the registers of each kind begin."""

COUNTED = ("sets_taken", "sets_delivered", "malformed_packets")
_MOST_INPUTS, _MOST_OUTPUTS = (OUTPUTS - INPUTS) // 4, (VALUES - OUTPUTS) // 4


@dataclass(frozen=True)
class AxiPlan:
    """A design and how its sets are packed.

    Attributes
    ----------
    beat_bits
        One of `BEAT_BITS`; 0 for a whole set in one beat, its bits rounded up to whole bytes.

    Raises
    ------
    InputError
        The beat is none of those, or the registers have no room for so many ports.
    """

    design: Design
    beat_bits: int = 0

    def __post_init__(self) -> None:
        if self.beat_bits not in (0, *BEAT_BITS):
            allowed = f"0 (a set a beat), {', '.join(map(str, BEAT_BITS))}"
            raise InputError("beat", str(self.beat_bits), allowed)
        inputs, outputs = len(self.design.inputs), len(self.design.outputs)
        if inputs > _MOST_INPUTS or outputs > _MOST_OUTPUTS:
            problem = f"{inputs} inputs, {outputs} outputs"
            raise InputError("AXI registers", problem, f"{_MOST_INPUTS}, {_MOST_OUTPUTS}")

    @property
    def streamed(self) -> tuple[Port, ...]:
        """The inputs that packets have."""
        return tuple(port for port in self.design.inputs if port.array not in HELD)

    @property
    def held(self) -> tuple[Port, ...]:
        """The inputs that registers have."""
        return tuple(port for port in self.design.inputs if port.array in HELD)

    @property
    def beats_in(self) -> int:
        """Data bits of a beat of the input."""
        return self.beat_bits or _bytes(self.streamed)

    @property
    def beats_out(self) -> int:
        """Data bits of a beat of the output."""
        return self.beat_bits or _bytes(self.design.outputs)

    @property
    def constants(self) -> dict[int, int]:
        """The registers that say what the machine is, by address."""
        design = self.design
        told = (
            IDENTITY, 1, design.latency, design.initiation_interval, len(design.inputs),
            len(design.outputs), self.beats_in, self.beats_out, design.queue_depth,
        )  # fmt: skip
        words = {4 * k: word for k, word in enumerate(told)}
        for begin, ports in ((INPUTS, design.inputs), (OUTPUTS, design.outputs)):
            words |= {begin + 4 * k: format_word(port) for k, port in enumerate(ports)}
        return words


def format_word(port: Port) -> int:
    """Return a port's format as its register tells it: width, fraction bits from bit 8 on."""
    return port.format.width | (port.format.fraction & 0xFF) << 8


def axi_sheet(plan: AxiPlan, module: str) -> dict[str, Any]:
    """Return what a user must know of packets and registers, for a JSON file."""
    return {
        "module": module,
        "clock": "aclk",
        "reset": "aresetn (synchronous, active low)",
        "input": _packet("s_axis", plan.streamed, plan.beats_in),
        "output": _packet("m_axis", plan.design.outputs, plan.beats_out),
        "registers": {
            "bus": "s_axil",
            "identity": [0, f"0x{IDENTITY:08x}"],
            "words": [
                "identity", "layout", "latency_cycles", "ii", "inputs", "outputs",
                "input_beat_bits", "output_beat_bits", "queue_depth",
            ],
            "counters": {name: COUNTERS + 4 * k for k, name in enumerate(COUNTED)},
            "input_formats": INPUTS,
            "output_formats": OUTPUTS,
            "format": "width + (fraction & 0xff) * 256",
            "held": {port.name: VALUES + 4 * k for k, port in enumerate(plan.held)},
        },
    }  # fmt: skip


def _packet(prefix: str, ports: tuple[Port, ...], beat_bits: int) -> dict[str, Any]:
    fields, place = [], 0
    for port in ports:
        fields.append({"name": port.name, "bits": [place + port.format.width - 1, place]})
        place += port.format.width
    return {
        "stream": prefix,
        "beat_bits": beat_bits,
        "beats": beats(place, beat_bits),
        "packing": "bit k of a set is bit k % beat_bits of beat k // beat_bits; TLAST on the last",
        "fields": fields,
    }


def _bytes(ports: tuple[Port, ...]) -> int:
    """Return the bits of a set, rounded up to whole bytes."""
    return 8 * -(-bits(ports) // 8)
