"""The site: its sources hold every page, links lead somewhere, commands in the tutorial run."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import PATIENCE
from torqueflow.cli.commands import COMMANDS, Group
from torqueflow.cli.main import main

ROOT = Path(__file__).parent.parent
TUTORIAL = (ROOT / "docs/tutorial.md").read_text("utf-8")
LINES = [
    line
    for block in re.findall(r"```sh\n(.*?)```", TUTORIAL, re.DOTALL)
    for line in block.splitlines()
]


def python(*arguments, **variables):
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env={**os.environ, **variables},
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """The folder of the site's sources."""
    folder = tmp_path_factory.mktemp("sources")
    done = python("scripts/site_pages.py", str(folder))
    assert done.returncode == 0, done.stderr
    return folder


def test_every_command_has_a_page_with_its_options(sources):
    names = [
        f"{name}-{inner}" if inner else name
        for name, entry in COMMANDS.items()
        for inner in (entry.commands if isinstance(entry, Group) else [""])
    ]
    pages = {path.stem: path.read_text() for path in (sources / "docs/commands").glob("*.md")}
    assert set(pages) == {*names, "README"}
    assert all(re.search(r"^\| `.*` \| \S", pages[name], re.MULTILINE) for name in names)
    assert "`--picture FILE.svg` | Draw it" in pages["dynamics"]


def test_the_interface_has_every_public_name(sources):
    import torqueflow

    text = (sources / "docs/interface.md").read_text()
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == list(torqueflow.__all__)


def test_every_link_of_every_page_leads_to_a_file(sources):
    found = 0
    for page in sources.rglob("*.md"):
        for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
            if "://" not in link and not link.startswith("#"):
                found += 1
                assert (page.parent / link.split("#")[0]).is_file(), f"{page}: {link}"
    assert found > 150


def test_every_page_of_the_navigation_is_there(sources):
    told = (ROOT / "mkdocs.yml").read_text("utf-8")
    pages = re.findall(r": (\S+\.md)$", told.split("\nnav:")[1], re.MULTILINE)
    assert len(pages) > 30
    assert [page for page in pages if not (sources / page).is_file()] == []


@pytest.mark.slow
def test_the_site_is_built_and_a_dead_link_ends_it(sources, tmp_path):
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    config = tmp_path / "mkdocs.yml"
    config.write_text(
        text.replace("build/site-source", str(sources)).replace(
            "build/site", str(tmp_path / "site")
        )
    )
    arguments = ("-m", "mkdocs", "build", "--strict", "-f", str(config))
    done = python(*arguments, NO_MKDOCS_2_WARNING="1")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "site/docs/tutorial.html").read_text()
    assert "From a URDF to waves" in page
    assert not re.search(r'<(script|img|link)[^>]*(src|href)="https?://', page)
    with (sources / "docs/faq.md").open("a") as file:
        file.write("\n[dead](nowhere.md)\n")
    assert python(*arguments, NO_MKDOCS_2_WARNING="1").returncode != 0


def test_the_tutorial_has_commands():
    assert len(LINES) == 9
    assert all(line.startswith("torqueflow ") for line in LINES)


LATER = [line for line in LINES if "--waves" in line or " report " in line]
"""What takes longer than all the others."""


@pytest.mark.filterwarnings("ignore:.*no acceleration limits")
@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([line for line in LINES if line not in LATER], id="most"),
        pytest.param(LINES, id="all", marks=pytest.mark.slow),
    ],
)
def test_the_commands_of_the_tutorial(lines, tmp_path, monkeypatch, capfd):
    """In their order: each reads what those before it wrote."""
    monkeypatch.chdir(ROOT)
    for line in lines:
        monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(line.replace("build/", f"{tmp_path}/"))[1:])
        out, _ = capfd.readouterr()
        assert ended.value.code == 0, line
        for written in re.findall(r"build/(\S+)", line):
            assert (tmp_path / written).exists()
        if " simulate " in line:
            block = re.search(r"```text\n(.*?)```", TUTORIAL, re.DOTALL)[1]
            assert set(block.splitlines()) <= {text.rstrip() for text in out.splitlines()}
