"""Images made by hand: assembly in which comments say which line of a source it stands for."""

import re

from common.place import Place
from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.network.network import Network
from occam.build import Built
from occam.linking import loader
from occam.linking.boot_tree import boot_tree
from occam.program import Image, Origin

MARK = re.compile(r"-- line ([0-9]+) (.*)")


def image(source, part="T800", *, file="source.occ", below=8, above=10, vectors=0, padding=0):
    """Assemble a program, entered at `entry:` or its start; `-- line 7 name` makes an origin."""
    marks = {}
    lines = source.splitlines()
    for number, line in enumerate(lines):
        if found := MARK.search(line):
            marks[f"mark.{number}"] = (int(found[1]), found[2].strip())
            lines[number] = f"mark.{number}: {line}"
    program = assemble("\n".join(lines), variant=part)
    origins = [
        Origin(program.labels[label], Place(file, line, 1), procedure)
        for label, (line, procedure) in marks.items()
    ]
    code = program.code + b"\x20" * padding
    entry = program.labels.get("entry", 0)
    return Image(code, entry, below, above, vectors, tuple(origins), part)


def built(images, plan):
    nodes = {node.name: node for node in plan.nodes}
    placements = {name: loader.place(program, nodes[name]) for name, program in images.items()}
    data = loader.load(images, nodes, boot_tree(plan, images))
    return Built(data, plan, images, placements)


def machine(program):
    """The network of something built, with its bytes waiting for it."""
    plan = program.network
    network = Network(plan.nodes, plan.wires, link_mbits=plan.link_mbits, host=plan.host)
    network.boot(program.data)
    return network
