"""Times for one set of joint torques as the papers print them."""

from __future__ import annotations

from dataclasses import dataclass

ZOMAYA = "Zomaya and Morris 1989"
ZALZALA = "Zalzala and Morris 1989"
SCHAFER = "Schäfer and Schiehlen 1992"
ZENG = "Zeng and Egan 1991"

T800_HZ = 20e6
"""The clock of Zomaya and Morris's T800s (their section 6.1). The other papers name none."""

PSCSNEA_SECONDS = 2e-3
_ZENG_LOOPS = 21200


@dataclass(frozen=True)
class Timing:
    """One printed or derived time.

    Attributes
    ----------
    paper, system
        Who, and with what.
    seconds
        For one torque vector.
    clock_hz
        The clock, where the paper says it.
    source
        Where in the paper, and how the number was derived if it is not printed as such.
    """

    paper: str
    system: str
    seconds: float
    clock_hz: float | None
    source: str

    @property
    def cycles(self) -> int | None:
        """Clock cycles at the paper's own clock, where it is known."""
        return None if self.clock_hz is None else round(self.seconds * self.clock_hz)


TIMINGS = (
    Timing(ZOMAYA, "Newton-Euler, one T800", PSCSNEA_SECONDS / (1 - 0.58), T800_HZ,
           "section 8: 2 ms is 58 % less"),
    Timing(ZOMAYA, "SCSNEA, one T800", PSCSNEA_SECONDS / (1 - 0.41), T800_HZ,
           "section 8: 2 ms is 41 % less"),
    Timing(ZOMAYA, "PSCSNEA, four T800s", PSCSNEA_SECONDS, T800_HZ, "section 8"),
    Timing(ZALZALA, "recursive Lagrangian, theory", 0.68e-3, None, "equation (60), table 9"),
    Timing(ZALZALA, "recursive Lagrangian, four T800s", 2.46e-3, None, "section VII.2, table 9"),
    Timing(ZALZALA, "recursive Lagrangian, pipeline of 26 T800s", 0.026e-3, None,
           "table 9, simulated, arithmetic of one stage only"),
    Timing(ZALZALA, "recursive Lagrangian, theory, T414", 7.72e-3, None, "table 9"),
    Timing(ZALZALA, "recursive Lagrangian, four T414s", 8.96e-3, None, "table 9"),
    Timing(ZALZALA, "recursive Lagrangian, pipeline of T414s", 1.09e-3, None, "table 9, simulated"),
    Timing(SCHAFER, "forward dynamics, Stanford arm, one transputer", 1596e-6, None, "figure 7"),
    Timing(SCHAFER, "forward dynamics, Stanford arm, three transputers", 1141e-6, None, "figure 8"),
    Timing(ZENG, "Newton-Euler, one Multimax processor", 97.7 / _ZENG_LOOPS, None,
           "table of timings: 97.7 s for 21200 loops"),
    Timing(ZENG, "Newton-Euler, four Multimax processors", 50.4 / _ZENG_LOOPS, None,
           "table of timings: 50.4 s for 21200 loops"),
)  # fmt: skip
