"""Sums of products: small covers of the truth tables of a term's output bits."""
