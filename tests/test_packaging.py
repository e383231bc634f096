"""A wheel and an sdist hold all that runs, and run far from the repository."""

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
PACKAGES = (
    "common", "golden", "dataflow", "emulator", "hdl", "occam", "papers", "torqueflow",
)  # fmt: skip
PATIENCE = 3600
"""Seconds: half a gigabyte of other people's packages may have to come first."""


def done(*command, cwd=ROOT, **variables):
    """Run a program that must end well; return what it printed."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ended = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=env | variables, capture_output=True,
        text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def tracked(*places):
    return done("git", "ls-files", *places).splitlines()


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """An sdist of what git knows, and the wheel made from it: (sdist, wheel)."""
    folder = tmp_path_factory.mktemp("built")
    tree, environment = folder / "tree", folder / "builder"
    tree.mkdir()
    listed = folder / "listed"
    listed.write_text("".join(f"{name}\n" for name in tracked() if (ROOT / name).is_file()))
    done("cp", "--parents", "-t", tree, *listed.read_text().splitlines())
    venv.create(environment, with_pip=True)
    python = environment / "bin/python"
    done(python, "-m", "pip", "install", "--quiet", "setuptools>=77", "build")
    done(python, "-m", "build", "--no-isolation", "--outdir", folder, tree)
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return sdist, wheel


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_every_package(built):
    names = set(zipfile.ZipFile(built[1]).namelist())
    wanted = {name for name in tracked(*PACKAGES) if not name.endswith(".md")}
    assert wanted <= names
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == set(PACKAGES)


@pytest.mark.slow
def test_the_sdist_holds_what_the_wheel_is_made_of(built):
    with tarfile.open(built[0]) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    assert {name for name in tracked(*PACKAGES) if not name.endswith(".md")} <= names
    assert {"pyproject.toml", "README.md", "LICENSE"} <= names


@pytest.mark.slow
def test_it_runs_where_there_is_no_repository(built, tmp_path):
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    python, program = environment / "bin/python", environment / "bin/torqueflow"
    done(python, "-m", "pip", "install", "--quiet", "-c", ROOT / "constraints.txt", built[1])
    place = tmp_path / "elsewhere"
    place.mkdir()

    def run(line):
        return done(program, *line.split(), cwd=place, XDG_CACHE_HOME=str(tmp_path / "cache"))

    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert run("--version") == f"torqueflow {version}\n"
    assert "puma560" in run("robots")
    run("robots puma560 --picture arm.svg")
    assert (place / "arm.svg").read_bytes().startswith(b"<?xml")
    run("simulate machado_2r --points 5 --simulator icarus --json found.json")
    assert json.loads((place / "found.json").read_text())["checks_hold"] is True
    run("simulate machado_2r --points 5 --simulator verilator")
    run("verilog machado_2r -o rtl --bench 20")
    assert "reproduced" in run("papers")
    (place / "hello.s").write_text((ROOT / "examples/hello.s").read_text())
    run("transputer asm hello.s -o hello.btl")
    (place / "hello.occ").write_text((ROOT / "examples/hello.occ").read_text())
    run("occam build hello.occ")
    run("report machado_2r --points 10 -o page")
    assert (place / "page/index.html").stat().st_size > 100_000
    where = "import torqueflow; print(torqueflow.__file__)"
    assert done(python, "-c", where, cwd=place).startswith(str(environment))


def workflow(name):
    """The commands that a workflow runs, by job."""
    told = yaml.safe_load((ROOT / ".github/workflows" / name).read_text())
    return {
        job: [step["run"] for step in steps["steps"] if "run" in step]
        for job, steps in told["jobs"].items()
    }


def test_workflows_run_the_commands_of_ci():
    commands = re.findall(r"^make \w+$", (ROOT / ".ci/run").read_text(), re.MULTILINE)
    assert sorted(command for job in workflow("check.yml").values() for command in job) == sorted(
        commands
    )
    makefile = (ROOT / "Makefile").read_text()
    for job in workflow("slow.yml").values():
        assert all(re.search(rf"^{line.split()[1]}:", makefile, re.MULTILINE) for line in job)


def test_the_image_installs_extras_that_there_are():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (extras,) = re.findall(r"/src\[([\w,]+)\]", (ROOT / "Dockerfile").read_text())
    assert set(extras.split(",")) <= set(declared["optional-dependencies"])
    for copied in re.findall(r"^COPY (\S+) ", (ROOT / "Dockerfile").read_text(), re.MULTILINE):
        assert (ROOT / copied).exists()


def test_the_development_container_makes_what_there_is():
    told = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())
    program, *targets = told["postCreateCommand"].split()
    assert program == "make"
    done("make", "--dry-run", *targets)  # a target that is none ends it
    assert "sim" in targets


def test_python_is_the_same_everywhere():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    oldest = declared["requires-python"].removeprefix(">=")
    assert f"FROM python:{oldest}-" in (ROOT / "Dockerfile").read_text()
    for name in ("check.yml", "slow.yml"):
        versions = re.findall(
            r'python-version: "([\d.]+)"', (ROOT / ".github/workflows" / name).read_text()
        )
        assert set(versions) == {oldest}
    assert sys.version_info >= tuple(int(part) for part in oldest.split("."))
