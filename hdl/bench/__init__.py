"""A bench that runs without Python: vectors, expected words, and programs that compare them."""
