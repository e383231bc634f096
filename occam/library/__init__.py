"""What programs are linked with: routines in assembly, and sources in occam."""
