"""A graph as straight-line C, compiled and timed: the same operations on a processor."""

from __future__ import annotations

import ctypes
import math
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

from common.arrays import Reals
from dataflow.graph.graph import Graph, Node, NodeKind

_REPEATS = 5
_FLAGS = ("-O2", "-march=native", "-fPIC", "-shared")


def straight_line_c(graph: Graph) -> str:
    """Return C that computes all outputs of many states: ``run(states, in, out)``.

    Inputs and outputs of a state stand together, in the graph's order; angles in rad.

    Raises
    ------
    ValueError
        The graph has a node that is no arithmetic on reals.
    """
    inputs = [node for node in graph.nodes if node.source is NodeKind.INPUT]
    place = {node.index: k for k, node in enumerate(inputs)}
    lines = [f"const double v{node.index} = {_expression(node, place)};" for node in graph.nodes]
    lines += [f"out[{k}] = v{index};" for k, index in enumerate(graph.outputs.values())]
    body = "\n    ".join(lines)
    return (
        "#include <math.h>\n"
        "void run(long states, const double *in, double *out) {\n"
        f"  for (; states > 0; states--, in += {len(inputs)}, out += {len(graph.outputs)}) {{\n"
        f"    {body}\n  }}\n}}\n"
    )


def _expression(node: Node, place: dict[int, int]) -> str:
    factors = [f"v{index}" for index in node.factors]
    match node.source:
        case NodeKind.INPUT:
            return f"in[{place[node.index]}]"
        case NodeKind.ANGLE_SUM:
            return " + ".join(factors)
        case NodeKind.SINE:
            return f"sin({factors[0]})"
        case NodeKind.COSINE:
            return f"cos({factors[0]})"
        case NodeKind.RECIPROCAL:
            return f"1.0 / {factors[0]}"
        case NodeKind.DOT:
            terms = (
                " * ".join([repr(term.coefficient), *(f"v{index}" for index in term.factors)])
                for term in node.terms
            )
            return " + ".join(terms) or "0.0"
        case other:
            raise ValueError(f"{node.name}: {other.value} is no arithmetic")


def computed_in_c(graph: Graph, states: Reals) -> tuple[Reals, float] | None:
    """Return results, (states, outputs), and the microseconds of a state; None without a compiler.

    Parameters
    ----------
    states
        (states, inputs) in the graph's order.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory(prefix="torqueflow-") as folder:
        source, library = Path(folder) / "run.c", Path(folder) / "run.so"
        source.write_text(straight_line_c(graph), encoding="utf-8")
        command = [compiler, *_FLAGS, str(source), "-o", str(library), "-lm"]
        if subprocess.run(command, capture_output=True).returncode != 0:
            return None
        run = ctypes.CDLL(str(library)).run
        given = np.ascontiguousarray(states, dtype=np.float64)
        found = np.empty((len(given), len(graph.outputs)))
        pointers = (array.ctypes.data_as(ctypes.c_void_p) for array in (given, found))
        arguments = ctypes.c_long(len(given)), *pointers
        least = math.inf
        for _ in range(_REPEATS):
            began = time.perf_counter()
            run(*arguments)
            least = min(least, time.perf_counter() - began)
    return found, least / len(given) * 1e6
