"""Inverse dynamics by four Lagrangian formulations, each from its own equations.

Equation numbers are those of A. M. S. Zalzala, A. S. Morris: A distributed pipelined architecture
of the recursive Lagrangian equations of motion for robot manipulators with VLSI implementation.
University of Sheffield, ACSE report 353, January 1989, section II. Where its print cannot be right,
the module says so and gives the mended equation.
"""
