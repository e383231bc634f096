"""The packages import each other in one direction only."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_import_rule_holds():
    program = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout
