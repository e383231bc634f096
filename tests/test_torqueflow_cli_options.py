"""From the options that commands share to a design."""

import numpy as np
import pytest

from common.errors import InputError
from dataflow.build import build_array, build_ring
from golden.load import load_robot
from torqueflow.cli.options import TOPOLOGIES, Choice


def same(one, other):
    return one.operations == other.operations and one.outputs == other.outputs


def test_what_is_built_if_nothing_is_said():
    arm, design = Choice("machado_2r").build()
    assert arm.name == "Machado 2R"
    assert same(design, build_array(load_robot("machado_2r"), "newton-euler", 18, 1))
    assert (design.algorithm, design.initiation_interval) == ("newton-euler", 1)


def test_the_ring_takes_two_cycles_a_link_if_nothing_is_said():
    arm, design = Choice("machado_2r", topology="ring").build()
    assert design.initiation_interval == 4
    assert [stage.name for stage in design.stages] == ["ring"]
    assert same(design, build_ring(arm))


@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("algorithm", ["newton-euler", "lagrangian"])
@pytest.mark.parametrize(("interval", "width"), [(1, 12), (3, 14), (4, 28)])
def test_every_option_reaches_the_design(topology, algorithm, interval, width):
    arm, design = Choice("machado_2r", algorithm, topology, interval, width).build()
    assert design.robot == arm.name
    assert design.algorithm == algorithm
    assert design.initiation_interval == interval
    assert all(port.format.width == width for port in design.inputs)
    names = {stage.name for stage in design.stages}
    assert names == {"ring"} if topology == "ring" else "ring" not in names


def test_a_robot_by_path_and_an_arm_that_is_loaded(tmp_path):
    from importlib import resources

    path = tmp_path / "mine.toml"
    path.write_text((resources.files("golden.robots") / "machado_2r.toml").read_text("utf-8"))
    arm, design = Choice(str(path)).build()
    np.testing.assert_array_equal(arm.torque_limits, [200, 100])
    assert same(design, Choice("machado_2r").design(arm))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"topology": "star"}, "--topology: 'star'; allowed: array, ring"),
        ({"topology": ""}, "--topology: ''; allowed: array, ring"),
        ({"algorithm": "kane"}, "--algorithm: 'kane'; allowed: newton-euler, lagrangian"),
        ({"width": 11}, "--width: 11 bits; allowed: 12 to 28"),
        ({"width": 29}, "--width: 29 bits; allowed: 12 to 28"),
        ({"interval": 0}, "--ii: 0; allowed: 1 to 1024 cycles"),
        ({"interval": -1}, "--ii: -1; allowed: 1 to 1024 cycles"),
        ({"interval": 1025}, "--ii: 1025; allowed: 1 to 1024 cycles"),
        ({"robot": "nobody"}, "nobody: no arm of that name"),
        ({"robot": "arm.urdf"}, "arm.urdf: "),
        ({"robot": "none.toml"}, "none.toml: no such file"),
        ({"robot": ""}, "robot: "),
    ],
)
@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_bad_options(options, message, topology):
    with pytest.raises(InputError) as caught:
        Choice(**{"robot": "machado_2r", "topology": topology, **options}).build()
    assert message in str(caught.value)
