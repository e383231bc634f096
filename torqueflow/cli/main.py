"""`torqueflow`: how every command begins and ends."""

from __future__ import annotations

import io
import sys
import warnings
from contextlib import suppress
from typing import TYPE_CHECKING

from common.errors import InputError, InputWarning, UnprovedError
from common.room import NO_ROOM
from common.signals import Ended, listening
from torqueflow.cli.standard_output import discard_output, flush_output

if TYPE_CHECKING:
    import typer

_INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it: 128 and the number of SIGINT."""


def application() -> typer.Typer:
    """Return the command line. It is imported here, so that Ctrl-C meanwhile ends well too."""
    from torqueflow.cli.command_group import command_line
    from torqueflow.cli.commands import COMMANDS

    return command_line(COMMANDS)


def _show_warning(message: Warning | str, category: type[Warning], *_: object) -> None:
    """Print a warning about the user's input as one line; leave the others to Python."""
    prefix = "warning" if issubclass(category, InputWarning) else category.__name__
    print(f"{prefix}: {message}", file=sys.stderr)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with the contract's status.

    0: done, all checks hold. 1: a check or a proof fell short. 2: bad input, told in one line.
    130, 143, 129: SIGINT, SIGTERM, SIGHUP, and nothing is left behind.
    """
    warnings.showwarning = _show_warning  # type: ignore[assignment]
    _escape_what_the_output_lacks()
    try:
        with listening():
            status = run(arguments)
            flush_output()
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        status = 1 if isinstance(error, UnprovedError) else 2
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        discard_output()
        where = error.filename or "standard output"
        print(f"error: {where}: {error.strerror}; allowed: a device with room", file=sys.stderr)
        status = 2
    except Ended as end:
        status = end.status
        with suppress(OSError):  # the terminal may have gone
            print(end, file=sys.stderr)
    except KeyboardInterrupt:
        status = _INTERRUPTED
    if status == _INTERRUPTED:
        print("interrupted", file=sys.stderr)
    sys.exit(status)


def _escape_what_the_output_lacks() -> None:
    """Print `\\xe4` where the locale has no `ä`, as Python does on standard error."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def run(arguments: list[str] | None) -> int:
    """Run a command and return its exit status; tell mistakes in options, raise other errors."""
    app = application()
    from typer._click import exceptions as click_exceptions  # typer carries its own click  # noqa: PLC2701

    try:
        # Typer itself turns Ctrl-C into the status 130.
        return app(args=arguments, prog_name="torqueflow", standalone_mode=False) or 0
    except click_exceptions.NoArgsIsHelpError as error:
        print(error.format_message())
    except click_exceptions.UsageError as error:
        from torqueflow.cli.usage_errors import told

        print(f"error: {told(error)}", file=sys.stderr)
    return 2
