"""The machine code of the processor is that of all its sources."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

# `low_word` stands in one file and calls functions of another.
RUN = """
import json
from emulator.transputer.processor.machine_code import STORE
from emulator.transputer.processor.softfloat_convert import low_word
value = low_word(0x40E00000, 0)  # 7.0
print(json.dumps([value, sum(low_word.stats.cache_hits.values()), str(STORE.folder)]))
"""


def run(copy):
    variables = {name: value for name, value in os.environ.items() if "NUMBA" not in name}
    output = subprocess.run(
        [sys.executable, "-B", "-c", RUN],
        cwd=copy.parent,
        env=variables | {"PYTHONPATH": str(copy)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    return json.loads(output)


def test_an_edited_callee_in_another_file_is_seen(tmp_path):
    copy = tmp_path / "copy"
    for package in ("common", "emulator"):
        ignored = shutil.ignore_patterns("__pycache__", "systolic", "*.s")
        shutil.copytree(ROOT / package, copy / package, ignore=ignored)
    value, hits, folder = run(copy)
    processor = copy / "emulator" / "transputer" / "processor"
    assert (value, hits, Path(folder).parent) == (7, 0, processor / "__pycache__")
    assert run(copy) == [7, 1, folder]
    path = processor / "softfloat_format.py"
    text = path.read_text()
    assert text.count("    return e, f\n") == 1
    path.write_text(text.replace("    return e, f\n", "    return e - 1, f\n"))
    value, hits, other = run(copy)
    assert (value, hits) == (3, 0)
    assert other != folder
