"""Compiles occam sources and runs them on one emulated transputer without any loader of theirs."""

from dataclasses import dataclass, field
from textwrap import dedent, indent

from emulator.transputer.isa.instruction_set import encode
from emulator.transputer.isa.memory_map import MEMORY_MAPS
from emulator.transputer.network.host import SilentHost
from emulator.transputer.network.network import Network, NodeConfig
from emulator.transputer.network.results import Status
from occam.checking.checker import check
from occam.generating.compile import compile_program
from occam.parsing.parser import parse_text
from occam.program import Checks, Image

BASE = 1 << 31
PREFIX = 32
PARTS = ("T800", "T414")
EXIT = bytes([6, 0, 35, 0xFF, 0xC9, 0x9A, 0x3B, 0])
"""SP.EXIT with success, as the start-up code of a program without channels sends it."""
FREE_WORDS = 1000


@dataclass
class Run:
    """What a program did."""

    status: Status
    reason: str
    sent: bytes
    image: Image
    network: Network = field(repr=False)

    @property
    def ended(self) -> bool:
        """Whether the program came to its end."""
        return self.status is Status.IDLE and self.sent.endswith(EXIT)

    @property
    def words(self) -> list[int]:
        """What was sent before the end, as signed words."""
        data = self.sent.removesuffix(EXIT)
        assert len(data) % 4 == 0, data
        return [
            int.from_bytes(data[i : i + 4], "little", signed=True) for i in range(0, len(data), 4)
        ]

    @property
    def line(self) -> int:
        """The line at which the processor stopped."""
        offset = self.network.registers("node")["Iptr"] + BASE - self.code_start
        origin = self.image.origin(offset - 1)
        assert origin is not None
        return origin.place.line

    @property
    def code_start(self) -> int:
        """Offset of the program's code from #80000000."""
        return MEMORY_MAPS[self.image.part].memory_start + PREFIX


def compiled(text: str, part: str = "T800", checks: Checks = Checks.HALT, **options) -> Image:
    """Compile a source."""
    return compile_program(check(parse_text(text), part), part, checks, **options)


def run_image(image: Image, host_sends: bytes = b"", **node) -> Run:
    """Run an image with its workspace above its code."""
    config = NodeConfig("node", image.part, **node)
    network = Network([config], host=("node", 0))
    start = MEMORY_MAPS[image.part].memory_start
    below = start + PREFIX + len(image.code) + 8 & ~3
    workspace = below + 4 * image.below
    vectors = workspace + 4 * image.above
    free = vectors + 4 * image.vectors + 4
    values = [FREE_WORDS, free - BASE, vectors - BASE]
    prefix = b"".join(encode("ldc", value) for value in values)
    prefix = encode("pfix", 0) * (PREFIX - len(prefix)) + prefix
    network.start("node", prefix + image.code, workspace=workspace - BASE)
    host = SilentHost(host_sends)
    guard = {below - 4: 0x1D1E1A1, free - 4: 0x3D3E3A3, free + 4 * FREE_WORDS: 0x2D2E2A2}
    for address, value in guard.items():
        network.poke("node", address - BASE, value)
    outcome = network.run(host, max_cycles=20_000_000)
    for address, value in guard.items():
        assert network.peek("node", address - BASE) == value, "memory beyond its own was changed"
    return Run(outcome.status, outcome.reason, bytes(host.received), image, network)


def run(text: str, part: str = "T800", checks: Checks = Checks.HALT, **options) -> Run:
    """Compile and run a source."""
    sends = options.pop("host_sends", b"")
    return run_image(compiled(text, part, checks, **options), sends)


def main(body: str, before: str = "") -> str:
    """Return a program whose main procedure has `out` and `in`, channels of INT to the host."""
    head = """
        PROC main ()
          CHAN OF INT out, in:
          PLACE out AT 0:
          PLACE in AT 4:
        """
    return (
        dedent(before)
        + dedent(head).lstrip("\n")
        + indent(dedent(body).strip("\n"), "  ")
        + "\n:\n"
    )


def outputs(body: str, before: str = "", **options) -> list[int]:
    """Run a body on both parts, with and without vector space; return the words it sent."""
    results = []
    for part in PARTS:
        for vectors in (True, False):
            done = run(main(body, before), part, vectors=vectors, **options)
            assert done.ended, done
            results.append(done.words)
    assert all(result == results[0] for result in results), results
    return results[0]
