"""What became of every figure of Zomaya and Morris (1989)."""

from __future__ import annotations

from collections.abc import Iterable

from emulator.transputer.isa.memory_map import MEMORY_MAPS
from golden.load import load_robot
from golden.robot import STANDARD_GRAVITY
from papers.figures import Judged, Key, printed_figures
from papers.judging import (
    Finding,
    counted,
    differs,
    holds,
    inconsistent,
    judged,
    measured,
    undecided,
    worked_out,
)
from papers.polynomial import Polynomial
from papers.printed import Paper
from papers.programs import find
from papers.run import ROBOT
from papers.verdicts import Watch
from papers.zomaya_morris.counts import MODULES, module_load, polynomials
from papers.zomaya_morris.measured import SETTING, measure
from papers.zomaya_morris.modules import shortest_pass
from papers.zomaya_morris.off_line import forms, parameters

_JOINTS = 6
_KINDS = ("multiplications", "additions and subtractions")

_SETTING = (
    f"checks {SETTING.checks.value}, external memory of {SETTING.external_cycles} cycles, links at "
    f"{SETTING.link_mbits} Mbit/s, large arrays in workspace: one setting for all times"
)


def figures(paper: Paper, watch: Watch) -> Iterable[Judged]:
    """Return every figure with its verdict; ``watch`` is told what is computed."""
    watch("counting operations of Newton-Euler")
    found = {**_table_1(paper), **_counts(), **_off_line(paper), **_loads(), **_surroundings()}
    watch("running Zomaya and Morris's programs")
    return judged(paper, {**found, **_times(), **_claims()})


def _table_1(paper: Paper) -> dict[Key, Finding]:
    """Return what is found about the link parameters: golden has the arm in other frames."""
    note = "from the matrices and vectors of section 5.1"
    return {
        ("table_1", row, column): counted(value, note)
        for (row, column), value in parameters(printed_figures(paper)).items()
    }


def _counts() -> dict[Key, Finding]:
    result: dict[Key, Finding] = {}
    for name, each in polynomials("general").items():
        _add(result, "table_2", name, each)
    for name, each in polynomials("dense").items():
        _add(result, "table_3", name, each)
    diagonal = polynomials("diagonal")
    _add(result, "table_3", "N, diagonal J", diagonal["N"])
    _add(result, "table_3", "total, diagonal J", diagonal["total"])
    for table, row, form in (
        ("table_2", "N = 6", "general"),
        ("table_3", "N = 6", "dense"),
        ("table_3", "N = 6, diagonal J", "diagonal"),
    ):
        for kind, total in zip(_KINDS, polynomials(form)["total"], strict=True):
            result[table, row, kind] = counted(total(_JOINTS))
    return result


def _add(
    result: dict[Key, Finding], table: str, row: str, each: tuple[Polynomial, Polynomial]
) -> None:
    for kind, polynomial in zip(_KINDS, each, strict=True):
        result[table, row, kind] = counted(polynomial)


def _off_line(paper: Paper) -> dict[Key, Finding]:
    result: dict[Key, Finding] = {
        ("off_line", row, column): counted(form, "by (1), (2), (13) from table 1")
        for (row, column), form in forms(printed_figures(paper)).items()
    }
    result["off_line", "link 3", "tau"] = inconsistent(
        "n2", "the same section has A(T) z0 = (0, 1, 0) for link 3, which gives n2"
    )
    return result


def _text(name: str) -> Key:
    return ("text", name, "value")


def _total(form: str) -> int:
    return int(sum(total(_JOINTS) for total in polynomials(form)["total"]))


def _loads() -> dict[Key, Finding]:
    """Return what is found about counts in the text, and about what the slaves compute."""
    multiplications, additions = module_load("P1")
    load = int(multiplications(_JOINTS) + additions(_JOINTS))
    general, dense, diagonal = _total("general"), _total("dense"), _total("diagonal")
    found = shortest_pass(_JOINTS)
    told = (
        f"what the busiest slave, P1, computes with J diagonal; as they wait for each other, "
        f"the modules take as long as {found.in_order:.0f} operations even if messages are free"
    )
    total = polynomials("general")["total"]
    return {
        _text("section 4: multiplications of Newton-Euler"): counted(total[0](_JOINTS)),
        _text("section 4: additions of Newton-Euler"): counted(total[1](_JOINTS)),
        _text("section 5.2: % of the operations saved by SCSNEA, dense J"): worked_out(
            100 * (1 - dense / general)
        ),
        _text("section 5.2: % of the operations saved by SCSNEA, diagonal J"): worked_out(
            100 * (1 - diagonal / general)
        ),
        _text("section 7.1: multiplications of PSCSNEA"): counted(multiplications, told),
        _text("section 7.1: additions of PSCSNEA"): counted(additions, told),
        _text("section 7.1: operations of PSCSNEA"): counted(load, told),
        _text("section 8, [a]: % of the operations that PSCSNEA saves on NE"): worked_out(
            100 * (1 - load / general),
            f"of {general}; {100 * (1 - found.in_order / general):.0f} with what the slaves wait",
        ),
        _text("section 8, [a]: % of the operations that PSCSNEA saves on SCSNEA"): worked_out(
            100 * (1 - load / diagonal),
            f"of {diagonal}; {100 * (1 - found.in_order / diagonal):.0f} with what the slaves wait",
        ),
    }


def _surroundings() -> dict[Key, Finding]:
    """Return what is found about numbers that no program here computes."""
    by_program = "as in pscsnea.occ"
    data_sheet = "as in INMOS's data sheet, by which the emulator is built"
    outside = "a requirement from the literature, which the paper does not derive"
    return {
        _text("section 7.1: slave processors"): counted(len(MODULES), by_program),
        _text("section 8: transputers"): counted(find("pscsnea", None).processors, by_program),
        _text("section 2: degrees of freedom"): counted(load_robot(ROBOT).n, "the arm of golden"),
        _text("section 4: gravity, m/s2"): differs(
            STANDARD_GRAVITY, "golden's arm has 9.81; no count and no time depends on it"
        ),
        _text("section 1: Hz of a sampling rate without poor performance"): undecided(outside),
        _text("section 6.1: bits of a T800's word"): counted(32, data_sheet),
        _text("section 6.1: Kbytes on chip"): counted(
            MEMORY_MAPS["T800"].on_chip / 1024, data_sheet
        ),
        _text("section 6.1: links of a T800"): counted(4, data_sheet),
        _text("section 6.1: bits of the floating-point unit"): counted(64, data_sheet),
        _text("section 6.1: MIPS of a T800"): undecided(
            "of which instructions is not said; the fastest take one cycle, 20 MIPS"
        ),
        _text("section 8: minutes to another arm, from"): undecided("it is a person's time"),
        _text("section 8: minutes to another arm, to"): undecided("it is a person's time"),
        ("clock",): counted(20, "the emulated T800s have it"),
    }


def _times() -> dict[Key, Finding]:
    found = measure()
    on_general, on_scsnea = found.saved
    return {
        ("pscsnea",): measured(1e3 * found.seconds["pscsnea"], _SETTING),
        ("saved_on_newton_euler",): measured(100 * on_general, _SETTING),
        ("saved_on_scsnea",): measured(
            100 * on_scsnea,
            f"{_SETTING}; with INMOS's separate vector space 35 is the most: a slave saves by "
            "sharing and, as its program fits on chip and SCSNEA's does not, by being small",
        ),
    }


def _claims() -> dict[Key, Finding]:
    found, waiting = measure(), shortest_pass(_JOINTS)
    own = 1e3 * found.seconds["pscsnea"]
    return {
        ("real_time",): holds(f"{own:.2f} ms here, against 16.7 ms at 60 Hz"),
        ("overheads",): differs(
            None,
            f"half of it: of the 62 % by counts {100 * (1 - waiting.in_order / 1128):.0f} % are "
            "left when the slaves wait for each other, before any message is sent",
        ),
        ("idle",): holds("P1 to P3 are idle in a third to a half of the time (docs/papers.md)"),
        ("smooth",): differs(
            None,
            "not as fast as possible: the same equations on three processors could take the "
            f"time of {waiting.best:.0f} operations at best, the modules take that of "
            f"{waiting.in_order:.0f}",
        ),
        ("modules",): inconsistent(
            None,
            "N.(i+1), psi.(i+1) and v dot.(i+1) need omega.(i+1) and omega dot.(i+1), and those of "
            "link 6 would never arrive; pscsnea.occ sends one index later",
        ),
    }
