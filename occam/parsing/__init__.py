"""From source text to the tree as it was written (`parsed`)."""
