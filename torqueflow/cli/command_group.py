"""Commands that are imported when they are asked for, as a group of Typer's."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer._click.exceptions import UsageError  # Typer carries its own click  # noqa: PLC2701
from typer.core import TyperCommand, TyperGroup

from common.suggestions import meant
from torqueflow.cli.commands import Command, Group
from torqueflow.cli.option_values import read_in_own_words

_SUMMARY = "Robot dynamics as fixed-point dataflow hardware, simulated and proved to the bit."

_ENDS = (
    "Exit status: 0, done and all checks hold. 1, a check fell short. 2, bad input, told in one "
    "line. 130, 143 or 129 after SIGINT, SIGTERM or SIGHUP."
)


def command_line(commands: Mapping[str, Command | Group]) -> typer.Typer:
    """Return the whole command line."""
    app = typer.Typer(
        name="torqueflow",
        cls=group_of(commands),
        help=_SUMMARY,
        epilog=_ENDS,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_root)
    return app


def _show_version(wanted: bool) -> None:
    """Print the version as it is installed, and exit."""
    if wanted:
        from importlib.metadata import version

        print(f"torqueflow {version('torqueflow')}")
        raise typer.Exit


_Version = Annotated[
    bool,
    typer.Option(
        "--version", help="Show the version and exit.", is_eager=True, callback=_show_version
    ),
]


def _root(version: _Version = False) -> None:
    """Do what comes before every command: nothing."""


class _OneCommand(TyperCommand):
    """A command that reads its own options, and whose mistakes know which command they are of."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        read_in_own_words(self, ctx)
        with _of(ctx):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401
        with _of(ctx):
            return super().invoke(ctx)


@contextmanager
def _of(ctx: Any) -> Iterator[None]:  # noqa: ANN401
    """Tell a mistake which command it is of."""
    try:
        yield
    except UsageError as error:
        error.ctx = error.ctx or ctx
        raise


def group_of(commands: Mapping[str, Command | Group]) -> type[TyperGroup]:
    """Return the class, for `typer.Typer`, of a group that has these commands."""

    class OnDemand(TyperGroup):
        """A group whose commands are imported one by one."""

        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
            read_in_own_words(self, ctx)
            return super().parse_args(ctx, args)

        def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401 (Typer's own click)
            return list(commands)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401
            entry = commands.get(cmd_name)
            return None if entry is None else _made(cmd_name, entry)

        def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
            rows = [(name, entry.summary) for name, entry in commands.items()]
            with formatter.section("Commands"):
                formatter.write_dl(rows)

        def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401
            name = args[0]
            if name not in commands and not name.startswith("-"):
                ctx.fail(f"{name!r} is no command; {meant(name, commands)}")
            return super().resolve_command(ctx, args)

        def shell_complete(self, ctx: Any, incomplete: str) -> Any:  # noqa: ANN401
            from typer._click.shell_completion import CompletionItem  # noqa: PLC2701

            found = [name for name in commands if name.startswith(incomplete)]
            items = [CompletionItem(name, help=commands[name].summary) for name in found]
            return items or super().shell_complete(ctx, incomplete)

    return OnDemand


def _made(name: str, entry: Command | Group) -> Any:  # noqa: ANN401 (a command of Typer's click)
    """Import a command; a group's commands wait until they are asked for."""
    app = typer.Typer(
        name=name, no_args_is_help=isinstance(entry, Group), add_completion=False,
        rich_markup_mode=None,
    )  # fmt: skip
    if isinstance(entry, Group):
        app.callback(cls=group_of(entry.commands), help=entry.summary)(_nothing)
    else:
        app.command(name, cls=_OneCommand)(function_of(entry))
    return typer.main.get_command(app)


def function_of(command: Command) -> Callable[..., int | None]:
    """Import and return the function that is a command."""
    module, _, function = command.function.partition(":")
    found: Callable[..., int | None] = getattr(importlib.import_module(module), function)
    return found


def _nothing() -> None:
    """Do what comes before a group's command: nothing."""
