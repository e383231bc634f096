"""The tables of docs/papers.md are what the programs give."""

import re
from pathlib import Path

import numpy as np
import pytest

from golden.load import load_robot
from golden.trajectory import random_trajectory
from occam.program import Checks
from papers import grid
from papers.catalogue import paper
from papers.indexing import Indexing
from papers.programs import find
from papers.run import ROBOT, Settings, compile_for, run

TEXT = (Path(__file__).parent.parent / "docs" / "papers.md").read_text("utf-8")
DEMO = Settings()
"""What `transputer demo` takes if nothing is said."""


def rows(heading):
    """The rows of the table whose first column has this heading, its cells by row name."""
    table = re.search(
        rf"^\| {re.escape(heading)} \|.*\n\| ---.*\n((?:\|.*\n)+)", TEXT, re.MULTILINE
    )
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table[1].splitlines()]
    return {name: others for name, *others in cells}


FITS = rows("ms for one set of torques")


@pytest.fixture(scope="module")
def demo():
    """All that the papers timed, with the demo's settings."""
    (found,) = grid.explore([DEMO])
    return found


def as_row(found):
    """A combination's times as the table has them: ne, scsnea, pscsnea, reductions, drl twice."""
    times = {
        (program.name, part): f"{1e3 * seconds:.2f}"
        for seconds, (program, part) in zip(found.seconds, grid.cases(), strict=True)
    }
    less = ", ".join(f"{100 * share:.0f} %" for share in found.reductions)
    names = [("ne", "T800"), ("scsnea", "T800"), ("pscsnea", "T800")]
    lagrangian = [times["drl", part] for part in ("T800", "T414")]
    return [*(times[name] for name in names), less, *lagrangian]


def test_the_papers_own_row():
    zomaya, zalzala = paper("zomaya_morris"), paper("zalzala_morris")
    shares = [zomaya.value(f"saved_on_{name}") for name in ("newton_euler", "scsnea")]
    times = [zomaya.value(name) for name in ("newton_euler", "scsnea", "pscsnea")]
    times += [zalzala.value(name) for name in ("four_t800", "four_t414")]
    *first, four, t414 = (f"{1e3 * seconds:.2f}" for seconds in times)
    less = ", ".join(f"{100 * share:.0f} %" for share in shares)
    assert FITS["the papers"] == [*first, less, four, t414, ""]


def test_the_demos_own_settings(demo):
    assert FITS["the demo's own settings"] == [*as_row(demo), f"{demo.residual():.2f}"]


def test_the_passes_of_the_recursive_lagrangian(demo):
    first, second, totals = demo.phases.first, demo.phases.second, demo.phases.totals
    printed = paper("zalzala_morris")
    phase_1, phase_2 = printed.values("phase_1"), printed.values("phase_2")
    found = rows("pass")
    for name, cells in found.items():
        if name == "all":
            ours = [totals[0], sum(phase_1), totals[1], sum(phase_2)]
            assert cells == [f"{1e3 * seconds:.3f}" for seconds in ours]
            continue
        bounds = [int(number) for number in name.split(" to ")]
        for k in range(bounds[0], bounds[-1] + 1):
            assert cells[0] == f"{1e3 * first[k]:.3f}"
            theirs = [printed.value("pass_0"), *phase_1]
            assert cells[1] == (f"{1e3 * theirs[k]:.3f}" if k < len(theirs) else "")
            assert cells[3] == (f"{1e3 * phase_2[k - 1]:.3f}" if 1 <= k <= 6 else "")
            if cells[2] not in ("", "overlaps"):
                assert cells[2] == f"{1e3 * second[k - 1]:.3f}"
    assert len(found) == 6


@pytest.mark.slow
def test_the_pipelines_columns():
    """Over 300 points and the filling of the pipeline, in which transputers are at work too."""
    program = find("drl", 26)
    points = 300
    motion = random_trajectory(load_robot(ROBOT), points, 1989)
    result = run(compile_for(program, DEMO), motion)
    busy = {
        name: result.window.seconds * (1 - idle) / points
        for name, idle in result.idle_shares().items()
    }
    by_number = list(busy.values())
    for name, cells in rows("ms").items():
        columns = [int(number) for number in re.findall(r"\d", name)]
        ours = np.mean(
            [by_number[4 * (c - 1) : 4 * c] for c in range(columns[0], columns[-1] + 1)], axis=0
        )
        assert [f"{1e3 * seconds:.3f}" for seconds in ours] == [cell for cell in cells[:4] if cell]


@pytest.mark.slow
def test_which_settings_fit_best():
    results = grid.explore()
    assert len(results) == 48
    best = results[0]
    expected = Settings(
        checks=Checks.HALT, external_cycles=3, link_mbits=20, indexing=Indexing.SUBSCRIPTS,
        external_code=True,
    )  # fmt: skip
    assert best.settings == expected
    assert FITS["best of all"] == [*as_row(best), f"{best.residual():.2f}"]
    for name, key, columns in (
        ("best for Zomaya and Morris", "Zomaya and Morris 1989", slice(0, 4)),
        ("best for Zalzala and Morris", "Zalzala and Morris 1989", slice(4, 6)),
    ):
        found = min(results, key=lambda each: each.residual(key))
        row = FITS[name]
        assert row[columns] == as_row(found)[columns]
        assert row[-1] == f"{found.residual(key):.2f}"
    assert f"{100 * max(each.reductions[1] for each in results):.0f} % is the most" in TEXT
