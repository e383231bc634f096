"""A testbench of one's own: cocotb drives the core of an arm as a controller would.

Run it from the root of the repository: `.venv/bin/python examples/own_testbench.py`. Nothing of
torqueflow runs inside the simulator. The sheet beside the Verilog names the ports and says where
each number stands and what its lowest bit is worth; that is all that a testbench needs.
"""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cocotb
import numpy as np
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

import torqueflow as tf

FOLDER = Path(os.environ.get("OWN_TESTBENCH", "build/own_testbench"))
POINTS = 25


def packed(fields: list[dict[str, Any]], numbers: Sequence[float]) -> int:
    """Return the payload that has these numbers, in the fields' units, in their places."""
    payload = 0
    for field, number in zip(fields, numbers, strict=True):
        high, low = field["bits"]
        turned = number / (2 * np.pi) if field["unit"] == "turn" else number
        payload |= (round(turned / field["resolution"]) % (1 << (high - low + 1))) << low
    return payload


def unpacked(fields: list[dict[str, Any]], payload: int) -> list[float]:
    """Return the numbers of a payload, in the fields' units."""
    numbers = []
    for field in fields:
        high, low = field["bits"]
        width = high - low + 1
        raw = (payload >> low) % (1 << width)
        signed = raw - ((raw >> (width - 1)) << width)
        numbers.append(signed * field["resolution"])
    return numbers


@cocotb.test()
async def one_set_after_the_other(dut: Any) -> None:  # noqa: ANN401
    """Offer a set, wait for its torques, note how long that took; then the next."""
    sheet = json.loads((FOLDER / "core.json").read_text())
    states = np.load(FOLDER / "states.npy")
    source, sink = sheet["input"], sheet["output"]
    valid, ready, payload = (getattr(dut, source[name]) for name in ("valid", "ready", "payload"))
    shown, take, result = (getattr(dut, sink[name]) for name in ("valid", "ready", "payload"))
    valid.value, take.value, dut.rst.value = 0, 1, 1
    Clock(dut.clk, 10, unit="ns").start()
    edge = FallingEdge(dut.clk)
    for _ in range(3):
        await edge
    dut.rst.value = 0
    torques, waited = [], set()
    for state in states:
        payload.value, valid.value = packed(source["fields"], state), 1
        await edge
        while not ready.value:
            await edge
        cycles = 1
        valid.value = 0
        while not shown.value:
            await edge
            cycles += 1
        torques.append(unpacked(sink["fields"], int(result.value)))
        waited.add(cycles)
        await edge
    np.savez(FOLDER / "seen.npz", torques=torques, cycles=sorted(waited))


def main() -> None:
    """Write the core, run the testbench against it, and hold its torques against golden."""
    arm = tf.load("examples/arm.urdf")
    machine = tf.design(arm)
    verilog = machine.verilog(FOLDER)
    verilog.with_suffix(".json").replace(FOLDER / "core.json")
    motion = arm.random_motion(points=POINTS)
    np.save(FOLDER / "states.npy", np.hstack([motion.q, motion.qd, motion.qdd]))
    runner = get_runner("icarus")
    runner.build(
        sources=[verilog], hdl_toplevel=verilog.stem, build_dir=FOLDER / "sim",
        timescale=("1ns", "1ps"), log_file=FOLDER / "build.log",
    )  # fmt: skip
    # The simulator imports this file as a module of its own.
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    results = runner.test(
        test_module=Path(__file__).stem, hdl_toplevel=verilog.stem, build_dir=FOLDER / "sim",
        extra_env={"OWN_TESTBENCH": str(FOLDER.absolute())}, log_file=FOLDER / "run.log",
    )  # fmt: skip
    _, failed = get_results(results)
    if failed:
        sys.exit(f"the testbench failed: {FOLDER / 'run.log'}")
    seen = np.load(FOLDER / "seen.npz")
    golden = arm.torques(motion.q, motion.qd, motion.qdd)
    errors = np.abs(seen["torques"] - golden).max(axis=0)
    print(f"{POINTS} sets, each {seen['cycles'].tolist()} clock cycles from edge to edge")
    for joint, (error, bound) in enumerate(zip(errors, machine.error_bounds, strict=True), 1):
        print(f"joint {joint}: {error:.1e} N m from golden, proved bound {bound:.1e}")
    if (errors > machine.error_bounds).any():
        sys.exit("an error is beyond its bound")


if __name__ == "__main__":
    main()
