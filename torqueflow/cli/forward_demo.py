"""`torqueflow transputer demo forward`: the equations of motion on one and three transputers."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

from common.errors import InputError
from common.files import write_json
from common.tables import console
from occam.program import Checks

PROGRAM = "forward"
"""By which the command line knows it."""


def run_forward(
    processors: int | None,
    part: str,
    checks: Checks,
    points: int,
    link_speed: int | None,
    external_cycles: int | None,
    picture: Path | None,
    json: str | None,
) -> int:
    """Run the paper's example; options that are None are the setting at which its figures fit.

    Returns 1 if an acceleration is further from golden than roundings explain.
    """
    # Imported here because the simulator's compiler takes longer to load than the rest to run.
    from papers.machine import ProgramFailed
    from papers.schafer_schiehlen import forward_demo, report
    from papers.schafer_schiehlen import picture as pictures

    count = max(forward_demo.PROCESSORS) if processors is None else processors
    if count not in forward_demo.PROCESSORS:
        allowed = " or ".join(str(each) for each in forward_demo.PROCESSORS)
        raise InputError("--processors", f"{count} for {PROGRAM}", allowed)
    settings = forward_demo.with_settings(
        forward_demo.PAPER_SETTINGS,
        part=part,
        checks=checks,
        link_mbits=link_speed,
        external_cycles=external_cycles,
    )
    screen = console()
    what = f"forward dynamics on {count}, {points} states"
    with screen.status(what) if screen.is_terminal else nullcontext():
        try:
            one = forward_demo.measured(forward_demo.PROCESSORS[1], settings, points=points)
            program = one
            if count > 1:
                program = forward_demo.measured(
                    forward_demo.PROCESSORS[count], settings, points=points
                )
            blocks = forward_demo.block_times(program)
        except ProgramFailed as error:
            print(f"{PROGRAM} gave no accelerations: {error}")
            return 1
    found = report.as_report(program, one, blocks)
    if json is not None:
        write_json(json, found)
    if picture is not None:
        pictures.draw(program, picture)
    report.print_report(screen, found, program)
    return 0 if found["accelerations_agree"] else 1
