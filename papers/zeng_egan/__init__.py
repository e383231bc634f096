"""Zeng and Egan 1991: the recursive Newton-Euler equations on a shared-memory Encore Multimax."""
