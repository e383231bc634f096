"""The report as one page: what is found out for it, the panels it is made of, how it is written."""
