"""How much a bound of errors may cost."""

EFFORTS = (0, 1, 2)
"""0: what the proof of each operation says. 1: seconds. 2: minutes (`dataflow.errors.bounds`)."""

DEFAULT_EFFORT = 1
