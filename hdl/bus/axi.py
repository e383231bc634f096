"""AXI4-Stream and AXI4-Lite as signatures, seen from who begins a transfer."""

from __future__ import annotations

import enum

from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out


class Response(enum.IntEnum):
    """What a register answers: IHI 0022, A3.4.4."""

    OKAY = 0
    SLVERR = 2


def stream_signature(bits: int) -> wiring.Signature:
    """Return an AXI4-Stream of beats of ``bits`` data bits, with TLAST."""
    return wiring.Signature(
        {"tvalid": Out(1), "tready": In(1), "tdata": Out(bits), "tlast": Out(1)}
    )


def lite_signature(address_bits: int) -> wiring.Signature:
    """Return an AXI4-Lite of 32 data bits."""
    return wiring.Signature(
        {
            "awvalid": Out(1), "awready": In(1), "awaddr": Out(address_bits), "awprot": Out(3),
            "wvalid": Out(1), "wready": In(1), "wdata": Out(32), "wstrb": Out(4),
            "bvalid": In(1), "bready": Out(1), "bresp": In(2),
            "arvalid": Out(1), "arready": In(1), "araddr": Out(address_bits), "arprot": Out(3),
            "rvalid": In(1), "rready": Out(1), "rdata": In(32), "rresp": In(2),
        }
    )  # fmt: skip
