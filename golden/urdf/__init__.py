"""Robots from URDF files."""
