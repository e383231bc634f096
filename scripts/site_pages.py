"""The site's sources: every page of the repository in its place, and pages written from the code.

Run by `make docs`, before MkDocs. Below `build/site-source` stands the same tree as in the
repository, so that links between pages are good in both; a link to a source file brings the file
along, and a link to a folder leads to its README, or to a list of its modules where it has none.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

from command_pages import command_pages, python_page

_ROOT = Path(__file__).parent.parent
_LINK = re.compile(r"(!?\[[^\]]*\]\()([^)#\s]+)(#[^)\s]*)?(\))")
_LEFT_OUT = ("tests/",)


def main() -> None:
    """Write the sources anew, into the folder that is named or `build/site-source`."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else _ROOT / "build/site-source"
    shutil.rmtree(target, ignore_errors=True)
    for page in _pages():
        _write(target, page, (_ROOT / page).read_text("utf-8"))
    for name, text in command_pages().items():
        _write(target, Path("docs/commands") / name, text)
    _write(target, Path("docs/interface.md"), python_page())


def _pages() -> list[Path]:
    """Return the repository's pages: what git knows, or would take in."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "*.md"],
        cwd=_ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [Path(line) for line in listed.stdout.splitlines() if not line.startswith(_LEFT_OUT)]


def _write(target: Path, page: Path, text: str) -> None:
    """Write a page with its links to folders resolved, and copy what else it links to."""
    place = target / page
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(_LINK.sub(lambda found: _resolved(found, target, page), text), "utf-8")


def _resolved(found: re.Match[str], target: Path, page: Path) -> str:
    before, link, anchor, after = found.groups()
    if "://" in link or link.startswith("mailto:"):
        return found[0]
    source = (_ROOT / page.parent / link).resolve()
    if not source.is_relative_to(_ROOT):
        return found[0]
    inside = source.relative_to(_ROOT)
    if source.is_dir():
        if not (source / "README.md").exists():
            _list_modules(target, inside)
        return f"{before}{link.rstrip('/')}/README.md{anchor or ''}{after}"
    if source.is_file() and source.suffix != ".md":
        copy = target / inside
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)
    return found[0]


def _list_modules(target: Path, folder: Path) -> None:
    """Write a page that lists a folder's files with the first line of what they say."""
    lines = [f"# {folder}/", ""]
    for path in sorted((_ROOT / folder).glob("*")):
        if path.suffix == ".md":
            title = path.read_text("utf-8").splitlines()[0].removeprefix("# ")
            lines.append(f"- [{title}]({path.name})")
        first = path / "__init__.py" if path.is_dir() else path
        if first.suffix == ".py" and first.exists() and path.name != "__init__.py":
            told = (ast.get_docstring(ast.parse(first.read_text("utf-8"))) or "").splitlines()
            shown = path.name + "/" * path.is_dir()
            lines.append(f"- `{shown}`: {told[0] if told else ''}")
    place = target / folder / "README.md"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("\n".join([*lines, ""]), "utf-8")


if __name__ == "__main__":
    main()
