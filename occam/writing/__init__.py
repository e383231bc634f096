"""Occam source written by programs: literals, expressions, constructions, readable lines."""
