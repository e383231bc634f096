"""The three programs on emulated transputers in the one setting that explains all that is printed.

Large arrays lie in workspace, below the code, as they do without INMOS's separate vector space.
Then all of a slave's program is on chip, and of a program that does everything the code is not:
what the slaves save is more than what they share. ``python -m papers.zomaya_morris.measured``
prints this setting among its neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from golden.load import load_robot
from golden.trajectory import random_trajectory
from occam.program import Checks
from papers.programs import find
from papers.run import ROBOT, Settings, compile_for, run
from papers.zomaya_morris.reductions import reductions

SETTING = Settings(checks=Checks.HALT, external_cycles=5, link_mbits=10, vector_space=False)
"""All checks, external memory of 5 cycles, links at 10 Mbit/s, large arrays in workspace."""

PROGRAMS = ("ne", "scsnea", "pscsnea")
_POINTS = 10
_SEED = 1989


@dataclass(frozen=True)
class Measured:
    """What one setting gives.

    Attributes
    ----------
    seconds
        For one set of torques, by program.
    """

    seconds: Mapping[str, float]

    @property
    def saved(self) -> tuple[float, float]:
        """The shares of time that PSCSNEA saves on NE and on SCSNEA."""
        return reductions(self.seconds)


@cache
def measure(setting: Settings = SETTING) -> Measured:
    """Run the three programs in a setting."""
    trajectory = random_trajectory(load_robot(ROBOT), _POINTS, _SEED)
    return Measured(
        {name: run(compile_for(find(name, None), setting), trajectory).seconds for name in PROGRAMS}
    )


def neighbours() -> list[Settings]:
    """Return `SETTING` with other checks, memories and links, and each with vector space too."""
    return [
        replace(
            SETTING,
            vector_space=vector_space,
            checks=checks,
            external_cycles=cycles,
            link_mbits=link,
        )
        for vector_space, checks, cycles, link in product(
            (False, True), (Checks.NONE, Checks.HALT), (3, 4, 5), (10, 20)
        )
    ]


def table_row(setting: Settings) -> str:
    """Return a setting and what it gives as a row of a table in Markdown."""
    found = measure(setting)
    milliseconds = " | ".join(f"{1e3 * found.seconds[name]:.2f}" for name in PROGRAMS)
    shares = ", ".join(f"{100 * share:.0f} %" for share in found.saved)
    place = "vector space" if setting.vector_space else "workspace"
    return (
        f"| {place} | {setting.checks.value} | {setting.external_cycles} | "
        f"{setting.link_mbits} | {milliseconds} | {shares} |"
    )


def _main() -> None:
    """Print every neighbour as a row of a table in Markdown."""
    print("| large arrays in | checks | memory | links | NE | SCSNEA | PSCSNEA | saved |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for setting in neighbours():
        print(table_row(setting), flush=True)


if __name__ == "__main__":
    _main()
