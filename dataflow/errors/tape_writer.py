"""An output's tape (`dataflow.errors.tape`), written from its design's error system.

First every value, operands first, then every adjoint, from the output back
(`dataflow.errors.polynomial_writer`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from dataflow.errors.polynomial_writer import LARGEST, PolynomialWriter
from dataflow.errors.polynomials import UNIT, Polynomial, Sums, gather
from dataflow.errors.system import ErrorSystem, Role
from dataflow.errors.tape import Tape

_KNOWN_PART = -1
"""The owner of what is no node's noise."""


def tape_of(
    system: ErrorSystem,
    output: str,
    positions: Collection[str],
    symbolic: Collection[str] = (),
    most: int = LARGEST,
) -> Tape:
    """Return the tape of one output.

    Parameters
    ----------
    positions
        Names of the inputs that are no angles but positions all the same: slides.
    symbolic
        Names of the angles and slides that stand among the rates.
    most
        Terms that it may have.

    Raises
    ------
    TooLong
        It would have more.
    """
    writer = PolynomialWriter(system, positions, symbolic, most)
    node = system.outputs[output]
    _write_adjoints(writer, node, writer.values(node))
    return writer.tape()


def _write_adjoints(
    writer: PolynomialWriter, output: int, values: Mapping[int, Polynomial]
) -> None:
    """Write every adjoint, from the output back, and what E sums of it."""
    adjoint: dict[int, Sums] = {}
    bias: Sums = {}
    gather(adjoint.setdefault(output, {}), {(): UNIT}, 1.0)
    for node in reversed(writer.system.nodes):
        if node.index not in adjoint:
            continue
        own = writer.finished(adjoint.pop(node.index))
        writer.weigh(node.index, own, node.spread)
        gather(bias, own, node.bias)
        if node.role in (Role.COSINE, Role.SINE):
            cosine, sine = writer.turns[node.operand]
            slope, sign = (sine, -1.0) if node.role is Role.COSINE else (cosine, 1.0)
            writer.multiply(adjoint.setdefault(node.operand, {}), own, slope, sign)
        elif node.role is Role.RECIPROCAL:
            squared: Sums = {}
            writer.multiply(squared, values[node.index], values[node.index], -1.0)
            through = adjoint.setdefault(node.operand, {})
            writer.multiply(through, own, writer.finished(squared), 1.0)
        for term in node.terms:
            if len(term.factors) == 1:
                (only,) = term.factors
                gather(adjoint.setdefault(only, {}), own, term.used)
                if term.used != term.true:
                    writer.multiply(bias, own, values[only], term.used - term.true)
            else:
                a, b = term.factors
                writer.multiply(adjoint.setdefault(a, {}), own, values[b], term.used)
                writer.multiply(adjoint.setdefault(b, {}), own, values[a], term.used)
    writer.weigh(_KNOWN_PART, writer.finished(bias), 1.0)
