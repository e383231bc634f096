"""Messages over internal channels, and the processor's side of links and of the event channel."""

from __future__ import annotations

from emulator.transputer.isa.codes import operations as op
from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled, inlined
from emulator.transputer.processor.effects import charge, refuse
from emulator.transputer.processor.link_times import hasten
from emulator.transputer.processor.memory import copy, read, words_spanned, write
from emulator.transputer.processor.node_arrays import ByteMemory, State, WordMemory
from emulator.transputer.processor.scheduler import (
    descriptor,
    log,
    note_wait,
    schedule,
    stop_current,
)
from emulator.transputer.processor.word_arithmetic import address, offset

LINK_WORDS = 4 * (at.EVENT_CHANNEL + 1)


@inlined
def link_end(channel: int) -> int:
    """Return where the state of a link channel's end begins."""
    return at.LINKS + at.LINK_FIELDS * (channel >> 2 & 3)


@compiled
def _is_alternative(status: int) -> bool:
    """Return whether the word below a waiting process's workspace marks an ALT."""
    return at.ENABLING <= status <= at.READY


@compiled
def wake_alternative(s: State, m: WordMemory, process: int, when: int) -> None:
    """Tell an ALT that one of its channels is ready."""
    place = offset(process & ~1) - 12
    status = read(s, m, place)
    if status == at.ENABLING:
        write(s, m, place, at.READY)
    elif status == at.WAITING:
        write(s, m, place, at.READY)
        schedule(s, m, process, when)


@inlined
def _post_time(s: State, link: int) -> int:
    """Return now in ticks, and see to it that the link is looked at."""
    s[at.NEXT_EVENT] = min(s[at.NEXT_EVENT], s[at.CLOCK])
    tick = s[at.CLOCK] * s[at.TICKS_PER_CYCLE]
    if s[link + at.PEER_NODE] >= 0:
        hasten(s, link, tick)
    return tick


@inlined
def _link_output(s: State, m: WordMemory, channel: int, pointer: int, count: int) -> None:
    """Hand a message to an outgoing link; its engine wakes the process at the end."""
    s[at.CLOCK] += s[at.LINK_CYCLES]
    link = link_end(channel)
    s[link + at.OUT_POINTER] = pointer
    s[link + at.OUT_LEFT] = count
    s[link + at.OUT_PROCESS] = descriptor(s)
    s[link + at.OUT_TIME] = _post_time(s, link)
    m[channel >> 2] = descriptor(s)
    log(s, s[link + at.OUT_TIME], at.OUTPUT_START, channel >> 2 & 3, count)
    note_wait(s, channel, at.WAIT_OUT)
    stop_current(s, m)


@inlined
def _link_input(s: State, m: WordMemory, channel: int, pointer: int, count: int) -> None:
    """Ask an incoming link for a message; its engine wakes the process at the end."""
    s[at.CLOCK] += s[at.LINK_CYCLES]
    link = link_end(channel)
    s[link + at.IN_POINTER] = pointer
    s[link + at.IN_LEFT] = count
    s[link + at.IN_PROCESS] = descriptor(s)
    s[link + at.IN_TIME] = _post_time(s, link)
    m[channel >> 2] = descriptor(s)
    log(s, s[link + at.IN_TIME], at.INPUT_START, channel >> 2 & 3, count)
    note_wait(s, channel, at.WAIT_IN)
    stop_current(s, m)


@compiled
def _event_input(s: State, m: WordMemory) -> None:
    """Wait for EventReq, or take one that has come."""
    s[at.CLOCK] += s[at.LINK_CYCLES]
    if s[at.EVENT_PENDING] == 1:
        s[at.EVENT_PENDING] = 0
        return
    m[at.EVENT_CHANNEL] = descriptor(s)
    note_wait(s, 4 * at.EVENT_CHANNEL, at.WAIT_IN)
    stop_current(s, m)


@compiled
def _charge_message(s: State, operation: int, words: int) -> None:
    """Add the cost of a message of so many words, under a `Rule.PER_WORD`, to the clock."""
    cost = at.COSTS + 4 * (at.OPERATIONS + operation)
    s[at.CLOCK] += s[cost] * words + s[cost + 1]


@compiled
def _wait_on_channel(s: State, m: WordMemory, channel: int, pointer: int, kind: int) -> None:
    """Be first at an internal channel: leave the pointer, and wait."""
    write(s, m, channel, descriptor(s))
    write(s, m, s[at.WPTR] - 12, pointer)
    note_wait(s, channel, kind)
    stop_current(s, m)


@compiled
def _input(s: State, m: WordMemory, b: ByteMemory) -> None:
    """`in`: Areg bytes from channel Breg to address Creg.

    Who comes first copies nothing (see `TimingAssumptions.first_comer_words`).
    """
    count, channel, pointer = s[at.AREG], offset(s[at.BREG]) & ~3, s[at.CREG]
    if channel < LINK_WORDS:
        if channel >> 2 == at.EVENT_CHANNEL:
            _event_input(s, m)
        else:
            _link_input(s, m, channel, offset(pointer), max(count, 0))
        return
    start = s[at.CLOCK]
    partner = read(s, m, channel)
    if partner == at.NOT_PROCESS:
        _charge_message(s, op.IN, s[at.FIRST_COMER_WORDS])
        _wait_on_channel(s, m, channel, pointer, at.WAIT_IN)
        return
    source = offset(read(s, m, offset(partner & ~1) - 12))
    _transfer(s, b, op.IN, offset(pointer), source, count)
    write(s, m, channel, at.NOT_PROCESS)
    s[at.INSTRUCTION_START] = start
    schedule(s, m, partner, s[at.CLOCK])


@compiled
def _transfer(
    s: State, b: ByteMemory, operation: int, destination: int, source: int, count: int
) -> None:
    """Copy a message and charge for it."""
    count = max(count, 0)
    words = max(words_spanned(source, count), words_spanned(destination, count))
    _charge_message(s, operation, words)
    copy(s, b, destination, source, count)


@compiled
def _output(
    s: State, m: WordMemory, b: ByteMemory, operation: int, pointer: int, count: int
) -> None:
    """`out`, `outbyte`, `outword`: bytes from an address to channel Breg."""
    channel = offset(s[at.BREG]) & ~3
    if channel < LINK_WORDS:
        _link_output(s, m, channel, offset(pointer), max(count, 0))
        return
    start = s[at.CLOCK]
    partner = read(s, m, channel)
    status = at.NOT_PROCESS
    if partner != at.NOT_PROCESS:
        status = read(s, m, offset(partner & ~1) - 12)
    if partner == at.NOT_PROCESS or _is_alternative(status):
        if operation == op.OUT:
            _charge_message(s, op.OUT, s[at.FIRST_COMER_WORDS])
        else:
            charge(s, operation, 0)
        moment = s[at.CLOCK]
        this = s[at.WPTR]
        _wait_on_channel(s, m, channel, pointer, at.WAIT_OUT)
        if partner != at.NOT_PROCESS and this != offset(partner & ~1):
            wake_alternative(s, m, partner, moment)
        return
    destination = offset(status)
    if operation == op.OUT:
        _transfer(s, b, op.OUT, destination, offset(pointer), count)
    else:
        charge(s, operation, 0)
        copy(s, b, destination, offset(pointer), count)
    write(s, m, channel, at.NOT_PROCESS)
    s[at.INSTRUCTION_START] = start
    schedule(s, m, partner, s[at.CLOCK])


@compiled
def _reset(s: State, m: WordMemory) -> None:
    """`resetch`: empty the channel at Areg, leave what it held in Areg; stop a link's transfer."""
    channel = offset(s[at.AREG]) & ~3
    charge(s, op.RESETCH, 0)
    s[at.AREG] = read(s, m, channel)
    write(s, m, channel, at.NOT_PROCESS)
    if channel < 16:
        link = link_end(channel)
        s[link + at.OUT_PROCESS] = at.NOT_PROCESS
        s[link + at.OUT_LEFT] = 0
        s[link + at.OUT_TIME] = at.NEVER
    elif channel < 32:
        link = link_end(channel)
        s[link + at.IN_PROCESS] = at.NOT_PROCESS
        s[link + at.ALT_PROCESS] = at.NOT_PROCESS
        s[link + at.IN_LEFT] = 0
        s[link + at.QUIET_TIME] = at.NEVER
        hasten(s, link, s[link + at.ARRIVAL_TIME])  # nobody waits for its byte now
        s[link + at.IN_TIME] = at.NEVER
        s[link + at.BUFFER_FULL] = 0


@inlined
def communication(s: State, m: WordMemory, b: ByteMemory, operation: int) -> None:
    """Execute one of the operations on channels: Areg bytes at Creg, or Areg itself, to Breg."""
    if operation == op.IN:
        _input(s, m, b)
    elif operation == op.OUT:
        _output(s, m, b, operation, s[at.CREG], s[at.AREG])
    elif operation == op.OUTBYTE or operation == op.OUTWORD:
        write(s, m, s[at.WPTR], s[at.AREG])
        count = 1 if operation == op.OUTBYTE else 4
        _output(s, m, b, operation, address(s[at.WPTR]), count)
    elif operation == op.RESETCH:
        _reset(s, m)
    else:
        refuse(s, operation)
