"""T414 and T800 transputers at instruction level, every cycle counted, alone or in networks."""
