"""Occam for blocks on processors that exchange messages: written, placed, run and timed."""
