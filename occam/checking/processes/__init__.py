"""Processes and the specifications before them, checked."""
