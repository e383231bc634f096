"""Every assumption about time, named, with its source."""

from __future__ import annotations

from dataclasses import dataclass, field

SOURCES = {
    "P": "pahihu/t4 on GitHub: Notebook.txt, tables laid out as in INMOS's databook",
    "D": "devzendo/transputer-emulator on GitHub: cpu.cpp, after the Compiler Writer's Guide, "
    "and its copy of the databook's link chapters",
    "N": "neoneye/vibe-coding-lab on GitHub, inmos-t414: cites T414 databook tables 4.7-4.18",
    "B": "INMOS T425 data sheet, page 63",
    "U1": "comp.sys.transputer, March 1989: CERN's measurement of link acknowledges",
    "U2": "comp.sys.transputer, March 1989: on the scheduler",
    "U3": "comp.sys.transputer, February 1990: M. Homewood on the T800's FPU",
    "T805": "IMS T805 data sheet",
    "V": "the Transputer Validation Suite (M. Bruestle, transputer.net), recorded on real parts, "
    "not seen here: what P and D do, who say that they pass it",
}
"""Keys used in `Instruction.source` and below."""


@dataclass(frozen=True)
class LinkDelays:
    """Delays of a link end, in bit times.

    Parameters
    ----------
    acknowledge
        From the start of an arriving data packet to the earliest start of its acknowledge, when
        a process is ready for the byte.
    next_byte
        From the start of an arriving acknowledge to the earliest start of the next data packet.
    overlapped
        Whether the acknowledge may start before the data packet has ended.
    """

    acknowledge: float
    next_byte: float
    overlapped: bool


_T800_LINKS = {
    20: LinkDelays(5.5, 6.0, True),
    10: LinkDelays(4.5, 5.0, True),
    5: LinkDelays(3.5, 4.0, True),
}
"""T800 link delays by Mbit/s, fitted to the T805 data sheet's table 8.1 (D): 1740 and 2350 KB/s
at 20, 910 and 1250 at 10, 450 and 670 at 5. CERN measured 5 to 6 bit times at 20 (U1). The delay
is partly a fixed time inside the chip, so it is fewer bit times at lower speeds."""

_T414_LINKS = {speed: LinkDelays(18.0, 7.0, False) for speed in (5, 10, 20)}
"""T414 link delays: 400 KB/s one way and 800 both ways at 10 Mbit/s (databook table 9.1, N), that
is 25 bit times a byte: 11 data, 7 until the acknowledge starts, 7 until the next byte."""


@dataclass(frozen=True)
class TimingAssumptions:
    """Assumptions where the tables are silent or disagree; `Network` takes one.

    Parameters
    ----------
    process_switch_cycles
        Cycles of a process switch beyond the table's instruction costs. Fitted: the table gives
        282 cycles an iteration of COMSTIME with 5 switches, 301 was reported for a T800-20 (P);
        4 gives 302.
    pre_empt_cycles
        Cycles from the end of a low-priority instruction to the first one of a high-priority
        process. Databook (P, N): 19 typical, 58 at most, which is 19 and the longest
        uninterruptible instruction (div, 39).
    resume_cycles
        Cycles to return to the interrupted process. No source; taken equal to `pre_empt_cycles`.
    link_cycles
        Cost of `in`, `out`, `outbyte` and `outword` on a link, whatever the length. No source; N
        charges 20, which is also what D gives for a process that waits.
    first_comer_words
        For how many words a process is charged that comes first to an internal channel and so
        copies nothing. The databook gives 2w+19 without saying for whom (P, N); D has 20 for who
        waits. One word, 21, is the databook's figure for the shortest message.
    timeslice_microseconds
        Period of the timeslice clock: 5120 cycles of the 5 MHz ClockIn (P).
    timeslice_ticks
        Ticks of that clock after which a low-priority process is descheduled at its next `j` or
        `lend`; 2: after one to two periods (P, U2).
    fpu_issue_cycles
        CPU cycles to hand an operation to the FPU while that works on its own. Inferred from U3.
    floating_case
        Which column of the floating-point tables holds: "typical", "maximum", or "data": the
        greatest where an operand or the result is denormal, else the typical one. Inferred: the
        sources only say that the time depends on the data.
    external_fetch
        Whether fetching a code word from external memory costs its wait states in full (True) or
        nothing (False: perfect prefetch). The prefetch hides a part (P): True is the upper bound.
    shift_limit
        Greatest number of places a shift is charged for. Cost grows with the count (P, D), N
        caps it at 32; None: no cap.
    host_reply_cycles
        Cycles between a byte's arrival at the host and its reply's start.
    links_t800, links_t414
        Link delays by Mbit/s.
    """

    process_switch_cycles: int = 4
    pre_empt_cycles: int = 19
    resume_cycles: int = 19
    link_cycles: int = 20
    first_comer_words: int = 1
    timeslice_microseconds: int = 1024
    timeslice_ticks: int = 2
    fpu_issue_cycles: int = 1
    floating_case: str = "data"
    external_fetch: bool = True
    shift_limit: int | None = None
    host_reply_cycles: int = 0
    links_t800: dict[int, LinkDelays] = field(default_factory=lambda: dict(_T800_LINKS))
    links_t414: dict[int, LinkDelays] = field(default_factory=lambda: dict(_T414_LINKS))


ASSUMPTIONS = {
    "postnormsn": "30 cycles where the result is denormal, else 5; rule inferred, figures P, N",
    "roundsn": "15 cycles where it rounds up, else 12; rule inferred, figures P, N",
    "fmul": "40 cycles where it rounds (from memory), else 35 (P, N)",
    "fpu sharing": "loads, stores, comparisons and fpchkerror keep the CPU to their end; "
    "arithmetic and conversions do not; each first waits for the FPU (inferred from U3)",
    "fp_error": "kept over an interrupt, like the FPU's registers; an infinite or NaN operand "
    "sets it (P)",
    "external memory": "each word costs its cycles less one on top of the table (from T805's 100 "
    "and 33 MB/s); a message costs them once for either side",
    "link memory cycles": "a link's transfers take no memory cycles from the processor: no source",
    "link completion": "a process whose output is acknowledged is ready `next_byte` bit times "
    "after the last acknowledge began, one whose input is complete with the last bit",
    "mixed lengths": "REAL32 with REAL64 operands, undefined on the part, set FP_Error",
    "memory end": "an access where there is no memory takes the time of one to external memory, "
    "reads 0 and loses what it writes (on the part what the board gives); an instruction fetched "
    "from there stops the node",
    "host": "the host's link end has a T800's delays",
}
"""What else had to be decided, in words: subject, then decision and source."""
