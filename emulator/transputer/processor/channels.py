"""Messages over internal channels, and the processor's side of links and of the event channel."""

from __future__ import annotations

from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled
from emulator.transputer.processor.memory import (
    Bytes,
    State,
    Words,
    copy,
    read,
    words_spanned,
    write,
)
from emulator.transputer.processor.scheduler import (
    INPUT_START,
    OUTPUT_START,
    descriptor,
    log,
    note_wait,
    schedule,
    stop_current,
)
from emulator.transputer.processor.words import offset

LINK_WORDS = 4 * (at.EVENT_CHANNEL + 1)


@compiled
def link_end(channel: int) -> int:
    """Return where the state of a link channel's end begins."""
    return at.LINKS + at.LINK_FIELDS * (channel >> 2 & 3)


@compiled
def _is_alternative(status: int) -> bool:
    """Return whether the word below a waiting process's workspace marks an ALT."""
    return at.ENABLING <= status <= at.READY


@compiled
def wake_alternative(s: State, m: Words, process: int, when: int) -> None:
    """Tell an ALT that one of its channels is ready."""
    place = offset(process & ~1) - 12
    status = read(s, m, place)
    if status == at.ENABLING:
        write(s, m, place, at.READY)
    elif status == at.WAITING:
        write(s, m, place, at.READY)
        schedule(s, m, process, when)


@compiled
def _post_time(s: State) -> int:
    """Return now in ticks, and see to it that the links are looked at."""
    s[at.NEXT_EVENT] = min(s[at.NEXT_EVENT], s[at.CLOCK])
    return s[at.CLOCK] * s[at.TICKS_PER_CYCLE]


@compiled
def _link_output(s: State, m: Words, channel: int, pointer: int, count: int) -> None:
    """Hand a message to an outgoing link; its engine wakes the process at the end."""
    s[at.CLOCK] += s[at.LINK_CYCLES]
    link = link_end(channel)
    s[link + at.OUT_POINTER] = pointer
    s[link + at.OUT_LEFT] = count
    s[link + at.OUT_PROCESS] = descriptor(s)
    s[link + at.OUT_TIME] = _post_time(s)
    m[channel >> 2] = descriptor(s)
    log(s, s[link + at.OUT_TIME], OUTPUT_START, channel >> 2 & 3, count)
    note_wait(s, channel, at.WAIT_OUT)
    stop_current(s, m)


@compiled
def _link_input(s: State, m: Words, channel: int, pointer: int, count: int) -> None:
    """Ask an incoming link for a message; its engine wakes the process at the end."""
    s[at.CLOCK] += s[at.LINK_CYCLES]
    link = link_end(channel)
    s[link + at.IN_POINTER] = pointer
    s[link + at.IN_LEFT] = count
    s[link + at.IN_PROCESS] = descriptor(s)
    s[link + at.IN_TIME] = _post_time(s)
    m[channel >> 2] = descriptor(s)
    log(s, s[link + at.IN_TIME], INPUT_START, channel >> 2 & 3, count)
    note_wait(s, channel, at.WAIT_IN)
    stop_current(s, m)


@compiled
def _event_input(s: State, m: Words) -> None:
    """Wait for EventReq, or take one that has come."""
    s[at.CLOCK] += s[at.LINK_CYCLES]
    if s[at.EVENT_PENDING] == 1:
        s[at.EVENT_PENDING] = 0
        return
    m[at.EVENT_CHANNEL] = descriptor(s)
    note_wait(s, 4 * at.EVENT_CHANNEL, at.WAIT_IN)
    stop_current(s, m)


@compiled
def _message_cost(s: State, row: int, words: int) -> int:
    """Return the cost of a message of so many words under a `Rule.PER_WORD` row."""
    cost = at.COSTS + 4 * row
    return s[cost] * words + s[cost + 1]


@compiled
def _wait_on_channel(s: State, m: Words, channel: int, pointer: int, kind: int) -> None:
    """Be first at an internal channel: leave the pointer, and wait."""
    write(s, m, channel, descriptor(s))
    write(s, m, s[at.WPTR] - 12, pointer)
    note_wait(s, channel, kind)
    stop_current(s, m)


@compiled
def channel_input(s: State, m: Words, b: Bytes) -> None:
    """`in`: Areg bytes from channel Breg to address Creg.

    Who comes first copies nothing (see `timing.Timing.first_comer_words`).
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
    row = at.OPERATIONS + 0x07
    if partner == at.NOT_PROCESS:
        s[at.CLOCK] += _message_cost(s, row, s[at.FIRST_COMER_WORDS])
        _wait_on_channel(s, m, channel, pointer, at.WAIT_IN)
        return
    source = offset(read(s, m, offset(partner & ~1) - 12))
    _transfer(s, m, b, row, offset(pointer), source, count)
    write(s, m, channel, at.NOT_PROCESS)
    s[at.INSTRUCTION_START] = start
    schedule(s, m, partner, s[at.CLOCK])


@compiled
def _transfer(
    s: State, m: Words, b: Bytes, row: int, destination: int, source: int, count: int
) -> None:
    """Copy a message and charge for it."""
    count = max(count, 0)
    words = max(words_spanned(source, count), words_spanned(destination, count))
    s[at.CLOCK] += _message_cost(s, row, words)
    copy(s, b, destination, source, count)


@compiled
def _channel_output(
    s: State, m: Words, b: Bytes, row: int, channel: int, pointer: int, count: int
) -> None:
    """`out`, `outbyte`, `outword`: bytes from an address to a channel."""
    if channel < LINK_WORDS:
        _link_output(s, m, channel, offset(pointer), max(count, 0))
        return
    start = s[at.CLOCK]
    per_word = row == at.OPERATIONS + 0x0B
    partner = read(s, m, channel)
    status = at.NOT_PROCESS
    if partner != at.NOT_PROCESS:
        status = read(s, m, offset(partner & ~1) - 12)
    if partner == at.NOT_PROCESS or _is_alternative(status):
        s[at.CLOCK] += (
            _message_cost(s, row, s[at.FIRST_COMER_WORDS]) if per_word else s[at.COSTS + 4 * row]
        )
        moment = s[at.CLOCK]
        this = s[at.WPTR]
        _wait_on_channel(s, m, channel, pointer, at.WAIT_OUT)
        if partner != at.NOT_PROCESS and this != offset(partner & ~1):
            wake_alternative(s, m, partner, moment)
        return
    destination = offset(status)
    if per_word:
        _transfer(s, m, b, row, destination, offset(pointer), count)
    else:
        s[at.CLOCK] += s[at.COSTS + 4 * row]
        copy(s, b, destination, offset(pointer), count)
    write(s, m, channel, at.NOT_PROCESS)
    s[at.INSTRUCTION_START] = start
    schedule(s, m, partner, s[at.CLOCK])


@compiled
def output(s: State, m: Words, b: Bytes, operation: int) -> None:
    """`out` (Areg bytes to channel Breg from Creg), `outbyte` and `outword` (Areg to Breg)."""
    row = at.OPERATIONS + operation
    channel = offset(s[at.BREG]) & ~3
    if operation == 0x0B:
        _channel_output(s, m, b, row, channel, s[at.CREG], s[at.AREG])
        return
    write(s, m, s[at.WPTR], s[at.AREG])
    here = s[at.WPTR] - 0x80000000
    _channel_output(s, m, b, row, channel, here, 1 if operation == 0x0E else 4)


@compiled
def reset_channel(s: State, m: Words) -> None:
    """`resetch`: empty the channel at Areg, leave what it held in Areg; stop a link's transfer."""
    channel = offset(s[at.AREG]) & ~3
    s[at.CLOCK] += s[at.COSTS + 4 * (at.OPERATIONS + 0x12)]
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
        s[link + at.IN_TIME] = at.NEVER
        s[link + at.BUFFER_FULL] = 0
