"""How a number is written in a file: ASCII digits, a point, an exponent; nothing that Python adds.

`1_000`, digits of other scripts and hexadecimal numbers are none.
"""

from __future__ import annotations

import re

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
"""A whole number in decimal notation."""

INFINITE = re.compile(r"[+-]?(nan|inf|infinity)", re.ASCII | re.IGNORECASE)
"""What is read as a number elsewhere, but is not finite."""
