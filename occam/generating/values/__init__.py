"""Code for what computes: expressions, addresses, conversions, calls, storing, abbreviations.

Every function appends code that leaves its result in the registers named, with what was in them
pushed down. Between the parts of one expression nothing else may be kept in registers: `demands`
says how many a value takes. Temporaries come from ``g.frame`` and stay until the scope around the
call ends; an address may be that of a temporary, so it is used inside the same scope.

BOOL and BYTE variables have a word of their own whose upper bytes are 0 (it is cleared where they
are declared); those of an INT16 variable are undefined. What a pointer leads to has as many bytes
as an array's element.
"""
