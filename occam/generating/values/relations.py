"""How relations are computed where a machine has only two: equal, and greater than."""

from __future__ import annotations

SWAPPED = frozenset(("<", ">="))
"""Relations that load their right side first: ``a < b`` is ``b > a``."""
CONTRARY = frozenset(("<>", ">=", "<="))
"""Relations whose contrary is computed: ``a <= b`` is not ``a > b``."""
