"""How values lie in memory: their sizes, their lengths, and which parts of arrays overlap."""
