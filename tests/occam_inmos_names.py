"""Names of INMOS's occam 2 toolset D7205A: what its compiler predefines, its libraries hold."""

PREDEFINED = {
    ("INT", "VAL INT, VAL INT, VAL INT"): """
        LONGADD LONGSUB ROUNDSN CRCWORD CRCBYTE
    """,
    ("INT, INT", "VAL INT, VAL INT, VAL INT"): """
        LONGSUM LONGDIFF LONGPROD LONGDIV SHIFTRIGHT SHIFTLEFT
    """,
    ("INT, INT, INT", "VAL INT, VAL INT"): """
        NORMALISE
    """,
    ("INT", "VAL INT, VAL INT"): """
        FRACMUL ASHIFTRIGHT ASHIFTLEFT ROTATERIGHT ROTATELEFT BITCOUNT BITREVNBITS
    """,
    ("", ""): """
        CAUSEERROR RESCHEDULE
    """,
    ("", "VAL []BYTE, VAL INT, []INT, VAL INT"): """
        KERNEL.RUN
    """,
    ("", "INT, CHAN"): """
        LOAD.INPUT.CHANNEL LOAD.OUTPUT.CHANNEL
    """,
    ("", "INT, []CHAN"): """
        LOAD.INPUT.CHANNEL.VECTOR LOAD.OUTPUT.CHANNEL.VECTOR
    """,
    ("", "INT, VAL []BYTE"): """
        LOAD.BYTE.VECTOR
    """,
    ("INT, INT, INT", "VAL INT"): """
        UNPACKSN
    """,
    ("", "VAL [][]BYTE, VAL INT, VAL INT, [][]BYTE, VAL INT, VAL INT, VAL INT, VAL INT"): """
        DRAW2D CLIP2D MOVE2D
    """,
    ("INT", "VAL INT"): """
        BITREVWORD
    """,
    ("REAL32", "VAL REAL32"): """
        ABS MINUSX MULBY2 DIVBY2 SQRT FPINT LOGB
    """,
    ("BOOL", "VAL REAL32"): """
        ISNAN NOTFINITE
    """,
    ("BOOL", "VAL REAL32, VAL REAL32"): """
        ORDERED REAL32EQ REAL32GT
    """,
    ("REAL64", "VAL REAL64"): """
        DABS DMINUSX DMULBY2 DDIVBY2 DSQRT DFPINT DLOGB
    """,
    ("BOOL", "VAL REAL64"): """
        DISNAN DNOTFINITE
    """,
    ("BOOL", "VAL REAL64, VAL REAL64"): """
        DORDERED REAL64EQ REAL64GT
    """,
    ("REAL32", "VAL REAL32, VAL INT"): """
        SCALEB
    """,
    ("REAL64", "VAL REAL64, VAL INT"): """
        DSCALEB
    """,
    ("REAL32", "VAL REAL32, VAL REAL32"): """
        COPYSIGN NEXTAFTER REAL32REM
    """,
    ("REAL64", "VAL REAL64, VAL REAL64"): """
        DCOPYSIGN DNEXTAFTER REAL64REM
    """,
    ("INT, REAL32", "VAL REAL32"): """
        FLOATING.UNPACK
    """,
    ("INT, REAL64", "VAL REAL64"): """
        DFLOATING.UNPACK
    """,
    ("BOOL, INT32, REAL32", "VAL REAL32, VAL REAL32, VAL REAL32"): """
        ARGUMENT.REDUCE
    """,
    ("BOOL, INT32, REAL64", "VAL REAL64, VAL REAL64, VAL REAL64"): """
        DARGUMENT.REDUCE
    """,
    ("REAL32", "VAL REAL32, VAL INT, VAL REAL32"): """
        REAL32OP
    """,
    ("REAL64", "VAL REAL64, VAL INT, VAL REAL64"): """
        REAL64OP
    """,
    ("BOOL, REAL32", "VAL REAL32, VAL INT, VAL INT, VAL REAL32"): """
        IEEE32OP
    """,
    ("BOOL, REAL64", "VAL REAL64, VAL INT, VAL INT, VAL REAL64"): """
        IEEE64OP
    """,
    ("INT", "VAL REAL32, VAL REAL32"): """
        IEEECOMPARE
    """,
    ("INT", "VAL REAL64, VAL REAL64"): """
        DIEEECOMPARE
    """,
    ("BOOL, REAL32", "VAL REAL32, VAL REAL32"): """
        IEEE32REM
    """,
    ("BOOL, REAL64", "VAL REAL64, VAL REAL64"): """
        IEEE64REM
    """,
    ("", "VAL BOOL"): """
        ASSERT
    """,
}
"""Names by their results and parameters; no results: a procedure."""

LIBRARIES = {
    "hostio": """
        so.ask so.buffer so.close so.commandline so.core so.date.to.ascii so.eof so.exit
        so.ferror so.flush so.fwrite.char so.fwrite.hex.int so.fwrite.hex.int32
        so.fwrite.hex.int64 so.fwrite.int so.fwrite.int32 so.fwrite.int64 so.fwrite.nl
        so.fwrite.real32 so.fwrite.real64 so.fwrite.string so.fwrite.string.nl so.getenv
        so.getkey so.gets so.multiplexor so.open so.open.temp so.overlapped.buffer
        so.overlapped.multiplexor so.overlapped.pri.multiplexor so.parse.command.line
        so.pollkey so.popen.read so.pri.multiplexor so.puts so.read so.read.echo.any.int
        so.read.echo.hex.int so.read.echo.hex.int32 so.read.echo.hex.int64
        so.read.echo.int so.read.echo.int32 so.read.echo.int64 so.read.echo.line
        so.read.echo.real32 so.read.echo.real64 so.read.line so.remove so.rename so.seek
        so.system so.tell so.test.exists so.time so.time.to.ascii so.time.to.date
        so.today.ascii so.today.date so.version so.write so.write.char so.write.hex.int
        so.write.hex.int32 so.write.hex.int64 so.write.int so.write.int32 so.write.int64
        so.write.nl so.write.real32 so.write.real64 so.write.string so.write.string.nl
        sp.buffer sp.close sp.commandline sp.core sp.eof sp.exit sp.ferror sp.flush
        sp.getenv sp.getkey sp.gets sp.multiplexor sp.open sp.overlapped.buffer
        sp.overlapped.multiplexor sp.overlapped.pri.multiplexor sp.pollkey
        sp.pri.multiplexor sp.puts sp.read sp.receive.packet sp.remove sp.rename sp.seek
        sp.send.packet sp.system sp.tell sp.time sp.version sp.write
    """,
    "streamio": """
        ks.keystream.sink ks.keystream.to.scrstream ks.read.char ks.read.int
        ks.read.int64 ks.read.line ks.read.real32 ks.read.real64 so.keystream.from.file
        so.keystream.from.kbd so.keystream.from.stdin so.scrstream.to.ANSI
        so.scrstream.to.TVI920 so.scrstream.to.file so.scrstream.to.stdout ss.beep
        ss.clear.eol ss.clear.eos ss.del.line ss.delete.chl ss.delete.chr ss.down
        ss.goto.xy ss.ins.line ss.insert.char ss.left ss.right ss.scrstream.copy
        ss.scrstream.fan.out ss.scrstream.from.array ss.scrstream.multiplexor
        ss.scrstream.sink ss.scrstream.to.array ss.up ss.write.char ss.write.endstream
        ss.write.hex.int ss.write.hex.int64 ss.write.int ss.write.int64 ss.write.nl
        ss.write.real32 ss.write.real64 ss.write.string ss.write.text.line
    """,
    "string": """
        append.char append.hex.int append.hex.int64 append.int append.int64
        append.real32 append.real64 append.text char.pos compare.strings delete.string
        eqstr insert.string is.digit is.hex.digit is.id.char is.in.range is.lower
        is.upper next.int.from.line next.word.from.line search.match search.no.match
        str.shift string.pos to.lower.case to.upper.case
    """,
    "convert": """
        BOOLTOSTRING HEX16TOSTRING HEX32TOSTRING HEX64TOSTRING HEXTOSTRING INT16TOSTRING
        INT32TOSTRING INT64TOSTRING INTTOSTRING REAL32TOSTRING REAL64TOSTRING
        STRINGTOBOOL STRINGTOHEX STRINGTOHEX16 STRINGTOHEX32 STRINGTOHEX64 STRINGTOINT
        STRINGTOINT16 STRINGTOINT32 STRINGTOINT64 STRINGTOREAL32 STRINGTOREAL64
    """,
    "snglmath": """
        ACOS ALOG ALOG10 ASIN ATAN ATAN2 COS COSH EXP POWER RAN SIN SINH TAN TANH
    """,
    "dblmath": """
        DACOS DALOG DALOG10 DASIN DATAN DATAN2 DCOS DCOSH DEXP DPOWER DRAN DSIN DSINH
        DTAN DTANH
    """,
    "tbmaths": """
        ACOS ALOG ALOG10 ASIN ATAN ATAN2 COS COSH DACOS DALOG DALOG10 DASIN DATAN DATAN2
        DCOS DCOSH DEXP DPOWER DRAN DSIN DSINH DTAN DTANH EXP POWER RAN SIN SINH TAN
        TANH
    """,
    "crc": """
        CRCFROMLSB CRCFROMMSB
    """,
    "debug": """
        DEBUG.ASSERT DEBUG.MESSAGE DEBUG.STOP DEBUG.TIMER
    """,
    "xlink": """
        InputOrFail.c InputOrFail.t OutputOrFail.c OutputOrFail.t Reinitialise
    """,
    "msdos": """
        dos.call.interrupt dos.port.read dos.port.write dos.read.regs dos.receive.block
        dos.send.block
    """,
}
"""Routines of the libraries that programs name with `#USE`."""
