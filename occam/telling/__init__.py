"""What is told of a program in terms of its source: listings, and how a run went wrong."""
