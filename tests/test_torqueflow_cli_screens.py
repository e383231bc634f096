"""What the commands print fits the terminal, and has no blanks at the ends of lines in a file."""

import re
from pathlib import Path

import pytest

from torqueflow.cli import main as cli

ROOT = Path(__file__).parent.parent
COMMANDS = [
    "robots",
    "robots puma560",
    "robots stanford",
    "dynamics puma560 --trajectory examples/reach.csv",
    "simulate machado_2r --points 5 --width 12 --simulator icarus",
    "tasks puma560 --text",
    "transputer demo ne --points 1",
]


@pytest.fixture
def printed(monkeypatch, capsys):
    """What a command prints, to a terminal of some width or else into a file."""
    monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back
    monkeypatch.chdir(ROOT)

    def printed(line, width=None):
        if width is not None:
            monkeypatch.setenv("TTY_COMPATIBLE", "1")
            monkeypatch.setenv("FORCE_COLOR", "1")
            monkeypatch.setenv("COLUMNS", str(width))
        with pytest.raises(SystemExit) as ended:
            cli.main(line.split())
        assert ended.value.code == 0
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", capsys.readouterr().out)
        return [shown.rpartition("\r")[2] for shown in text.split("\n")]

    return printed


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_wider_than_the_terminal(printed, command):
    lines = printed(command, width=80)
    assert len(lines) > 3
    assert max(lines, key=len) == max((line for line in lines if len(line) <= 80), key=len)


@pytest.mark.parametrize("command", COMMANDS)
def test_no_line_of_a_file_ends_with_blanks(printed, command):
    lines = printed(command)
    assert [line for line in lines if line != line.rstrip()] == []


def test_stats_have_the_tables_of_the_others_and_leave_loading_out(printed, tmp_path):
    program = tmp_path / "hello.btl"
    with pytest.raises(SystemExit):
        cli.main(["transputer", "asm", "examples/hello.s", "-o", str(program)])
    lines = printed(f"transputer run {program} --stats")
    text = "\n".join(lines)
    assert not set("│┃┏─") & set(text)
    found = re.search(r"in ([\d.e-]+) s \(([\d.e-]+) million a second\), after ([\d.]+) s of", text)
    seconds, rate, _ = (float(group) for group in found.groups())
    instructions = int(re.search(r"([\d,]+) instructions, in", text)[1].replace(",", ""))
    assert rate == pytest.approx(instructions / seconds / 1e6, rel=0.01)
    assert [line for line in lines if line != line.rstrip()] == []


def test_an_option_is_named_as_it_is_typed(monkeypatch, capsys):
    monkeypatch.setattr("warnings.showwarning", None)
    with pytest.raises(SystemExit) as ended:
        cli.main(["simulate", "puma560", "--simulator", "modelsim"])
    assert ended.value.code == 2
    told = "error: --simulator: 'modelsim'; allowed: verilator or icarus\n"
    assert capsys.readouterr().err == told
