"""All nodes in step: each runs as far as nothing the others still do can reach it.

What a node sends takes at least `lookahead` ticks until it matters at the other end. So if no
node can send before tick T, every node may run to T + lookahead on its own. Events are handled in
order of their time, then of a fixed list, never of the host's timing: the same programs always
take the same cycles.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from common.arrays import Integers
from emulator.transputer.processor import state as at
from emulator.transputer.processor.channels import wake_alternative
from emulator.transputer.processor.compiled import compiled, entry_point
from emulator.transputer.processor.cpu import execute
from emulator.transputer.processor.links import cycle_of, link_event, next_link_tick
from emulator.transputer.processor.memory import read
from emulator.transputer.processor.node_arrays import ByteMemory, State, States, WordMemory
from emulator.transputer.processor.scheduler import schedule
from emulator.transputer.processor.timers import expire
from emulator.transputer.processor.word_arithmetic import offset, wide

_QUIET, CALL_HOST, NODE_STOPPED, LIMIT_REACHED, LOG_FULL, PAUSE = range(6)
"""Why `simulate` returned: nothing can happen any more, and so on; PAUSE so that Ctrl-C works."""
_STEPS_BEFORE_PAUSE = 4000


@compiled
def _find_next_event(s: State) -> int:
    """Return, and note in the state, the cycle of the node's earliest event."""
    tick = next_link_tick(s)
    s[at.NEXT_LINK] = tick
    first = min(cycle_of(s, tick), s[at.TIMER_DUE], s[at.TIMER_DUE_LOW])
    first = min(first, s[at.SLICE_ENDS], s[at.EVENT_DUE])
    s[at.NEXT_EVENT] = first
    return first


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
def _handle_event(s: State, m: WordMemory, b: ByteMemory, states: States, cycle: int) -> None:
    """Handle one event that is due at `cycle`, the node's earliest."""
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


@compiled
def _run_node(s: State, m: WordMemory, b: ByteMemory, states: States, limit: int) -> None:
    """Let a node execute and handle all its events before cycle `limit`."""
    while s[at.STOPPED] == at.RUNS and s[at.HOST_CALLS] == 0:
        cycle = _find_next_event(s)
        if s[at.RUNNING] == 1:
            if cycle <= s[at.CLOCK] and cycle < limit:
                _handle_event(s, m, b, states, cycle)
            elif s[at.CLOCK] < limit:
                execute(s, m, b, limit)
            else:
                break
        elif cycle < limit:
            _handle_event(s, m, b, states, cycle)
        else:
            break


@compiled
def _earliest_send(s: State) -> int:
    """Return the tick before which the node cannot send anything."""
    tick = s[at.NEXT_LINK]
    others = min(s[at.TIMER_DUE], s[at.TIMER_DUE_LOW], s[at.EVENT_DUE])
    if s[at.RUNNING] == 1:
        others = min(others, s[at.CLOCK] + s[at.LINK_CYCLES])
    return tick if others == at.NEVER else min(tick, others * s[at.TICKS_PER_CYCLE])


@compiled
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
        _find_next_event(states[n])
        longest = max(longest, states[n][at.TICKS_PER_CYCLE])
    for _ in range(_STEPS_BEFORE_PAUSE):
        first = now = at.NEVER
        for n in range(count):
            first = min(first, _earliest_send(states[n]))
            now = min(now, _earliest_action(states[n]))
        if now == at.NEVER:
            return _QUIET
        if now > limit:
            return LIMIT_REACHED
        horizon = min(first + lookahead, limit + longest)
        result = -1
        for n in range(count):
            s = states[n]
            ticks = s[at.TICKS_PER_CYCLE]
            cycles = (horizon + ticks - 1) // ticks
            if s[at.NEXT_EVENT] < cycles or (s[at.RUNNING] == 1 and s[at.CLOCK] < cycles):
                m = memory[bases[n] : bases[n + 1]]
                b = memory_bytes[4 * bases[n] : 4 * bases[n + 1]]
                _run_node(s, m, b, states, cycles)
                if s[at.STOPPED] != at.RUNS:
                    result = NODE_STOPPED
                elif s[at.HOST_CALLS] != 0 and result < 0:
                    result = CALL_HOST
                elif 2 * s[at.LOG_COUNT] > s[at.LOG_CAPACITY] and result < 0:
                    result = LOG_FULL
        if result >= 0:
            return result
    return PAUSE
