"""Newton-Euler on one and four T800s: Zomaya and Morris (1989)."""
