"""Every routine that INMOS's D7205A predefines or has in its libraries is known by its name."""

import re

import pytest

from occam.library.folder import libraries
from tests.occam_inmos_names import LIBRARIES, PREDEFINED
from tests.occam_programs import PARTS, compiled

HEAD = re.compile(r"^[A-Z0-9, ]*(?:PROC|FUNCTION) ([A-Za-z0-9.]+)", re.MULTILINE)
VALUES = {
    "INT": "3",
    "INT32": "3(INT32)",
    "BOOL": "TRUE",
    "REAL32": "1.0(REAL32)",
    "REAL64": "1.0(REAL64)",
}


def program(name, results, parameters):
    """Return a program that calls a predefined routine with values and variables of its types."""
    declared, given = [], []
    for number, parameter in enumerate(filter(None, parameters.split(", "))):
        type_ = parameter.removeprefix("VAL ")
        if type_ in VALUES and type_ != parameter:
            given.append(VALUES[type_])
        else:
            given.append(f"p{number}")
            variable = type_.replace("[]", "[8]").replace("CHAN", "CHAN OF ANY")
            declared.append(f"  {variable} p{number}:")
    types = list(filter(None, results.split(", ")))
    targets = [f"r{number}" for number in range(len(types))]
    declared += [f"  {type_} {target}:" for type_, target in zip(types, targets, strict=True)]
    call = f"{name} ({', '.join(given)})"
    done = f"  {', '.join(targets)} := {call}" if targets else f"  {call}"
    return "\n".join(["PROC main ()", *declared, done, ":", ""])


@pytest.mark.parametrize(("results", "parameters"), PREDEFINED)
def test_predefined(results, parameters):
    for name in PREDEFINED[results, parameters].split():
        for part in PARTS:
            compiled(program(name, results, parameters), part)


@pytest.mark.parametrize("library", LIBRARIES)
def test_in_libraries(library):
    texts = [path.read_text(encoding="utf-8") for path in libraries()[library]]
    uses = re.findall(r'^#USE "(.+)\.lib"', "\n".join(texts), re.MULTILINE)
    texts += [path.read_text(encoding="utf-8") for name in uses for path in libraries()[name]]
    held = set(HEAD.findall("\n".join(texts)))
    assert set(LIBRARIES[library].split()) <= held
