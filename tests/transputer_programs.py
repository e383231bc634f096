"""Byte sequences and single-node runs for the transputer tests."""

import os
import subprocess
import sys
from pathlib import Path

from emulator.transputer.isa.instruction_set import encode
from emulator.transputer.network.network import Network, NodeConfig

BASE = -(2**31)
WORKSPACE = BASE + 0x600


def assemble(*lines):
    """Encode (mnemonic, operand) pairs and plain mnemonics; pass bytes through."""
    parts = []
    for line in lines:
        if isinstance(line, bytes):
            parts.append(line)
        elif isinstance(line, tuple):
            parts.append(encode(*line))
        else:
            parts.append(encode(line))
    return b"".join(parts)


def jump(mnemonic, distance):
    """A jump over `distance` bytes from the end of the jump itself."""
    return encode(mnemonic, distance)


def back(mnemonic, length):
    """A jump to `length` bytes before the jump's own first byte."""
    size = 1
    while len(encode(mnemonic, -(length + size))) != size:
        size += 1
    return encode(mnemonic, -(length + size))


def counted(body, block):
    """A loop over `body` with its control block at local words `block` and `block + 1`."""
    head = encode("ldlp", block)
    size = 1
    while len(encode("ldc", len(body) + len(head) + size + 2)) != size:
        size += 1
    return body + head + encode("ldc", len(body) + len(head) + size + 2) + encode("lend")


def push(c, b, a):
    """Load the evaluation stack."""
    return assemble(("ldc", c), ("ldc", b), ("ldc", a))


def run(code, part="T800", *, memory=None, limit=2**40, timing=None, stop=True, **node):
    """Run code on one node until it ends; return the network and the outcome."""
    network = Network([NodeConfig("a", part, **node)], timing=timing)
    for address, value in (memory or {}).items():
        network.poke("a", address, value)
    network.start("a", code + (encode("stopp") if stop else b""), workspace=WORKSPACE)
    outcome = network.run(max_cycles=limit)
    return network, outcome


STOPP_CYCLES = 12


def cycles(code, part="T800", **options):
    """Cycles of a piece of code alone."""
    network, outcome = run(code, part, **options)
    assert outcome.status.value == "idle", outcome
    return network.statistics().nodes["a"].cycles - STOPP_CYCLES


def signed(x):
    return (x + 2**31) % 2**32 - 2**31


def interpreted(*arguments):
    """Run Python from the project's root without numba's compiler; return its output."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    ended = subprocess.run(
        [sys.executable, *arguments],
        cwd=Path(__file__).parent.parent,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout
