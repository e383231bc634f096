"""Processes: what kind of code each has; the kinds have files of their own."""

from __future__ import annotations

from occam import typed
from occam.generating.generator import Generator
from occam.generating.processes import calls, choices, loops
from occam.generating.processes.alternation import alternation
from occam.generating.processes.assembly import assembly
from occam.generating.processes.assignment import assign_all
from occam.generating.processes.choices import stop
from occam.generating.processes.communication import communication
from occam.generating.processes.parallel import parallel
from occam.generating.processes.scopes import opened


def process(g: Generator, p: typed.Process) -> None:
    """Generate a process; registers are free before and after."""
    if not isinstance(p, typed.Sequence | typed.Scope):
        g.mark(p.place)
    match p:
        case typed.Skip():
            pass
        case typed.Stop():
            stop(g)
        case typed.Assembly():
            assembly(g, p)
        case typed.Assignment():
            assign_all(g, p.targets, p.values)
        case typed.MultipleCall():
            calls.multiple_call(g, p)
        case typed.MultipleBuiltin():
            calls.multiple_builtin(g, p)
        case typed.Input() | typed.TimerRead() | typed.Delay() | typed.CaseInput() | typed.Output():
            communication(g, p)
        case typed.Sequence():
            loops.sequence(g, p)
        case typed.Parallel():
            parallel(g, p)
        case typed.Conditional():
            choices.conditional(g, p)
        case typed.Selection():
            choices.selection(g, p)
        case typed.While():
            loops.while_(g, p)
        case typed.Alternation():
            alternation(g, p)
        case typed.Instance():
            calls.instance(g, p)
        case typed.BuiltinInstance():
            calls.builtin_instance(g, p)
        case typed.Scope():
            with opened(g, p):
                pass
