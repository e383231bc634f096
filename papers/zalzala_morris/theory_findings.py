"""What is found about the theory of Zalzala and Morris: (55) to (64) and what table 9 has of it."""

from __future__ import annotations

from fractions import Fraction

from papers.figures import Key
from papers.judging import Finding, counted, differs, inconsistent, undecided, worked_out
from papers.zalzala_morris.count_findings import JOINTS
from papers.zalzala_morris.weights import (
    MOST_SENT,
    T414,
    T800,
    efficiency,
    pass_theory,
    theory,
    whole_counts,
)

_ROW_OPERANDS = {"A": 3, "D": 9, "p": 1, "e": 3, "D*": 3, "c": 3, "m": 1, "W": 3, "r*": 3}
"""Numbers that a row of (42) and (43) needs."""

_SENT_TO_T2 = {"A": 9, "W dot": 9}
"""The longest message of phase 1 in drl4.occ: job 3 needs both."""

_TRAJECTORY = 300


def sent() -> dict[Key, Finding]:
    """Return what is found about messages, (55) to (59)."""
    found = theory(T800, JOINTS, whole_counts())
    clock = "as in INMOS's data sheet: {} cycles at 20 MHz"
    return _equations(
        {
            "section VI.3: most numbers sent at a stage of phase 1": differs(
                sum(_SENT_TO_T2.values()), "A and W dot to T2, which job 3 needs"
            ),
            "section VI.3: most numbers sent at a stage of phase 2": counted(
                sum(_ROW_OPERANDS.values()), "the operands of a row of (42) and (43)"
            ),
            "section VI.3: us for a number sent": worked_out(
                T800.number_sent,
                "32 bits at 20 Mbit/s; a T800 needs 11 bits a byte and a pause, 2.3 us a number",
            ),
            "equation (57): us of communication at a stage of phase 1": worked_out(
                MOST_SENT[1] * T800.number_sent
            ),
            "equation (58): us of communication at a stage of phase 2": worked_out(
                MOST_SENT[2] * T800.number_sent
            ),
            "equation (60): ns of a multiplication": worked_out(
                1000 * T800.multiplication, clock.format(11)
            ),
            "equation (60): ns of an addition": worked_out(1000 * T800.addition, clock.format(7)),
            "equation (60): stages of communication, phase 1": counted(JOINTS + 1, "n + 1"),
            "equation (60): stages of communication, phase 2": inconsistent(
                JOINTS, "(59) has n of them; 5 is n - 1, as in (51)"
            ),
            "equation (60): ms of multiplications": worked_out(found.multiplications / 1000),
            "equation (60): ms of additions": worked_out(found.additions / 1000),
            "equation (60): ms of communication, phase 1": worked_out(found.communication_1 / 1000),
            "equation (60): ms of communication, phase 2": worked_out(found.communication_2 / 1000),
            "equation (60): ms of operations": worked_out(found.operations / 1000),
            "equation (60): ms of communication": worked_out(
                _rounded(found.communication_1) + _rounded(found.communication_2), "rounded parts"
            ),
            "equation (60): ms in all": worked_out(found.total / 1000),
            "section VI.3: % of the time that is communication": worked_out(
                100 * Fraction(36, 68), "of the rounded 0.36 and 0.68 ms"
            ),
            "section VI.3: communication over operations": worked_out(
                Fraction(36, 32), "of the rounded 0.36 and 0.32 ms; 1.15 unrounded"
            ),
        }
    ) | {
        ("text", f"section V: ns of {name}", "value"): worked_out(1000 * value)
        for name, value in (
            ("a multiplication", T800.multiplication),
            ("an addition", T800.addition),
        )
    }


def pipelining() -> dict[Key, Finding]:
    """Return what is found about (61) to (64)."""
    stages = JOINTS + 1
    ideal = efficiency(stages, 10**9)
    told = "with n + 1 = 7 stages; the text has n - 1, and n = 6 would give 5.90"
    return _equations(
        {
            "section VI.4: efficiency for many tasks": worked_out(ideal),
            "section VII.2: points of the trajectory": counted(
                _TRAJECTORY, "what the programs have room for"
            ),
            "section VII.2: speed-up of the pipeline": worked_out(
                stages * efficiency(stages, _TRAJECTORY), told
            ),
            "section VII.2: efficiency of the pipeline": worked_out(
                efficiency(stages, _TRAJECTORY), told
            ),
        }
    )


def table_9() -> dict[Key, Finding]:
    """Return what is found about the theoretical times of table 9."""
    multiplications, additions = whole_counts()
    t800 = theory(T800, JOINTS, whole_counts())
    # By the counts of (53), rounded part by part as in (60).
    floats = _rounded(multiplications(JOINTS) * T414.multiplication) + _rounded(
        (additions(JOINTS) - 1) * T414.addition
    )
    return {
        ("theory",): worked_out(t800.total / 1000),
        ("theory_t414",): worked_out(
            floats + Fraction(36, 100),
            "by INMOS's estimates for REAL32, 10.0 and 11.5 us, and the communication of (60)",
        ),
        ("pipeline_t800",): inconsistent(
            float(pass_theory(T800, 1) / 1000),
            "47 multiplications of 550 ns, without 36 additions and messages: by (61) 57.65 us, "
            "and tables 8a and 8b have 0.25 and 0.144 ms a stage",
        ),
        ("pipeline_t414",): undecided("what was simulated is not said; no part of (61) gives it"),
    }


def _rounded(microseconds: Fraction) -> Fraction:
    """Return milliseconds with two decimals, as (60) adds them."""
    return Fraction(round(microseconds / 10), 100)


def _equations(found: dict[str, Finding]) -> dict[Key, Finding]:
    return {("equations", name, "value"): finding for name, finding in found.items()}
