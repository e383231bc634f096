"""The papers' occam programs: which file, how many processors, what time the paper gives."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from common.errors import InputError
from common.fields import Fields
from papers.catalogue import FOLDER, papers
from papers.printed import Paper

PREFERRED_PROCESSORS = 4

INCLUDES = FOLDER / "includes"
"""What programs of several papers include."""


@dataclass(frozen=True)
class PaperProgram:
    """One program of a paper.

    Attributes
    ----------
    name, processors
        As `torqueflow transputer demo` takes them.
    title, paper
        What it computes, and whose it is.
    path
        The source file.
    seconds
        What the paper gives for one set of joint torques, by part; "T800" as a rule.
    compared
        Parts whose time is measured in the paper and comparable: `torqueflow transputer compare`
        looks for the settings that explain it.
    equations
        Names of the includes whose procedures are an equation or a job each.
    """

    name: str
    processors: int
    title: str
    paper: str
    path: Path
    seconds: Mapping[str, float]
    compared: tuple[str, ...]
    equations: tuple[str, ...]

    @property
    def source(self) -> str:
        """The source's name."""
        return self.path.name


def programs_of(among: Iterable[Paper]) -> tuple[PaperProgram, ...]:
    """Return the programs of papers, in their order; raises InputError for a wrong field."""
    return tuple(program for paper in among for program in _read(paper))


@cache
def programs() -> tuple[PaperProgram, ...]:
    """Return the programs of every paper."""
    return programs_of(papers())


def program_names() -> tuple[str, ...]:
    """Return the names of all programs, each once."""
    return tuple(dict.fromkeys(program.name for program in programs()))


def processor_choices(name: str) -> tuple[int, ...]:
    """Return for how many processors a program is written."""
    return tuple(program.processors for program in programs() if program.name == name)


def find(name: str, processors: int | None) -> PaperProgram:
    """Return a program by its name; the one of four processors where several have it.

    Raises
    ------
    InputError
        No such program, or not for so many processors.
    """
    found = {program.processors: program for program in programs() if program.name == name}
    if not found:
        raise InputError("PROGRAM", f"{name!r} is unknown", ", ".join(program_names()))
    if processors is None:
        return found.get(PREFERRED_PROCESSORS) or next(iter(found.values()))
    if processors not in found:
        allowed = " or ".join(str(count) for count in found)
        raise InputError("--processors", f"{processors} for {name}", allowed)
    return found[processors]


def _read(paper: Paper) -> list[PaperProgram]:
    """Return the programs in a paper's `programs.toml`, if it has one."""
    file = paper.folder / "programs.toml"
    if not file.exists():
        return []
    fields = Fields(tomllib.loads(file.read_text("utf-8")), f"{paper.folder.name}/{file.name}")
    equations = fields.texts("equations")
    found = [_program(each, paper, equations) for each in fields.tables("programs", "one or more")]
    fields.finish()
    return found


def _program(fields: Fields, paper: Paper, equations: tuple[str, ...]) -> PaperProgram:
    times = fields.take("times", "keys of printed.toml by part") if "times" in fields else {}
    for part, key in times.items():
        if key not in paper.numbers:
            place = f"{fields.place('times')}.{part}"
            raise InputError(place, f"{key!r} is no number of printed.toml", "a key of it")
    program = PaperProgram(
        name=fields.text("name"),
        processors=int(fields.positive("processors", "a number of processors")),
        title=fields.text("title"),
        paper=paper.name,
        path=paper.folder / "programs" / fields.text("source"),
        seconds={part: paper.value(key) for part, key in times.items()},
        compared=fields.texts("compared"),
        equations=equations,
    )
    fields.finish()
    if not program.path.is_file():
        raise InputError(fields.place("source"), f"no file {program.source!r}", "one in programs/")
    if unknown := set(program.compared) - set(times):
        raise InputError(
            fields.place("compared"), f"no time for {', '.join(unknown)}", "a part with one"
        )
    return program
