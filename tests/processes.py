"""Processes that tests start: alike, whatever the suite itself was started from."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

PATIENCE = 900
"""Seconds until a process counts as hung: a net only, wide enough for the slowest machine."""

_SENT = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def command(*arguments):
    """The command line's words, for this Python."""
    return [sys.executable, "-m", "torqueflow", *(str(argument) for argument in arguments)]


def finished(*arguments, **options):
    """The command line, run to its end."""
    usual = {"capture_output": True, "text": True, "check": False, "timeout": PATIENCE}
    return subprocess.run(command(*arguments), **usual | options)


def own_cache(folder):
    """Make a cache without machines that others compiled, to be named by XDG_CACHE_HOME.

    The synthesiser's own code is in it: to compile that takes longer than most tests.
    """
    folder.mkdir(exist_ok=True)
    usual = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wasmtime"
    if usual.exists() and not (folder / "wasmtime").exists():
        (folder / "wasmtime").symlink_to(usual)


def started(*arguments, **environment):
    """The command line in a process group of its own, which takes signals."""
    with _signals_as_usual():
        return subprocess.Popen(
            command(*arguments),
            env={**os.environ, **environment},
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@contextlib.contextmanager
def _signals_as_usual():
    """Start processes that do not ignore what this one does.

    A script's background and `nohup` hand ignored signals down, and a handler is what `exec`
    turns into the default; here it does nothing, so that this process ignores them as before.
    """
    ignored = [number for number in _SENT if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, lambda *_: None)
    try:
        yield
    finally:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)


def living(group):
    """Whether a process of the group has not ended; what only waits to be counted has."""
    if not Path("/proc/self/stat").exists():
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, 0)
            return True
        return False
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it ended meanwhile
            state, _, its_group = path.read_text("utf-8", "replace").rpartition(")")[2].split()[:3]
            if int(its_group) == group and state not in "ZX":
                return True
    return False


def having(text):
    """The numbers of living processes in whose environment a text stands, whoever started them."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):  # it ended meanwhile, or is another user's
            state = (path.parent / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            if text.encode() in path.read_bytes() and state[0] not in "ZX":
                found.append(int(path.parent.name))
    return found
