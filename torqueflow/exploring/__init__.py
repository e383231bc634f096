"""Sweeps over designs: what is measured of each, where the work is done, and what is kept."""
