"""One transputer: its state, its instructions executed, its scheduler, timers and boot."""
