"""Link engines: packets on the wires, acknowledges, and bytes to and from memory.

All times are ticks, the network's common unit of time. A link end waits for at most six things,
each a field with the tick at which it happens: a message handed over for output or input, an
acknowledge to be sent, an arriving packet recognised, its byte complete (two may be on their way),
and an acknowledge recognised. Which is the earliest is known at each end (`link_times`).

Model (docs/facts/transputer.md, section 3, source U1): the acknowledge starts `acknowledge` bit
times after the data packet did, the next packet `next_byte` bit times after the acknowledge did,
both later if the wire is busy; acknowledges go first.
"""

from __future__ import annotations

from emulator.transputer.processor import state as at
from emulator.transputer.processor.boot import CONTROL, boot_control, boot_input_done
from emulator.transputer.processor.channels import wake_alternative
from emulator.transputer.processor.compiled import compiled, inlined
from emulator.transputer.processor.link_times import cycle_of, hasten, next_time, send_time
from emulator.transputer.processor.memory import NOTHING, absent
from emulator.transputer.processor.node_arrays import ByteMemory, State, States, WordMemory
from emulator.transputer.processor.scheduler import log, schedule
from emulator.transputer.processor.word_arithmetic import wide

DATA_BITS = 11
"""Data packet: start, one, eight data bits, stop (D)."""
_ACKNOWLEDGE_BITS = 2
"""Acknowledge packet: start, zero (D)."""


@inlined
def _tell(peer: State, far: int, tick: int) -> None:
    """See to it that the node at the other end looks at that link in time."""
    hasten(peer, far, tick)
    if tick < peer[at.NEXT_LINK]:
        peer[at.NEXT_LINK] = tick
        peer[at.NEXT_EVENT] = min(peer[at.NEXT_EVENT], cycle_of(peer, tick))


@inlined
def _in_memory(s: State, place: int, process: int) -> bool:
    """Return whether a link transfer is in memory (the boot logic's scratch is beyond)."""
    if place < s[at.SIZE] or process == at.BOOT_PROCESS:
        return True
    absent(s, place, 1)
    if s[at.STOPPED] != at.RUNS:
        s[at.FAULT_IPTR] = -1
    return False


@inlined
def _send(s: State, b: ByteMemory, end: int, peer: State, tick: int) -> None:
    """Start the packet that is due on this end's wire."""
    far = at.LINKS + at.LINK_FIELDS * s[end + at.PEER_LINK]
    bit = s[end + at.BIT_TICKS]
    if s[end + at.ACK_TIME] <= tick:
        s[end + at.ACK_TIME] = at.NEVER
        bits = _ACKNOWLEDGE_BITS
        peer[far + at.ACK_SEEN_TIME] = tick + peer[far + at.NEXT_DELAY]
        _tell(peer, far, peer[far + at.ACK_SEEN_TIME])
    else:
        s[end + at.OUT_TIME] = at.NEVER
        if s[end + at.OUT_LEFT] == 0:
            s[end + at.ACK_SEEN_TIME] = tick
            return
        byte = NOTHING
        if _in_memory(s, s[end + at.OUT_POINTER], s[end + at.OUT_PROCESS]):
            byte = wide(b[s[end + at.OUT_POINTER]])
        elif s[at.STOPPED] != at.RUNS:
            return
        s[end + at.OUT_POINTER] += 1
        s[end + at.OUT_LEFT] -= 1
        s[end + at.BYTES_OUT] += 1
        bits = DATA_BITS
        slot = 0 if peer[far + at.ARRIVAL_TIME] == at.NEVER else 2
        peer[far + at.ARRIVAL_TIME + slot] = tick + DATA_BITS * bit
        peer[far + at.ARRIVAL_BYTE + slot] = byte
        if peer[far + at.SEEN_DELAY] != at.NEVER:  # before it is complete
            peer[far + at.SEEN_TIME] = tick + peer[far + at.SEEN_DELAY]
            _tell(peer, far, peer[far + at.SEEN_TIME])
        else:
            _tell(peer, far, tick + DATA_BITS * bit)
    s[at.RUN_LIMIT] = min(s[at.RUN_LIMIT], cycle_of(s, tick + s[at.ECHO_TICKS]))
    s[end + at.WIRE_FREE] = tick + bits * bit
    s[end + at.BUSY_TICKS] += bits * bit


@inlined
def _store(s: State, m: WordMemory, b: ByteMemory, end: int, byte: int, tick: int) -> None:
    """Put a byte where the waiting process wants it; wake it with the last one."""
    place = s[end + at.IN_POINTER]
    if _in_memory(s, place, s[end + at.IN_PROCESS]):
        b[place] = byte
    elif s[at.STOPPED] != at.RUNS:
        return
    s[end + at.IN_POINTER] += 1
    s[end + at.IN_LEFT] -= 1
    if s[end + at.IN_LEFT] == 0:
        _input_done(s, m, end, tick)


@inlined
def _input_done(s: State, m: WordMemory, end: int, tick: int) -> None:
    """Wake the process whose input is complete."""
    process = s[end + at.IN_PROCESS]
    s[end + at.IN_PROCESS] = at.NOT_PROCESS
    if s[at.IS_HOST] == 1:
        s[at.HOST_CALLS] |= 1
        s[at.CLOCK] = tick
    elif process == at.BOOT_PROCESS:
        boot_input_done(s, m, tick)
    else:
        link = (end - at.LINKS) // at.LINK_FIELDS
        log(s, tick, at.INPUT_END, link, 0)
        m[4 + link] = at.NOT_PROCESS
        schedule(s, m, process, cycle_of(s, tick))


@inlined
def _output_done(s: State, m: WordMemory, end: int, tick: int) -> None:
    """Wake the process whose output is acknowledged."""
    process = s[end + at.OUT_PROCESS]
    s[end + at.OUT_PROCESS] = at.NOT_PROCESS
    if s[at.IS_HOST] == 1:
        s[at.HOST_CALLS] |= 2
        s[at.CLOCK] = tick
    elif process == at.BOOT_PROCESS:
        s[at.BOOT_STATE] = CONTROL
        boot_control(s, tick)
    elif process != at.NOT_PROCESS:
        link = (end - at.LINKS) // at.LINK_FIELDS
        log(s, tick, at.OUTPUT_END, link, 0)
        m[link] = at.NOT_PROCESS
        schedule(s, m, process, cycle_of(s, tick))


@inlined
def _packet_seen(s: State, end: int, tick: int) -> None:
    """Recognise a data packet: acknowledge at once if a process is ready for its byte."""
    s[end + at.SEEN_TIME] = at.NEVER
    if s[end + at.IN_LEFT] > 0 and s[end + at.IN_TIME] == at.NEVER:
        s[end + at.ACK_TIME] = tick
    else:
        s[end + at.UNACKNOWLEDGED] = 1


@inlined
def _byte_arrives(s: State, m: WordMemory, b: ByteMemory, end: int, tick: int) -> None:
    """Take a complete byte: to its process, or into the buffer until one asks for it."""
    byte = s[end + at.ARRIVAL_BYTE]
    s[end + at.ARRIVAL_TIME] = s[end + at.ARRIVAL_TIME_2]
    s[end + at.ARRIVAL_BYTE] = s[end + at.ARRIVAL_BYTE_2]
    s[end + at.ARRIVAL_TIME_2] = at.NEVER
    s[end + at.BYTES_IN] += 1
    overlapped = s[end + at.SEEN_DELAY] != at.NEVER
    if s[end + at.IN_LEFT] > 0 and s[end + at.IN_TIME] == at.NEVER:
        if not overlapped:
            s[end + at.ACK_TIME] = tick + s[end + at.ACK_DELAY]
        elif s[end + at.UNACKNOWLEDGED] == 1:
            s[end + at.ACK_TIME] = tick
        s[end + at.UNACKNOWLEDGED] = 0
        _store(s, m, b, end, byte, tick)
        return
    s[end + at.BUFFER_FULL] = 1
    s[end + at.BUFFER_BYTE] = byte
    if s[at.BOOT_STATE] == CONTROL:
        s[end + at.UNACKNOWLEDGED] = 0
        boot_control(s, tick)
    elif s[end + at.ALT_PROCESS] != at.NOT_PROCESS:
        process = s[end + at.ALT_PROCESS]
        s[end + at.ALT_PROCESS] = at.NOT_PROCESS
        wake_alternative(s, m, process, cycle_of(s, tick))


@inlined
def _input_asked(s: State, m: WordMemory, b: ByteMemory, end: int, tick: int) -> None:
    """Serve a process that asks for bytes: the buffered one is its first."""
    s[end + at.IN_TIME] = at.NEVER
    if s[end + at.IN_LEFT] == 0:
        _input_done(s, m, end, tick)
    elif s[end + at.BUFFER_FULL] == 1:
        s[end + at.BUFFER_FULL] = 0
        s[end + at.UNACKNOWLEDGED] = 0
        s[end + at.ACK_TIME] = tick
        _store(s, m, b, end, s[end + at.BUFFER_BYTE], tick)
    elif s[end + at.UNACKNOWLEDGED] == 1:
        s[end + at.UNACKNOWLEDGED] = 0
        s[end + at.ACK_TIME] = tick


@inlined
def _acknowledged(s: State, m: WordMemory, end: int, tick: int) -> None:
    """Recognise an acknowledge: send the next byte, or complete the output."""
    s[end + at.ACK_SEEN_TIME] = at.NEVER
    if s[end + at.OUT_LEFT] > 0:
        s[end + at.OUT_TIME] = tick
    else:
        _output_done(s, m, end, tick)


@inlined
def link_event(s: State, m: WordMemory, b: ByteMemory, states: States, tick: int) -> None:
    """Do all that happens at `tick` at the node's link ends, lowest link first."""
    s[at.QUIET_LINK] = at.NEVER
    for link in range(4):
        end = at.LINKS + at.LINK_FIELDS * link
        if s[end + at.NEXT_TIME] > tick and s[end + at.QUIET_TIME] > tick:
            s[at.QUIET_LINK] = min(s[at.QUIET_LINK], s[end + at.QUIET_TIME])
            continue
        if s[end + at.ARRIVAL_TIME] <= tick:
            _byte_arrives(s, m, b, end, s[end + at.ARRIVAL_TIME])
        if s[end + at.ACK_SEEN_TIME] == tick:
            _acknowledged(s, m, end, tick)
        if s[end + at.SEEN_TIME] == tick:
            _packet_seen(s, end, tick)
        if s[end + at.IN_TIME] == tick:
            _input_asked(s, m, b, end, tick)
        if send_time(s, end) == tick:
            _send(s, b, end, states[s[end + at.PEER_NODE]], tick)
        s[end + at.NEXT_TIME] = next_time(s, end)


@compiled
def store_quiet_bytes(s: State, m: WordMemory, b: ByteMemory, cycle: int) -> None:
    """Store what has arrived quietly before a cycle, at the end of a run."""
    for link in range(4):
        end = at.LINKS + at.LINK_FIELDS * link
        tick = s[end + at.QUIET_TIME]
        if cycle_of(s, tick) < cycle:
            _byte_arrives(s, m, b, end, tick)
