"""A traced graph multiplied out: each output as a sum of monomials in its inputs.

An angle enters through its sine and cosine alone, so a monomial has a wave number for every angle
and a power for every other input: c exp(i (k1 q1 + k2 q2 + ...)) times powers of slides, rates and
accelerations. Sums and products of such monomials are exact but for the rounding of the
coefficients.
"""

from __future__ import annotations

from dataclasses import dataclass

from dataflow.graph.graph import Graph, Node, NodeKind

NOISE = 1e-12
"""Coefficients below this share of an output's largest are what cancellation left over."""

Exponents = tuple[int, ...]
"""Wave number or power of each input, in the order of the graph's inputs."""

Polynomial = dict[Exponents, complex]
"""Coefficient of each monomial; that of a negative wave is the conjugate of the positive one's."""


@dataclass(frozen=True)
class Expansion:
    """All outputs of a graph, multiplied out.

    Attributes
    ----------
    inputs
        Names, in the order of every monomial's exponents.
    angles
        The inputs of which only sine and cosine are used: their exponents are wave numbers.
    outputs
        The polynomial of each output.
    """

    inputs: tuple[str, ...]
    angles: frozenset[str]
    outputs: dict[str, Polynomial]


def expanded(graph: Graph) -> Expansion:
    """Multiply a traced graph out.

    Raises
    ------
    ValueError
        An input is used both as an angle and as a number.
    """
    places = {
        node.index: place
        for place, node in enumerate(n for n in graph.nodes if n.source is NodeKind.INPUT)
    }
    angles = {
        node.factors[0] for node in graph.nodes if node.source in (NodeKind.SINE, NodeKind.COSINE)
    }
    values: list[Polynomial] = []
    for node in graph.nodes:
        values.append(_value(node, values, places, angles))
    return Expansion(
        tuple(graph.nodes[index].name for index in places),
        frozenset(graph.nodes[index].name for index in angles),
        {name: _without_noise(values[index]) for name, index in graph.outputs.items()},
    )


def _value(
    node: Node, values: list[Polynomial], places: dict[int, int], angles: set[int]
) -> Polynomial:
    """Return a node's polynomial from those of the nodes before it."""
    if node.source is NodeKind.INPUT:
        return {} if node.index in angles else {_unit(places, node.index, 1): 1.0}
    if node.source is NodeKind.COSINE:
        return {_unit(places, node.factors[0], wave): 0.5 for wave in (1, -1)}
    if node.source is NodeKind.SINE:
        return {_unit(places, node.factors[0], wave): -0.5j * wave for wave in (1, -1)}
    total: Polynomial = {}
    for term in node.terms:
        product: Polynomial = {(0,) * len(places): complex(term.coefficient)}
        for factor in term.factors:
            if factor in angles:
                raise ValueError(f"input {factor!r} is an angle, and a number in {node.name!r}")
            product = _product(product, values[factor])
        for exponents, coefficient in product.items():
            total[exponents] = total.get(exponents, 0.0) + coefficient
    return total


def _unit(places: dict[int, int], index: int, exponent: int) -> Exponents:
    """Return the exponents of one input alone."""
    return tuple(exponent if i == index else 0 for i in places)


def _product(left: Polynomial, right: Polynomial) -> Polynomial:
    """Multiply two polynomials: exponents add, wave numbers likewise."""
    result: Polynomial = {}
    for a, x in left.items():
        for b, y in right.items():
            exponents = tuple(i + j for i, j in zip(a, b, strict=True))
            result[exponents] = result.get(exponents, 0.0) + x * y
    return result


def _without_noise(polynomial: Polynomial) -> Polynomial:
    """Drop what cancelled but for rounding."""
    largest = max((abs(c) for c in polynomial.values()), default=0.0)
    return {e: c for e, c in polynomial.items() if abs(c) > NOISE * largest}
