"""How wrong results can be: the exact linear error system of a design, and bounds of it."""
