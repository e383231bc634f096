"""The same torques in REAL32 arithmetic: what the paper wants to be faster than."""

from __future__ import annotations

from collections.abc import Iterable

from dataflow.boolean.functions import Factor, Power, Wave
from dataflow.boolean.terms import Term
from papers.machado.structures import MOST_POINTS


def arithmetic_program(terms: list[list[Term]], inputs: tuple[str, ...]) -> str:
    """Return occam that computes every term in REAL32 and adds them up, on one processor.

    Each sine and cosine of an angle combination is computed once.
    """
    harmonics = _harmonics(t for joint in terms for t in joint)
    waves: dict[tuple[object, ...], str] = {
        (f.angles, f.waves, n, kind): f"{kind}.{k}" for k, (f, n, kind) in enumerate(harmonics)
    }
    names = ", ".join(waves.values())
    lines = [
        '#USE "snglmath.lib"',
        f"VAL max.points IS {MOST_POINTS}:",
        "",
        f"PROC evaluate (VAL [{len(inputs)}]REAL32 x, [{len(terms)}]REAL32 torques)",
        *([f"  REAL32 {names}:"] if names else []),
        "  SEQ",
    ]
    for factor, n, kind in harmonics:
        theta = _sum(
            _times(float(n * w), f"x[{inputs.index(a)}]")
            for a, w in zip(factor.angles, factor.waves, strict=True)
        )
        name = waves[factor.angles, factor.waves, n, kind]
        lines.append(f"    {name} := {kind.upper()} ({theta})")
    for column, joint in enumerate(terms):
        text = _sum(_product(term, waves, inputs) for term in joint)
        lines.append(f"    torques[{column}] := {text or _number(0.0)}")
    return "\n".join([*lines, ":", "", *_main(len(inputs), len(terms))]) + "\n"


def _harmonics(terms: Iterable[Term]) -> list[tuple[Wave, int, str]]:
    """Return each sine and cosine that is needed, once."""
    found: dict[tuple[object, ...], tuple[Wave, int, str]] = {}
    for term in terms:
        for factor in term.factors:
            if isinstance(factor, Wave):
                for kind, values in (("cos", factor.cosines), ("sin", factor.sines)):
                    for n in range(1, len(values)):
                        if values[n]:
                            found.setdefault(
                                (factor.angles, factor.waves, n, kind), (factor, n, kind)
                            )
    return list(found.values())


def _product(term: Term, waves: dict[tuple[object, ...], str], inputs: tuple[str, ...]) -> str:
    parts = [_factor(factor, waves, inputs) for factor in term.factors]
    text = parts[0]
    for part in parts[1:]:
        text = f"({text} * {part})"
    return text


def _factor(factor: Factor, waves: dict[tuple[object, ...], str], inputs: tuple[str, ...]) -> str:
    """Return one function of a term."""
    if isinstance(factor, Power):
        x = f"x[{inputs.index(factor.word)}]"
        powers = [_power(x, p) for p in range(len(factor.coefficients))]
        return _sum(_times(c, p) for c, p in zip(factor.coefficients, powers, strict=True) if c)
    summands = [_number(factor.cosines[0])] if factor.cosines[0] else []
    for kind, values in (("cos", factor.cosines), ("sin", factor.sines)):
        for n in range(1, len(values)):
            if values[n]:
                name = waves[factor.angles, factor.waves, n, kind]
                summands.append(_times(values[n], name))
    return _sum(summands) or _number(0.0)


def _power(x: str, power: int) -> str:
    text = x if power else ""
    for _ in range(power - 1):
        text = f"({text} * {x})"
    return text


def _times(factor: float, text: str) -> str:
    if not text:
        return _number(factor)
    return text if factor == 1.0 else f"({_number(factor)} * {text})"


def _sum(summands: Iterable[str]) -> str:
    text = ""
    for summand in summands:
        text = f"({text} + {summand})" if text else summand
    return text


def _number(value: float) -> str:
    digits, _, exponent = f"{abs(value):.9E}".partition("E")
    literal = f"{digits}E{int(exponent):+d}(REAL32)"
    return literal if value >= 0.0 else f"(-{literal})"


def _main(inputs: int, joints: int) -> list[str]:
    return [
        "PROC main (CHAN OF ANY from.host, to.host)",
        "  INT points:",
        f"  [max.points][{inputs}]REAL32 x:",
        f"  [max.points][{joints}]REAL32 torques:",
        "  SEQ",
        "    from.host ? points",
        "    SEQ point = 0 FOR points",
        "      from.host ? x[point]",
        "    SEQ point = 0 FOR points",
        "      evaluate (x[point], torques[point])",
        "    SEQ point = 0 FOR points",
        "      to.host ! torques[point]",
        ":",
    ]
