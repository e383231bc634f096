"""What the letter behind ``*`` stands for in a character or a string."""

from __future__ import annotations

ESCAPES = {"c": 13, "n": 10, "t": 9, "s": 32, "'": 39, '"': 34, "*": 42}
"""Besides these there is ``*#0A``, by its hexadecimal digits."""
