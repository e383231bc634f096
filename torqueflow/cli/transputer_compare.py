"""`torqueflow transputer compare`: the papers' programs in all settings that they leave unsaid."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.progress import Progress

from common.destinations import check_outputs
from common.files import write_json
from common.tables import console


def compare(
    json: Annotated[str | None, typer.Option(help="Write the report as JSON.")] = None,
) -> None:
    """Run the papers' programs in every plausible setting, and say which fits their times best.

    Checks of the compiler, cycles of external memory, whether code lies there, speed of the links,
    how matrices are indexed: 48 combinations of five programs, about two minutes.
    """
    # Imported here because the simulator's compiler takes longer to load than the rest to run.
    from papers import grid
    from papers.grid_report import as_report, print_report

    check_outputs({"--json": json}, {})
    screen = console()
    chosen = list(grid.combinations())
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("combinations", total=len(chosen))
        results = grid.explore(chosen, lambda _: progress.advance(task))
    if json is not None:
        write_json(json, as_report(results))
    print_report(screen, results)
