"""Properties of the parts, with observers that any environment may drive, for a model checker."""
