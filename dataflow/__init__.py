"""What must be computed: one link's step as a graph of scalar operations, formatted and timed."""
