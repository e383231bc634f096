"""Evaluates an occam expression on arrays of numbers, on one emulated transputer."""

import numpy as np

from emulator.transputer.network.host import SilentHost
from emulator.transputer.network.network import Network, NodeConfig
from occam.program import Checks
from tests.occam_programs import BASE, MEMORY_MAPS, PREFIX, compiled, encode

BLOCK = 100
"""Numbers in one message."""
PROGRAM = """
#USE "{library}"
{before}
PROC main ()
  VAL block IS {block}:
  CHAN OF [block]{type} in:
  CHAN OF [block]{result} out:
  PLACE in AT 4:
  PLACE out AT 0:
  [block]{type} X, Y:
  [block]{result} Z:
  WHILE TRUE
    SEQ
      in ? X
      in ? Y
      SEQ i = 0 FOR block
        VAL x IS X[i]:
        VAL y IS Y[i]:
        Z[i] := {expression}
      out ! Z
:
"""
TYPES = {"REAL32": np.float32, "REAL64": np.float64, "INT": np.int32, "INT64": np.int64}
NAMES = {np.dtype(dtype): name for name, dtype in TYPES.items()}


def evaluate(expression, x, y=None, *, library="snglmath.lib", result=None, before="", **options):
    """Return the values of an expression in x and y, and the cycles of one evaluation with its
    loop; the length of the arrays is a multiple of BLOCK.
    """
    y = x if y is None else y
    type_ = NAMES[x.dtype]
    result = result or type_
    text = PROGRAM.format(
        library=library,
        before=before,
        block=BLOCK,
        type=type_,
        result=result,
        expression=expression,
    )
    blocks = [part.reshape(-1, BLOCK) for part in (x, y)]
    data = b"".join(a.tobytes() + b.tobytes() for a, b in zip(*blocks, strict=True))
    dtype = np.dtype(TYPES[result])
    received, cycles = serve(text, data, len(x) * dtype.itemsize, **options)
    assert len(received) == len(x) * dtype.itemsize
    return np.frombuffer(received, dtype), cycles / len(x)


def serve(text, data, wanted, *, part="T800", checks=Checks.HALT):
    """Run a program on a node that has only this to do; return its output and its cycles."""
    image = compiled(text, part, checks)
    network = Network([NodeConfig("node", part)], host=("node", 0))
    start = MEMORY_MAPS[part].memory_start
    workspace = (start + PREFIX + len(image.code) + 8 & ~3) + 4 * image.below
    values = [0, 0, workspace + 4 * image.above - BASE]
    prefix = b"".join(encode("ldc", value) for value in values)
    prefix = encode("pfix", 0) * (PREFIX - len(prefix)) + prefix
    network.start("node", prefix + image.code, workspace=workspace - BASE)
    host = SilentHost(data, wanted)
    outcome = network.run(host, max_cycles=2**36)
    assert outcome.exit_status == 0, outcome
    return bytes(host.received), network.statistics().nodes["node"].cycles


def cost(expression, x, y=None, **options):
    """Cycles of an expression, beyond those of storing x."""
    bare = evaluate("x", x, y, **options)[1]
    return evaluate(expression, x, y, **options)[1] - bare
