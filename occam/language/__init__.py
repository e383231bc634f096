"""What occam 2 is, whichever part of the compiler asks: types, predefined names, arithmetic."""
