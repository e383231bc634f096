"""The numbers of a run, read from the states."""

from __future__ import annotations

from common.arrays import Integers
from emulator.transputer.isa.instruction_set import INSTRUCTIONS
from emulator.transputer.network.results import LinkStatistics, NodeStatistics, Statistics
from emulator.transputer.processor import state as at
from emulator.transputer.processor.cost_table import row


def _node_statistics(s: Integers, ticks_per_microsecond: int) -> NodeStatistics:
    """Return one node's statistics."""
    counts = s[at.COUNTS : at.COUNTS + at.ROWS]
    per_instruction = {
        instruction.mnemonic: int(counts[row(instruction.encoding, instruction.code)])
        for instruction in INSTRUCTIONS
        if counts[row(instruction.encoding, instruction.code)]
    }
    ends = s[at.LINKS : at.LINKS + 4 * at.LINK_FIELDS].reshape(4, -1)
    return NodeStatistics(
        cycles=int(s[at.CLOCK]),
        seconds=2e-6 * int(s[at.CLOCK]) / int(s[at.CYCLES_IN_2US]),
        instructions=int(counts[: at.OPERATIONS].sum()),
        per_instruction=per_instruction,
        idle_cycles=int(s[at.IDLE_CYCLES]),
        fpu_busy_cycles=int(s[at.FPU_BUSY]),
        fpu_wait_cycles=int(s[at.FPU_WAIT]),
        fpu_overlap_cycles=int(s[at.FPU_BUSY] - s[at.FPU_WAIT]),
        external_cycles=int(s[at.EXTERNAL_CYCLES]),
        absent_accesses=int(s[at.ABSENT_ACCESSES]),
        process_switches=int(s[at.SWITCHES]),
        pre_emptions=int(s[at.PRE_EMPTIONS]),
        timeslices=int(s[at.TIMESLICES]),
        links=tuple(
            LinkStatistics(
                int(end[at.BYTES_OUT]),
                int(end[at.BYTES_IN]),
                1e-6 * int(end[at.BUSY_TICKS]) / ticks_per_microsecond,
            )
            for end in ends
        ),
    )


def network_statistics(
    states: Integers, names: list[str], ticks_per_microsecond: int
) -> Statistics:
    """Return the statistics of all nodes."""
    nodes = {
        name: _node_statistics(s, ticks_per_microsecond)
        for name, s in zip(names, states, strict=False)
    }
    return Statistics(
        max(node.seconds for node in nodes.values()),
        sum(node.instructions for node in nodes.values()),
        nodes,
    )
