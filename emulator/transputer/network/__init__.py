"""Transputers joined by links, simulated together, and what a run of them gives back."""
