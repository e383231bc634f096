"""Published figures of accelerators: what follows from others does."""

from papers.accelerators.anchors import Anchor, anchors


def test_roboshapes_chain_follows_from_its_links_and_its_clock():
    first = anchors()[0]
    assert (first.system, first.robot, first.cycles) == ("RoboShape", "iiwa 14", 34)
    assert first.verdict == "4 n + 6 cycles, cycles over clock"


def test_every_figure_has_a_source_and_a_number():
    for each in anchors():
        assert each.source
        assert any(number is not None for number in (each.cycles, each.microseconds, each.dsps))


def test_dsps_are_those_of_both_halves():
    """As read in `fit_util_curves.py`: iiwa, HyQ and Baxter on a VCU118."""
    told = {each.robot: (each.dsps, each.luts) for each in anchors() if each.dsps is not None}
    assert told == {"iiwa 14": (5460, 580809), "HyQ": (2576, 509875), "Baxter": (3342, 815941)}
    assert all(each.verdict == "DSPs of both halves" for each in anchors() if each.dsps is not None)
    wrong = Anchor("x", "y", "z", "s", dsps=5, dsp_parts=(2, 2))
    assert wrong.verdict == "not the DSPs of both halves"


def test_a_figure_that_does_not_follow_is_told():
    wrong = Anchor("x", "y", "z", "s", cycles=35, clock_mhz=55.6, microseconds=0.61, links=7)
    assert wrong.verdict == "not 4 n + 6 cycles, not cycles over clock, 0.629 us"
