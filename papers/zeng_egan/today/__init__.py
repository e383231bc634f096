"""The report's versions 3 and 4 on the computer at hand: threads that spin on atomic counts."""
