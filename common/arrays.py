"""The three kinds of arrays that the project speaks of."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
"""Numbers of a machine: integers of some format."""

Reals = NDArray[np.float64]
"""Physical quantities in SI units."""

Flags = NDArray[np.bool_]
"""True or false, each."""
