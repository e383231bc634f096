"""When each bit appears: integer models of the systolic array and of transputer networks."""
