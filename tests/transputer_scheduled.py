"""Programs that are started without a boot, and note what happens in their workspace."""

from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.network.network import Network, NodeConfig
from tests.transputer_programs import BASE

WORKSPACE = BASE + 0x800


EMPTY_QUEUES = """
        mint
        stlf
        mint
        sthf
"""


def start(source, part="T800", *, timing=None, log=False, **node):
    network = Network([NodeConfig("a", part, **node)], timing=timing, log_events=log)
    network.start("a", assemble(EMPTY_QUEUES + source).code, workspace=WORKSPACE)
    return network


def word(network, index):
    return network.peek("a", WORKSPACE + 4 * index)
