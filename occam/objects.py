"""Object files: modules that were compiled by themselves, as JSON.

``{"format": "torqueflow occam object 1", "modules": [...]}``. A library is an object file with
several modules, such as one for each part and mode of checks; who uses it takes the one that fits.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from common.errors import InputError
from common.inputs import SPECIAL, is_special
from common.place import Place
from occam.program import Checks, External, Image, Module, Origin

_FORMAT = "torqueflow occam object 1"
_HEAD = json.dumps({"format": _FORMAT})[:-1].encode()
_BYTES_MAXIMUM = 32_000_000


def is_object(path: Path) -> bool:
    """Tell whether a file begins as object files do."""
    if is_special(path):
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(_HEAD)) == _HEAD
    except OSError:
        return False


def as_object(modules: Iterable[Module]) -> bytes:
    """Return the content of an object file."""
    content = {"format": _FORMAT, "modules": [_written(module) for module in modules]}
    return json.dumps(content).encode() + b"\n"


def _written(module: Module) -> dict[str, Any]:
    image = module.image
    return {
        "part": image.part,
        "checks": module.checks.value,
        "interface": module.interface,
        "routines": {name: vars(one) for name, one in module.routines.items()},
        "code": base64.b64encode(image.code).decode(),
        "origins": [
            [one.offset, one.place.file, one.place.line, one.place.column, one.procedure]
            for one in image.origins
        ],
        "data": image.data,
        "stops": image.stops,
    }


def read_object(path: Path) -> tuple[Module, ...]:
    """Return the modules of an object file. Raises InputError."""
    if is_special(path):
        raise InputError(str(path), SPECIAL, "a file that can be read")
    try:
        with path.open("rb") as file:
            content = file.read(_BYTES_MAXIMUM + 1)
    except OSError as error:
        raise InputError(str(path), str(error.strerror), "a file that can be read") from None
    if len(content) > _BYTES_MAXIMUM:
        problem = f"{path.stat().st_size} bytes"
        raise InputError(str(path), problem, f"at most {_BYTES_MAXIMUM}")
    try:
        found = json.loads(content)
        if found["format"] != _FORMAT:
            raise ValueError
        return tuple(_read(module) for module in found["modules"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError(
            str(path), "no object file, or a damaged one", "what `torqueflow occam compile` writes"
        ) from None


def _read(module: dict[str, Any]) -> Module:
    try:
        code = base64.b64decode(module["code"], validate=True)
    except binascii.Error:
        raise ValueError from None
    part = module["part"]
    if part not in ("T800", "T414") or not isinstance(module["interface"], str):
        raise ValueError
    routines = {name: _external(one, len(code)) for name, one in module["routines"].items()}
    origins = tuple(
        Origin(_offset(offset, len(code)), Place(str(file), int(line), int(column)), str(procedure))
        for offset, file, line, column, procedure in module["origins"]
    )
    data = tuple((_offset(a, len(code)), _offset(b, len(code))) for a, b in module["data"])
    stops = tuple(_offset(one, len(code)) for one in module["stops"])
    image = Image(code, 0, 0, 0, 0, origins, part, data, stops)
    return Module(Checks(module["checks"]), module["interface"], routines, image)


def _external(one: dict[str, Any], size: int) -> External:
    vectors = one["vectors"]
    if vectors is not None:
        vectors = _count(vectors)
    uses = tuple((_count(number), str(use)) for number, use in one["uses"])
    entry, depth = _offset(one["entry"], size), _count(one["depth"])
    return External(entry, depth, vectors, uses, str(one["effect"]), bool(one["priority"]))


def _offset(value: object, size: int) -> int:
    offset = _count(value)
    if offset > size:
        raise ValueError
    return offset


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError
    return value


def joined(paths: Sequence[Path]) -> tuple[Module, ...]:
    """Return the modules of several object files; raises InputError for one that is there twice."""
    seen: dict[tuple[str, str, Checks], Path] = {}
    modules: list[Module] = []
    for path in paths:
        for module in read_object(path):
            for name in module.routines:
                key = (name, module.image.part, module.checks)
                if key in seen:
                    raise InputError(
                        str(path),
                        f"{name} for {module.image.part} and --checks {module.checks.value},"
                        f" which {seen[key]} has too",
                        "each routine once for a part and a mode of checks",
                    )
                seen[key] = path
            modules.append(module)
    return tuple(modules)
