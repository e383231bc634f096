"""Computations cut into tasks: graphs of them, and who computes which when (Zeng and Egan)."""
