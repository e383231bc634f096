"""Published figures of accelerators: what follows from others does."""

from papers.accelerators.anchors import Anchor, anchors


def test_roboshapes_chain_follows_from_its_links_and_its_clock():
    first = anchors()[0]
    assert (first.system, first.robot, first.cycles) == ("RoboShape", "iiwa 14", 34)
    assert first.verdict == "4 n + 6 cycles, cycles over clock"


def test_every_figure_has_a_source_and_a_number():
    for each in anchors():
        assert each.source
        assert each.cycles is not None or each.microseconds is not None


def test_a_figure_that_does_not_follow_is_told():
    wrong = Anchor("x", "y", "z", "s", cycles=35, clock_mhz=55.6, microseconds=0.61, links=7)
    assert wrong.verdict == "not 4 n + 6 cycles, not cycles over clock, 0.629 us"
