"""The simulator that suits a run."""

import pytest

from common.errors import InputError
from hdl.simulate import suited as module
from hdl.simulate.suited import ICARUS_WORK, suited, usable_simulators

BOTH = ("verilator", "icarus")


@pytest.mark.parametrize(
    ("work", "waves", "usable", "chosen"),
    [
        (1, None, BOTH, "icarus"),
        (ICARUS_WORK, None, BOTH, "icarus"),
        (ICARUS_WORK + 1, None, BOTH, "verilator"),
        (1, None, ("verilator",), "verilator"),
        (10**7, None, ("icarus",), "icarus"),
        (1, "w.vcd", BOTH, "verilator"),
        (10**7, "w.fst", BOTH, "icarus"),
        (1, "/dev/null", BOTH, "icarus"),
    ],
)
def test_the_work_decides_but_for_a_format_that_one_alone_writes(work, waves, usable, chosen):
    assert suited(work, waves, usable) == chosen


def test_those_that_are_installed(monkeypatch):
    def check(simulator):
        if simulator not in installed:
            raise InputError("--simulator", f"{simulator} is missing", "to install it")

    monkeypatch.setattr(module, "check_simulator", check)
    for installed in (BOTH, ("icarus",), ("verilator",)):
        assert usable_simulators() == installed
    installed = ()
    with pytest.raises(InputError, match="verilator is missing"):
        usable_simulators()
