"""Settings shared by every test: the same on any machine, in any terminal, for any user."""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
"""No clock judges a property: on a busy machine anything may take long."""

settings.register_profile("ci", **PATIENT, derandomize=True, print_blob=True)
settings.register_profile("dev", **PATIENT)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


gc.set_threshold(50_000)
"""Most of what tests make is no garbage: to look for cycles less often saves a twelfth."""


LONGEST = (
    "test_emulator_transputer_assembly_bootfile.py",  # its interpreter becomes machine code here
    "test_hdl_machine.py",  # meanwhile what needs no transputer
    "test_hdl_simulate_testbench.py",
    "test_readme.py",
    "test_torqueflow_cli_outputs.py",
    "test_torqueflow_cli_signals.py",
    "test_torqueflow_simulate_processes.py",
    "test_dataflow_lowering_nodes.py",
    "test_dataflow_computations_inverse_dynamics.py",
    "test_hdl_serial.py",
    "test_dataflow_lowering_steps.py",
    "test_docs_site.py",
)
"""Files that take longest, to be begun first: workers take whole files (`--dist loadfile`), so that
what a file makes once for its tests is made once, and none is left alone with a long one."""


def pytest_collection_modifyitems(items):
    """Begin with the longest files; the others follow in the order in which they were found."""
    items.sort(key=lambda item: (*LONGEST, item.path.name).index(item.path.name))


TERMINAL = ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLUMNS", "PYTHONIOENCODING")
"""Variables by which a caller decrees what the command line prints to."""


@pytest.fixture(scope="session", autouse=True)
def no_terminal_by_decree():
    """Have the command line print as it does into a file."""
    with pytest.MonkeyPatch.context() as patched:
        for name in TERMINAL:
            patched.delenv(name, raising=False)
        yield


@pytest.fixture(scope="session")
def rtb():
    """Give Peter Corke's Robotics Toolbox: a second's import, for which not every worker waits."""
    import roboticstoolbox

    return roboticstoolbox


@pytest.fixture
def no_form_remembered():
    """Have equations written anew, as a test has changed how; and leave nothing of it behind."""
    from dataflow.lowering import forms

    forms._cheapest_once.cache_clear()
    yield
    forms._cheapest_once.cache_clear()


@pytest.fixture
def command_line(monkeypatch, capsys):
    """Run a command line in this process: (exit status, standard output, standard error)."""

    def command_line(*arguments):
        # Imported here because most tests run no command.
        from torqueflow.cli.main import main

        monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back
        with pytest.raises(SystemExit) as caught:
            main([str(argument) for argument in arguments])
        return (caught.value.code, *capsys.readouterr())

    return command_line
