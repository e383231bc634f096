"""What a machine computes."""
