"""The machine on buses that other people's designs speak."""
