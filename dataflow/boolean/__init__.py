"""Torques as sums of tables over quantised inputs, and the tables as Boolean functions.

Machado, Martins de Carvalho, Silva Matos and Costa: Robot manipulator dynamics - towards better
computational algorithms. IFAC Symposium on Robot Control, Karlsruhe 1988.
"""
