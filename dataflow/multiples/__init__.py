"""Products of one value with constants, as sums that they share."""
