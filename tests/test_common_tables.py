"""What is printed: no wider than the terminal; in files, no blanks at the ends of lines."""

import io

import pytest
from rich.console import Console

from common.tables import show, show_pairs, show_text, table


def screen(width, *, terminal):
    return Console(file=io.StringIO(), width=width, force_terminal=terminal, color_system=None)


def wide():
    shown = table("A title", "joint", *(f"column {k}" for k in range(8)))
    for row in range(3):
        shown.add_row(str(row), *(f"{row}.{k}e-0{k}" for k in range(8)))
    return shown


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize("width", [17, 20, 40, 60, 80, 200])
def test_columns_without_room_go_below_with_every_digit(width, terminal):
    console = screen(width, terminal=terminal)
    show(console, wide())
    text = console.file.getvalue()
    assert max(len(line.rstrip()) for line in text.splitlines()) <= width
    words = text.split()
    for row in range(3):
        for k in range(8):
            assert words.count(f"{row}.{k}e-0{k}") == 1
    assert text.count("joint") == text.count("\n0 ")
    assert text.count("A title") == 1


def test_a_file_has_no_blanks_at_the_ends_of_lines():
    console = screen(80, terminal=False)
    show(console, wide())
    assert all(line == line.rstrip() for line in console.file.getvalue().splitlines())


def test_a_text_goes_on_under_itself_on_a_terminal_and_stays_whole_in_a_file():
    words = "some words that need more than a line of forty characters to be said"
    console = screen(40, terminal=True)
    show_pairs(console, [("name", words)], 8)
    lines = console.file.getvalue().splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= 40
    assert lines[0].startswith("name    some words")
    assert all(line.startswith(" " * 8) for line in lines[1:])
    console = screen(40, terminal=False)
    show_pairs(console, [("name", words)], 8)
    assert console.file.getvalue() == f"name    {words}\n"


def test_a_path_stays_whole():
    console = screen(30, terminal=True)
    show_text(console, "in /a/path/that/is/longer/than/the/terminal-is/wide here", "  ", "  ")
    assert "/a/path/that/is/longer/than/the/terminal-is/wide" in console.file.getvalue().split()
