"""`torqueflow papers`: what became of every number that the papers print."""

from __future__ import annotations

from typing import Annotated

import typer

from common.destinations import check_outputs
from common.files import write_file, write_json
from common.tables import console
from torqueflow.cli.choices import completer
from torqueflow.cli.file_options import JsonOption
from torqueflow.verdicts.listing import (
    as_records,
    chosen_papers,
    find_out,
    paper_names,
    print_figures,
    print_reasons,
    print_scores,
)


def papers(
    paper: Annotated[
        str | None,
        typer.Argument(
            metavar="PAPER",
            help=f"One paper, by its first author: {', '.join(paper_names())}. All if left out.",
            autocompletion=completer(paper_names()),
        ),
    ] = None,
    html: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Write a page with the papers' charts beside ours to this file."
        ),
    ] = None,
    json: JsonOption = None,
) -> None:
    """Print how many of the papers' numbers are reproduced; of one paper, every number.

    Reproduced: the same for counts, within a tenth for times. Of the others, why not.
    """
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    chosen = chosen_papers(paper)
    check_outputs({"--json": json, "--html": html}, {})
    screen = console()
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(
        *columns, console=screen, transient=True, disable=not screen.is_terminal
    ) as progress:
        task = progress.add_task("reading", total=None)
        found = find_out(chosen, lambda what: progress.update(task, description=what))
        page = ""
        if html is not None:
            from torqueflow.verdicts.page import page_of

            progress.update(task, description="drawing")
            page = page_of(found)
    if json is not None:
        write_json(json, as_records(found))
    if html is not None:
        write_file(html, page.encode())
    print_scores(screen, found)
    if paper is None:
        print_reasons(screen, found)
        return
    screen.print()
    print_figures(screen, found[0])
