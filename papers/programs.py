"""The papers' occam programs: which file, how many processors, what time the paper gives."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from common.errors import InputError
from papers.timings import PSCSNEA_SECONDS, ZALZALA, ZOMAYA

_PIPELINE_STAGE_SECONDS = 0.25e-3 + 0.144e-3
"""Zalzala, tables 8a and 8b: a stage of the pipeline in phase 1 and in phase 2, which the same
transputers do. Table 9 has 0.026 ms: the multiplications of a stage, without anything else."""


@dataclass(frozen=True)
class PaperProgram:
    """One program of a paper.

    Attributes
    ----------
    name, processors
        As `torqueflow transputer demo` takes them.
    title, paper
        What it computes, and whose it is.
    source
        File in ``emulator/programs``.
    seconds
        What the paper gives for one set of joint torques, by part; "T800" as a rule.
    """

    name: str
    processors: int
    title: str
    paper: str
    source: str
    seconds: dict[str, float]

    @property
    def path(self) -> Path:
        """The source file."""
        return Path(str(files("emulator") / "programs" / self.source))


_PROGRAMS = (
    PaperProgram(
        "ne", 1, "general Newton-Euler", ZOMAYA, "newton_euler.occ",
        {"T800": PSCSNEA_SECONDS / (1 - 0.58)},
    ),
    PaperProgram(
        "scsnea", 1, "semi-customised Newton-Euler", ZOMAYA, "scsnea.occ",
        {"T800": PSCSNEA_SECONDS / (1 - 0.41)},
    ),
    PaperProgram(
        "pscsnea", 4, "parallel semi-customised Newton-Euler", ZOMAYA, "pscsnea.occ",
        {"T800": PSCSNEA_SECONDS},
    ),
    PaperProgram("drl", 1, "distributed recursive Lagrangian", ZALZALA, "drl1.occ", {}),
    PaperProgram(
        "drl", 4, "distributed recursive Lagrangian", ZALZALA, "drl4.occ",
        {"T800": 2.46e-3, "T414": 8.96e-3},
    ),
    PaperProgram(
        "drl", 26, "pipelined recursive Lagrangian", ZALZALA, "drl26.occ",
        {"T800": _PIPELINE_STAGE_SECONDS},
    ),
)  # fmt: skip


def find(name: str, processors: int | None) -> PaperProgram:
    """Return a program by its name; the one of four processors where several have it.

    Raises
    ------
    InputError
        No such program, or not for so many processors.
    """
    found = [program for program in _PROGRAMS if program.name == name]
    if not found:
        names = ", ".join(dict.fromkeys(program.name for program in _PROGRAMS))
        raise InputError("PROGRAM", f"{name!r} is unknown", names)
    if processors is None:
        return next((each for each in found if each.processors == 4), found[0])
    for program in found:
        if program.processors == processors:
            return program
    allowed = " or ".join(str(program.processors) for program in found)
    raise InputError("--processors", f"{processors} for {name}", allowed)
