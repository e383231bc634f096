"""Measurements of speed: what `make bench` runs."""
