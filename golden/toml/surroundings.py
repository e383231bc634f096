"""Limits of what acts from outside the joints, as TOML tables.

```toml
gravity = 12.0           # m/s2, of each component
[base]                   # a base that moves
omega = 3.0              # rad/s
alpha = 20.0             # rad/s2
acceleration = 30.0      # m/s2, with gravity in it
force = 500.0            # N, of its wrench
moment = 200.0           # N m
[payload]                # in the link's distal frame, inertia about its origin
mass = 3.0               # kg
first_moment = 0.5       # kg m
inertia = 0.2            # kg m2
[wrench]
force = 50.0             # N
moment = 10.0            # N m
```

Each is the largest magnitude of a component; every entry may be left out.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator

from common.fields import Fields
from golden.surroundings import FIELDS, UNITS, Surroundings

TABLES = ("base", "payload", "wrench")
"""The tables; gravity is a number beside them."""

NAMES = ("gravity", *TABLES)
"""What may stand in a file."""


def read_surroundings(fields: Fields, known: Surroundings) -> Surroundings:
    """Return the limits that stand in a table, those of `known` where none do.

    Raises
    ------
    InputError
        An entry is unknown, or no finite number above 0.
    """
    told = {}
    if "gravity" in fields:
        told["gravity"] = fields.positive("gravity", "more than 0, m/s2")
    for name in TABLES:
        if name not in fields:
            continue
        table = fields.table(name, f"a table [{name}] of limits")
        entries = [field for field in FIELDS if field.startswith(f"{name}_")]
        for entry in entries:
            key = entry.removeprefix(f"{name}_")
            if key in table:
                told[entry] = table.positive(key, f"more than 0, {UNITS[entry]}")
        table.finish([entry.removeprefix(f"{name}_") for entry in entries])
    return dataclasses.replace(known, **told)


def template_of(known: Surroundings, table: str) -> Iterator[str]:
    """Yield the lines of one table: what is known as it is, what is not to be filled in."""
    yield f"[{table}]"
    for entry in (field for field in FIELDS if field.startswith(f"{table}_")):
        value, key = getattr(known, entry), entry.removeprefix(f"{table}_")
        told = f"{key} = {value}" if math.isfinite(value) else f"# {key} = "
        yield f"{told}  # {UNITS[entry]}"
