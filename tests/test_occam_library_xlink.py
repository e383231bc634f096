"""xlink.lib: communication that is given up at a time or by a message, or gets through."""

import pytest

from tests.occam_programs import outputs

LIBRARY = '#USE "xlink.lib"\n'
WAYS = {
    "t": ("TIMER clock:\nINT now:\n", "clock ? now\n", "clock, now PLUS 20"),
    "c": ("CHAN OF INT kill:\n", "", "kill"),
}
"""By the procedure's last letter: what is declared, what is done first, what gives it up."""


def program(way, call, other, killer="SKIP"):
    """Return a body that calls a procedure beside another process, and what tells what it did."""
    declared, first, until = WAYS[way]
    lines = [
        *declared.splitlines(),
        "CHAN OF ANY c:",
        "[4]BYTE message:",
        "BOOL aborted:",
        "SEQ",
        '  message := "abcd"',
        "  PAR",
        "    SEQ",
        *(f"      {line}" for line in first.splitlines()),
        f"      {call.format(until=until)}",
        *(f"    {line}" for line in other.splitlines()),
        *([f"    {killer}"] if way == "c" else []),
        "  out ! INT aborted",
        "  out ! INT message[3]",
    ]
    return "\n".join(lines)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("late", [False, True])
def test_input_gets_through(way, late):
    """Whoever comes first to the channel."""
    wait = "  TIMER clock:\n  INT now:\n  SEQ\n    clock ? now\n    clock ? AFTER now PLUS 5\n"
    other = "SEQ\n" + (wait if late else "") + '  c ! "wxyz"'
    body = program(way, "InputOrFail." + way + " (c, message, {until}, aborted)", other)
    assert outputs(body, LIBRARY) == [0, ord("z")]


@pytest.mark.parametrize("way", WAYS)
def test_output_gets_through(way):
    other = "[4]BYTE taken:\nSEQ\n  c ? taken\n  out ! INT taken[1]"
    body = program(way, "OutputOrFail." + way + " (c, message, {until}, aborted)", other)
    assert outputs(body, LIBRARY) == [ord("b"), 0, ord("d")]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("direction", ["Input", "Output"])
def test_it_is_given_up(way, direction):
    """Nobody is at the other end; the channel is free again."""
    call = direction + "OrFail." + way + " (c, message, {until}, aborted)"
    body = program(way, call, "SKIP", "kill ! 1")
    again = "\n".join(
        [
            "  PAR",
            '    c ! "next"',
            "    c ? message",
            "  out ! INT message[0]",
        ]
    )
    assert outputs(f"{body}\n{again}", LIBRARY) == [1, ord("d"), ord("n")]


@pytest.mark.parametrize("direction", ["Input", "Output"])
def test_a_link_without_a_wire_is_given_up(direction):
    place = {"Input": 5, "Output": 1}[direction]
    body = f"""
        CHAN OF ANY c:
        PLACE c AT {place}:
        TIMER clock:
        INT now:
        [4]BYTE message:
        BOOL aborted:
        SEQ
          message := "abcd"
          SEQ i = 0 FOR 2
            SEQ
              clock ? now
              {direction}OrFail.t (c, message, clock, now PLUS 20, aborted)
              out ! INT aborted
              clock ? AFTER now PLUS 20
              Reinitialise (c)
        """
    assert outputs(body, LIBRARY) == [1, 1]


def test_a_time_that_is_past_gives_up_what_nobody_takes():
    body = program("t", "OutputOrFail.t (c, message, clock, now MINUS 5, aborted)", "SKIP")
    assert outputs(body, LIBRARY) == [1, ord("d")]
