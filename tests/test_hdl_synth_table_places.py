"""Sines' tables stand next to the blocks that read them."""

import json

from hdl.synth.table_places import table_places, with_commands, with_places

UNIT = "machine.forward_1.trigonometry_cos_1"


def netlist(**blocks):
    cells = {
        f"{UNIT}.multiply_{which}.block": {"type": "MULT18X18D", "attributes": {"BEL": place}}
        for which, place in blocks.items()
    }
    cells |= {f"{UNIT}.table.0.{k}": {"type": "DP16KD"} for k in (0, 1)}
    cells |= {"machine.queue.memory.0.0": {"type": "DP16KD"}}
    return json.dumps({"modules": {"top": {"cells": cells}}})


def test_a_table_takes_the_nearest_memories():
    cells = netlist(sine="X73/Y58/MULT18_4", cosine="X74/Y58/MULT18_5")
    places = table_places(cells, "top", "ecp5-85f")
    assert places == {
        f"{UNIT}.table.0.0": "X73/Y46/EBR2",
        f"{UNIT}.table.0.1": "X73/Y70/EBR2",
    }
    placed = json.loads(with_places(cells, "top", places))["modules"]["top"]["cells"]
    assert placed[f"{UNIT}.table.0.1"]["attributes"]["BEL"] == "X73/Y70/EBR2"
    script = with_commands(["synth", "write"], "top", places)
    first = f'setattr -set BEL "X73/Y46/EBR2" top/c:{UNIT}.table.0.0'
    assert (script[0], script[1], len(script), script[-1]) == ("synth", first, 4, "write")


def test_no_place_without_a_blocks_place_or_a_devices_memories():
    assert table_places(netlist(), "top", "ecp5-85f") == {}
    assert with_places(netlist(), "top", {}) == netlist()
    cells = netlist(sine="X8/Y13/MULT18_4", cosine="X9/Y13/MULT18_5")
    assert table_places(cells, "top", "ecp5-25f") == {}
