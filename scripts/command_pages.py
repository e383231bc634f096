"""Pages of the site that are written from the code: one a command, one for `import torqueflow`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import typer
from rich.markup import escape

import torqueflow
from torqueflow.cli.command_group import command_line
from torqueflow.cli.commands import COMMANDS, Group

_MANUALS = {
    "robots": "robots", "dynamics": "robots", "trajectory": "robots", "simulate": "errors",
    "verilog": "hardware", "synth": "hardware", "explore": "explore", "report": "report",
    "loop": "loop", "boolean": "boolean", "tasks": "tasks", "papers": "papers",
    "transputer": "transputer", "occam": "occam",
}  # fmt: skip
"""Which manual tells more, by the first word of a command."""


def command_pages() -> dict[str, str]:
    """Return Markdown by file name: a page a command, and a list of all."""
    pages = {"README.md": _overview()}
    for words, context, command in _commands():
        pages[f"{'-'.join(words)}.md"] = _page(words, context, command)
    return pages


def _commands() -> Iterator[tuple[tuple[str, ...], object, object]]:
    """Yield each command's words, with its context and itself, as Typer has them."""
    root = typer.main.get_command(command_line(COMMANDS))
    above = root.make_context("torqueflow", [], resilient_parsing=True)
    for name, entry in COMMANDS.items():
        command = root.get_command(above, name)
        context = typer.Context(command, parent=above, info_name=name)
        if not isinstance(entry, Group):
            yield (name,), context, command
            continue
        for inner in entry.commands:
            own = command.get_command(context, inner)
            yield (name, inner), typer.Context(own, parent=context, info_name=inner), own


def _overview() -> str:
    lines = ["# Commands", "", "| command | |", "| --- | --- |"]
    for name, entry in COMMANDS.items():
        inner = entry.commands if isinstance(entry, Group) else {None: entry}
        for word, command in inner.items():
            words = name if word is None else f"{name} {word}"
            lines.append(f"| [`{words}`]({words.replace(' ', '-')}.md) | {command.summary} |")
    return "\n".join(
        [*lines, "", "These pages are written from the program: `--help` says the same.", ""]
    )


def _page(words: tuple[str, ...], context: object, command: object) -> str:
    """Return a command's page: what it does, how it is called, its options, where more stands."""
    usage = " ".join(command.collect_usage_pieces(context))
    lines = [f"# {' '.join(words)}", "", inspect.cleandoc(command.help or ""), ""]
    lines += ["```", f"torqueflow {' '.join(words)} {usage}", "```", ""]
    rows = []
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None:
            told = _cell(record[1]).replace("<", "&lt;")
            rows.append(f"| `{_cell(record[0])}` | {told} |")
    lines += ["| option | |", "| --- | --- |", *rows, ""]
    manual = _MANUALS.get(words[0], "architecture")
    lines += [f"More, with examples: [the manual](../{manual}.md).", ""]
    return "\n".join(lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def python_page() -> str:
    """Return what `import torqueflow` has: each public name with its signature and contract."""
    lines = ["# The Python interface", "", "What a notebook imports: `import torqueflow as tf`. ",
             "How it is used: [torqueflow in Python](python.md).", ""]  # fmt: skip
    for name in torqueflow.__all__:
        thing = getattr(torqueflow, name)
        lines += [f"## {name}", ""]
        if callable(thing) and not inspect.isclass(thing):
            lines += ["```python", f"{name}{_signature(thing)}", "```", ""]
        lines += [*_told(thing), ""]
        if inspect.isclass(thing) and thing.__module__.startswith("torqueflow"):
            for inner, member in vars(thing).items():
                if not inner.startswith("_") and (callable(member) or isinstance(member, property)):
                    lines += [f"### {name}.{inner}", ""]
                    if not isinstance(member, property):
                        lines += ["```python", f"{inner}{_signature(member)}", "```", ""]
                    lines += [*_told(member), ""]
    return "\n".join(lines)


def _signature(function: object) -> str:
    text = str(inspect.signature(function)).replace("(self, ", "(").replace("(self)", "()")
    return re.sub(r"'([^']*)'", r"\1", text)


def _told(thing: object) -> list[str]:
    """Return a docstring with its underlined headings in bold, and what they list as lists."""
    text = inspect.cleandoc(inspect.getdoc(thing) or "").replace("``", "`")
    text = re.sub(r"^(\S.*)\n((?: {4}.*(?:\n|$))+)", _listed, text, flags=re.MULTILINE)
    text = re.sub(r"^(\w[\w ]*)\n-{3,}$", r"**\1**\n", text, flags=re.MULTILINE)
    return escape(text).replace("\\[", "[").splitlines()


def _listed(found: re.Match[str]) -> str:
    """Return a name and what is indented below it as an entry of a list."""
    return f"- **{found[1]}**: {' '.join(found[2].split())}\n"
