"""From a source file to the bytes that boot a network and run the program on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from emulator.transputer.network.configuration import NodeConfig
from emulator.transputer.network.network_file import NetworkFile
from occam.checking.checker import check
from occam.generating.compile import compile_process, compile_program
from occam.linking import loader
from occam.linking.boot_tree import boot_tree
from occam.linking.configuration import network_for, node_name
from occam.parsing.parser import parse
from occam.program import Checks, Image
from occam.typed import Program


@dataclass(frozen=True)
class Built:
    """A program that can be run.

    Attributes
    ----------
    data
        What goes down the host's link.
    network
        The network it was built for. Clocks, memory cycles and link speeds may be others.
    images, placements
        For each node that runs something, its code and where that lies.
    files
        What was read: the source and all it includes.
    """

    data: bytes
    network: NetworkFile
    images: dict[str, Image]
    placements: dict[str, loader.ImagePlacement]
    files: frozenset[str] = frozenset()


def build(
    path: Path,
    part: str | None = None,
    checks: Checks = Checks.HALT,
    network: NetworkFile | None = None,
    external_code: bool = False,
    vector_space: bool = True,
    memory_bytes: int = NodeConfig.memory_bytes,
) -> Built:
    """Compile a source file for the network it needs, or for the one that is given.

    Parameters
    ----------
    path
        The source; files it includes are looked for beside it.
    part
        "T800" or "T414" for processors whose type the source leaves open; None: T800, or the type
        in ``network``.
    checks
        What is checked at run time.
    network
        The user's network, None for the one that follows from the source.
    external_code
        Whether code is kept off the chip, see `loader.place`.
    vector_space
        Whether large arrays lie above the code, as is INMOS's default, or in workspace.
    memory_bytes
        Memory of each processor, if no network is given.

    Raises
    ------
    InputError
        For whatever is wrong with the source, or with the network.
    """
    source = parse(path)
    program = check(source, part or _host_part(network))
    plan = network_for(program, part, network, memory_bytes)
    images = _compile(program, plan, checks, vector_space)
    nodes = {node.name: node for node in plan.nodes}
    data = loader.load(images, nodes, boot_tree(plan, images), external_code)
    placements = {
        name: loader.place(image, nodes[name], external_code) for name, image in images.items()
    }
    return Built(data, plan, images, placements, source.files)


def _host_part(network: NetworkFile | None) -> str:
    """Return the type of the node with the host."""
    if network is None:
        return "T800"
    return next(node.type for node in network.nodes if node.name == network.host[0])


def _compile(
    program: Program, plan: NetworkFile, checks: Checks, vectors: bool
) -> dict[str, Image]:
    """Return the code of every node that runs something, in the order of the source."""
    types = {node.name: node.type for node in plan.nodes}
    if program.main is not None:
        image = compile_program(program, types[plan.host[0]], checks, vectors=vectors)
        return {plan.host[0]: image}
    images: dict[str, Image] = {}
    for process in program.processors:
        name = node_name(process)
        images[name] = compile_process(process, types[name], checks, vectors=vectors)
    return images
