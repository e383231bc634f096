"""Sets that leave in beats: every bit in its place, tags in order, stalls on both sides."""

import numpy as np
import pytest
from amaranth.sim import Simulator

from common.errors import InputError
from dataflow.beats import planned_beats
from dataflow.build import build_array
from dataflow.computations.derivatives import INVERSE_DERIVATIVES
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from emulator.systolic import SystolicArray
from golden.load import load_robot
from hdl.beats import BeatMachine, beats_sheet


def design_of(interval, computation=INVERSE_DERIVATIVES):
    return build_array(load_robot("machado_2r"), computation, 14, interval)


def played(design, beats, inputs, offers, takes):
    """What is taken in each transfer: data, last, tag; the tag of set k is k + 3."""
    machine, got = BeatMachine(design, beats), []

    async def process(ctx):
        sent, offering = 0, False
        for offer, take in zip(offers, takes, strict=True):
            offering = sent < len(inputs) and (offering or bool(offer))
            ctx.set(machine.i.valid, offering)
            if offering:
                for port, value in zip(design.inputs, inputs[sent], strict=True):
                    ctx.set(machine.i.payload.set[port.name].as_value(), int(value))
                if beats.tag:
                    ctx.set(machine.i.payload.tag, sent + 3)
            ctx.set(machine.o.ready, bool(take))
            if ctx.get(machine.o.valid) and take:
                tag = ctx.get(machine.o.payload.tag) if beats.tag else None
                got.append((ctx.get(machine.o.payload.data), ctx.get(machine.o.payload.last), tag))
            if offering and ctx.get(machine.i.ready):
                sent, offering = sent + 1, False
            await ctx.tick()

    sim = Simulator(machine)
    sim.add_clock(1e-6)
    sim.add_testbench(process)
    sim.run()
    return got


def expected(design, beats, outputs):
    """The beats of sets by their outputs' integers."""
    rows = []
    for number, row in enumerate(outputs):
        for k, slices in enumerate(beats.beats):
            word = 0
            for each in slices:
                bits = (int(row[each.output]) >> each.first) & ((1 << each.bits) - 1)
                word |= bits << each.place
            tag = number + 3 if beats.tag else None
            rows.append((word, int(k == len(beats.beats) - 1), tag))
    return rows


@pytest.mark.parametrize(
    ("kind", "interval", "tag"),
    [("set", 1, 5), ("columns", 3, 0), ("columns", 4, 8), ("words", 8, 6)],
)
def test_every_beat_has_its_bits_and_its_sets_tag(kind, interval, tag):
    design = design_of(interval)
    beats = planned_beats(design, kind, tag)
    rng = np.random.default_rng(interval)
    inputs = rng.integers(-2000, 2000, (9, len(design.inputs)))
    cycles = 12 * (design.latency + 8 * len(beats.beats) + 20)
    got = played(design, beats, inputs, rng.random(cycles) < 0.6, rng.random(cycles) < 0.7)
    outputs = SystolicArray(design).outputs(inputs)
    assert got == expected(design, beats, outputs)


@pytest.mark.parametrize(("kind", "interval"), [("columns", 3), ("words", 7)])
def test_without_stalls_the_interval_is_kept(kind, interval):
    design = design_of(interval)
    beats = planned_beats(design, kind)
    count = len(beats.beats)
    inputs = np.random.default_rng(1).integers(-2000, 2000, (12, len(design.inputs)))
    cycles = 11 * interval + design.latency + count
    got = played(design, beats, inputs, np.ones(cycles), np.ones(cycles))
    assert count == interval
    assert len(got) == 12 * count


def test_columns_are_the_torques_then_each_joints():
    design = design_of(3)
    names = [
        [design.outputs[each.output].name for each in slices]
        for slices in planned_beats(design, "columns").beats
    ]
    assert names[0] == ["tau1", "tau2"]
    assert all(name.endswith("_1") for name in names[1])
    assert {"dtau_dq_1_2", "dtau_dq_2_2", "mass_1_2"} <= set(names[2])


def test_words_hold_every_bit_once():
    design = design_of(12)
    slices = [each for word in planned_beats(design, "words").beats for each in word]
    assert sum(each.bits for each in slices) == sum(p.format.width for p in design.outputs)
    assert all(each.place + each.bits <= 32 for each in slices)


@pytest.mark.parametrize(
    ("interval", "kind", "tag", "told"),
    [
        (2, "columns", 0, "3 or more"),
        (1, "words", 0, "--ii"),
        (12, "rows", 0, "--beats"),
        (12, "words", 33, "--tag"),
        (12, "words", -1, "--tag"),
    ],
)
def test_what_does_not_fit_is_refused(interval, kind, tag, told):
    with pytest.raises(InputError, match=told):
        planned_beats(design_of(interval), kind, tag)


def test_torques_alone_are_one_column():
    assert len(planned_beats(design_of(2, NEWTON_EULER), "columns").beats) == 1


def test_the_sheet_tells_where_each_bit_stands():
    design = design_of(8)
    told = beats_sheet(design, planned_beats(design, "words", 4))
    words = -(-sum(port.format.width for port in design.outputs) // 32)
    assert (told["kind"], told["count"], told["width"], told["tag_bits"]) == ("words", words, 32, 4)
    first, second = told["beats"][0][:2]
    assert (first["name"], first["bits"][1], first["of"][1]) == ("tau1", 0, 0)
    assert second["bits"][1] == first["bits"][0] + 1
