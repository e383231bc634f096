"""Number formats, what is proved of every value, and the integers on the ports."""
