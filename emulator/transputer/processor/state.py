"""Where everything of one transputer lies in its flat state array (int64), index by index.

One array a node, so that the compiled functions take three arguments: the state `s`, the memory
as words `m` (int32) and the same memory as bytes `b` (uint8). Addresses inside the functions are
offsets from #80000000. Words are kept sign-extended. Times of the processor are in its own
cycles, times of links in ticks (see `links.py`).
"""

from __future__ import annotations

import itertools

_slot = itertools.count()

# Registers
IPTR = next(_slot)  # offset
WPTR = next(_slot)  # offset
AREG = next(_slot)
BREG = next(_slot)
CREG = next(_slot)
PRIORITY = next(_slot)  # 0 high, 1 low
RUNNING = next(_slot)  # 1: a process is being executed
CLOCK = next(_slot)  # cycles since reset
STOPPED = next(_slot)  # why the node can do no more, see below
ERROR_FLAG = next(_slot)
HALT_ON_ERROR = next(_slot)

# Scheduler
FRONT = next(_slot)  # of the high-priority queue; the low-priority one follows
FRONT_LOW = next(_slot)
BACK = next(_slot)
BACK_LOW = next(_slot)
INTERRUPTED = next(_slot)  # 1: a low-priority process lies in the save area
REMAINING = next(_slot)  # cycles its interrupted instruction still takes
INSTRUCTION_START = next(_slot)  # cycle at which an interruptible instruction began, or -1
SLICE_ENDS = next(_slot)  # cycle of the next tick of the timeslice clock
SLICES = next(_slot)  # ticks since the low-priority process started

# Clocks
CLOCKS_RUN = next(_slot)
CLOCK_BASE = next(_slot)  # value given to sttimer
CLOCK_START = next(_slot)  # cycle of sttimer
TIMER_DUE = next(_slot)  # cycle of the next timer wake-up, high priority; low priority follows
TIMER_DUE_LOW = next(_slot)

# Floating-point unit: bit patterns, and lengths (0 REAL32, 1 REAL64)
FAREG = next(_slot)
FBREG = next(_slot)
FCREG = next(_slot)
FALEN = next(_slot)
FBLEN = next(_slot)
FCLEN = next(_slot)
FP_ERROR = next(_slot)
ROUNDING = next(_slot)
FPU_FREE = next(_slot)  # cycle at which the FPU becomes idle
FPU_SAVED = next(_slot)  # eight slots: FAREG to ROUNDING of the interrupted process
for _ in range(7):
    next(_slot)

# Two-dimensional move
MOVE_ROWS = next(_slot)
MOVE_SOURCE_STRIDE = next(_slot)
MOVE_DESTINATION_STRIDE = next(_slot)
MOVE_DONE = next(_slot)  # rows that a two-dimensional move under way has copied

# Instructions that are done in pieces
OREG = next(_slot)  # what the prefixes before Iptr amount to
CONTINUED = next(_slot)  # the operation that goes on before the one at Iptr, or -1
CONTINUED_SAVED = next(_slot)  # the same of the interrupted process, then its move
for _ in range(4):
    next(_slot)

# Boot
ANALYSE = next(_slot)
BOOT_STATE = next(_slot)
BOOT_LINK = next(_slot)
BOOT_ADDRESS = next(_slot)
IS_HOST = next(_slot)  # 1: not a transputer but the host's end of a link
HOST_CALLS = next(_slot)  # the host is to be called: 1 for bytes that came, 2 for bytes sent

# Event channel
EVENT_DUE = next(_slot)  # cycle at which EventReq rises
EVENT_PENDING = next(_slot)

# The part and its clock
IS_T800 = next(_slot)
SIZE = next(_slot)  # bytes
ON_CHIP = next(_slot)  # bytes
STRICT_MEMORY = next(_slot)  # 1: an access where there is no memory stops the node
EXTERNAL_PENALTY = next(_slot)  # cycles an external word costs more than one on chip
MEMORY_START = next(_slot)  # offset of MemStart
CYCLES_IN_2US = next(_slot)
TICKS_PER_CYCLE = next(_slot)

# Bookkeeping
NEXT_EVENT = next(_slot)  # cycle of the earliest pending event
FETCHED_WORD = next(_slot)  # the external code word in the prefetch buffer
FAULT_ADDRESS = next(_slot)
FAULT_CODE = next(_slot)
FAULT_IPTR = next(_slot)
IDLE_CYCLES = next(_slot)
FPU_BUSY = next(_slot)
FPU_WAIT = next(_slot)
EXTERNAL_CYCLES = next(_slot)
SWITCHES = next(_slot)
PRE_EMPTIONS = next(_slot)
TIMESLICES = next(_slot)
ABSENT_ACCESSES = next(_slot)  # to words where there is no memory
LOG_COUNT = next(_slot)
LOG_CAPACITY = next(_slot)

# Fields of TimingAssumptions that the compiled code reads
SWITCH_CYCLES = next(_slot)
PRE_EMPT_CYCLES = next(_slot)
RESUME_CYCLES = next(_slot)
LINK_CYCLES = next(_slot)
FIRST_COMER_WORDS = next(_slot)
SLICE_TICKS = next(_slot)
SLICE_CYCLES = next(_slot)
FPU_ISSUE_CYCLES = next(_slot)
FLOATING_CASE = next(_slot)
SHIFT_LIMIT = next(_slot)
EXTERNAL_FETCH = next(_slot)

# What the simulation keeps of each node
NEXT_LINK = next(_slot)  # tick of the earliest pending link event
QUIET_LINK = next(_slot)  # tick of the earliest quiet arrival
RUN_LIMIT = next(_slot)  # cycle before which nothing unknown can reach the node
ECHO_TICKS = next(_slot)  # from a send until what it causes can come back
WORK = next(_slot)  # steps of loops inside instructions and events, in this turn
EVENT_CYCLE = next(_slot)  # cycle of the last event
SAME_CYCLE = next(_slot)  # how many events before it had the same

assert next(_slot) <= 128

# Rows of the cost table, and of the counts
OPERATIONS = 16
ENTRIES = OPERATIONS + 0x100
ROWS = ENTRIES + 0x100

LINKS = 128  # four link ends, then
LINK_FIELDS = 40
COUNTS = LINKS + 4 * LINK_FIELDS  # how often each row of the cost table was executed
COSTS = COUNTS + ROWS  # four numbers a row, the first row is function code 0
WAITS = COSTS + 4 * ROWS  # where waiting processes say what they wait for, three numbers each
WAIT_ENTRIES = 1024
LOG = WAITS + 3 * WAIT_ENTRIES  # four numbers an entry
STATE_SIZE = LOG

# Values of STOPPED
RUNS = 0
HALTED = 1
FAULT = 2
UNKNOWN = 3
ENDLESS_QUEUE = 4

FPU_ENTRY = 1 << 32  # above any code: marks that of an FPU entry in FAULT_CODE

# Special words (offsets and values)
NEVER = 1 << 62
NOT_PROCESS = -(1 << 31)
BOOT_PROCESS = NOT_PROCESS + 2  # marks a link transfer of the boot logic
ENABLING = NOT_PROCESS + 1
WAITING = NOT_PROCESS + 2
READY = NOT_PROCESS + 3
TIME_SET = NOT_PROCESS + 1
TIME_NOT_SET = NOT_PROCESS + 2
NONE_SELECTED = -1

# Word offsets of the reserved locations (docs/facts/transputer.md, sections 3, 4; N, P)
EVENT_CHANNEL = 8
TIMER_QUEUE = 9  # high priority; low priority follows
SAVE_AREA = 11  # Wdesc, Iptr, Areg, Breg, Creg, status of the interrupted process

# Kinds of wait in the table at WAITS
WAIT_IN = 1
WAIT_OUT = 2
WAIT_ALT = 3

# Kinds of entries in the event log
PROCESS_START = 1
PROCESS_STOP = 2
OUTPUT_START = 3
OUTPUT_END = 4
INPUT_START = 5
INPUT_END = 6

# Fields of a link end
(
    PEER_NODE,
    PEER_LINK,
    OUT_POINTER,
    OUT_LEFT,
    OUT_PROCESS,
    OUT_TIME,
    ACK_TIME,
    WIRE_FREE,
    IN_POINTER,
    IN_LEFT,
    IN_PROCESS,
    IN_TIME,
    BUFFER_FULL,
    BUFFER_BYTE,
    UNACKNOWLEDGED,
    ALT_PROCESS,
    SEEN_TIME,
    ARRIVAL_TIME,
    ARRIVAL_BYTE,
    ARRIVAL_TIME_2,
    ARRIVAL_BYTE_2,
    ACK_SEEN_TIME,
    BIT_TICKS,
    SEEN_DELAY,
    ACK_DELAY,
    NEXT_DELAY,
    BYTES_OUT,
    BYTES_IN,
    BUSY_TICKS,
    NEXT_TIME,
    QUIET_TIME,
) = range(31)
