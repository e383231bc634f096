"""The Boolean hybrid in hardware: quantisers, terms as logic, sums."""
