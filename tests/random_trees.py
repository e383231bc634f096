"""Trees of links by chance, for tests that hold of any robot."""

import numpy as np
from hypothesis import strategies as st

from golden.generators import random_parents, random_robot


def random_tree(seed, n, **options):
    """A robot of n links, each on the base or on any link before it."""
    rng = np.random.default_rng(seed)
    return random_robot(rng, n, parents=random_parents(rng, n), **options)


def trees(least=1, most=12, **options):
    """Random trees with an arbitrary base, R and P mixed."""
    return st.builds(
        lambda seed, n: random_tree(seed, n, base=True, **options),
        st.integers(0, 2**32),
        st.integers(least, most),
    )
