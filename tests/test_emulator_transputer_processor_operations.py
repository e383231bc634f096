"""Every declared instruction is executed, and every other code stops the node."""

import pytest

from emulator.transputer.isa.instruction import Encoding
from emulator.transputer.isa.instruction_set import INSTRUCTIONS, encode, encode_function
from emulator.transputer.network.network import Network, NodeConfig
from emulator.transputer.network.results import Status
from tests.transputer_programs import BASE, WORKSPACE, assemble, interpreted, push

PARTS = ("T414", "T800")
DATA = BASE + 0x800
SETUP = encode("sethalterr") + push(DATA, DATA, DATA)
"""Addresses of a word that holds 0: something for every instruction to work on."""
NOT_ALONE = {"opr": encode("rev"), "nfix": encode("ldc", -1), "fpentry": encode("fpuabs")}


def step(part, code, end="seterr"):
    """Execute some code between `SETUP` and an end; return the network and how that ended."""
    network = Network([NodeConfig("a", part)])
    network.start("a", SETUP + code + encode(end), workspace=WORKSPACE)
    return network, network.run(max_cycles=2000)


def owned(part):
    return [instruction for instruction in INSTRUCTIONS if part in instruction.variants]


@pytest.mark.parametrize(
    ("part", "instruction"),
    [
        pytest.param(part, instruction, id=f"{part}-{instruction.mnemonic}")
        for part in PARTS
        for instruction in owned(part)
    ],
)
def test_every_declared_instruction_is_executed(part, instruction):
    operand = 0 if instruction.encoding is Encoding.DIRECT else None
    code = NOT_ALONE.get(instruction.mnemonic, encode(instruction.mnemonic, operand))
    end = "stopp" if instruction.mnemonic == "seterr" else "seterr"
    network, outcome = step(part, code, end)
    assert outcome.status is not Status.UNKNOWN_INSTRUCTION, outcome.reason
    node = network.statistics().nodes["a"]
    assert node.per_instruction[instruction.mnemonic] >= 1
    without = step(part, b"", end)[0].statistics().nodes["a"]
    assert (node.cycles, node.fpu_busy_cycles) != (without.cycles, 0)


@pytest.mark.parametrize("part", PARTS)
def test_every_other_operation_stops_the_node(part):
    known = {each.code for each in owned(part) if each.encoding is Encoding.OPERATION}
    for code in [*range(0x100), 0x100, 0x17C, 0x7FFFFFFF, -1, -(2**31)]:
        if code not in known:
            _, outcome = step(part, encode_function(0xF, code))
            assert outcome.status is Status.UNKNOWN_INSTRUCTION, hex(code)
            assert (
                f"a: a {part} has no operation #{code & 0xFFFFFFFF:X}, met near" in outcome.reason
            )


def test_every_other_fpu_entry_stops_the_node():
    known = {each.code for each in INSTRUCTIONS if each.encoding is Encoding.FPU_ENTRY}
    for code in [*range(0x100), 0x100, 0x19C, 0x7FFFFFFF, -1, -(2**31)]:
        if code not in known:
            _, outcome = step("T800", assemble(("ldc", code), "fpentry"))
            assert outcome.status is Status.UNKNOWN_INSTRUCTION, hex(code)
            assert f"a: a T800 has no FPU entry #{code & 0xFFFFFFFF:X}, met near" in outcome.reason


def test_every_executor_knows_its_declared_codes_and_refuses_the_rest():
    assert interpreted("-m", "tests.transputer_executors") == "all executors agree\n"
