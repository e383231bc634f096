"""What is found out about a design, and how it reads."""
