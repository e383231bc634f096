"""Loading networks through their nodes: what programs find on entry, and that none disturbs."""

import itertools

import pytest

from common.errors import InputError
from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.isa.memory_map import MEMORY_MAPS
from emulator.transputer.network.configuration import NodeConfig
from emulator.transputer.network.host import SilentHost
from emulator.transputer.network.network import Network
from emulator.transputer.network.network_file import NetworkFile
from emulator.transputer.network.results import Status
from occam.linking import loader
from occam.linking.boot_tree import boot_tree
from occam.program import Image

BASE = -(2**31)
FOUND = ("Areg", "Breg", "Creg", "Wptr", "code", "low front", "low back", "high front", "high back")

# Writes what it finds into its workspace: registers, where it lies, the process queues.
REPORT = """
        stopp
        stopp
entry:  stl     0
        stl     1
        stl     2
        ldlp    0
        stl     3
        ldc     0
        stl     9
        ldap    entry
        stl     4
        ldlp    5
        savel
        ldlp    7
        saveh
        stopp
"""


def image(source, part="T800", *, below=5, above=10, vectors=0, padding=0):
    program = assemble(source, variant=part)
    code = program.code + b"\x20" * padding
    return Image(code, program.labels.get("entry", 0), below, above, vectors, (), part)


def network(parts, wires, *, speed=20, host=("P0", 0), **node):
    nodes = tuple(NodeConfig(f"P{i}", part, **node) for i, part in enumerate(parts))
    return NetworkFile(nodes, tuple(wires), speed, host)


def boot(images, plan, **host):
    """Load the images and run them; return the machine, its host and the outcome."""
    nodes = {node.name: node for node in plan.nodes}
    machine = Network(plan.nodes, plan.wires, link_mbits=plan.link_mbits, host=plan.host)
    machine.boot(loader.load(images, nodes, boot_tree(plan, images)))
    for node, word in itertools.product(machine.names, range(11)):
        machine.poke(node, BASE + 4 * word, 0x1234)  # what was there before is to be cleared
    device = SilentHost(**host)
    return machine, device, machine.run(device, max_cycles=20_000_000)


def chain(count):
    return [((f"P{i}", 1), (f"P{i + 1}", 2)) for i in range(count - 1)]


def star(count):
    """A tree in which every node has up to three children."""
    return [((f"P{(i - 1) // 3}", 1 + (i - 1) % 3), (f"P{i}", 0)) for i in range(1, count)]


def ring(count):
    return [((f"P{i}", 1), (f"P{(i + 1) % count}", 2)) for i in range(count)]


def check_report(machine, plan, name, program):
    node = next(node for node in plan.nodes if node.name == name)
    placement = loader.place(program, node)
    words = [machine.peek(name, BASE + placement.workspace + 4 * i) for i in range(10)]
    found = dict(zip(FOUND, words, strict=False))
    assert found["Areg"] == BASE + placement.vectors
    assert found["Breg"] == BASE + placement.free
    assert found["Creg"] == (node.memory_bytes - placement.free) // 4
    assert found["Wptr"] == BASE + placement.workspace
    assert found["code"] == BASE + placement.code + program.entry
    assert found["low front"] == found["high front"] == BASE
    for word in range(11):  # links, event channel, timer queues
        assert machine.peek(name, BASE + 4 * word) == BASE
    code = b"".join(
        machine.peek(name, BASE + placement.code + at).to_bytes(4, "little", signed=True)
        for at in range(0, len(program.code), 4)
    )
    assert code[: len(program.code)] == program.code


@pytest.mark.parametrize("wiring", [chain, star, ring])
@pytest.mark.parametrize("count", [2, 8])
@pytest.mark.parametrize("parts", [("T800",), ("T414", "T800")])
def test_every_program_finds_its_machine_as_the_contract_says(wiring, count, parts):
    kinds = [parts[i % len(parts)] for i in range(count)]
    plan = network(kinds, wiring(count), memory_bytes=16384)
    images = {
        f"P{i}": image(REPORT, part, below=5 + 9 * i, vectors=7 * i, padding=37 * i)
        for i, part in enumerate(kinds)
    }
    machine, _, outcome = boot(images, plan)
    assert outcome.status is Status.IDLE, outcome
    for name, program in images.items():
        check_report(machine, plan, name, program)


@pytest.mark.parametrize("part", ["T414", "T800"])
def test_one_node_is_loaded_by_the_host(part):
    plan = network([part], [], memory_bytes=4096)
    images = {"P0": image(REPORT, part, vectors=3)}
    machine, _, outcome = boot(images, plan)
    assert outcome.status is Status.IDLE
    check_report(machine, plan, "P0", images["P0"])
    placement = loader.place(images["P0"], plan.nodes[0])
    assert placement.code % 8 == placement.vectors % 8 == 0
    assert placement.workspace - MEMORY_MAPS[part].memory_start >= 4 * images["P0"].below
    assert placement.code - placement.workspace >= 4 * images["P0"].above
    assert placement.free - placement.vectors == 4 * 3


# Every node but the first sends its number to the right at once, so to a node that is still to be
# loaded; then it adds its number to what comes from the left, and sends that.
SENDER = """
entry:  mint
        ldnlp   1
        ldc     {number}
        outword
again:  ldlp    4
        mint
        ldnlp   4 + 2
        ldc     4
        in
        mint
        ldnlp   1
        ldl     4
        adc     {number}
        outword
        j       again
"""
# The first tells the host what comes.
FIRST = """
entry:  ldc     {count} - 1
        stl     6
again:  ldlp    4
        mint
        ldnlp   4 + 2
        ldc     4
        in
        mint
        ldl     4
        outword
        ldl     6
        adc     -1
        stl     6
        ldl     6
        eqc     0
        cj      again
        stopp
"""


@pytest.mark.parametrize("parts", [("T414",), ("T414", "T800")])
@pytest.mark.parametrize("count", [2, 7])
@pytest.mark.parametrize("speed", [5, 20])
def test_programs_that_send_at_once_do_not_disturb_those_being_loaded(parts, count, speed):
    kinds = [parts[i % len(parts)] for i in range(count)]
    plan = network(kinds, ring(count), speed=speed)
    images = {
        f"P{i}": image(
            (FIRST if i == 0 else SENDER).format(number=i + 1, count=count), part, padding=500
        )
        for i, part in enumerate(kinds)
    }
    _, device, _ = boot(images, plan, stop_after=4 * (count - 1))
    words = [
        int.from_bytes(device.received[at : at + 4], "little")
        for at in range(0, len(device.received), 4)
    ]
    numbers = range(count, 1, -1)  # the words of the last, the last but one, and so on
    assert words == list(itertools.accumulate(numbers))


def test_two_runs_take_the_same_cycles():
    plan = network(["T800", "T414"] * 4, ring(8))
    images = {node.name: image(REPORT, node.type) for node in plan.nodes}
    costs = [boot(images, plan)[0].statistics() for _ in range(2)]
    assert costs[0] == costs[1]


def test_long_images_are_passed_on_in_pieces():
    plan = network(["T800"] * 3, chain(3), memory_bytes=1 << 16)
    images = {f"P{i}": image(REPORT, padding=10_000 + i) for i in range(3)}
    machine, _, outcome = boot(images, plan)
    assert outcome.status is Status.IDLE
    for name, program in images.items():
        check_report(machine, plan, name, program)


def test_a_node_without_a_program_is_loaded_only_if_it_is_on_the_way():
    plan = network(["T800"] * 4, [*chain(3), (("P0", 3), ("P3", 0))])
    images = {"P0": image(REPORT), "P2": image(REPORT)}
    tree = boot_tree(plan, images)
    assert tree.ways == {"P0": (), "P1": (("P0", 1),), "P2": (("P0", 1), ("P1", 1))}
    machine, _, outcome = boot(images, plan)
    assert outcome.status is Status.IDLE
    check_report(machine, plan, "P2", images["P2"])
    assert machine.statistics().nodes["P3"].instructions == 0


def test_ways_are_shortest_but_lead_over_nodes_with_programs_if_they_can():
    wires = [*ring(5), (("P0", 0), ("P6", 0)), (("P6", 1), ("P3", 3))]
    plan = network(["T800"] * 7, wires, host=("P0", 3))
    ways = boot_tree(plan, [f"P{i}" for i in range(5)]).ways
    assert {name: len(way) for name, way in ways.items()} == {
        "P0": 0, "P1": 1, "P4": 1, "P2": 2, "P3": 2,
    }  # fmt: skip
    assert ways["P3"] == (("P0", 2), ("P4", 2))
    assert list(ways) == sorted(ways, key=lambda name: len(ways[name]))


def test_a_node_that_no_wire_leads_to_is_refused():
    plan = network(["T800"] * 3, [(("P1", 0), ("P2", 0))])
    with pytest.raises(InputError, match="node P1: no way over wires from P0"):
        boot_tree(plan, ["P0", "P1"])


def test_memory_is_used_to_its_last_word():
    node = NodeConfig("P0", "T800", memory_bytes=4096)
    small = image(REPORT)
    room = (4096 - loader.place(small, node).vectors) // 4
    full = image(REPORT, vectors=room)
    plan = network(["T800"], [], memory_bytes=4096)
    machine, _, outcome = boot({"P0": full}, plan)
    assert outcome.status is Status.IDLE
    check_report(machine, plan, "P0", full)
    with pytest.raises(InputError, match=r"processor P0: 4100 bytes: .*; allowed: .* 4096"):
        loader.place(image(REPORT, vectors=room + 1), node)


def test_code_for_another_part_is_refused():
    with pytest.raises(InputError, match="processor P0: code for a T414; allowed: for a T800"):
        loader.place(image(REPORT, "T414"), NodeConfig("P0", "T800"))


def test_the_boot_code_is_a_bootstrap():
    assert 2 <= len(loader.bootstrap()) <= 255
