"""Boot code: the bytes that load every node of a network through its parent, and start it.

All nodes get the same bootstrap, which then obeys commands from its boot link. A command is three
words: a number of bytes, an address, and the channel of a link or 0. The bytes follow, are stored
at the address, and go on down the link if there is one. After 0 bytes the address is that of four
words, Iptr, Areg, Breg and Creg of the program, which begins with Wptr above them.

First all nodes are booted, those near the host before those behind them: a node that waits for its
first byte would take any for its boot. Then they are loaded and started, the farthest first, so
that each can still pass on what its children need. What a program sends to a node that has not
been started waits in the link.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from common.errors import InputError
from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.isa.instruction_set import encode
from emulator.transputer.isa.memory_map import MEMORY_MAPS
from emulator.transputer.network.configuration import NodeConfig
from occam.generating.frame.workspace import WAITING_WORDS
from occam.linking.boot_tree import BootTree
from occam.program import Image

_BASE = 1 << 31
_WORD = 4
_CODE_ALIGNMENT = 8
_CHUNK = 1024
"""Most bytes that are passed on at a time, so that the links of a chain work side by side."""

_ENTRY_WORDS = 4

# Workspace: 0 boot link, 1 to 3 the command (before that, 1 and 2 the loop's control).
_BOOTSTRAP = """
        RESERVED = 11                   -- links, event channel, timer queues

        ajw     5
        stl     0                       -- Iptr and Wptr from before the reset
        stl     0
        stl     0
        ldc     0
        stl     1
        ldc     RESERVED
        stl     2
clear:  mint
        ldl     1
        mint
        wsub
        stnl    0
        ldlp    1
        ldc     cleared - clear
        lend
cleared:
        mint                            -- no process but this one
        stlf
        mint
        sthf
next:   ldlp    1
        ldl     0
        ldc     12
        in
        ldl     1
        cj      run
        ldl     2
        ldl     0
        ldl     1
        in
        ldl     3
        cj      next
        ldl     2
        ldl     3
        ldl     1
        out
        j       next
run:    ldl     2
        gajw
        ldl     3
        ldl     2
        ldl     1
        ret
"""
_BOOT_WORKSPACE = 4

IDLE = Image(encode("stopp"), entry=0, below=0, above=0, vectors=0, origins=(), part="T800")
"""What runs on a node that others are only reached through."""


@cache
def bootstrap() -> bytes:
    """Return the code that obeys commands, whole words of it."""
    code = assemble(_BOOTSTRAP, "bootstrap").code
    return code + encode("pfix", 0) * (-len(code) % _WORD)


def _boot_words() -> int:
    """Return the words from MemStart that the boot code uses, and the entry words it leaves."""
    return len(bootstrap()) // _WORD + WAITING_WORDS + _BOOT_WORKSPACE + _ENTRY_WORDS


@dataclass(frozen=True)
class ImagePlacement:
    """Where an image lies in a node's memory.

    All are bytes from #80000000. From MemStart up: ``below`` words, ``workspace`` (Wptr at entry)
    and ``above`` words, ``code``, ``vectors``, ``free`` up to ``end``.
    """

    workspace: int
    code: int
    vectors: int
    free: int
    end: int


def place(image: Image, node: NodeConfig, external_code: bool = False) -> ImagePlacement:
    """Lay an image out in a node's memory; raises InputError if it is too long, or another part's.

    The workspace has at least as many words as the boot code, which lies there until then. What is
    on chip is filled from below, but for ``external_code``: then nothing but workspace lies there.
    """
    if not image.code:
        raise ValueError(f"no code for {node.name}")
    if image is not IDLE and image.part != node.type:
        raise InputError(f"processor {node.name}", f"code for a {image.part}", f"for a {node.type}")
    memory = MEMORY_MAPS[node.type]
    workspace = memory.memory_start + _WORD * max(image.below, _boot_words())
    code = _align(workspace + _WORD * image.above)
    if external_code:
        code = max(code, memory.on_chip)
    vectors = _align(code + len(image.code))
    free = vectors + _WORD * image.vectors
    if free > node.memory_bytes:
        parts = (
            f"{free} bytes: {code} of links and workspace, {len(image.code)} of code,"
            f" {_WORD * image.vectors} of large arrays"
        )
        raise InputError(f"processor {node.name}", parts, f"its memory of {node.memory_bytes}")
    return ImagePlacement(workspace, code, vectors, free, node.memory_bytes)


def load(
    images: Mapping[str, Image],
    nodes: Mapping[str, NodeConfig],
    tree: BootTree,
    external_code: bool = False,
) -> bytes:
    """Return the bytes to send down the host's link: they load all images and start them.

    Parameters
    ----------
    images
        For each node its code; a node of the tree without any runs nothing.
    nodes
        The nodes of the tree by name.
    tree
        By which ways they are reached.
    external_code
        Whether code is kept off the chip, see `place`.

    Raises
    ------
    InputError
        For an image that does not fit its node.
    """
    stream = bytearray()
    first = bytes([len(bootstrap())]) + bootstrap()
    for name in tree.ways:
        stream += _by_way(first, name, nodes, tree)
    for name in reversed(tree.ways):
        image = images.get(name, IDLE)
        commands = _commands(image, place(image, nodes[name], external_code))
        stream += _by_way(b"".join(commands), name, nodes, tree)
    return bytes(stream)


def _align(offset: int) -> int:
    return -(-offset // _CODE_ALIGNMENT) * _CODE_ALIGNMENT


def _commands(image: Image, placement: ImagePlacement) -> Iterator[bytes]:
    """Yield what loads one node and starts it."""
    entry = placement.workspace - _WORD * _ENTRY_WORDS
    words = (
        _BASE + placement.code + image.entry,
        _BASE + placement.vectors,
        _BASE + placement.free,
        (placement.end - placement.free) // _WORD,
    )
    yield _command(image.code, placement.code)
    yield _command(struct.pack("<4I", *words), entry)
    yield _command(b"", entry)


def _command(data: bytes, offset: int, channel: int = 0) -> bytes:
    return struct.pack("<3I", len(data), _BASE + offset, channel) + data


def _by_way(stream: bytes, name: str, nodes: Mapping[str, NodeConfig], tree: BootTree) -> bytes:
    """Return what the host's node is told so that the stream reaches a node."""
    for passing, link in reversed(tree.ways[name]):
        start = MEMORY_MAPS[nodes[passing].type].memory_start
        buffer = start + _WORD * _boot_words()
        stream = b"".join(
            _command(stream[at : at + _CHUNK], buffer, _BASE + _WORD * link)
            for at in range(0, len(stream), _CHUNK)
        )
    return stream
