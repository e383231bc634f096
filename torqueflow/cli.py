"""`torqueflow`: which commands there are, and how every one of them ends."""

from __future__ import annotations

import sys
import warnings

import typer
from typer._click import exceptions as click_exceptions  # typer carries its own click

from golden.errors import InputError, InputWarning
from torqueflow import transputer

app = typer.Typer(
    name="torqueflow",
    help="Robot dynamics as fixed-point dataflow hardware, simulated and proved to the bit.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(transputer.app, name="transputer")


@app.callback()
def root() -> None:
    """Robot dynamics as fixed-point dataflow hardware, simulated and proved to the bit."""


def show_warning(message: Warning | str, category: type[Warning], *_: object) -> None:
    """Print a warning about the user's input as one line; leave the others to Python."""
    prefix = "warning" if issubclass(category, InputWarning) else category.__name__
    print(f"{prefix}: {message}", file=sys.stderr)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with the contract's status.

    0: done, all checks hold. 1: a check fell short. 2: bad input, told in one line. 130: Ctrl-C.
    """
    warnings.showwarning = show_warning  # type: ignore[assignment]
    try:
        status = app(args=arguments, standalone_mode=False)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        status = 2
    except click_exceptions.NoArgsIsHelpError as error:
        print(error.format_message())
        status = 2
    except click_exceptions.UsageError as error:
        command = error.ctx.command_path if error.ctx else "torqueflow"
        message = error.format_message().replace("\n", " ")
        print(f"error: {message} (see `{command} --help`)", file=sys.stderr)
        status = 2
    except (KeyboardInterrupt, typer.Abort):
        print("interrupted", file=sys.stderr)
        status = 130
    sys.exit(status or 0)


if __name__ == "__main__":
    main()
