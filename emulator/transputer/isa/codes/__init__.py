"""The codes of the instruction set by name, for whoever executes them.

Three modules of whole numbers: `functions` (``functions.LDC``), `operations` (``operations.ADD``)
and `entries` of the FPU (``entries.FPUABS``). `generate_codes` writes them from the declarations;
they are files, so that a reader finds a name, mypy knows it, and numba takes it for a constant.
"""
