"""The papers' times against their own figures, as the papers print them."""

import pytest

from papers.catalogue import paper
from papers.timings import TIMINGS

ZOMAYA = "Zomaya and Morris 1989"
ZALZALA = "Zalzala and Morris 1989"
SCHAFER = "Schäfer and Schiehlen 1992"
ZENG = "Zeng and Egan 1991"
T800_HZ = paper("zomaya_morris").value("clock")


def time(name, *words):
    """Seconds of the only row of a paper that has all words."""
    (found,) = (t for t in TIMINGS if t.paper == name and all(word in t.system for word in words))
    return found.seconds


def test_zomaya_and_morris():
    assert time(ZOMAYA, "four T800s") == 2e-3
    # 2 ms is 58 % less than Newton-Euler and 41 % less than SCSNEA on one T800.
    newton_euler, scsnea = time(ZOMAYA, "Newton-Euler", "one T800"), time(ZOMAYA, "SCSNEA", "one")
    assert newton_euler * 0.42 == pytest.approx(2e-3, rel=1e-12)
    assert scsnea * 0.59 == pytest.approx(2e-3, rel=1e-12)
    assert f"{newton_euler * 1e3:.2f} {scsnea * 1e3:.2f}" == "4.76 3.39"


def test_zalzala_and_morris():
    milliseconds = sorted(t.seconds * 1e3 for t in TIMINGS if t.paper == ZALZALA)
    assert milliseconds == pytest.approx([0.026, 0.68, 1.09, 2.46, 7.72, 8.96], rel=1e-12)
    assert time(ZALZALA, "four T800s") == 2.46e-3
    assert time(ZALZALA, "26 T800s") == pytest.approx(0.026e-3, rel=1e-12)
    assert time(ZALZALA, "theory, T414") == 7.72e-3
    assert time(ZALZALA, "four T414s") == 8.96e-3
    assert time(ZALZALA, "pipeline of T414s") == 1.09e-3


def test_schafer_and_schiehlen():
    assert time(SCHAFER, "one transputer") == pytest.approx(1596e-6, rel=1e-12)
    assert time(SCHAFER, "three transputers") == pytest.approx(1141e-6, rel=1e-12)


def test_zeng_and_egan():
    assert time(ZENG, "one Multimax") * 21200 == pytest.approx(97.7, rel=1e-12)
    assert time(ZENG, "four Multimax") * 21200 == pytest.approx(50.4, rel=1e-12)


def test_cycles_only_where_the_paper_states_its_clock():
    # Section 6.1 of Zomaya and Morris: a T800 at 20 MHz. No other paper names a clock.
    assert T800_HZ == 20e6
    for timing in TIMINGS:
        if timing.paper == ZOMAYA:
            assert timing.clock_hz == 20e6
            assert isinstance(timing.cycles, int)
            assert timing.cycles / 20e6 == pytest.approx(timing.seconds, abs=0.5 / 20e6)
        else:
            assert timing.clock_hz is None
            assert timing.cycles is None
    assert [t.cycles for t in TIMINGS if t.system.startswith("PSCSNEA")] == [40_000]


def test_each_row_is_named_once_and_has_its_source():
    rows = [(t.paper, t.system) for t in TIMINGS]
    assert len(set(rows)) == len(rows) == 13
    assert all(t.source for t in TIMINGS)
