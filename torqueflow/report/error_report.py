"""Proved bounds, the worst that an attack found, where errors come from: keys and tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from common.tables import show, table
from dataflow.design import Design
from dataflow.errors.bounds import OutputBound, output_bounds
from dataflow.errors.budget import Budget, cut_bits, error_budgets
from dataflow.errors.expansion import UnknownOperation
from dataflow.errors.system import Origin, error_system
from dataflow.lowering.steps import State
from emulator.attack import Attack, Found
from emulator.attack.ranges import UsedBits, used_bits
from emulator.attack.saved import resume, save


@dataclass(frozen=True)
class ErrorFindings:
    """What is known of a design's errors.

    Attributes
    ----------
    attack
        None where none was asked for.
    budgets
        One an output; empty without effort, or where no error system is known.
    cut_bits
        Bits of all results that are cut instead of rounded.
    target
        What was asked for, in words; None if nothing was.
    used_bits
        Of the formats, by the attack's patterns.
    dropped_bits
        Fraction bits that the target leaves without use, of all values and constants.
    """

    effort: int
    bounds: Sequence[OutputBound]
    attack: Found | None = None
    seed: int = 1
    budgets: Sequence[Budget] = ()
    cut_bits: int = 0
    target: str | None = None
    dropped_bits: int = 0
    used_bits: UsedBits | None = None


def error_findings(
    state: State,
    effort: int,
    seconds: float | None = None,
    seed: int = 1,
    saved: str | None = None,
    bounds: Sequence[OutputBound] | None = None,
    target: str | None = None,
    told: Callable[[str], None] = lambda _: None,
) -> ErrorFindings:
    """Return bounds, what an attack of some seconds finds, and budgets.

    Parameters
    ----------
    saved
        The file with which an attack begins, if it is there, and into which it is written.
    bounds
        What is proved already, with this effort.
    target
        What was asked for, in words.
    told
        Is called with what is being done, in words.

    Raises
    ------
    InputError
        The file is not one of an attack on this design with this seed.
    """
    search = Attack(state, seed) if seconds is not None else None
    if search is not None and saved is not None:
        resume(search, saved)
    if bounds is None:
        bounds = output_bounds(state, effort, lambda name: told(f"bounding the error of {name}"))
    attack, bits = None, None
    if search is not None:
        attack = search.run(seconds, told=lambda rounds: told(f"attacking, round {rounds}"))
        if saved is not None:
            save(search, saved)
        bits = used_bits(search)
    budgets: Sequence[Budget] = ()
    if effort > 0:
        try:
            budgets = error_budgets(state, error_system(state))
        except UnknownOperation:
            budgets = ()
    request = state.request
    trims = (*request.trims, *request.constant_trims, *request.guard_trims)
    dropped = sum(bits for _, bits in trims)
    return ErrorFindings(
        effort, bounds, attack, seed, budgets, cut_bits(state), target, dropped, bits
    )


def beyond_bounds(findings: ErrorFindings) -> list[int]:
    """Return the outputs whose error an attack found larger than its bound: a fault of a proof."""
    if findings.attack is None:
        return []
    pairs = zip(findings.attack.errors.tolist(), findings.bounds, strict=True)
    return [i for i, (error, each) in enumerate(pairs) if error > each.bound]


def error_keys(findings: ErrorFindings, design: Design, quantity: str) -> dict[str, Any]:
    """Return the report's keys beside ``QUANTITY_error_bound``."""
    keys: dict[str, Any] = {"proof_effort": findings.effort}
    if findings.target is not None:
        keys[f"{quantity}_error_target"] = findings.target
        keys["dropped_bits"] = findings.dropped_bits
    if findings.attack is not None:
        found = findings.attack
        keys[f"{quantity}_error_attack"] = found.errors.tolist()
        keys["attack"] = {
            "seed": findings.seed,
            "rounds": found.rounds,
            "patterns": found.patterns,
            "bound_over_attack": _ratios(findings),
            "states": [
                dict(zip((port.name for port in design.inputs), row, strict=True))
                for row in found.states.tolist()
            ],
        }
    if findings.used_bits is not None:
        used = findings.used_bits
        keys["format_bits"] = {
            "proved": used.proved,
            "used": used.used,
            "most_unused": {"value": used.widest[0], "bits": used.widest[1]},
            "values_by_unused": {str(bits): values for bits, values in used.spare.items()},
        }
    if findings.budgets:
        keys["error_budget"] = {
            "outputs": [_budget(budget) for budget in findings.budgets],
            "cut_bits": findings.cut_bits,
        }
    return keys


def _ratios(findings: ErrorFindings) -> list[float | None]:
    if findings.attack is None:
        return []
    pairs = zip(findings.bounds, findings.attack.errors.tolist(), strict=True)
    return [each.bound / error if error else None for each, error in pairs]


def _budget(budget: Budget) -> dict[str, Any]:
    return {
        "worst": budget.worst,
        "worst_rounding_half_up": budget.half_up,
        "bias": {origin.value: value for origin, value in budget.bias.items()},
        "spread": {origin.value: value for origin, value in budget.spread.items()},
        "stages": dict(budget.stages),
    }


def print_error_findings(screen: Console, findings: ErrorFindings, design: Design) -> None:
    """Print the worst states that were found, and where errors come from."""
    if findings.target is not None:
        width = design.trigonometry.angle_bits
        screen.print()
        screen.print(
            f"an error of {findings.target} is proved with {width} bits, "
            f"{findings.dropped_bits} fraction bits "
            "of values and constants dropped",
            soft_wrap=True,
        )
    if findings.attack is not None:
        screen.print()
        _print_attack(screen, findings, findings.attack, design)
    if findings.used_bits is not None:
        used = findings.used_bits
        screen.print(
            f"formats of all values: {used.proved} bits, {used.unused} of them not seen in use; "
            f"most in {used.widest[0]}, {used.widest[1]}",
            soft_wrap=True,
        )
    if findings.budgets:
        screen.print()
        _print_budgets(screen, findings, design)


def _print_attack(screen: Console, findings: ErrorFindings, found: Found, design: Design) -> None:
    shown = table(
        f"worst errors found, {found.patterns:,} patterns in {found.rounds} rounds",
        "output", "worst found", "proved bound", "bound / found", "unit",
    )  # fmt: skip
    ratios = _ratios(findings)
    for port, error, each, ratio in zip(
        design.outputs, found.errors.tolist(), findings.bounds, ratios, strict=True
    ):
        told = "-" if ratio is None else f"{ratio:.2f}"
        shown.add_row(port.name, f"{error:.2e}", f"{each.bound:.2e}", told, port.unit)
    show(screen, shown)
    for port, row in zip(design.outputs, found.states.tolist(), strict=True):
        values = " ".join(
            f"{each.name}={value:.9g}" for each, value in zip(design.inputs, row, strict=True)
        )
        screen.print(f"worst for {port.name}: {values}", soft_wrap=True)


def _print_budgets(screen: Console, findings: ErrorFindings, design: Design) -> None:
    origins = [o for o in Origin if any(b.spread[o] or b.bias[o] for b in findings.budgets)]
    shown = table(
        "where errors come from, in per cent of the worst at one state", "output", "worst",
        "bias", *(origin.value for origin in origins), "all half up",
    )  # fmt: skip
    for port, budget in zip(design.outputs, findings.budgets, strict=True):
        worst = budget.worst
        parts = [abs(sum(budget.bias.values())), *(budget.spread[origin] for origin in origins)]
        cells = (f"{100.0 * part / worst:.1f}" if worst else "-" for part in parts)
        shown.add_row(port.name, f"{worst:.2e}", *cells, f"{budget.half_up:.2e}")
    show(screen, shown)
    screen.print(
        f"rounding half up all that is cut would take {findings.cut_bits} more bits of adders",
        soft_wrap=True,
    )
