"""The instructions that steer the T414 and T800: control, processes, messages, alternatives."""

from __future__ import annotations

from emulator.transputer.isa.declaring import either, executed_by, operation
from emulator.transputer.isa.instruction import CycleCost, Executor, Rule

_JUMPS = executed_by(
    Executor.LOOP,
    operation("ret", 0x20, 5, "return"),
    operation(
        "lend",
        0x21,
        either(10, "loop", 5, "exit"),
        "loop end; a timeslice point",
        deschedules=True,
    ),
)

_REGISTERS_AND_FLAGS = executed_by(
    Executor.CONTROL,
    operation("gcall", 0x06, 4, "general call: exchange Areg and Iptr"),
    operation("ldpi", 0x1B, 2, "load pointer to instruction"),
    operation("gajw", 0x3C, 2, "general adjust workspace: exchange Areg and Wptr"),
    operation("seterr", 0x10, 1, "set the error flag", error=True),
    operation("testerr", 0x29, either(2, "no error", 3, "error"), "test and clear the error flag"),
    operation("testpranal", 0x2A, 2, "test processor analysing"),
    operation("stoperr", 0x55, 2, "stop on error", deschedules=True),
    operation("clrhalterr", 0x57, 1, "clear halt-on-error"),
    operation("sethalterr", 0x58, 1, "set halt-on-error"),
    operation("testhalterr", 0x59, 2, "test halt-on-error"),
)

_PROCESSES = executed_by(
    Executor.CONTROL,
    operation("endp", 0x03, 13, "end process", deschedules=True),
    operation("startp", 0x0D, 12, "start process"),
    operation("stopp", 0x15, 11, "stop process", deschedules=True),
    operation("runp", 0x39, 10, "run process"),
    operation("ldpri", 0x1E, 1, "load current priority"),
    operation("stlb", 0x17, 1, "store low-priority back pointer"),
    operation("sthf", 0x18, 1, "store high-priority front pointer"),
    operation("stlf", 0x1C, 1, "store low-priority front pointer"),
    operation("sthb", 0x50, 1, "store high-priority back pointer"),
    operation("savel", 0x3D, 4, "save the low-priority queue registers"),
    operation("saveh", 0x3E, 4, "save the high-priority queue registers"),
    operation("ldtimer", 0x22, 2, "load timer"),
    operation(
        "tin",
        0x2B,
        either(30, "time future", 4, "time past"),
        "timer input",
        deschedules=True,
        interruptible=True,
    ),
    operation("sttimer", 0x54, 1, "store timer: start both clocks"),
)

_COMMUNICATION = executed_by(
    Executor.CHANNELS,
    operation(
        "in",
        0x07,
        CycleCost(Rule.PER_WORD, (2, 19)),
        "input a message",
        deschedules=True,
        interruptible=True,
        source="P, N; D: 2w+18 when it proceeds, 20 when it waits",
    ),
    operation(
        "out",
        0x0B,
        CycleCost(Rule.PER_WORD, (2, 19)),
        "output a message",
        deschedules=True,
        interruptible=True,
        source="P, N; D: 2w+20 when it proceeds, 20 when it waits",
    ),
    operation("outbyte", 0x0E, 23, "output a byte", deschedules=True, source="P, N; D: 25"),
    operation("outword", 0x0F, 23, "output a word", deschedules=True, source="P, N; D: 25"),
    operation("resetch", 0x12, 3, "reset a channel"),
)

_ALTERNATION = executed_by(
    Executor.ALTERNATION,
    operation("alt", 0x43, 2, "start an alternative"),
    operation("talt", 0x4E, 4, "start a timer alternative"),
    operation(
        "altwt", 0x44, either(5, "ready", 17, "not ready"), "wait for a guard", deschedules=True
    ),
    operation(
        "taltwt",
        0x51,
        either(15, "time past", 48, "time future"),
        "wait for a guard or a time",
        deschedules=True,
        interruptible=True,
    ),
    operation("altend", 0x45, 4, "end an alternative: jump to the chosen branch"),
    operation("enbt", 0x47, 8, "enable a timer guard"),
    operation("enbc", 0x48, either(7, "ready", 5, "not ready"), "enable a channel guard"),
    operation("enbs", 0x49, 3, "enable a SKIP guard"),
    operation("dist", 0x2E, 23, "disable a timer guard", interruptible=True),
    operation("disc", 0x2F, 8, "disable a channel guard"),
    operation("diss", 0x30, 4, "disable a SKIP guard"),
)

CONTROL = (*_JUMPS, *_REGISTERS_AND_FLAGS, *_PROCESSES, *_COMMUNICATION, *_ALTERNATION)
