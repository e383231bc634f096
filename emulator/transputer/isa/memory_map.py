"""The memory map of each part."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MemoryMap:
    """One part's memory, in bytes from #80000000 (P: main.c; N).

    Links 0 to 3 out are the words 0 to 3, links in the words 4 to 7, the event channel word 8;
    timer queues words 9 and 10; the interrupted process is saved from word 11 on.
    """

    on_chip: int
    memory_start: int


MEMORY_MAPS = {"T414": MemoryMap(0x800, 0x48), "T800": MemoryMap(0x1000, 0x70)}
