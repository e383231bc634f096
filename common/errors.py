"""What is wrong with something a user gave: where, which value, what is allowed."""

from __future__ import annotations


class InputError(ValueError):
    """Bad input, told in one line.

    The command line prints it after ``error:`` and exits with status 2, without a traceback.

    Parameters
    ----------
    place
        The file, row, field or option at fault, as the user would name it.
    problem
        The value and what is wrong with it.
    allowed
        What would have been accepted.
    """

    def __init__(self, place: str, problem: str, allowed: str) -> None:
        super().__init__(f"{place}: {problem}; allowed: {allowed}")
        self.place = place
        self.problem = problem
        self.allowed = allowed


class UnprovedError(InputError):
    """What was asked for cannot be proved safe, so nothing is made: a check that fell short.

    The command line tells it as any other, and exits with status 1.
    """


class InputWarning(UserWarning):
    """Input that is accepted although it is likely to be a mistake."""
