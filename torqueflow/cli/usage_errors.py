"""Mistakes in a command's words and options, told as every other bad input: in one line."""

from __future__ import annotations

import re
from typing import Any

from common.suggestions import nearest
from torqueflow.cli.option_values import allowed


def told(error: Any) -> str:  # noqa: ANN401 (a UsageError of the click that Typer carries)
    """Return the line that tells a mistake, and where the help is."""
    where = error.ctx
    command = where.command_path if where else "torqueflow"
    return f"{_problem(error)} (see `{command} --help`)"


def _problem(error: Any) -> str:  # noqa: ANN401
    from typer._click import exceptions  # Typer carries its own click  # noqa: PLC2701

    if isinstance(error, exceptions.NoSuchOption):
        known = [name for name in _options(error.ctx) if name.startswith("--")]
        near = nearest(error.option_name, known)
        return f"{error.option_name}: no such option" + (f"; did you mean {near}?" if near else "")
    if isinstance(error, exceptions.MissingParameter):
        return f"{_name(error.param)}: missing; allowed: {allowed(error.param)}"
    if isinstance(error, exceptions.BadParameter) and error.param is None:
        return str(error.message)  # a command's own, of options that need each other
    if isinstance(error, exceptions.BadParameter):
        return f"{_name(error.param)}: {error.message}; allowed: {allowed(error.param)}"
    if isinstance(error, exceptions.BadOptionUsage):
        return _misused(error)
    text = str(error.format_message()).replace("\n", " ").rstrip(".")
    surplus = re.fullmatch(r"Got unexpected extra argument\S* \((.*)\)", text)
    return f"{surplus[1]!r}: more than the command takes" if surplus else text


def _misused(error: Any) -> str:  # noqa: ANN401
    """Tell of an option without its value, or of a flag with one."""
    option = _options(error.ctx).get(error.option_name)
    if option is None:
        return str(error.format_message()).rstrip(".")
    if option.is_flag:
        return f"{error.option_name}: with a value; allowed: {error.option_name} alone"
    return f"{error.option_name}: without a value; allowed: {allowed(option)}"


def _options(context: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return a command's parameters by every name of theirs."""
    if context is None:
        return {}
    parameters = context.command.get_params(context)
    return {name: parameter for parameter in parameters for name in parameter.opts}


def _name(parameter: Any) -> str:  # noqa: ANN401
    """Return what a parameter is called: its longest name if it is an option."""
    if parameter.param_type_name == "argument":
        return str(parameter.metavar or parameter.name)
    return str(max(parameter.opts, key=len))
