"""From a description of a network to its arrays: states, memory, link delays in ticks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from common.arrays import Integers
from common.errors import InputError
from emulator.transputer.isa.memory_map import MEMORY_MAPS
from emulator.transputer.isa.timing_assumptions import LinkDelays, TimingAssumptions
from emulator.transputer.network.configuration import End, NodeConfig, check_network
from emulator.transputer.processor import state as at
from emulator.transputer.processor.boot import CONTROL, SCRATCH_BYTES
from emulator.transputer.processor.cost_table import cost_table
from emulator.transputer.processor.fpu_stack import FLOATING_CASES
from emulator.transputer.processor.links import DATA_BITS

HOST_BUFFER = 1 << 15
"""Bytes of the host's outgoing buffer, and of its incoming one behind it."""
_LOG_CAPACITY = 1 << 14


@dataclass(frozen=True)
class Layout:
    """The arrays of a network; the host, if there is one, is the last row.

    Parameters
    ----------
    states
        One row a node, see `state`.
    memory
        All memories end to end, as words.
    bases
        Where each node's memory begins, in words, and the end of the last.
    ticks_per_microsecond
        The unit of all link times.
    lookahead
        Ticks that anything sent needs until it matters.
    """

    states: Integers
    memory: NDArray[np.int32]
    bases: Integers
    ticks_per_microsecond: int
    lookahead: int


def clear_link(states: Integers, row: int, link: int) -> None:
    """Put a link end into the state after reset; wiring and statistics stay."""
    end = states[row, at.LINKS + at.LINK_FIELDS * link :]
    for quiet in (at.OUT_TIME, at.ACK_TIME, at.IN_TIME, at.SEEN_TIME, at.ACK_SEEN_TIME):
        end[quiet] = at.NEVER
    end[at.ARRIVAL_TIME] = end[at.ARRIVAL_TIME_2] = at.NEVER
    for process in (at.OUT_PROCESS, at.IN_PROCESS, at.ALT_PROCESS):
        end[process] = at.NOT_PROCESS
    for zero in (at.OUT_LEFT, at.IN_LEFT, at.BUFFER_FULL, at.UNACKNOWLEDGED):
        end[zero] = 0


def clear_node(states: Integers, row: int, memory: NDArray[np.int32]) -> None:
    """Reset a transputer: it waits for a boot byte."""
    s = states[row]
    s[at.RUNNING] = s[at.INTERRUPTED] = s[at.CLOCKS_RUN] = s[at.SLICES] = 0
    s[at.STOPPED], s[at.BOOT_STATE] = at.RUNS, CONTROL
    s[at.ERROR_FLAG] = s[at.HALT_ON_ERROR] = s[at.FP_ERROR] = s[at.EVENT_PENDING] = 0
    s[at.FRONT : at.FRONT + 2] = at.NOT_PROCESS
    s[at.SLICE_ENDS] = s[at.TIMER_DUE] = s[at.TIMER_DUE_LOW] = s[at.EVENT_DUE] = at.NEVER
    s[at.INSTRUCTION_START] = s[at.FETCHED_WORD] = s[at.FAULT_CODE] = -1
    s[at.CONTINUED] = s[at.CONTINUED_SAVED] = -1
    s[at.OREG] = s[at.MOVE_DONE] = 0
    s[at.WAITS : at.WAITS + 3 * at.WAIT_ENTRIES] = at.NOT_PROCESS
    for link in range(4):
        clear_link(states, row, link)
    memory[: at.SAVE_AREA] = at.NOT_PROCESS


def _set_parameters(s: Integers, timing: TimingAssumptions, cycles_in_2us: int) -> None:
    """Copy what the compiled code needs of the timing parameters."""
    s[at.SWITCH_CYCLES] = timing.process_switch_cycles
    s[at.PRE_EMPT_CYCLES] = timing.pre_empt_cycles
    s[at.RESUME_CYCLES] = timing.resume_cycles
    s[at.LINK_CYCLES] = timing.link_cycles
    s[at.FIRST_COMER_WORDS] = timing.first_comer_words
    s[at.SLICE_TICKS] = timing.timeslice_ticks
    s[at.SLICE_CYCLES] = timing.timeslice_microseconds * cycles_in_2us // 2
    s[at.FPU_ISSUE_CYCLES] = timing.fpu_issue_cycles
    s[at.FLOATING_CASE] = FLOATING_CASES[timing.floating_case]
    s[at.SHIFT_LIMIT] = 1 << 32 if timing.shift_limit is None else timing.shift_limit
    s[at.EXTERNAL_FETCH] = int(timing.external_fetch)


def _set_delays(end: Integers, delays: LinkDelays, bit: int) -> int:
    """Set a link end's delays; return the least time in which it reacts to anything."""
    end[at.BIT_TICKS] = bit
    end[at.NEXT_DELAY] = round(delays.next_byte * bit)
    if delays.overlapped:
        end[at.SEEN_DELAY] = round(delays.acknowledge * bit)
        return int(min(end[at.SEEN_DELAY], end[at.NEXT_DELAY]))
    end[at.SEEN_DELAY] = at.NEVER
    end[at.ACK_DELAY] = round((delays.acknowledge - DATA_BITS) * bit)
    return int(min(DATA_BITS * bit, end[at.NEXT_DELAY]))


def build(
    nodes: Sequence[NodeConfig],
    wires: Sequence[tuple[End, End]],
    host: End | None,
    link_mbits: int,
    timing: TimingAssumptions,
    log_events: bool,
) -> Layout:
    """Check a network's description and return its arrays, every node reset."""
    check_network(nodes, wires, host, link_mbits)
    names = [node.name for node in nodes]
    rows = len(nodes) + (host is not None)
    capacity = _LOG_CAPACITY if log_events else 0
    states = np.zeros((rows, at.STATE_SIZE + 4 * capacity), np.int64)
    cycles = [round(2 * node.clock_mhz) for node in nodes]
    ticks = math.lcm(40, *cycles)
    sizes = [node.memory_bytes + SCRATCH_BYTES for node in nodes]
    sizes += [2 * HOST_BUFFER] if host is not None else []
    bases = np.concatenate(([0], np.cumsum(np.array(sizes) // 4))).astype(np.int64)
    memory = np.zeros(bases[-1], np.int32)
    for row, node in enumerate(nodes):
        s, chip = states[row], MEMORY_MAPS[node.type]
        s[at.IS_T800] = node.type == "T800"
        s[at.SIZE], s[at.ON_CHIP] = node.memory_bytes, chip.on_chip
        s[at.EXTERNAL_PENALTY] = node.external_cycles - 1
        s[at.MEMORY_START] = s[at.IPTR] = s[at.WPTR] = chip.memory_start
        s[at.CYCLES_IN_2US], s[at.TICKS_PER_CYCLE] = cycles[row], 2 * ticks // cycles[row]
        s[at.LOG_CAPACITY] = capacity
        s[at.COSTS : at.COSTS + 4 * at.ROWS] = cost_table(node.type).ravel()
        _set_parameters(s, timing, cycles[row])
        clear_node(states, row, memory[bases[row] : bases[row + 1]])
    if host is not None:
        _add_host(states[-1])
    bit = ticks // link_mbits
    least = at.NEVER
    for row in range(rows):
        kind = timing.links_t800 if states[row, at.IS_T800] else timing.links_t414
        for link in range(4):
            end = states[row, at.LINKS + at.LINK_FIELDS * link :]
            end[at.PEER_NODE] = -1
            clear_link(states, row, link)
            least = min(least, _set_delays(end, kind[link_mbits], bit))
    pairs = [*wires, *([(host, ("", 0))] if host is not None else [])]
    for one, other in pairs:
        for (name, link), (far, far_link) in ((one, other), (other, one)):
            row = names.index(name) if name else rows - 1
            end = states[row, at.LINKS + at.LINK_FIELDS * link :]
            end[at.PEER_NODE] = names.index(far) if far else rows - 1
            end[at.PEER_LINK] = far_link
    if least < states[:, at.TICKS_PER_CYCLE].max():
        raise InputError("timing", "a link delay is shorter than a processor cycle", "longer ones")
    return Layout(states, memory, bases, ticks, int(least) if pairs else 1 << 16)


def _add_host(s: Integers) -> None:
    """Make a row the host's end: a T800's link, whose clock counts ticks."""
    s[at.IS_HOST] = s[at.IS_T800] = s[at.TICKS_PER_CYCLE] = s[at.CYCLES_IN_2US] = 1
    s[at.SIZE] = s[at.ON_CHIP] = 2 * HOST_BUFFER
    s[at.SLICE_ENDS] = s[at.TIMER_DUE] = s[at.TIMER_DUE_LOW] = s[at.EVENT_DUE] = at.NEVER
