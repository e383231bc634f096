"""When something next happens at the links of a node.

NEXT_TIME of a link end is the earliest of its six times, or a tick before that: who makes one of
them earlier says so (`hasten`), and looking at an end too early does no harm.

A byte whose arrival does nothing but put it into memory arrives quietly: only a process can see
when it comes there. While none runs, QUIET_TIME keeps its tick, and it is stored when the link is
next looked at, a process begins, or the run ends, whichever is first. So a byte of a longer message
takes two events, not three.
"""

from __future__ import annotations

from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled, inlined
from emulator.transputer.processor.node_arrays import State


@inlined
def send_time(s: State, end: int) -> int:
    """Return when this end's wire carries its next packet."""
    wish = min(s[end + at.ACK_TIME], s[end + at.OUT_TIME])
    return at.NEVER if wish == at.NEVER else max(wish, s[end + at.WIRE_FREE])


@inlined
def _arrives_quietly(s: State, end: int) -> bool:
    """Return whether the byte on its way is acknowledged, not the last asked for, and alone."""
    return (
        s[end + at.IN_LEFT] > 1
        and s[end + at.SEEN_TIME] == at.NEVER
        and s[end + at.IN_TIME] == at.NEVER
        and s[end + at.ARRIVAL_TIME_2] == at.NEVER
        and s[end + at.UNACKNOWLEDGED] == 0
        and s[end + at.SEEN_DELAY] != at.NEVER
        and s[end + at.IN_POINTER] < s[at.SIZE]
    )


@inlined
def next_time(s: State, end: int) -> int:
    """Return when something next happens at a link end; put a quiet arrival aside."""
    first = min(s[end + at.IN_TIME], s[end + at.SEEN_TIME], s[end + at.ACK_SEEN_TIME])
    arrival = s[end + at.ARRIVAL_TIME]
    if arrival != at.NEVER and _arrives_quietly(s, end):
        s[end + at.QUIET_TIME] = arrival
        s[at.QUIET_LINK] = min(s[at.QUIET_LINK], arrival)
    else:
        s[end + at.QUIET_TIME] = at.NEVER
        first = min(first, arrival)
    return min(first, send_time(s, end))


@inlined
def next_link_tick(s: State) -> int:
    """Return when something next happens at any link end of the node."""
    first = at.NEVER
    for link in range(4):
        first = min(first, s[at.LINKS + at.LINK_FIELDS * link + at.NEXT_TIME])
    if s[at.RUNNING] == 1:
        first = min(first, s[at.QUIET_LINK])
    return first


@compiled
def look_at_links(s: State) -> None:
    """Find out anew when something next happens at each link end: Python may have changed it."""
    s[at.QUIET_LINK] = at.NEVER
    for link in range(4):
        end = at.LINKS + at.LINK_FIELDS * link
        s[end + at.NEXT_TIME] = s[end + at.QUIET_TIME] = at.NEVER
        if s[end + at.PEER_NODE] >= 0:
            s[end + at.NEXT_TIME] = next_time(s, end)


@inlined
def cycle_of(s: State, tick: int) -> int:
    """Return the first processor cycle not before a tick."""
    ticks = s[at.TICKS_PER_CYCLE]
    if ticks == 2 or tick == at.NEVER:  # a T800 at 20 MHz; a division takes long
        return at.NEVER if tick == at.NEVER else (tick + 1) >> 1
    return -(-tick // ticks)


@inlined
def hasten(s: State, end: int, tick: int) -> None:
    """Let something happen at a link end at `tick`, if not before."""
    s[end + at.NEXT_TIME] = min(s[end + at.NEXT_TIME], tick)
