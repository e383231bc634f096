"""What one paper prints: its `printed.toml`, in SI units, with the numbers that `derive.py` adds.

`papers/README.md` tells the fields of the file.
"""

from __future__ import annotations

import math
import runpy
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from common.errors import InputError
from common.fields import Fields

_SI = ("1", "s", "kg", "m", "kg m2", "N m", "rad/s", "rad/s2", "m/s2")
_SCALED = {"ms": "1e-3", "us": "1e-6", "MHz": "1e6", "%": "1e-2"}
_SCALES = {unit: Decimal(1) for unit in _SI} | {u: Decimal(scale) for u, scale in _SCALED.items()}
"""What a number in each unit is multiplied by. Decimal, so that 2.46 ms is 2.46e-3 to the bit."""

QUANTITIES = ("torque", "acceleration")

BASES = ("measured", "simulated", "theory")
"""What a time may rest on, as the paper has it."""

_DERIVED = "derived"

Derivation = Callable[[Mapping[str, float]], float]
"""From the paper's single printed numbers in SI units to one that it does not print."""


@dataclass(frozen=True)
class PaperNumber:
    """A number of a paper, or a row of them.

    Attributes
    ----------
    what
        What it is of.
    values
        In SI units; shares as fractions of one.
    unit
        That of the print.
    source
        Where it stands in the paper, and what must be known beside it: how it was derived if it
        is not printed.
    printed
        Whether it is printed; otherwise it follows from what is.
    basis
        What a printed number rests on, one of `BASES`; "derived" for the others.
    """

    what: str
    values: tuple[float, ...]
    unit: str
    source: str
    printed: bool
    basis: str = BASES[0]

    @property
    def value(self) -> float:
        """The only number, in SI units."""
        (value,) = self.values
        return value


@dataclass(frozen=True)
class Paper:
    """A paper as this project knows it.

    Attributes
    ----------
    folder
        Where what belongs to it lies; its name is the paper's key.
    name
        Authors and year, as reports say it.
    reference
        Where it was published.
    order
        Its place in reports.
    numbers
        By their keys.
    times
        Keys of the times for one set of what ``quantity`` says, in the order of reports.
    arm
        What the times are for; empty where there are none.
    quantity
        What is computed in them: torque (inverse dynamics) or acceleration (forward dynamics).
    """

    folder: Path
    name: str
    reference: str
    order: float
    numbers: Mapping[str, PaperNumber]
    times: tuple[str, ...]
    arm: str = ""
    quantity: str = QUANTITIES[0]

    def value(self, key: str) -> float:
        """Return a single number in SI units."""
        return self.numbers[key].value

    def values(self, key: str) -> tuple[float, ...]:
        """Return a row of numbers in SI units."""
        return self.numbers[key].values


def read_paper(folder: Path) -> Paper:
    """Read a paper's folder.

    Raises
    ------
    InputError
        `printed.toml` has a field too many or too few, or `derive.py` lacks a function.
    """
    file = folder / "printed.toml"
    place = f"{folder.name}/{file.name}"
    fields = Fields(tomllib.loads(file.read_text("utf-8")), place)
    name, reference = fields.text("name"), fields.text("reference")
    order = fields.number("order", "the paper's place in reports", math.inf)
    times = fields.texts("times")
    arm = fields.text("arm", "")
    quantity = fields.choice("quantity", QUANTITIES, QUANTITIES[0])
    tables = fields.take("numbers", "a table for each number")
    for more in ("tables", "claims"):  # papers.figures reads them
        if more in fields:
            fields.take(more, f"{more} by their keys")
    fields.finish()
    numbers = _read_numbers(tables, place, _derivations(folder))
    for key in times:
        if key not in numbers:
            raise InputError(f"{place}: times", f"{key!r} is no number", ", ".join(numbers))
    return Paper(folder, name, reference, order, numbers, times, arm, quantity)


def _derivations(folder: Path) -> Mapping[str, Derivation]:
    """Return the functions of `derive.py`, which is run by its path: a paper is but a folder."""
    file = folder / "derive.py"
    return runpy.run_path(str(file)) if file.exists() else {}


def _read_numbers(
    tables: Mapping[str, object], place: str, derivations: Mapping[str, Derivation]
) -> dict[str, PaperNumber]:
    """Return all numbers in the order of the file; the derived ones follow from the printed."""
    all_fields = Fields(tables, place, "numbers")
    fields = {key: all_fields.table(key, "a number's fields") for key in tables}
    printed = {
        key: _printed(each)
        for key, each in fields.items()
        if each.choice("kind", ("printed", "derived")) == "printed"
    }
    single = {key: number.value for key, number in printed.items() if len(number.values) == 1}
    numbers = {}
    for key, each in fields.items():
        if key in printed:
            numbers[key] = printed[key]
        elif key in derivations:
            numbers[key] = _derived(each, derivations[key](single))
        else:
            raise InputError(each.place("kind"), "derived", f"a function {key!r} in derive.py")
        each.finish()
    return numbers


def _printed(fields: Fields) -> PaperNumber:
    what, unit, source = _described(fields, fields.text("note", ""))
    if "values" in fields:
        count = fields.length("values", "a list of numbers")
        found = fields.array("values", (count,), "a list of numbers").tolist()
    else:
        found = [fields.number("value", "a number, or a list of them as 'values'")]
    basis = fields.choice("basis", BASES, BASES[0])
    values = tuple(_si(number, unit) for number in found)
    return PaperNumber(what, values, unit, source, True, basis)


def _derived(fields: Fields, value: float) -> PaperNumber:
    what, unit, source = _described(fields, fields.text("how"))
    return PaperNumber(what, (value,), unit, source, False, _DERIVED)


def _described(fields: Fields, remark: str) -> tuple[str, str, str]:
    """Return what a number is, its unit, and its source with a remark on it."""
    what, unit = fields.text("what"), fields.choice("unit", _SCALES)
    place = fields.text("place")
    return what, unit, f"{place}: {remark}" if remark else place


def _si(number: float, unit: str) -> float:
    return float(Decimal(repr(number)) * _SCALES[unit])
