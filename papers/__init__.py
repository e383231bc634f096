"""What the papers print, as data, and the code that compares with it."""
