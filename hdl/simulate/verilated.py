"""Verilator's own part of a model, which is the same in all machines: compiled once, and kept.

To compile it takes most of what a small machine takes. Make compiles nothing that is younger than
its source and the makefile; so objects are lent to the folder when the makefile is there, and what
make had to compile all the same is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path

from common.cache import user_cache
from hdl.simulate.build_cache import BuildCache
from hdl.simulate.build_key import tool_surroundings


@contextmanager
def library_lent(folder: Path, cache: BuildCache | None = None) -> Iterator[None]:
    """Lend make the objects that were compiled before; keep those that it compiles in the block.

    Parameters
    ----------
    folder
        Where Verilator has written its makefiles, and make is to work, without `OPT_GLOBAL`.
    cache
        Where objects are kept; a folder of the user's cache if None.
    """
    cache = BuildCache(user_cache("verilated")) if cache is None else cache
    told = "".join(path.read_text("utf-8") for path in sorted(folder.glob("*_classes.mk")))
    switches = re.findall(r"^VM_\w+ = .*$", told, re.MULTILINE)
    names = [f"{name}.o" for name in re.findall(r"^ +(verilated\w*) \\$", told, re.MULTILINE)]
    keys = {name: _key(name, switches) for name in names}
    missing = [name for name in names if cache.fetch(keys[name], folder / name) is None]
    yield
    for name in missing:
        cache.keep(keys[name], folder / name, {})


def nothing_lent(folder: Path) -> AbstractContextManager[None]:
    """Let make compile all of it."""
    return nullcontext()


def _key(name: str, switches: list[str]) -> str:
    """Return a name that two objects share only if they are the same."""
    digest = sha256()
    for text in (name, *switches, *tool_surroundings("verilator")):
        digest.update(text.encode() + b"\0")
    return digest.hexdigest()
