"""Two priorities, two queues, pre-emption of the low by the high, and who waits for what."""

from __future__ import annotations

from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled, inlined
from emulator.transputer.processor.memory import read, write
from emulator.transputer.processor.node_arrays import State, WordMemory
from emulator.transputer.processor.word_arithmetic import address, offset, wide


@inlined
def log(s: State, ticks: int, kind: int, detail: int, count: int) -> None:
    """Add an entry to the node's event log, if it keeps one."""
    n = s[at.LOG_COUNT]
    if n < s[at.LOG_CAPACITY]:
        s[at.LOG + 4 * n] = ticks
        s[at.LOG + 4 * n + 1] = kind
        s[at.LOG + 4 * n + 2] = detail
        s[at.LOG + 4 * n + 3] = count
        s[at.LOG_COUNT] = n + 1


@inlined
def descriptor(s: State) -> int:
    """Return the current process's workspace descriptor: its address, bit 0 the priority."""
    return address(s[at.WPTR]) | s[at.PRIORITY]


@inlined
def note_wait(s: State, channel: int, kind: int) -> None:
    """Remember for a deadlock's report what the current process begins to wait for.

    Two processes may share an entry (rarely); the later one is remembered.
    """
    place = s[at.WPTR] >> 2
    slot = at.WAITS + 3 * ((place ^ place >> 10) % at.WAIT_ENTRIES)
    s[slot] = descriptor(s)
    s[slot + 1] = channel
    s[slot + 2] = kind


@compiled
def enqueue(s: State, m: WordMemory, process: int) -> None:
    """Put a process at the back of its priority's queue."""
    low = process & 1
    workspace = process & ~1
    if s[at.FRONT + low] == at.NOT_PROCESS:
        s[at.FRONT + low] = workspace
    else:
        write(s, m, offset(s[at.BACK + low]) - 8, workspace)
    s[at.BACK + low] = workspace


@inlined
def _begin(s: State, m: WordMemory, workspace: int, priority: int) -> None:
    """Make a process the current one, from its saved Iptr."""
    s[at.WPTR] = offset(workspace)
    s[at.IPTR] = offset(read(s, m, s[at.WPTR] - 4))
    s[at.PRIORITY] = priority
    s[at.RUNNING] = 1
    s[at.INSTRUCTION_START] = -1
    s[at.SWITCHES] += 1
    log(s, s[at.CLOCK] * s[at.TICKS_PER_CYCLE], at.PROCESS_START, descriptor(s), s[at.IPTR])


@inlined
def slice_clock(s: State) -> None:
    """Let the timeslice clock tick while a low-priority process runs."""
    if s[at.RUNNING] == 1 and s[at.PRIORITY] == 1:
        period = s[at.SLICE_CYCLES]
        s[at.SLICE_ENDS] = (s[at.CLOCK] // period + 1) * period
        if s[at.SLICE_ENDS] < s[at.NEXT_EVENT]:
            s[at.NEXT_EVENT] = s[at.SLICE_ENDS]
    else:
        s[at.SLICE_ENDS] = at.NEVER


@compiled
def _start_next(s: State, m: WordMemory) -> None:
    """Run the next process: high priority, then the interrupted one, then low priority."""
    low = 0
    if s[at.FRONT] == at.NOT_PROCESS:
        if s[at.INTERRUPTED] == 1:
            _resume(s, m)
            return
        low = 1
        if s[at.FRONT_LOW] == at.NOT_PROCESS:
            s[at.RUNNING] = 0
            s[at.INSTRUCTION_START] = -1
            slice_clock(s)
            return
    workspace = s[at.FRONT + low]
    if workspace == s[at.BACK + low]:
        s[at.FRONT + low] = at.NOT_PROCESS
    else:
        s[at.FRONT + low] = read(s, m, offset(workspace) - 8)
    s[at.CLOCK] += s[at.SWITCH_CYCLES]
    _begin(s, m, workspace, low)
    s[at.SLICES] = 0
    slice_clock(s)


@compiled
def stop_current(s: State, m: WordMemory) -> None:
    """Save the current process's Iptr, and run another."""
    write(s, m, s[at.WPTR] - 4, address(s[at.IPTR]))
    leave(s, m)


@compiled
def leave(s: State, m: WordMemory) -> None:
    """Run another process; nothing of the current one is kept."""
    log(s, s[at.CLOCK] * s[at.TICKS_PER_CYCLE], at.PROCESS_STOP, descriptor(s), 0)
    _start_next(s, m)


@compiled
def _put_move_aside(s: State) -> None:
    """Save a two-dimensional move that is under way with the interrupted process."""
    for i in range(4):
        s[at.CONTINUED_SAVED + 1 + i] = s[at.MOVE_ROWS + i]
    s[at.CONTINUED_SAVED] = s[at.CONTINUED]
    s[at.CONTINUED] = -1
    s[at.MOVE_DONE] = 0


@compiled
def _take_move_up(s: State) -> None:
    """Go on with the two-dimensional move of the interrupted process."""
    for i in range(4):
        s[at.MOVE_ROWS + i] = s[at.CONTINUED_SAVED + 1 + i]
    s[at.CONTINUED] = s[at.CONTINUED_SAVED]
    s[at.CONTINUED_SAVED] = -1


@compiled
def _pre_empt(s: State, m: WordMemory, process: int, when: int) -> None:
    """Interrupt the current low-priority process, at `when` if its instruction allows it.

    The error flag goes with the high-priority process, halt-on-error is cleared for it.
    """
    s[at.REMAINING] = 0
    if s[at.INSTRUCTION_START] >= 0 and when < s[at.CLOCK]:
        moment = max(when, s[at.INSTRUCTION_START])
        s[at.REMAINING] = s[at.CLOCK] - moment
        s[at.CLOCK] = moment
    log(s, s[at.CLOCK] * s[at.TICKS_PER_CYCLE], at.PROCESS_STOP, descriptor(s), 0)
    m[at.SAVE_AREA] = descriptor(s)
    m[at.SAVE_AREA + 1] = address(s[at.IPTR])
    m[at.SAVE_AREA + 2] = s[at.AREG]
    m[at.SAVE_AREA + 3] = s[at.BREG]
    m[at.SAVE_AREA + 4] = s[at.CREG]
    m[at.SAVE_AREA + 5] = s[at.HALT_ON_ERROR] << 7 | s[at.ERROR_FLAG]
    for i in range(8):
        s[at.FPU_SAVED + i] = s[at.FAREG + i]
    if s[at.CONTINUED] >= 0:
        _put_move_aside(s)
    s[at.INTERRUPTED] = 1
    s[at.HALT_ON_ERROR] = 0
    s[at.CLOCK] += s[at.PRE_EMPT_CYCLES]
    s[at.PRE_EMPTIONS] += 1
    _begin(s, m, process & ~1, 0)
    slice_clock(s)


@compiled
def _resume(s: State, m: WordMemory) -> None:
    """Go back to the interrupted process and the rest of its instruction."""
    s[at.CLOCK] += s[at.RESUME_CYCLES]
    process = wide(m[at.SAVE_AREA])
    s[at.WPTR] = offset(process & ~1)
    s[at.IPTR] = offset(wide(m[at.SAVE_AREA + 1]))
    s[at.AREG] = m[at.SAVE_AREA + 2]
    s[at.BREG] = m[at.SAVE_AREA + 3]
    s[at.CREG] = m[at.SAVE_AREA + 4]
    s[at.ERROR_FLAG] = m[at.SAVE_AREA + 5] & 1
    s[at.HALT_ON_ERROR] = m[at.SAVE_AREA + 5] >> 7 & 1
    for i in range(8):
        s[at.FAREG + i] = s[at.FPU_SAVED + i]
    if s[at.CONTINUED_SAVED] >= 0:
        _take_move_up(s)
    s[at.INTERRUPTED] = 0
    s[at.PRIORITY] = 1
    s[at.RUNNING] = 1
    s[at.SWITCHES] += 1
    log(s, s[at.CLOCK] * s[at.TICKS_PER_CYCLE], at.PROCESS_START, descriptor(s), s[at.IPTR])
    s[at.INSTRUCTION_START] = s[at.CLOCK] if s[at.REMAINING] > 0 else -1
    s[at.CLOCK] += s[at.REMAINING]
    s[at.REMAINING] = 0
    slice_clock(s)


@compiled
def schedule(s: State, m: WordMemory, process: int, when: int) -> None:
    """Make a process ready at cycle `when`.

    High priority over a running low one runs at once; on an idle processor anything does.
    """
    if s[at.RUNNING] == 1:
        if process & 1 == 0 and s[at.PRIORITY] == 1:
            _pre_empt(s, m, process, when)
        else:
            enqueue(s, m, process)
        return
    enqueue(s, m, process)
    if when > s[at.CLOCK]:
        s[at.IDLE_CYCLES] += when - s[at.CLOCK]
        s[at.CLOCK] = when
    _start_next(s, m)


@compiled
def timeslice(s: State, m: WordMemory) -> None:
    """At `j` or `lend`, after one to two periods: to the back of the queue, if another waits."""
    s[at.SLICES] = 0
    if s[at.FRONT_LOW] != at.NOT_PROCESS:
        s[at.TIMESLICES] += 1
        write(s, m, s[at.WPTR] - 4, address(s[at.IPTR]))
        enqueue(s, m, descriptor(s))
        leave(s, m)
