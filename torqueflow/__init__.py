"""The command line: simulate, compare, report."""
