"""What became of every number that the papers print: on a terminal, as JSON, as a page."""
