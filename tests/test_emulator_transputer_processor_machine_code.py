"""Machine code of other sources is never used, and its folder stays bounded."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.caching import FunctionCache

from emulator.transputer.processor import machine_code
from emulator.transputer.processor.machine_code import (
    FOLDERS_KEPT,
    MachineCode,
    digest,
    forget_old_versions,
)

ROOT = Path(__file__).parent.parent

# `low_word` stands in one file and calls functions of another.
RUN = """
import json, sys
from emulator.transputer.processor.machine_code import FOLDER
from emulator.transputer.processor.softfloat_convert import low_word
{between}
value = low_word(0x40E00000, 0)  # 7.0
hits = sum(low_word.stats.cache_hits.values())
print(json.dumps([value, hits, None if FOLDER is None else str(FOLDER)]))
"""


# Code that is kept runs without what only the compiler needs.
WITHOUT_COMPILER = """
low_word(0x40E00000, 0)
print(json.dumps([name in sys.modules for name in ("scipy.linalg", "numba.np.arraymath")]))
sys.exit()
"""


@pytest.fixture
def copy(tmp_path):
    """The emulator's sources in a folder of their own, without any machine code."""
    for package in ("common", "emulator"):
        ignored = shutil.ignore_patterns("__pycache__", "systolic", "*.s")
        shutil.copytree(ROOT / package, tmp_path / "copy" / package, ignore=ignored)
    return tmp_path / "copy"


def start(copy, between="", **environment):
    variables = {name: value for name, value in os.environ.items() if "NUMBA" not in name}
    variables |= {"PYTHONPATH": str(copy), "XDG_CACHE_HOME": str(copy.parent / "cache")}
    return subprocess.Popen(
        [sys.executable, "-B", "-c", RUN.format(between=between)],
        cwd=copy.parent,
        env=variables | environment,
        stdout=subprocess.PIPE,
        text=True,
    )


def ended(process):
    output, _ = process.communicate()
    assert process.returncode == 0
    return json.loads(output)


def run(copy, between="", **environment):
    """Call `low_word` in a process: what it gives, whether its code was found, and where."""
    return ended(start(copy, between, **environment))


def kept(copy):
    return sorted(path for path in copy.parent.rglob("*.nbc"))


def edit(copy, file, old, new):
    path = copy / "emulator" / "transputer" / "processor" / file
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


def test_an_edited_callee_in_another_file_is_seen(copy):
    pycache = copy / "emulator" / "transputer" / "processor" / "__pycache__"
    processes = [start(copy), start(copy)]  # two that compile at once
    for process in processes:
        value, _, folder = ended(process)
        assert (value, Path(folder).parent) == (7, pycache)
    before = kept(copy)
    assert before
    assert run(copy) == [7, 1, folder]
    assert kept(copy) == before  # nor does an import write or remove anything
    assert run(copy, WITHOUT_COMPILER) == [False, False]
    edit(copy, "softfloat_format.py", "    return e, f\n", "    return e - 1, f\n")
    value, hits, other = run(copy)
    assert (value, hits) == (3, 0)
    assert other != folder
    assert set(before) < set(kept(copy))
    edit(copy, "softfloat_format.py", "    return e - 1, f\n", "    return e, f\n")
    assert run(copy) == [7, 1, folder]


def test_code_is_not_kept_once_a_source_was_edited(copy):
    between = (
        "from pathlib import Path\n"
        "path = Path(sys.modules[low_word.__module__].__file__)\n"
        "path.write_text(path.read_text() + '# edited\\n')\n"
    )
    assert run(copy, between)[:2] == [7, 0]
    assert kept(copy) == []


def test_a_package_that_may_only_be_read_has_its_code_in_the_users_folder(copy):
    # Not even root can make a folder where a file is.
    pycache = copy / "emulator" / "transputer" / "processor" / "__pycache__"
    pycache.touch()
    cache = copy.parent / "cache"
    value, hits, folder = run(copy)
    assert (value, hits, Path(folder).parent) == (7, 0, cache / "torqueflow")
    assert {path.parent for path in kept(copy)} == {Path(folder)}
    shutil.rmtree(cache)
    cache.touch()
    assert run(copy) == [7, 0, None]
    assert kept(copy) == []
    chosen = copy.parent / "chosen"
    assert Path(run(copy, NUMBA_CACHE_DIR=str(chosen))[2]).parent == chosen


def test_the_digest_is_of_every_name_and_every_text(tmp_path):
    sources = tmp_path / "sources"
    (sources / "part").mkdir(parents=True)
    (sources / "one.py").write_text("A = 1\n")
    (sources / "part" / "two.py").write_text("B = 2\n")
    first = digest((sources,))
    assert digest((sources,)) == first
    (sources / "notes.txt").write_text("not a source")
    assert digest((sources,)) == first
    found = {first}
    (sources / "part" / "two.py").write_text("B = 3\n")
    found.add(digest((sources,)))
    (sources / "part" / "two.py").rename(sources / "part" / "three.py")
    found.add(digest((sources,)))
    (sources / "one.py").unlink()
    found.add(digest((sources,)))
    assert len(found) == 4


def test_only_the_versions_written_last_are_kept(tmp_path):
    (tmp_path / "other").mkdir()
    for age in range(FOLDERS_KEPT + 3):
        folder = tmp_path / f"transputer-{age}"
        folder.mkdir()
        (folder / "code.1.nbc").touch()
        os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    forget_old_versions(tmp_path)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"other", *(f"transputer-{age}" for age in range(FOLDERS_KEPT))}


def test_a_full_disk_only_costs_the_keeping(monkeypatch, tmp_path):
    def fail(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(machine_code, "FOLDER", tmp_path)
    monkeypatch.setattr(FunctionCache, "save_overload", fail)
    monkeypatch.setattr(FunctionCache, "_load_overload", fail)
    monkeypatch.setattr(machine_code.rtsys, "initialize", lambda target: None)
    cache = MachineCode(fail)
    cache.save_overload("signature", "result")
    assert cache.load_overload("signature", "target") is None
