"""Nothing runs away: whatever a program does, limits hold, and the host keeps little of it."""

import io
from contextlib import suppress
from pathlib import Path

import pytest

from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.iserver.console import Console
from emulator.transputer.iserver.functions import Functions
from emulator.transputer.iserver.iserver import Iserver
from emulator.transputer.iserver.sandbox import Sandbox
from emulator.transputer.network import network as network_module
from emulator.transputer.network.network import Network, NodeConfig
from emulator.transputer.network.results import Status
from emulator.transputer.processor import state as at
from emulator.transputer.processor.effects import WORK_BEFORE_PAUSE
from tests.transputer_hostile import random_bytes, random_instructions, written

WORKSPACE = -(2**31) + 0x1000
LIMIT = 400_000
LONGEST = 2**33
"""Cycles of the longest instruction that is not done in pieces: a shift by 2^32 - 1 places."""
UNREAD = (1 << 16) // 8 + 4096
"""Requests that may be answered without an answer being read: 64 KB of answers of 8 bytes, and the
32 KB in the link's own buffer."""
INSTRUCTIONS_AT_ONCE = 45_000_000
"""Executed between two looks at Ctrl-C, at most: 40 million cycles and the last turn's."""
SOURCES = dict(written())


def run(code, *, strict, part="T800", limit=LIMIT):
    """Run code beside a host: the network, the outcome, the server."""
    server = Iserver(
        Functions(Sandbox(Path(__file__).parent), Console(io.BytesIO(), io.BytesIO(), io.BytesIO()))
    )
    network = Network(
        [NodeConfig("a", part, memory_bytes=1 << 16)], host=("a", 0), strict_memory=strict
    )
    network.start("a", code, workspace=WORKSPACE)
    outcome = network.run(server, max_cycles=limit)
    server.close()
    return network, outcome, server


def check(network, outcome, server):
    assert network.statistics().nodes["a"].cycles < LIMIT + LONGEST
    assert server.functions.requests < UNREAD
    assert "\n" not in outcome.reason


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("name", SOURCES)
def test_a_hostile_program_ends(name, strict):
    check(*run(assemble(SOURCES[name]).code, strict=strict))


@pytest.mark.parametrize("number", range(60))
def test_random_bytes_end(number):
    part = ("T800", "T414")[number % 2]
    check(*run(random_bytes(number), strict=number % 3 == 0, part=part))


@pytest.mark.parametrize("number", range(60))
def test_random_instructions_end(number):
    check(*run(random_instructions(number), strict=number % 3 == 0))


class Returned(Exception):
    """The simulation came back to Python, where Ctrl-C is heard."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["written", "bytes", "instructions"])
def test_each_comes_back_to_where_ctrl_c_is_heard(monkeypatch, kind):
    """After work that takes a tenth of a second, however long it could go on."""
    codes = {
        "written": [assemble(source).code for source in SOURCES.values()],
        "bytes": [random_bytes(number) for number in range(60)],
        "instructions": [random_instructions(number) for number in range(60)],
    }[kind]
    simulate = network_module.simulate
    worked = []

    def once(states, *arguments):
        before = states[0, at.COUNTS : at.COSTS].sum()
        result = simulate(states, *arguments)
        worked.append((states[0, at.COUNTS : at.COSTS].sum() - before, states[0, at.WORK]))
        if result == network_module.PAUSE:
            raise Returned
        return result

    monkeypatch.setattr(network_module, "simulate", once)
    for code in codes:
        with suppress(Returned):
            run(code, strict=False, limit=2**45)
    assert max(instructions for instructions, _ in worked) < INSTRUCTIONS_AT_ONCE
    assert max(steps for _, steps in worked) < 2 * WORK_BEFORE_PAUSE


def test_there_are_two_hundred_of_them():
    assert len(SOURCES) + 120 >= 200


def test_a_host_that_is_not_read_from_stops_taking_requests():
    name = "a flood of requests #00210006"
    _, outcome, server = run(assemble(SOURCES[name]).code, strict=True, limit=40_000_000)
    assert outcome.status is Status.DEADLOCK
    assert "waits to output to link 0, wired to the host" in outcome.reason
    assert 1000 < server.functions.requests < UNREAD


def test_a_move_of_rows_goes_on_after_a_limit():
    code = assemble(SOURCES["move2dall of 100000 rows of 4"].replace("over:   j", "stopp\nover: j"))
    network, outcome, _ = run(code.code, strict=False, limit=50_000)
    assert outcome.status is Status.CYCLE_LIMIT
    assert 50_000 <= network.registers("a")["cycles"] < 50_000 + (1 << 17)
    outcome = network.run(max_cycles=2**40)
    assert outcome.status is Status.IDLE
    whole, _, _ = run(code.code, strict=False, limit=2**40)
    assert network.registers("a") == whole.registers("a")
    assert whole.registers("a")["cycles"] > 100_000 * (2 * 1 + 23)
