"""One link's step of each algorithm, written once over any scalar."""
