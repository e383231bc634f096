"""What may be chosen of a hybrid beside the arm: bits, codes, motors, pipeline stages."""

from __future__ import annotations

from dataclasses import dataclass

from common.errors import InputError
from dataflow.boolean.quantiser import InputCode
from dataflow.boolean.sizes import EXTRAS, PRECISIONS
from dataflow.boolean.tables import OutputCode

STAGES = range(1, 5)
"""Pipeline stages that a term's logic may be divided into."""


@dataclass(frozen=True)
class Rules:
    """What may be chosen beside the arm.

    Attributes
    ----------
    precision, extra
        Bits wanted of a torque, and of every term beyond the paper's rules.
    input_code, output_code
        How words are written on both sides of the logic.
    actuators
        Whether the motors count.
    stages
        Pipeline stages of the terms' logic.
    """

    precision: int = 8
    extra: int = 0
    input_code: InputCode = InputCode.GRAY
    output_code: OutputCode = OutputCode.TWOS
    actuators: bool = False
    stages: int = 2


def check_rules(rules: Rules) -> None:
    """Raise InputError for a choice outside its range."""
    for option, value, allowed in (
        ("--precision", rules.precision, PRECISIONS),
        ("--extra", rules.extra, EXTRAS),
        ("--stages", rules.stages, STAGES),
    ):
        if value not in allowed:
            raise InputError(option, str(value), f"{allowed.start} to {allowed.stop - 1}")
