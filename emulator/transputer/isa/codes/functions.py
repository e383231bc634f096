"""The codes of the direct functions.

Written by `generate_codes` from the declarations: change those.
"""

J = 0x0  # jump; a timeslice point
LDLP = 0x1  # load local pointer
PFIX = 0x2  # prefix
LDNL = 0x3  # load non-local
LDC = 0x4  # load constant
LDNLP = 0x5  # load non-local pointer
NFIX = 0x6  # negative prefix
LDL = 0x7  # load local
ADC = 0x8  # add constant, checked
CALL = 0x9  # call: push Iptr, Areg, Breg, Creg, then jump
CJ = 0xA  # jump if Areg = 0, else pop it
AJW = 0xB  # adjust workspace
EQC = 0xC  # equals constant
STL = 0xD  # store local
STNL = 0xE  # store non-local
OPR = 0xF  # operate: the operand is the operation's code; its cost is its own
