"""One run of `torqueflow report`: what is found out, and the files that tell it."""

from __future__ import annotations

from pathlib import Path

from common.destinations import make_output_folder
from common.files import write_file
from common.tables import console
from dataflow.lowering.request import Request
from golden.trajectory import Trajectory
from torqueflow.cli.steps import step
from torqueflow.page.findings import find_out
from torqueflow.page.render import PAGE, files_of


def run(
    request: Request,
    motion: Trajectory,
    simulator: str,
    seed: int,
    command: str,
    output: str,
    *,
    others: bool = False,
) -> int:
    """Simulate, explore, draw, write the page and its files; return the exit status."""
    screen = console()
    found = find_out(
        request, motion, simulator, seed, command, lambda what: step(screen, what), others=others
    )
    with step(screen, "drawing"):
        files = files_of(found)
    make_output_folder("-o", output)
    for name, text in files.items():
        write_file(Path(output) / name, text.encode())
    holds = found.report["checks_hold"]
    verdict = "all checks hold" if holds else "a check fell short"
    screen.print(f"{Path(output) / PAGE}: {verdict}", soft_wrap=True)
    return 0 if holds else 1
