"""From code to a network that runs it: loading, configuration, listings, what went wrong."""
