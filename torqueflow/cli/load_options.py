"""What a robot holds and pushes, as told on the command line."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import typer

from common.arrays import Reals
from common.caution import caution
from common.errors import InputError
from golden.rigid_body import RigidBody, doubt_about_inertia
from golden.surroundings import LOADS
from torqueflow.cli.robot_options import names, numbers

PayloadOption = Annotated[
    str | None,
    typer.Option(
        metavar="M[,X,Y,Z[,XX,YY,ZZ,XY,YZ,XZ]]",
        help="What the link holds: mass, centre of mass in its frame, inertia about that.",
    ),
]
WrenchOption = Annotated[
    str | None,
    typer.Option(
        metavar="FX,FY,FZ,MX,MY,MZ",
        help="The force and moment that the robot exerts at the link's frame, in its axes.",
    ),
]
PortsOption = Annotated[
    str | None,
    typer.Option(
        metavar="A,B,...", help=f"Take these for each point too: any of {', '.join(LOADS)}."
    ),
]


def ports_named(text: str | None) -> tuple[str, ...]:
    """Return the loads that --ports names; raises `InputError`."""
    found = () if text is None else tuple(names("--ports", text))
    for i, name in enumerate(found):
        if name not in LOADS:
            raise InputError("--ports", f"{name!r} is unknown", ", ".join(LOADS))
        if name in found[:i]:
            raise InputError("--ports", f"{name!r} stands twice", "each once")
    return found


def body_told(text: str) -> RigidBody:
    """Return what --payload says: a mass, where it is, and its inertia about there."""
    allowed = "a mass of 0 kg or more, then perhaps its centre of mass, then perhaps its inertia"
    mass, *rest = numbers("--payload", text, (1, 4, 10), allowed)
    if mass < 0:
        raise InputError("--payload", f"{mass:g} kg", allowed)
    center = np.array(rest[:3] or [0.0, 0.0, 0.0])
    xx, yy, zz, xy, yz, xz = rest[3:] or [0.0] * 6
    inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    doubt = doubt_about_inertia(inertia, "--payload")
    if doubt is not None:
        caution(f"--payload: {doubt}")
    return RigidBody(mass, center, inertia)


def wrench_told(text: str) -> Reals:
    """Return what --wrench says, (6,)."""
    return np.array(numbers("--wrench", text, (6,), "FX,FY,FZ,MX,MY,MZ in N and N m"))
