"""The codes of the FPU's entries, which `fpentry` takes from Areg.

Written by `generate_codes` from the declarations: change those.
"""

FPUSQRTFIRST = 0x01  # square root, first step
FPUSQRTSTEP = 0x02  # square root, step
FPUSQRTLAST = 0x03  # square root, last step
FPURP = 0x04  # round to plus infinity in the next operation
FPURM = 0x05  # round to minus infinity in the next operation
FPURZ = 0x06  # round to zero in the next operation
FPUR32TOR64 = 0x07  # REAL32 to REAL64
FPUR64TOR32 = 0x08  # REAL64 to REAL32
FPUEXPDEC32 = 0x09  # divide by 2^32
FPUEXPINC32 = 0x0A  # multiply by 2^32
FPUABS = 0x0B  # absolute value
FPUNOROUND = 0x0D  # REAL64 to REAL32 without rounding
FPUCHKI32 = 0x0E  # check that FAreg fits INT32
FPUCHKI64 = 0x0F  # check that FAreg fits INT64
FPUDIVBY2 = 0x11  # divide by 2
FPUMULBY2 = 0x12  # multiply by 2
FPURN = 0x22  # round to nearest in the next operation
FPUSETERROR = 0x23  # set FP_Error
FPUCLEARERROR = 0x9C  # clear FP_Error
