"""Machine code of other sources is never used, and its folder stays bounded."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.caching import FunctionCache

from common import machine_code
from common.machine_code import FOLDERS_KEPT, MachineCode, Store, digest

ROOT = Path(__file__).parent.parent

SCALE = "FACTOR = 7\n\n\ndef scaled(x):\n    return FACTOR * x\n"

# `total` calls a function of another file.
TOTAL = """
from pathlib import Path

from numba import njit
from numba.extending import register_jitable

from common.machine_code import Store
from part.scale import scaled

register_jitable(scaled)
STORE = Store("part", (Path(__file__).parent,), runtime_alone=True)


@njit
def total(x):
    return scaled(x) + 1


STORE.keep(total)
"""

RUN = """
import json
import sys
from part.total import STORE, total
{between}
value = total(2)
hits = sum(total.stats.cache_hits.values())
print(json.dumps([value, hits, None if STORE.folder is None else str(STORE.folder)]))
"""

# Code that is kept runs without what only the compiler needs.
WITHOUT_COMPILER = """
total(2)
print(json.dumps([name in sys.modules for name in ("scipy.linalg", "numba.np.arraymath")]))
sys.exit()
"""


@pytest.fixture
def sources(tmp_path):
    """A package whose machine code is kept, without any yet."""
    part = tmp_path / "copy" / "part"
    part.mkdir(parents=True)
    (part / "__init__.py").touch()
    (part / "scale.py").write_text(SCALE)
    (part / "total.py").write_text(TOTAL)
    return part


def start(sources, between="", **environment):
    variables = {name: value for name, value in os.environ.items() if "NUMBA" not in name}
    variables |= {
        "PYTHONPATH": os.pathsep.join([str(sources.parent), str(ROOT)]),
        "XDG_CACHE_HOME": str(sources.parent.parent / "cache"),
    }
    return subprocess.Popen(
        [sys.executable, "-B", "-c", RUN.format(between=between)],
        cwd=sources.parent.parent,
        env=variables | environment,
        stdout=subprocess.PIPE,
        text=True,
    )


def ended(process):
    output, _ = process.communicate()
    assert process.returncode == 0
    return json.loads(output)


def run(sources, between="", **environment):
    """Call `total` in a process: what it gives, whether its code was found, and where."""
    return ended(start(sources, between, **environment))


def kept(sources):
    return sorted(sources.parent.parent.rglob("*.nbc"))


def test_an_edited_callee_in_another_file_is_seen(sources):
    processes = [start(sources), start(sources)]  # two that compile at once
    for process in processes:
        value, _, folder = ended(process)
        assert (value, Path(folder).parent) == (15, sources / "__pycache__")
    before = kept(sources)
    assert before
    assert run(sources) == [15, 1, folder]
    assert kept(sources) == before  # nor does an import write or remove anything
    assert run(sources, WITHOUT_COMPILER) == [False, False]
    (sources / "scale.py").write_text(SCALE.replace("7", "5"))
    value, hits, other = run(sources)
    assert (value, hits) == (11, 0)
    assert other != folder
    assert set(before) < set(kept(sources))
    (sources / "scale.py").write_text(SCALE)
    assert run(sources) == [15, 1, folder]


def test_code_is_not_kept_once_a_source_was_edited(sources):
    edit = f"open({str(sources / 'scale.py')!r}, 'a').write('# edited')"
    assert run(sources, edit)[:2] == [15, 0]
    assert kept(sources) == []


def test_a_package_that_may_only_be_read_has_its_code_in_the_users_folder(sources):
    # Not even root can make a folder where a file is.
    (sources / "__pycache__").touch()
    cache = sources.parent.parent / "cache"
    value, hits, folder = run(sources)
    assert (value, hits, Path(folder).parent) == (15, 0, cache / "torqueflow")
    assert {path.parent for path in kept(sources)} == {Path(folder)}
    shutil.rmtree(cache)
    cache.touch()
    assert run(sources) == [15, 0, None]
    assert kept(sources) == []
    chosen = sources.parent.parent / "chosen"
    assert Path(run(sources, NUMBA_CACHE_DIR=str(chosen))[2]).parent == chosen


def test_the_digest_is_of_every_name_and_every_text(sources):
    first = digest((sources,))
    assert digest((sources,)) == first
    (sources / "notes.txt").write_text("not a source")
    assert digest((sources,)) == first
    found = {first, digest((sources / "scale.py",)), digest((sources / "total.py",))}
    (sources / "scale.py").write_text(SCALE.replace("7", "5"))
    found |= {digest((sources,)), digest((sources / "scale.py",))}
    (sources / "scale.py").rename(sources / "scales.py")
    found.add(digest((sources,)))
    (sources / "total.py").unlink()
    found.add(digest((sources,)))
    assert len(found) == 7


def test_only_the_versions_written_last_are_kept(sources, monkeypatch):
    monkeypatch.setattr(machine_code.config, "CACHE_DIR", "")
    store = Store("part", (sources / "scale.py",))
    place = store.folder.parent
    assert place == sources / "__pycache__"
    (place / "other-1").mkdir(parents=True)
    for age in range(FOLDERS_KEPT + 3):
        folder = place / f"part-{age}"
        folder.mkdir()
        (folder / "code.1.nbc").touch()
        os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    store.forget_old_versions()
    left = {path.name for path in place.iterdir()}
    assert left == {"other-1", *(f"part-{age}" for age in range(FOLDERS_KEPT))}


@pytest.mark.parametrize("alone", [True, False])
def test_a_full_disk_only_costs_the_keeping(sources, monkeypatch, alone):
    def fail(*arguments):
        raise OSError(28, "No space left on device")

    class Target:
        def refresh(self):
            prepared.append("all")

    prepared = []
    store = Store("part", (sources,), runtime_alone=alone)
    monkeypatch.setattr(FunctionCache, "save_overload", fail)
    monkeypatch.setattr(FunctionCache, "_load_overload", fail)
    monkeypatch.setattr(machine_code.rtsys, "initialize", lambda target: prepared.append("runtime"))
    cache = MachineCode(fail, store)
    cache.save_overload("signature", "result")
    assert cache.load_overload("signature", Target()) is None
    assert prepared == ["runtime" if alone else "all"]
