"""A warning's place is whoever called this project, however deep the reader that warns."""

import warnings
from importlib import resources

from common.errors import InputWarning
from golden.load import load_robot
from golden.urdf.robot import parse

TURNS = """<robot name="r"><link name="o"/><link name="a"/>
<joint name="j" type="revolute"><parent link="o"/><child link="a"/>
<limit lower="-1" upper="1" velocity="180" effort="1" acceleration="1"/></joint></robot>"""


def test_files_warn_at_the_caller(tmp_path):
    (tmp_path / "r.urdf").write_text(TURNS)
    text = (resources.files("golden.robots") / "machado_2r.toml").read_text("utf-8")
    arm = tmp_path / "arm.toml"
    arm.write_text(text.replace("velocity_limit", "velocity_limit = 60 #", 1))
    for call in (
        lambda: load_robot(tmp_path / "r.urdf"),
        lambda: parse(TURNS.encode(), "r.urdf"),
        lambda: load_robot(arm),
    ):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call()
        assert caught
        for warning in caught:
            assert warning.category is InputWarning
            assert warning.filename == __file__
