"""Settings shared by every test: the same on any machine, in any terminal, for any user."""

import os

import pytest
from hypothesis import HealthCheck, settings

PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
"""No clock judges a property: on a busy machine anything may take long."""

settings.register_profile("ci", **PATIENT, derandomize=True, print_blob=True)
settings.register_profile("dev", **PATIENT)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


TERMINAL = ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLUMNS", "PYTHONIOENCODING")
"""Variables by which a caller decrees what the command line prints to."""


@pytest.fixture(scope="session", autouse=True)
def no_terminal_by_decree():
    """Have the command line print as it does into a file."""
    with pytest.MonkeyPatch.context() as patched:
        for name in TERMINAL:
            patched.delenv(name, raising=False)
        yield


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
