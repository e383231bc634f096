"""The recursive Lagrangian on four and 26 transputers: Zalzala and Morris (1989)."""
