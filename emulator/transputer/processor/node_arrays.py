"""What the compiled functions are given: one node's state and memory, and the states of all."""

from __future__ import annotations

from typing import Protocol


class State(Protocol):
    """A node's state, one row of an int64 array, indexed by the numbers of `state`."""

    def __getitem__(self, index: int) -> int: ...
    def __setitem__(self, index: int, value: int) -> None: ...


class States(Protocol):
    """The states of all nodes."""

    def __getitem__(self, index: int) -> State: ...


class WordMemory(Protocol):
    """A node's memory as an int32 array."""

    def __getitem__(self, index: int) -> int: ...
    def __setitem__(self, index: int, value: int) -> None: ...


class ByteMemory(Protocol):
    """The same memory as an uint8 array."""

    def __getitem__(self, index: int) -> int: ...
    def __setitem__(self, index: int, value: int) -> None: ...
