"""Torques as sums of Boolean functions: Machado and others (1988)."""
