"""Robots from TOML files."""
