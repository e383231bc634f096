"""Bootable files: the bytes that go down a link to a transputer after reset.

The transputer waits for a byte on any link (INMOS, Transputer Reference Manual, bootstrap): 0 is a
poke (an address and a value follow), 1 a peek (an address follows, a word comes back), 2 to 255 the
length of a bootstrap, which is loaded at MemStart and run. What comes after it in the file waits
for the program to read it from the boot link.

The bootstrap begins at low priority, with the address of the boot link's input channel in Creg and
Wptr at the first word after the code. Locals above Wptr are free; what is stored below it, by
`call` and by waiting for a channel, would overwrite the code, so a program begins with an `ajw`.

A program too long for a bootstrap travels behind a loader, which reads it to MemStart, over itself,
and enters it as it would have been entered by the transputer: the same addresses, the same Wptr,
the boot link in Creg. So a program need not know which way it came.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from common.errors import InputError
from emulator.transputer.assembly.assembler import assemble

_BOOTSTRAP_MAXIMUM = 255

_SHORTEST = "a control byte of 2 to 255 and as many bytes of bootstrap"

# Workspace of the loader, in words: 0 boot link, 1 MemStart. It copies `tail` and these two words
# to where the program will not reach, goes on there, and reads the program over itself.
_LOADER = """
       ROOM = 5 * 4                     -- between the program's end and the tail's workspace
       CODE = 3 * 4                     -- between that workspace and the tail

start: ajw  5
       stl  2
       stl  2
       stl  0
       ldap start
       stl  1
       mint                             -- no process but this one
       stlf
       mint
       sthf
       ldl  0
       ldl  1
       ldc  PROGRAM + ROOM
       bsub
       stnl 0
       ldl  1
       ldl  1
       ldc  PROGRAM + ROOM
       bsub
       stnl 1
       ldap tail
       ldl  1
       ldc  PROGRAM + ROOM + CODE
       bsub
       ldc  end - tail
       move
       ldl  1
       ldc  PROGRAM + ROOM + CODE
       bsub
       ldl  1
       ldc  PROGRAM + ROOM
       bsub
       gajw
       rev
       gcall

tail:  ldl  1
       ldl  0
       ldc  LENGTH
       in
       ldl  0
       ldlp 0
       ldl  1
       ajw  -5
       gcall
end:
"""


def bootable(code: bytes) -> bytes:
    """Return the file that boots ``code``, through the loader if it is longer than a bootstrap.

    Code of one byte is made two, because 1 is the control byte of a peek. Raises ValueError for no
    code at all.
    """
    if not code:
        raise ValueError("there is no code")
    if len(code) <= _BOOTSTRAP_MAXIMUM:
        code = code.ljust(2, b"\x20")  # pfix 0
        return bytes([len(code)]) + code
    bootstrap = loader(len(code))
    return bytes([len(bootstrap)]) + bootstrap + code


@cache
def loader(length: int) -> bytes:
    """Return the bootstrap that loads and enters a program of ``length`` bytes."""
    whole_words = -(-length // 4) * 4
    return assemble(f"LENGTH = {length}\nPROGRAM = {whole_words}\n{_LOADER}", "loader").code


@dataclass(frozen=True)
class BootFile:
    """The parts of a bootable file.

    Attributes
    ----------
    controls
        Pokes and peeks that come before the bootstrap.
    bootstrap
        The bytes that are loaded at MemStart.
    rest
        What the program itself has to read.
    """

    controls: bytes
    bootstrap: bytes
    rest: bytes

    @property
    def program(self) -> bytes:
        """The code that `bootable` was given, or the bootstrap of a file from elsewhere."""
        known = bool(self.rest) and not self.controls and self.bootstrap == loader(len(self.rest))
        return self.rest if known else self.bootstrap


def parse(data: bytes, name: str = "file") -> BootFile:
    """Split a bootable file; raises InputError, naming the file, if it cannot boot."""
    if not data:
        raise InputError(name, "an empty file", _SHORTEST)
    at = 0
    while at < len(data) and data[at] < 2:
        at += 9 if data[at] == 0 else 5
    if at >= len(data):
        raise InputError(name, f"{len(data)} bytes of pokes and peeks, no bootstrap", _SHORTEST)
    length = data[at]
    bootstrap = data[at + 1 : at + 1 + length]
    if len(bootstrap) < length:
        problem = f"cut short: a bootstrap of {length} bytes, {len(bootstrap)} of them in the file"
        raise InputError(name, problem, _SHORTEST)
    return BootFile(data[:at], bootstrap, data[at + 1 + length :])
