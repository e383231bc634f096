"""`torqueflow`: which commands there are, and how every one of them ends."""

from __future__ import annotations

import errno
import io
import sys
import warnings
from typing import TYPE_CHECKING

from common.errors import InputError, InputWarning
from torqueflow.cli.standard_output import discard_output

if TYPE_CHECKING:
    import typer

_INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it: 128 and the number of SIGINT."""

_FULL = (errno.ENOSPC, errno.EDQUOT)
"""What the system says when there is no room for what a command writes."""


def application() -> typer.Typer:
    """Return the command line with all its commands.

    Whatever takes time to import is imported here, so that Ctrl-C meanwhile ends well too.
    """
    import typer

    from torqueflow.cli import occam, transputer
    from torqueflow.cli.boolean import boolean
    from torqueflow.cli.dynamics import dynamics
    from torqueflow.cli.explore import explore
    from torqueflow.cli.robots import robots
    from torqueflow.cli.simulate import simulate
    from torqueflow.cli.tasks import tasks
    from torqueflow.cli.verilog import verilog

    app = typer.Typer(
        name="torqueflow",
        help="Robot dynamics as fixed-point dataflow hardware, simulated and proved to the bit.",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_root)
    for command in (robots, simulate, dynamics, verilog, explore, boolean, tasks):
        app.command()(command)
    app.add_typer(transputer.app, name="transputer")
    app.add_typer(occam.app, name="occam")
    return app


def _root() -> None:
    """Robot dynamics as fixed-point dataflow hardware, simulated and proved to the bit."""


def _show_warning(message: Warning | str, category: type[Warning], *_: object) -> None:
    """Print a warning about the user's input as one line; leave the others to Python."""
    prefix = "warning" if issubclass(category, InputWarning) else category.__name__
    print(f"{prefix}: {message}", file=sys.stderr)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with the contract's status.

    0: done, all checks hold. 1: a check fell short. 2: bad input, told in one line. 130: Ctrl-C.
    """
    warnings.showwarning = _show_warning  # type: ignore[assignment]
    _escape_what_the_output_lacks()
    try:
        status = run(arguments)
        sys.stdout.flush()
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        status = 2
    except OSError as error:
        if error.errno not in _FULL:
            raise
        discard_output()
        where = error.filename or "standard output"
        print(f"error: {where}: {error.strerror}; allowed: a device with room", file=sys.stderr)
        status = 2
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
        return app(args=arguments, standalone_mode=False) or 0
    except click_exceptions.NoArgsIsHelpError as error:
        print(error.format_message())
    except click_exceptions.UsageError as error:
        command = error.ctx.command_path if error.ctx else "torqueflow"
        message = error.format_message().replace("\n", " ").rstrip(".")
        print(f"error: {message} (see `{command} --help`)", file=sys.stderr)
    return 2
