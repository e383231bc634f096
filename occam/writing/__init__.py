"""Occam source written by programs: literals, expressions, constructions, lines that can be read."""
