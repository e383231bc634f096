"""The algebra that is computed: traced from the equations, simplified, not yet numbers of bits."""
