"""The programs: one processor, or several in the two structures of figure 2.

a) k processors that get the same inputs and OR their results together, here a tree over the links;
b) a pipeline of k processors, each of which ORs its results into the message that it passes on.
In both, the first processor has the host, and adds the terms up. Before it takes the first point
all processors have what they look terms up in, so that a run's time is that of the work alone.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from dataflow.boolean.hybrid import Hybrid
from papers.machado.evaluating import evaluate_text, sum_text
from papers.machado.jobs import Data, Method, jobs

MOST_POINTS = 64
"""Points that the programs have room for."""


class Structure(enum.Enum):
    """Figure 2."""

    SHARED = "a: shared inputs"
    PIPELINE = "b: pipeline"


def program(
    hybrid: Hybrid, method: Method, structure: Structure, processors: int
) -> tuple[str, list[int]]:
    """Return the occam source of a network, and the words that go down the link to it first.

    Parameters
    ----------
    processors
        1 to 8.
    """
    data = Data()
    shares = jobs(hybrid, method, data, processors)
    lines = [f"VAL max.points IS {MOST_POINTS}:", f"VAL size IS {len(data.words)}:", ""]
    lines += [*sum_text(hybrid), ""]
    for number, share in enumerate(shares):
        lines += [*evaluate_text(f"evaluate.{number}", hybrid, share), ""]
    if processors == 1:
        lines += _alone(hybrid)
    elif structure is Structure.SHARED:
        lines += _tree(hybrid, processors)
    else:
        lines += _pipeline(hybrid, processors)
    return "\n".join(lines) + "\n", data.words


def _declarations(hybrid: Hybrid) -> list[str]:
    """Return what the processor with the host declares."""
    return [
        "  INT points:",
        "  [size]INT data:",
        f"  [max.points][{len(hybrid.inputs)}]INT ports:",
        f"  [max.points][{len(hybrid.sums)}]INT torques:",
        f"  [{len(hybrid.tables)}]INT patterns:",
    ]


_RECEIVE = [
    "    from.host ? points",
    "    SEQ point = 0 FOR points",
    "      from.host ? ports[point]",
]
_SEND = ["    SEQ point = 0 FOR points", "      to.host ! torques[point]", ":"]


def _alone(hybrid: Hybrid) -> list[str]:
    """Return the program of one processor."""
    return [
        "PROC main (CHAN OF ANY from.host, to.host)",
        *_declarations(hybrid),
        "  SEQ",
        "    from.host ? data",
        *_RECEIVE,
        "    SEQ point = 0 FOR points",
        "      SEQ",
        "        evaluate.0 (ports[point], data, patterns)",
        "        add.up (patterns, torques[point])",
        *_SEND,
    ]


def children(number: int, processors: int) -> list[int]:
    """Return whom a processor of the tree passes inputs to: three at most, four links are all."""
    return [c for c in range(3 * number + 1, 3 * number + 4) if c < processors]


def _par(lines: Sequence[str], indent: int) -> list[str]:
    """Return lines that run in parallel; nothing for none."""
    space = " " * indent
    return [f"{space}PAR", *(f"{space}  {line}" for line in lines)] if lines else []


def _tree(hybrid: Hybrid, processors: int) -> list[str]:
    """Return the processes of structure a) and where they run."""
    terms, inputs = len(hybrid.tables), len(hybrid.inputs)
    lines: list[str] = []
    for number in range(processors):
        below = children(number, processors)
        formal = "".join(f", to.{c}, from.{c}" for c in below)
        if number == 0:
            lines += [f"PROC node.0 (CHAN OF ANY from.host, to.host{formal})"]
            lines += _declarations(hybrid)
        else:
            lines += [f"PROC node.{number} (CHAN OF ANY from.above, to.above{formal})"]
            lines += [
                "  INT points:",
                "  [size]INT data:",
                f"  [{inputs}]INT ports:",
                f"  [{terms}]INT patterns:",
            ]
        lines += [f"  [{terms}]INT part.{c}:" for c in below]
        source, mine = ("host", "ports[point]") if number == 0 else ("above", "ports")
        lines += ["  SEQ", f"    from.{source} ? data"]
        lines += [f"    to.{c} ! data" for c in below]
        lines += [f"    from.{c} ? points" for c in below]  # all below have their data
        if number == 0:
            lines += _RECEIVE
        else:
            lines += ["    points := 0", "    to.above ! points", "    from.above ? points"]
        lines += [f"    to.{c} ! points" for c in below]
        lines += ["    SEQ point = 0 FOR points", "      SEQ"]
        if number:
            lines += ["        from.above ? ports"]
        work = [f"to.{c} ! {mine}" for c in below]
        lines += _par([*work, f"evaluate.{number} ({mine}, data, patterns)"], 8)
        lines += _par([f"from.{c} ? part.{c}" for c in below], 8)
        for c in below:
            lines += [
                f"        SEQ term = 0 FOR {terms}",
                f"          patterns[term] := patterns[term] \\/ part.{c}[term]",
            ]
        if number:
            lines += ["        to.above ! patterns", ":", ""]
        else:
            lines += ["        add.up (patterns, torques[point])", *_SEND, ""]
    return lines + _tree_placed(processors)


def _tree_placed(processors: int) -> list[str]:
    """Return the channels of the tree, and which link each is: 0 upwards, 1 to 3 downwards."""
    lines = ["CHAN OF ANY from.host, to.host:"]
    lines += [f"CHAN OF ANY down.{c}, up.{c}:" for c in range(1, processors)]
    lines += ["PLACED PAR"]
    for number in range(processors):
        below = children(number, processors)
        above = ("from.host", "to.host") if number == 0 else (f"down.{number}", f"up.{number}")
        lines += [f"  PROCESSOR {number}"]
        lines += [f"    PLACE {above[0]} AT 4:", f"    PLACE {above[1]} AT 0:"]
        for link, c in enumerate(below, start=1):
            lines += [f"    PLACE down.{c} AT {link}:", f"    PLACE up.{c} AT {4 + link}:"]
        actual = "".join(f", down.{c}, up.{c}" for c in below)
        lines += [f"    node.{number} ({above[0]}, {above[1]}{actual})"]
    return lines


def _pipeline(hybrid: Hybrid, processors: int) -> list[str]:
    """Return the processes of structure b) and where they run: a ring that begins at the host."""
    terms, inputs = len(hybrid.tables), len(hybrid.inputs)
    width = inputs + terms
    head = [
        "PROC head (CHAN OF ANY from.host, to.host, to.next, from.last)",
        *_declarations(hybrid),
        f"  [{width}]INT message, result:",
        "  SEQ",
        "    from.host ? data",
        "    to.next ! data",
        "    points := 0",
        "    to.next ! points",
        "    from.last ? points",  # it has gone round: all have their data
        *_RECEIVE,
        "    to.next ! points",
        "    PAR",
        "      SEQ point = 0 FOR points",
        "        SEQ",
        "          evaluate.0 (ports[point], data, patterns)",
        f"          [message FROM 0 FOR {inputs}] := ports[point]",
        f"          [message FROM {inputs} FOR {terms}] := patterns",
        "          to.next ! message",
        "      SEQ point = 0 FOR points",
        "        SEQ",
        "          from.last ? result",
        f"          add.up ([result FROM {inputs} FOR {terms}], torques[point])",
        *_SEND,
        "",
    ]
    lines = head
    for number in range(1, processors):
        last = number == processors - 1
        lines += [
            f"PROC stage.{number} (CHAN OF ANY from.before, to.next)",
            "  INT points:",
            "  [size]INT data:",
            f"  [{width}]INT message:",
            f"  [{terms}]INT patterns:",
            "  SEQ",
            "    from.before ? data",
            *([] if last else ["    to.next ! data"]),
            "    from.before ? points",
            "    to.next ! points",
            "    from.before ? points",
            *([] if last else ["    to.next ! points"]),
            "    SEQ point = 0 FOR points",
            "      SEQ",
            "        from.before ? message",
            f"        evaluate.{number} ([message FROM 0 FOR {inputs}], data, patterns)",
            f"        SEQ term = 0 FOR {terms}",
            f"          message[{inputs} + term] := message[{inputs} + term] \\/ patterns[term]",
            "        to.next ! message",
            ":",
            "",
        ]
    return lines + _pipeline_placed(processors)


def _pipeline_placed(processors: int) -> list[str]:
    """Return the ring's channels: each processor sends on link 1 and receives on link 2."""
    lines = ["CHAN OF ANY from.host, to.host:"]
    lines += [f"CHAN OF ANY hop.{k}:" for k in range(processors)]
    lines += ["PLACED PAR"]
    for number in range(processors):
        before, following = f"hop.{(number - 1) % processors}", f"hop.{number}"
        lines += [f"  PROCESSOR {number}"]
        if number == 0:
            lines += ["    PLACE from.host AT 4:", "    PLACE to.host AT 0:"]
        lines += [f"    PLACE {following} AT 1:", f"    PLACE {before} AT 6:"]
        if number == 0:
            lines += [f"    head (from.host, to.host, {following}, {before})"]
        else:
            lines += [f"    stage.{number} ({before}, {following})"]
    return lines
