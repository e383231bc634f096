"""All nodes in step: each runs as far as nothing the others still do can reach it.

What a node sends takes at least `lookahead` ticks until it matters at the other end. So if no
other node can send before tick T, a node may run to T + lookahead on its own, or to two lookaheads
after it sends something itself, when an echo may be there. Events are handled in order of their
time, then of a fixed list, never of the host's timing: the same programs always take the same
cycles.

How a run ends, whatever the order in which the nodes took their turns: when the host is called at
tick T (to end the program, too) every node has done all that it does before T + lookahead, and
nothing after it; when a node stops, the others have done all before its tick, `link_cycles` and
lookahead more. No node can be further, as the host could have answered, or the node have sent. At a
limit every node has done all before it and a cycle of the slowest clock more.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from common.arrays import Integers
from emulator.transputer.processor import state as at
from emulator.transputer.processor.channels import wake_alternative
from emulator.transputer.processor.compiled import compiled, entry_point, inlined
from emulator.transputer.processor.cpu import execute
from emulator.transputer.processor.effects import WORK_BEFORE_PAUSE
from emulator.transputer.processor.link_times import cycle_of, look_at_links, next_link_tick
from emulator.transputer.processor.links import link_event, store_quiet_bytes
from emulator.transputer.processor.memory import read
from emulator.transputer.processor.node_arrays import ByteMemory, State, States, WordMemory
from emulator.transputer.processor.scheduler import schedule
from emulator.transputer.processor.timers import endless, entries_possible, expire
from emulator.transputer.processor.word_arithmetic import offset, wide

_QUIET, CALL_HOST, NODE_STOPPED, LIMIT_REACHED, PAUSE = range(5)
"""Why `simulate` returned: nothing can happen any more, and so on; PAUSE so that Ctrl-C works and
the event logs are taken away."""
_LONGEST_TURN = 20_000
"""Cycles of the slowest clock that a node runs before the others are looked at again."""
_EVENTS_AT_ONCE = 1_000
"""Events of one cycle, on top of a timer queue's, that may be genuine."""
_CYCLES_BEFORE_PAUSE = 40_000_000
_CYCLES_OF_A_TURN = 200
"""What a turn counts beyond the cycles that pass in it."""


@inlined
def _find_next_event(s: State) -> None:
    """Note the cycle of the node's earliest event."""
    tick = next_link_tick(s)
    s[at.NEXT_LINK] = tick
    first = min(cycle_of(s, tick), s[at.TIMER_DUE], s[at.TIMER_DUE_LOW])
    first = min(first, s[at.SLICE_ENDS], s[at.EVENT_DUE])
    s[at.NEXT_EVENT] = first


@compiled
def _event_pin(s: State, m: WordMemory, cycle: int) -> None:
    """EventReq rises: wake who waits on the event channel, or remember it."""
    s[at.EVENT_DUE] = at.NEVER
    process = wide(m[at.EVENT_CHANNEL])
    if process == at.NOT_PROCESS:
        s[at.EVENT_PENDING] = 1
        return
    status = read(s, m, offset(process & ~1) - 12)
    m[at.EVENT_CHANNEL] = at.NOT_PROCESS
    if at.ENABLING <= status <= at.READY:
        s[at.EVENT_PENDING] = 1
        wake_alternative(s, m, process, cycle)
    else:
        schedule(s, m, process, cycle)


@compiled
def _count_event(s: State, cycle: int) -> None:
    """Stop a node whose events come without end at one cycle, as a bent timer queue makes them."""
    s[at.WORK] += 1
    if cycle != s[at.EVENT_CYCLE]:
        s[at.EVENT_CYCLE] = cycle
        s[at.SAME_CYCLE] = 0
    s[at.SAME_CYCLE] += 1
    if s[at.SAME_CYCLE] > entries_possible(s) + _EVENTS_AT_ONCE:
        endless(s)


@inlined
def _handle_event(s: State, m: WordMemory, b: ByteMemory, states: States, cycle: int) -> None:
    """Handle one event that is due at `cycle`, the node's earliest."""
    _count_event(s, cycle)
    if s[at.TIMER_DUE] == cycle:
        expire(s, m, 0, cycle)
    elif s[at.TIMER_DUE_LOW] == cycle:
        expire(s, m, 1, cycle)
    elif s[at.SLICE_ENDS] == cycle:
        s[at.SLICES] += 1
        s[at.SLICE_ENDS] += s[at.SLICE_CYCLES]
    elif s[at.EVENT_DUE] == cycle:
        _event_pin(s, m, cycle)
    else:
        link_event(s, m, b, states, s[at.NEXT_LINK])
    if s[at.STOPPED] != at.RUNS:
        s[at.CLOCK] = max(s[at.CLOCK], cycle)


@inlined
def _run_node(s: State, m: WordMemory, b: ByteMemory, states: States, limit: int) -> None:
    """Let a node execute and handle all its events before cycle `limit`.

    What it sends may come back to it: that lowers the limit. A full log or much work inside
    instructions and events ends its turn early.
    """
    s[at.RUN_LIMIT] = limit
    while (
        s[at.STOPPED] == at.RUNS
        and s[at.HOST_CALLS] == 0
        and 2 * s[at.LOG_COUNT] <= s[at.LOG_CAPACITY]
        and s[at.WORK] < WORK_BEFORE_PAUSE
    ):
        cycle = s[at.NEXT_EVENT]
        limit = s[at.RUN_LIMIT]
        if s[at.RUNNING] == 1 and s[at.CLOCK] < min(cycle, limit):
            execute(s, m, b, limit)
        elif cycle < limit:
            _handle_event(s, m, b, states, cycle)
        else:
            break
        _find_next_event(s)


@inlined
def _earliest_send(s: State) -> int:
    """Return the tick before which the node cannot send anything."""
    tick = s[at.NEXT_LINK]
    others = min(s[at.TIMER_DUE], s[at.TIMER_DUE_LOW], s[at.EVENT_DUE])
    if s[at.RUNNING] == 1:
        others = min(others, s[at.CLOCK] + s[at.LINK_CYCLES])
    return tick if others == at.NEVER else min(tick, others * s[at.TICKS_PER_CYCLE])


@inlined
def _earliest_action(s: State) -> int:
    """Return the tick before which the node does nothing."""
    if s[at.RUNNING] == 1:
        return min(s[at.NEXT_LINK], s[at.CLOCK] * s[at.TICKS_PER_CYCLE])
    others = min(s[at.TIMER_DUE], s[at.TIMER_DUE_LOW], s[at.EVENT_DUE])
    if others == at.NEVER:
        return s[at.NEXT_LINK]
    return min(s[at.NEXT_LINK], others * s[at.TICKS_PER_CYCLE])


@entry_point
def simulate(
    states: Integers,
    memory: NDArray[np.int32],
    memory_bytes: NDArray[np.uint8],
    bases: Integers,
    lookahead: int,
    limit: int,
) -> int:
    """Run until nothing can happen, the host is to be called, a node stops or tick `limit`.

    `bases` holds where each node's memory begins, in words, and its end.
    """
    count = states.shape[0]
    longest = 1  # ticks of the slowest clock's cycle: one cycle past the limit there is progress
    for n in range(count):
        look_at_links(states[n])
        _find_next_event(states[n])
        states[n][at.ECHO_TICKS] = 2 * lookahead
        states[n][at.WORK] = 0
        longest = max(longest, states[n][at.TICKS_PER_CYCLE])
    spent = 0
    ran, pause = True, False
    first = second = end = now = at.NEVER
    sender, result = -1, _QUIET
    while ran and not pause and spent < _CYCLES_BEFORE_PAUSE:
        first = second = now = at.NEVER
        sender = -1
        end = min(limit + longest, at.NEVER)
        result = _QUIET
        for n in range(count):
            s = states[n]
            if s[at.STOPPED] != at.RUNS:
                cycle = s[at.CLOCK] + s[at.LINK_CYCLES]
                end = min(end, cycle * s[at.TICKS_PER_CYCLE] + lookahead)
                result = NODE_STOPPED
                continue
            tick = _earliest_send(s)
            if tick < first:
                first, second, sender = tick, first, n
            elif tick < second:
                second = tick
            if s[at.HOST_CALLS] == 0:
                now = min(now, _earliest_action(s))
            else:
                end = min(end, s[at.CLOCK] + lookahead)
                result = max(result, CALL_HOST)
        end = min(end, now + _LONGEST_TURN * longest)
        ran = False
        for n in range(count):
            s = states[n]
            cycles = cycle_of(s, min((second if n == sender else first) + lookahead, end))
            due = s[at.NEXT_EVENT] < cycles or (s[at.RUNNING] == 1 and s[at.CLOCK] < cycles)
            if due and s[at.STOPPED] == at.RUNS and s[at.HOST_CALLS] == 0:
                ran = True
                before = s[at.CLOCK]
                m = memory[bases[n] : bases[n + 1]]
                b = memory_bytes[4 * bases[n] : 4 * bases[n + 1]]
                _run_node(s, m, b, states, cycles)
                spent += s[at.CLOCK] - before + _CYCLES_OF_A_TURN
                pause |= 2 * s[at.LOG_COUNT] > s[at.LOG_CAPACITY]
                pause |= s[at.WORK] >= WORK_BEFORE_PAUSE
    for n in range(count):
        s = states[n]
        if s[at.RUNNING] == 0 and s[at.HOST_CALLS] == 0:
            cycle = cycle_of(s, min((second if n == sender else first) + lookahead, end))
            m = memory[bases[n] : bases[n + 1]]
            b = memory_bytes[4 * bases[n] : 4 * bases[n + 1]]
            store_quiet_bytes(s, m, b, cycle if s[at.STOPPED] == at.RUNS else s[at.CLOCK])
    if ran:
        return PAUSE
    return LIMIT_REACHED if result == _QUIET and now != at.NEVER else result
