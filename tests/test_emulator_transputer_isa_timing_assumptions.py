"""Every assumption names a source that is explained, and reaches the simulation."""

import re

import pytest

from common.errors import InputError
from emulator.transputer.isa.instruction_set import INSTRUCTIONS
from emulator.transputer.isa.timing_assumptions import SOURCES, LinkDelays, TimingAssumptions
from emulator.transputer.network.network import Network, NodeConfig


def test_every_source_is_explained():
    named = {key for i in INSTRUCTIONS for key in re.findall(r"\b[A-Z]\d?\b", i.source)}
    assert named - {"A"} <= set(SOURCES)
    assumed = TimingAssumptions.__doc__ + LinkDelays.__doc__
    for key in re.findall(r"\((?:[A-Z]\d?, )*[A-Z]\d?\)", assumed):
        assert set(re.findall(r"[A-Z]\d?", key)) <= set(SOURCES)


def test_link_delays_shorter_than_a_cycle_are_refused():
    delays = {20: LinkDelays(0.1, 0.1, True)}
    with pytest.raises(InputError, match="shorter than a processor cycle"):
        Network(
            [NodeConfig("a"), NodeConfig("b")],
            [(("a", 0), ("b", 0))],
            timing=TimingAssumptions(links_t800=delays),
        )
