"""A coefficient of the torque as a sum of products, each of functions that share no input.

A coefficient M_ij, c_ijk or G_i depends on angles and slides. It is divided by the angle
combinations of its harmonics, cos q1 and cos(q1 + q2) say, so that each product depends on as few
inputs as its own functions need; a constant goes with the smallest function that can take it. Where
a slide multiplies harmonics, (l + q2) cos q1 say, the two are factors.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable

from dataflow.boolean.expansion import Expansion, Exponents, Polynomial
from dataflow.boolean.functions import Factor, Power, Wave

Product = tuple[Factor, ...]


def divided(coefficient: Polynomial, expansion: Expansion) -> list[Product]:
    """Return the products that a coefficient is the sum of, those of the fewest inputs first."""
    rows: dict[tuple[Exponents, Exponents], dict[int, complex]] = {}
    for exponents, value in coefficient.items():
        wave = _part(exponents, expansion, angles=True)
        order = math.gcd(*wave) if wave else 0
        sign = -1 if next((w for w in wave if w), 1) < 0 else 1
        if sign > 0:  # the conjugate of the negative wave holds the same
            direction = tuple(w // order for w in wave) if order else wave
            slides = _part(exponents, expansion, angles=False)
            rows.setdefault((direction, slides), {})[order] = value if not order else 2 * value
    functions = [
        (_wave(direction, orders, expansion), slides)
        for (direction, slides), orders in rows.items()
    ]
    return _with_constant(_slides_gathered(functions, expansion))


def _part(exponents: Exponents, expansion: Expansion, *, angles: bool) -> Exponents:
    """Return the wave numbers, or the powers of slides: zeros stand for the other inputs."""
    return tuple(
        e if (name in expansion.angles) is angles and not name.startswith("qd") else 0
        for name, e in zip(expansion.inputs, exponents, strict=True)
    )


def _wave(direction: Exponents, orders: dict[int, complex], expansion: Expansion) -> Wave:
    """Return 2 Re(c exp(i n theta)), summed over n, as a function of the combined angle."""
    named = [(n, w) for n, w in zip(expansion.inputs, direction, strict=True) if w]
    size = max(orders) + 1
    scale = max(abs(value) for value in orders.values())

    def kept(value: float) -> float:
        return value if abs(value) > 1e-12 * scale else 0.0

    cosines = tuple(kept(complex(orders.get(n, 0.0)).real) for n in range(size))
    sines = tuple(kept(-complex(orders.get(n, 0.0)).imag) for n in range(size))
    return Wave(tuple(n for n, _ in named), tuple(w for _, w in named), cosines, sines)


def _slides_gathered(
    functions: list[tuple[Wave, Exponents]], expansion: Expansion
) -> list[Product]:
    """Gather equal functions of angles times powers of one slide into one polynomial."""
    gathered: dict[tuple[object, ...], list[tuple[Wave, Exponents]]] = {}
    for wave, slides in functions:
        used = tuple(n for n, p in zip(expansion.inputs, slides, strict=True) if p)
        shape = _normalised(wave)
        several = slides if len(used) > 1 else None
        gathered.setdefault((shape, several), []).append((wave, slides))
    found: list[Product] = []
    for members in gathered.values():
        found += _products(members, expansion)
    return found


def _products(members: list[tuple[Wave, Exponents]], expansion: Expansion) -> Iterable[Product]:
    """Yield products of one function of angles with a polynomial of each slide."""
    reference = members[0][0]
    polynomials: dict[str, dict[int, float]] = {}
    constant = 0.0
    for wave, slides in members:
        size = _leading(wave) / _leading(reference)
        used = [(n, p) for n, p in zip(expansion.inputs, slides, strict=True) if p]
        if len(used) > 1:
            powers = tuple(Power(n, (*(0.0,) * p, 1.0)) for n, p in used)
            yield (wave.scaled(1.0), *powers)
        elif used:
            polynomials.setdefault(used[0][0], {})[used[0][1]] = size
        else:
            constant = size
    for slide, powers_of in polynomials.items():
        coefficients = tuple(
            powers_of.get(p, constant if p == 0 else 0.0) for p in range(max(powers_of) + 1)
        )
        constant = 0.0  # the first slide has taken it
        yield (reference, Power(slide, coefficients))
    if constant:
        yield (reference,)


def _normalised(wave: Wave) -> tuple[object, ...]:
    """Return what two waves share that differ by a factor."""
    scaled = wave.scaled(1.0 / _leading(wave))
    values = tuple(round(v, 9) + 0.0 for v in (*scaled.cosines, *scaled.sines))
    return (wave.angles, wave.waves, values)


def _leading(wave: Wave) -> float:
    """Return the first coefficient that is not zero."""
    return next(v for pair in zip(wave.cosines, wave.sines, strict=True) for v in pair if v)


def _with_constant(functions: list[Product]) -> list[Product]:
    """Add a constant coefficient to the function of the fewest inputs that is not a product."""

    def is_constant(factors: Product) -> bool:
        return len(factors) == 1 and not factors[0].words

    constants = [f for f in functions if is_constant(f)]
    others = sorted((f for f in functions if not is_constant(f)), key=_function_order)
    if not constants:
        return others
    ((constant,),) = constants
    assert isinstance(constant, Wave)
    for place, factors in enumerate(others):
        functions_of_words = [f for f in factors if f.words]
        if len(functions_of_words) == 1:
            others[place] = (_raised(functions_of_words[0], factors, constant.cosines[0]),)
            return others
    return [(constant,), *others]


def _raised(function: Factor, factors: Product, constant: float) -> Factor:
    """Return a function plus a constant; a factor without inputs beside it is multiplied in."""
    for other in factors:
        if not other.words:
            assert isinstance(other, Wave)
            function = function.scaled(other.cosines[0])
    if isinstance(function, Wave):
        return dataclasses.replace(
            function, cosines=(function.cosines[0] + constant, *function.cosines[1:])
        )
    first, *others = function.coefficients
    return dataclasses.replace(function, coefficients=(first + constant, *others))


def _function_order(factors: Product) -> tuple[object, ...]:
    words = [w for f in factors for w in f.words]
    waves = [f.waves for f in factors if isinstance(f, Wave)]
    return (len(words), sorted(map(port_order, words)), [tuple(-w for w in wave) for wave in waves])


def gathered(factors: Product) -> Product:
    """Multiply factors without inputs into another; a term of no input stays one factor."""
    scale = 1.0
    kept = []
    for factor in factors:
        if factor.words:
            kept.append(factor)
        else:
            assert isinstance(factor, Wave)
            scale *= factor.cosines[0]
    if not kept:
        return (Wave((), (), (scale,), (0.0,)),)
    return (kept[0].scaled(scale), *kept[1:])


def port_order(name: str) -> tuple[int, int]:
    """Return the place of an input among an arm's ports: q, then qd, then qdd."""
    prefix = name.rstrip("0123456789")
    return (len(prefix), int(name[len(prefix) :]))
