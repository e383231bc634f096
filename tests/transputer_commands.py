"""Programs in assembly for tests of `torqueflow transputer`, and requests to the host."""

import struct
from pathlib import Path

from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.assembly.bootfile import bootable

PROGRAMS = Path(__file__).parent.parent / "examples"


def build(name, path):
    """Assemble a program of the project into a bootable file."""
    path.write_bytes(bootable(assemble((PROGRAMS / f"{name}.s").read_text()).code))
    return path


def boot(source, path=Path("program.btl")):
    """Assemble source text into a bootable file."""
    path.write_bytes(bootable(assemble(source).code))
    return path


def request(*body):
    """Assembly that sends one request to the host and takes the answer, and its data."""
    packet = b"".join(part if isinstance(part, bytes) else bytes([part]) for part in body)
    packet = packet.ljust(6, b"\0")
    packet += bytes(len(packet) % 2)
    return struct.pack("<H", len(packet)) + packet


PRELUDE = """
        ajw 300
        stl 0
        stl 0
        stl 1
        mint
        stlf
        mint
        sthf
"""


ASK = """
        ldap {packet}
        ldl 1
        ldnlp -4
        ldc {length}
        out
        ldc 0
        stl 2
        ldlp 2
        ldl 1
        ldc 2
        in
        ldlp 3
        ldl 1
        ldl 2
        in
"""
"""Send a request to the host and take the answer."""


def client(*requests):
    """A program that sends requests to the host, taking an answer to each."""
    code = [PRELUDE]
    data = []
    for number, packet in enumerate(requests):
        code.append(ASK.format(packet=f"packet{number}", length=len(packet)))
        data.append(f"packet{number}: byte {', '.join(map(str, packet))}\n")
    return "".join([*code, "stopp\n", *data])


def slice_of(text):
    return struct.pack("<H", len(text)) + text


def exit_with(status):
    return request(35, struct.pack("<i", status))


ECHO = """
        ldlp 3                  -- the answer's slice becomes that of an SP.WRITE
        adc 1
        ldap slice
        ldc 20
        move
        ldap write
        ldl 1
        ldnlp -4
        ldc 30
        out
        ldlp 2
        ldl 1
        ldc 8
        in
"""


def echo(packet):
    """A program that writes the first bytes of the slice in an answer to standard output."""
    data = f"packet: byte {', '.join(map(str, packet))}\npacket_end:\n"
    write = "write: byte 28, 0, 13, 1, 0, 0, 0\nslice: space 24\n"
    ask = ASK.format(packet="packet", length="packet_end - packet")
    return PRELUDE + ask + ECHO + client(exit_with(0)).removeprefix(PRELUDE) + data + write


def exits_with_a_byte(code):
    """A program whose status is the low byte that some code leaves in Areg."""
    packets = client(exit_with(0)).removeprefix(PRELUDE)
    return PRELUDE + code + "\nldap packet0\nadc 3\nsb\n" + packets
