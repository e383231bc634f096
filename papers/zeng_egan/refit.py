"""Fit the machine to the printed times, and store it in `fitted.toml` and `multimax.toml`.

``python -m papers.zeng_egan.refit`` takes some minutes: five fits of three numbers, each of up to
150 evaluations of 18 or 24 times.
"""

from __future__ import annotations

import statistics
from pathlib import Path

from papers.zeng_egan.prediction import ALL, FITTED_VERSIONS, Fit, fit
from papers.zeng_egan.versions import VARIANTS, Variant, operation_seconds, statement_seconds

FOLDER = Path(__file__).parent


def main() -> None:
    """Fit and write both files."""
    fits = [fit(left_out) for left_out in (ALL, *FITTED_VERSIONS)]
    (FOLDER / "fitted.toml").write_text(fitted_text(fits), "utf-8")
    (FOLDER / "multimax.toml").write_text(machine_text(fits[0]), "utf-8")


def fitted_text(fits: list[Fit]) -> str:
    """Return the fits as TOML."""
    lines = [
        "# How much processes hinder each other, by `python -m papers.zeng_egan.refit`:",
        "# fitted on the times of two, three and four processes of versions 1 to 4, with one",
        "# version left out or none.",
    ]
    for found in fits:
        lines += [
            "",
            "[[fits]]",
            f'left_out = "{found.left_out}"',
            f"working = {found.contention.working}",
            f"polling = {found.contention.polling}",
            f"arithmetic = {found.contention.arithmetic}",
            f"rms_log_error = {found.rms_log_error:.4f}",
        ]
    return "\n".join(lines) + "\n"


def machine_text(found: Fit) -> str:
    """Return the machine of `torqueflow tasks --machine multimax` as TOML.

    A statement of the shared queues takes the mean of versions 1 to 3.
    """
    shared = [statement_seconds(v) for v in VARIANTS if v.version in ("1", "2", "3")]
    seconds = {
        "shared": statistics.mean(shared),
        "local": statement_seconds(Variant("4", "static")),
        "direct": statement_seconds(Variant("5", "static")),
    }
    lines = [
        "# Zeng and Egan's machine as far as their times tell it, by",
        "# `python -m papers.zeng_egan.refit`: operations and statements from the times of one",
        "# process, hindrance from those of two, three and four processes of versions 1 to 4.",
        'name = "Encore Multimax"',
        f"operation_seconds = {operation_seconds():.4g}",
        "lock_statements = 2  # spinlock and spinunlock, a statement each",
        "",
        "[statement_seconds]",
        *(f"{name} = {value:.3g}" for name, value in seconds.items()),
        "",
        "[contention]",
        f"working = {found.contention.working}",
        f"polling = {found.contention.polling}",
        f"arithmetic = {found.contention.arithmetic}",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
