"""From the checked program to code for one processor (`program.Image`)."""
