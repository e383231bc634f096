"""How much work a function is, counted rather than timed: a busy or slow machine counts alike."""

import sys


def calls(function, *arguments):
    """The number of functions, Python's and C's, that a call of this one calls."""
    number = 0

    def count(frame, event, argument):
        nonlocal number
        number += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        function(*arguments)
    finally:
        sys.setprofile(before)
    return number
